import java.io.*;
import java.net.*;

// One connection over which so much is said, and one datagram each way: what a recording must have counted.
public class Counted {
    public static void main(String[] arguments) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread answering = new Thread(() -> {
                try (Socket socket = server.accept()) {
                    byte[] got = new byte[70];
                    for (int i = 0; i < 20; i++) {
                        socket.getInputStream().readNBytes(got, 0, 70);
                        socket.getOutputStream().write(got, 0, 3);
                    }
                } catch (IOException e) {
                    System.out.println(e);
                }
            }, "answering");
            answering.start();
            try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
                for (int i = 0; i < 20; i++) {
                    socket.getOutputStream().write(new byte[70]);
                    if (socket.getInputStream().readNBytes(3).length != 3) throw new IOException("too little");
                }
                answering.join();
            }
        }
        try (DatagramSocket a = new DatagramSocket(); DatagramSocket b = new DatagramSocket()) {
            a.send(new DatagramPacket(new byte[500], 500, InetAddress.getLoopbackAddress(), b.getLocalPort()));
            b.receive(new DatagramPacket(new byte[400], 400));
            a.send(new DatagramPacket(new byte[11], 11, InetAddress.getLoopbackAddress(), 9));
        }
        System.out.println("said");
    }
}

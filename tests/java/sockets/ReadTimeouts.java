import static other.net.Ends.*;

import java.io.*;
import java.net.*;

// Calls that wait no longer than they were told to: reads, accepts, datagrams; and what comes afterwards is not lost.
public class ReadTimeouts {
    public static void main(String[] args) throws Exception {
        Socket[] both = sockets();
        InputStream in = both[0].getInputStream();
        both[0].setSoTimeout(20);
        System.out.println(both[0].getSoTimeout() + " " + both[1].getSoTimeout());
        attempt("nothing there", in::read);
        both[1].getOutputStream().write("abc".getBytes());
        attempt("something", () -> new String(in.readNBytes(3)));
        attempt("less than asked", () -> {
            both[1].getOutputStream().write('d');
            return in.readNBytes(2).length;
        });
        meanwhile("in time", () -> {
            both[1].getOutputStream().write('e');
            return null;
        }, () -> {
            both[0].setSoTimeout(20000);
            return (char) in.read();
        });
        attempt("negative", () -> {
            both[0].setSoTimeout(-1);
            return null;
        });
        both[1].close();
        attempt("end", in::read);
        both[0].close();
        attempt("closed", () -> both[0].getSoTimeout());

        try (ServerSocket server = new ServerSocket(0)) {
            server.setSoTimeout(20);
            attempt("nobody", server::accept);
            new Socket("127.0.0.1", server.getLocalPort()).close();
            attempt("somebody", () -> server.accept().getInputStream().read());
        }
        try (DatagramSocket socket = new DatagramSocket(here())) {
            socket.setSoTimeout(20);
            DatagramPacket packet = new DatagramPacket(new byte[3], 3);
            attempt("no datagram", () -> {
                socket.receive(packet);
                return packet.getLength();
            });
            socket.send(new DatagramPacket(new byte[2], 2, socket.getLocalSocketAddress()));
            attempt("a datagram", () -> {
                socket.receive(packet);
                return packet.getLength();
            });
        }
        attempt("SocketTimeoutException", () -> {
            SocketTimeoutException e = new SocketTimeoutException("x");
            return e.bytesTransferred + " " + (e instanceof InterruptedIOException);
        });
    }
}

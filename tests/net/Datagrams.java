import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Arrays;

/** Speaks with the peer of tests/net.t, which sends each datagram back, at the port that is its first argument; nobody
 * has the second. */
public class Datagrams extends Steps {
    static InetSocketAddress peer, nobody;

    static DatagramPacket packet(String text) {
        byte[] bytes = text.getBytes();
        return new DatagramPacket(bytes, bytes.length, peer);
    }

    static String receive(DatagramSocket socket) throws IOException {
        DatagramPacket packet = new DatagramPacket(new byte[20000], 20000);
        socket.setSoTimeout(20000);
        socket.receive(packet);
        return new String(packet.getData(), 0, packet.getLength()) + " " + packet.getSocketAddress().equals(peer);
    }

    static void answered() throws IOException {
        try (DatagramSocket socket = new DatagramSocket()) {
            for (int i = 0; i < 50; i++) {
                socket.send(packet("datagram " + i));
                String answer = receive(socket);
                if (i % 10 == 0) System.out.println(answer);
            }
        }
    }

    /** A socket that speaks both with the peer and with another one of the program. */
    static void twoWays() throws IOException {
        try (DatagramSocket socket = new DatagramSocket(); DatagramSocket other = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            socket.send(packet("out"));
            System.out.println(receive(socket));
            socket.send(new DatagramPacket("in".getBytes(), 2, other.getLocalSocketAddress()));
            DatagramPacket got = new DatagramPacket(new byte[10], 10);
            other.receive(got);
            System.out.println(got.getLength() + " " + (got.getPort() == socket.getLocalPort()));
            other.send(new DatagramPacket("back".getBytes(), 4, InetAddress.getLoopbackAddress(), socket.getLocalPort()));
            System.out.println(receive(socket).substring(0, 4));
        }
    }

    static void sizes() throws IOException {
        try (DatagramSocket socket = new DatagramSocket()) {
            for (int size : new int[] {0, 1, 1472, 16000}) {
                byte[] bytes = new byte[size];
                Arrays.fill(bytes, (byte) 'x');
                socket.send(new DatagramPacket(bytes, size, peer));
                System.out.println(receive(socket).length());
            }
        }
    }

    static void connected() throws IOException {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(peer);
            System.out.println(socket.isConnected() + " " + socket.getRemoteSocketAddress().equals(peer));
            socket.send(new DatagramPacket("to my peer".getBytes(), 10));
            System.out.println(receive(socket));
            socket.disconnect();
            socket.send(packet("and again"));
            System.out.println(receive(socket));
        }
    }

    static void unreachable() throws IOException {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(nobody);
            socket.setSoTimeout(20000);
            socket.send(new DatagramPacket("hello?".getBytes(), 6));
            socket.receive(new DatagramPacket(new byte[10], 10));
        }
    }

    static void ask(boolean connects) throws IOException {
        try (DatagramSocket socket = new DatagramSocket()) {
            if (connects) socket.connect(peer);
            socket.send(packet("anybody?"));
            socket.setSoTimeout(connects ? 20000 : 300);
            socket.receive(new DatagramPacket(new byte[10], 10));
        }
    }

    static void timeout() throws IOException {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.send(new DatagramPacket("silence".getBytes(), 7, nobody));
            socket.setSoTimeout(50);
            socket.receive(new DatagramPacket(new byte[10], 10));
        }
    }

    static void channels() throws IOException {
        try (DatagramChannel channel = DatagramChannel.open(); Selector selector = Selector.open()) {
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ);
            System.out.println(channel.send(ByteBuffer.wrap("by a channel".getBytes()), peer));
            ByteBuffer buffer = ByteBuffer.allocate(5);
            selector.select();
            System.out.println(channel.receive(buffer).equals(peer) + " " + new String(buffer.array()));
            channel.connect(peer);
            System.out.println(channel.write(new ByteBuffer[] {ByteBuffer.wrap("two ".getBytes()), ByteBuffer.wrap("pieces".getBytes())}));
            selector.selectedKeys().clear();
            selector.select();
            buffer = ByteBuffer.allocate(20);
            System.out.println(channel.read(buffer) + " " + new String(buffer.array(), 0, buffer.position()));
        }
    }

    static void many() throws Exception {
        Thread[] threads = new Thread[20];
        int[] right = new int[threads.length];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                try (DatagramSocket socket = new DatagramSocket()) {
                    for (int j = 0; j < 10; j++) {
                        String text = number + ":" + j;
                        socket.send(packet(text));
                        if (receive(socket).equals(text + " true")) right[number]++;
                    }
                } catch (IOException e) {
                    System.out.println(e);
                }
            }, "speaker " + i);
            threads[i].start();
        }
        int sum = 0;
        for (int i = 0; i < threads.length; i++) {
            threads[i].join();
            sum += right[i];
        }
        System.out.println(sum);
    }

    public static void main(String[] arguments) throws Exception {
        InetAddress host = InetAddress.getByName("127.0.0.1");
        peer = new InetSocketAddress(host, Integer.parseInt(arguments[0]));
        nobody = new InetSocketAddress(host, Integer.parseInt(arguments[1]));
        if (arguments.length > 2) {
            step("unheard", () -> ask(false));
            step("refused", () -> ask(true));
            return;
        }
        step("answered", Datagrams::answered);
        step("two ways", Datagrams::twoWays);
        step("sizes", Datagrams::sizes);
        step("connected", Datagrams::connected);
        step("unreachable", Datagrams::unreachable);
        step("time-out", Datagrams::timeout);
        step("channels", Datagrams::channels);
        step("many", Datagrams::many);
    }
}

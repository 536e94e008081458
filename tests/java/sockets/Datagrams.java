import static other.threads.Waits.untilItWaits;

import java.io.IOException;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.util.Arrays;

// UDP: sockets, channels, connected and not, limits.
public class Datagrams {
    interface Action { Object run() throws Exception; }

    static void attempt(String what, Action action) {
        try {
            System.out.println(what + ": " + action.run());
        } catch (Throwable t) {
            System.out.println(what + ": " + t);
        }
    }

    static DatagramPacket packet(String text, InetAddress to, int port) { return new DatagramPacket(text.getBytes(), text.length(), to, port); }

    static String text(DatagramPacket p) { return new String(p.getData(), p.getOffset(), p.getLength()); }

    static void sockets(String host) throws Exception {
        InetAddress here = InetAddress.getByName(host);
        try (DatagramSocket a = new DatagramSocket(0, here); DatagramSocket b = new DatagramSocket()) {
            System.out.println(a.getLocalAddress() + " " + a.isBound() + a.isConnected() + a.getPort() + a.getInetAddress() + (a.getLocalPort() != b.getLocalPort()));
            b.send(packet("first", here, a.getLocalPort()));
            b.send(packet("second, longer", here, a.getLocalPort()));
            b.send(packet("", here, a.getLocalPort()));
            DatagramPacket got = new DatagramPacket(new byte[6], 6);
            a.receive(got);
            System.out.println(text(got) + " " + got.getAddress() + " " + (got.getPort() == b.getLocalPort()));
            a.receive(got);
            System.out.println(text(got) + " " + got.getLength());
            a.receive(got);
            System.out.println(text(got) + " " + got.getLength());
            a.setSoTimeout(30);
            attempt("time", () -> {
                a.receive(got);
                return null;
            });
            b.connect(here, a.getLocalPort());
            System.out.println(b.isConnected() + " " + b.getInetAddress() + " " + (b.getPort() == a.getLocalPort()) + b.getLocalAddress());
            b.send(new DatagramPacket("connected".getBytes(), 9));
            DatagramPacket large = new DatagramPacket(new byte[100], 10, 50);
            a.receive(large);
            System.out.println(text(large));
            attempt("elsewhere", () -> {
                b.send(packet("x", here, 1));
                return null;
            });
            a.send(new DatagramPacket("back".getBytes(), 4, large.getSocketAddress()));
            b.receive(large);
            System.out.println(text(large));
            b.disconnect();
            System.out.println(b.isConnected() + " " + b.getPort());
            attempt("large", () -> {
                b.send(new DatagramPacket(new byte[65508], 65508, here, a.getLocalPort()));
                return null;
            });
            b.send(new DatagramPacket(new byte[60000], 60000, here, a.getLocalPort()));
            DatagramPacket all = new DatagramPacket(new byte[65535], 65535);
            a.receive(all);
            System.out.println(all.getLength());
            attempt("in use", () -> new DatagramSocket(a.getLocalPort(), here));
        }
    }

    static void closing() throws Exception {
        DatagramSocket s = new DatagramSocket();
        Thread reader = new Thread(() -> attempt("closed while it receives", () -> {
            s.receive(new DatagramPacket(new byte[1], 1));
            return null;
        }));
        reader.start();
        untilItWaits(reader);
        s.close();
        reader.join();
        attempt("closed", () -> {
            s.send(packet("x", InetAddress.getLoopbackAddress(), 9));
            return null;
        });
        System.out.println(s.isClosed() + " " + s.getLocalPort());
    }

    static void channels() throws Exception {
        try (DatagramChannel a = DatagramChannel.open().bind(new InetSocketAddress("127.0.0.1", 0)); DatagramChannel b = DatagramChannel.open(); Selector selector = Selector.open()) {
            System.out.println(a.getLocalAddress().equals(b.getLocalAddress()) + " " + b.getLocalAddress() + b.getRemoteAddress() + b.isConnected());
            a.configureBlocking(false);
            ByteBuffer buffer = ByteBuffer.allocate(10);
            System.out.println(a.receive(buffer));
            SelectionKey key = a.register(selector, SelectionKey.OP_READ);
            System.out.println(selector.selectNow());
            System.out.println(b.send(ByteBuffer.wrap("datagram of the channel".getBytes()), a.getLocalAddress()));
            System.out.println(selector.select() + " " + key.isReadable());
            InetSocketAddress from = (InetSocketAddress) a.receive(buffer);
            System.out.println(new String(buffer.array()) + from.getAddress() + (from.getPort() == ((InetSocketAddress) b.getLocalAddress()).getPort()));
            attempt("not connected", () -> a.write(ByteBuffer.allocate(1)));
            b.connect(a.getLocalAddress());
            a.connect(b.getLocalAddress());
            System.out.println(b.isConnected() + " " + b.getRemoteAddress().equals(a.getLocalAddress()));
            System.out.println(b.write(new ByteBuffer[] {ByteBuffer.wrap("ab".getBytes()), ByteBuffer.wrap("cd".getBytes())}));
            ByteBuffer direct = ByteBuffer.allocateDirect(3), rest = ByteBuffer.allocate(4);
            System.out.println(a.read(new ByteBuffer[] {direct, rest}) + " " + (char) direct.get(2) + (char) rest.get(0));
            System.out.println(a.read(rest) + " " + a.disconnect().isConnected());
            attempt("too large", () -> b.write(ByteBuffer.allocate(70000)));
        }
        DatagramChannel closed = DatagramChannel.open();
        int port;
        try (DatagramSocket gone = new DatagramSocket(0, InetAddress.getByName("127.0.0.1"))) {
            port = gone.getLocalPort();
        }
        closed.connect(new InetSocketAddress("127.0.0.1", port));
        System.out.println(closed.write(ByteBuffer.wrap(new byte[1])));
        Thread.sleep(20);
        attempt("nobody", () -> closed.read(ByteBuffer.allocate(1)));
        closed.close();
        attempt("closed", () -> closed.receive(ByteBuffer.allocate(1)));
    }

    static void options() throws Exception {
        try (DatagramSocket s = new DatagramSocket()) {
            System.out.println(s.getBroadcast() + " " + s.getReuseAddress() + " " + s.getSoTimeout());
            s.setBroadcast(false);
            s.setReuseAddress(true);
            s.setReceiveBufferSize(30000);
            s.setSendBufferSize(20000);
            System.out.println(s.getBroadcast() + " " + s.getReuseAddress() + " " + s.getReceiveBufferSize() + " " + s.getSendBufferSize());
        }
    }

    public static void main(String[] args) throws Exception {
        sockets("127.0.0.1");
        sockets("::1");
        closing();
        channels();
        options();
    }
}

import static other.net.Ends.*;

import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;

// UDP: who hears a connected socket, datagrams that are empty, cut off, too large or lost, and a port where nobody is.
public class DatagramRules {
    static DatagramPacket packet(String text, SocketAddress to) { return new DatagramPacket(text.getBytes(), text.length(), to); }

    static String received(DatagramSocket socket) throws Exception {
        DatagramPacket packet = new DatagramPacket(new byte[100], 100);
        socket.setSoTimeout(30);
        try {
            socket.receive(packet);
            return new String(packet.getData(), 0, packet.getLength());
        } catch (SocketTimeoutException e) {
            return "nothing";
        }
    }

    public static void main(String[] args) throws Exception {
        DatagramSocket a = new DatagramSocket(here()), b = new DatagramSocket(here()), c = new DatagramSocket(here());
        a.send(packet("before it was connected", b.getLocalSocketAddress()));
        c.send(packet("and of another", b.getLocalSocketAddress()));
        b.connect(a.getLocalSocketAddress());
        a.send(packet("of the peer", b.getLocalSocketAddress()));
        c.send(packet("of another", b.getLocalSocketAddress()));
        String first = received(b);
        System.out.println(first + ", " + received(b) + ", " + received(b) + ", " + received(b));
        b.disconnect();
        c.send(packet("of another again", b.getLocalSocketAddress()));
        System.out.println(received(b));
        DatagramPacket offset = new DatagramPacket("..middle..".getBytes(), 2, 6, b.getLocalSocketAddress());
        a.send(offset);
        System.out.println(received(b));
        a.send(new DatagramPacket(new byte[0], 0, b.getLocalSocketAddress()));
        System.out.println("empty '" + received(b) + "'");
        DatagramPacket small = new DatagramPacket(new byte[10], 3, 4);
        a.send(packet("cut off", b.getLocalSocketAddress()));
        b.receive(small);
        System.out.println(small.getLength() + " " + small.getOffset() + " " + new String(small.getData(), 3, 4) + " " + small.getData()[7]);
        attempt("port 0", () -> {
            a.send(packet("x", new InetSocketAddress("127.0.0.1", 0)));
            return null;
        });
        attempt("no address", () -> {
            a.send(new DatagramPacket(new byte[1], 1));
            return null;
        });
        attempt("unresolved", () -> new DatagramPacket(new byte[1], 1, InetSocketAddress.createUnresolved("x.invalid", 1)));
        attempt("length", () -> new DatagramPacket(new byte[1], 2));
        DatagramSocket nobody = new DatagramSocket();
        nobody.connect(new InetSocketAddress("127.0.0.1", freePort()));
        nobody.send(new DatagramPacket(new byte[1], 1));
        attempt("nobody", () -> received(nobody));
        attempt("only once", () -> received(nobody));
        nobody.send(new DatagramPacket(new byte[1], 1));
        attempt("seen when it sends", () -> {
            Thread.sleep(10);
            nobody.send(new DatagramPacket(new byte[1], 1));
            return null;
        });
        DatagramChannel channel = DatagramChannel.open().bind(here());
        attempt("largest", () -> channel.send(ByteBuffer.allocate(65507), channel.getLocalAddress()));
        ByteBuffer large = ByteBuffer.allocateDirect(70_000);
        channel.receive(large);
        System.out.println(large.position());
        attempt("too large", () -> channel.send(ByteBuffer.allocate(65508), channel.getLocalAddress()));
        channel.setOption(StandardSocketOptions.SO_RCVBUF, 4096);
        channel.configureBlocking(false);
        int sent = 0;
        for (int i = 0; i < 200; i++) sent += channel.send(ByteBuffer.allocate(1000), channel.getLocalAddress());
        int got = 0;
        while (channel.receive(large.clear()) != null) got++;
        System.out.println(sent + " " + (got > 0 && got < 200 ? "some were lost" : got + " came"));
        System.out.println(channel.send(bytes("yet"), channel.getLocalAddress()) + " " + (channel.receive(large.clear()) != null));
        a.close();
        attempt("closed", () -> received(a));
        attempt("closed, connect", () -> {
            a.connect(b.getLocalSocketAddress());
            return null;
        });
        attempt("connect to nothing", () -> {
            b.connect(null);
            return null;
        });
    }
}

import static other.net.Ends.*;

import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;

// IPv4 and IPv6: which reaches which, how they see each other, and channels of one family only.
public class Families {
    static void reaches(String listens, String connects) throws Exception {
        try (ServerSocket server = new ServerSocket()) {
            server.bind(new InetSocketAddress(listens, 0));
            attempt(listens + " from " + connects, () -> {
                try (Socket client = new Socket(connects, server.getLocalPort()); Socket served = server.accept()) {
                    return client.getRemoteSocketAddress() + " " + client.getLocalAddress() + ", " + served.getInetAddress() + " " + served.getLocalAddress();
                }
            });
        }
    }

    static void datagrams(String from, String to) throws Exception {
        try (DatagramChannel a = DatagramChannel.open().bind(new InetSocketAddress(from, 0)); DatagramChannel b = DatagramChannel.open().bind(new InetSocketAddress(to, 0))) {
            attempt(from + " sends to " + to, () -> {
                a.send(bytes("x"), b.getLocalAddress());
                return ((InetSocketAddress) b.receive(ByteBuffer.allocate(1))).getAddress();
            });
        }
    }

    static Object address(StandardProtocolFamily family, String host) throws Exception {
        try (ServerSocketChannel channel = ServerSocketChannel.open(family)) {
            return ((InetSocketAddress) channel.bind(new InetSocketAddress(host, 0)).getLocalAddress()).getAddress();
        }
    }

    public static void main(String[] args) throws Exception {
        for (String listens : new String[] {"127.0.0.1", "::1", "0.0.0.0", "::"}) {
            for (String connects : new String[] {"127.0.0.1", "::1", "localhost", "::ffff:127.0.0.1", "127.9.9.9"}) reaches(listens, connects);
        }
        datagrams("127.0.0.1", "127.0.0.1");
        datagrams("::1", "::1");
        datagrams("127.0.0.1", "::1");
        datagrams("::1", "127.0.0.1");
        datagrams("0.0.0.0", "127.7.7.7");
        for (String[] both : new String[][] {{"127.0.0.1", "::1"}, {"::1", "127.0.0.1"}, {"::", "::1"}, {"0.0.0.0", "127.0.0.1"}}) {
            attempt("bound to " + both[0] + ", connects to " + both[1], () -> {
                try (ServerSocket server = new ServerSocket(0); Socket client = new Socket()) {
                    client.bind(new InetSocketAddress(both[0], 0));
                    client.connect(new InetSocketAddress(both[1], server.getLocalPort()));
                    return client.getLocalAddress();
                }
            });
        }
        for (StandardProtocolFamily family : new StandardProtocolFamily[] {StandardProtocolFamily.INET, StandardProtocolFamily.INET6}) {
            for (String host : new String[] {"127.0.0.1", "::1", "0.0.0.0", "::"}) attempt(family + " " + host, () -> address(family, host));
            attempt(family + " connects", () -> SocketChannel.open(family).connect(new InetSocketAddress("::1", freePort())));
            attempt(family + " wildcard", () -> ((InetSocketAddress) DatagramChannel.open(family).bind(null).getLocalAddress()).getAddress().isAnyLocalAddress());
        }
        attempt("sends", () -> DatagramChannel.open(StandardProtocolFamily.INET).send(bytes("x"), new InetSocketAddress("::1", 9)));
        attempt("no family", () -> DatagramChannel.open(null));
        attempt("connected to another family", () -> {
            try (DatagramChannel channel = DatagramChannel.open().bind(new InetSocketAddress("::1", 0))) {
                return channel.connect(new InetSocketAddress("127.0.0.1", 9)).isConnected();
            }
        });
        attempt("families", () -> java.util.Arrays.toString(StandardProtocolFamily.values()));
    }
}

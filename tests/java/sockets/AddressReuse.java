import static other.net.Ends.*;

import java.net.*;
import java.nio.channels.*;

// One address, and the sockets that want it: while it is taken, afterwards, with SO_REUSEADDR and SO_REUSEPORT.
public class AddressReuse {
    static ServerSocket listen(String host, int port, boolean reusePort) throws Exception {
        ServerSocket server = new ServerSocket();
        server.setOption(StandardSocketOptions.SO_REUSEPORT, reusePort);
        server.bind(new InetSocketAddress(host, port));
        return server;
    }

    static void servers() throws Exception {
        ServerSocket first = listen("127.0.0.1", 0, false);
        int port = first.getLocalPort();
        attempt("taken", () -> listen("127.0.0.1", port, false));
        attempt("taken, reuse port", () -> listen("127.0.0.1", port, true));
        attempt("wildcard", () -> listen("0.0.0.0", port, false));
        attempt("another address", () -> listen("127.0.0.2", port, false).getLocalSocketAddress());
        attempt("channel", () -> ServerSocketChannel.open().bind(new InetSocketAddress("127.0.0.1", port)));
        Socket client = new Socket("127.0.0.1", port);
        Socket served = first.accept();
        first.close();
        served.close();
        client.close();
        attempt("again after its connections", () -> listen("127.0.0.1", port, false).getLocalPort() == port);

        ServerSocket one = listen("127.0.0.1", 0, true);
        ServerSocket two = listen("127.0.0.1", one.getLocalPort(), true);
        System.out.println(one.getLocalPort() == two.getLocalPort());
        one.close();
        new Socket("127.0.0.1", two.getLocalPort()).close();
        System.out.println(two.accept().getInputStream().read());
    }

    static void datagrams() throws Exception {
        DatagramSocket first = new DatagramSocket(here());
        attempt("datagrams", () -> new DatagramSocket(first.getLocalSocketAddress()));
        DatagramSocket second = new DatagramSocket(null);
        System.out.println(second.getReuseAddress());
        second.setReuseAddress(true);
        attempt("one of two reuses", () -> {
            second.bind(first.getLocalSocketAddress());
            return null;
        });
        DatagramSocket both = new DatagramSocket(null), others = new DatagramSocket(null);
        both.setReuseAddress(true);
        others.setReuseAddress(true);
        both.bind(here());
        others.bind(both.getLocalSocketAddress());
        System.out.println(both.getLocalPort() == others.getLocalPort());
        System.out.println(new ServerSocket().getReuseAddress() + " " + new Socket().getReuseAddress() + " " + new MulticastSocket(0).getReuseAddress());
        int port = first.getLocalPort();
        try (ServerSocket stream = new ServerSocket(port, 5, InetAddress.getLoopbackAddress())) {
            System.out.println("a port of each kind " + (stream.getLocalPort() == port));
        }
    }

    static void clients() throws Exception {
        try (ServerSocket server = listen("127.0.0.1", 0, false); Socket bound = new Socket()) {
            bound.bind(new InetSocketAddress("127.0.0.3", 0));
            int port = bound.getLocalPort();
            attempt("bound already", () -> {
                bound.bind(here());
                return null;
            });
            bound.connect(server.getLocalSocketAddress());
            Socket served = server.accept();
            System.out.println(served.getInetAddress() + " " + (served.getPort() == port) + " " + (bound.getLocalPort() == port) + " " + served.getLocalAddress());
            attempt("a listener in its place", () -> listen("127.0.0.3", port, false));
            try (Socket from = new Socket(InetAddress.getByName("127.0.0.1"), server.getLocalPort(), InetAddress.getByName("127.0.0.4"), 0)) {
                System.out.println(from.getLocalAddress() + " " + server.accept().getInetAddress());
            }
        }
    }

    public static void main(String[] args) throws Exception {
        servers();
        datagrams();
        clients();
    }
}

import static other.net.Ends.*;

import java.net.*;
import java.nio.channels.*;
import javax.net.*;

// ServerSocket, Socket and their factories: what they refuse, and in which words.
public class ServerRules {
    public static void main(String[] args) throws Exception {
        attempt("not bound", () -> new ServerSocket().accept());
        attempt("unresolved", () -> {
            new ServerSocket().bind(InetSocketAddress.createUnresolved("nowhere.invalid", 1));
            return null;
        });
        attempt("another kind of address", () -> {
            new ServerSocket().bind(new SocketAddress() {});
            return null;
        });
        attempt("port", () -> new ServerSocket(65536));
        ServerSocket server = new ServerSocket(0, -5, InetAddress.getLoopbackAddress());
        attempt("bound", () -> {
            server.bind(here());
            return null;
        });
        attempt("negative time", () -> {
            server.setSoTimeout(-1);
            return null;
        });
        attempt("no buffer", () -> {
            server.setReceiveBufferSize(0);
            return null;
        });
        attempt("another option", () -> server.getOption(StandardSocketOptions.TCP_NODELAY));
        System.out.println(new java.util.TreeSet<>(java.util.List.of(server.supportedOptions().stream().map(SocketOption::name).toArray(String[]::new))));
        server.close();
        server.close();
        attempt("closed", () -> {
            server.setReuseAddress(true);
            return null;
        });
        attempt("bound when closed", () -> {
            server.bind(here());
            return null;
        });
        attempt("connect to nothing", () -> {
            new Socket().connect(null);
            return null;
        });
        attempt("negative time to connect", () -> {
            new Socket().connect(here(), -1);
            return null;
        });
        attempt("another kind", () -> {
            new Socket().connect(new SocketAddress() {});
            return null;
        });
        attempt("port 0", () -> new Socket("127.0.0.1", 0));
        attempt("any address", () -> {
            try (ServerSocket any = new ServerSocket(0)) {
                return new Socket("0.0.0.0", any.getLocalPort()).getInetAddress().getHostAddress();
            }
        });
        Socket closed = new Socket();
        closed.close();
        attempt("closed socket", () -> {
            closed.connect(here());
            return null;
        });
        attempt("closed socket's option", () -> closed.getTcpNoDelay());
        attempt("bound socket of a closed one", () -> {
            closed.bind(here());
            return null;
        });
        ServerSocket made = ServerSocketFactory.getDefault().createServerSocket(0, 3, InetAddress.getLoopbackAddress());
        Socket from = SocketFactory.getDefault().createSocket(made.getInetAddress(), made.getLocalPort());
        System.out.println(from.isConnected() + " " + made.accept().isConnected());
        attempt("factory, unconnected", () -> SocketFactory.getDefault().createSocket().isConnected());
        ServerSocketChannel channel = ServerSocketChannel.open();
        attempt("bind twice", () -> channel.bind(here()).bind(here()));
        attempt("bind of a client", () -> SocketChannel.open().bind(here()).bind(here()));
        attempt("kind of a channel", () -> ServerSocketChannel.open().bind(new SocketAddress() {}));
        attempt("null option", () -> channel.setOption(StandardSocketOptions.SO_RCVBUF, null));
        attempt("option of others", () -> channel.setOption(StandardSocketOptions.SO_LINGER, 1));
        attempt("small buffer", () -> channel.setOption(StandardSocketOptions.SO_RCVBUF, -1));
        attempt("subclass", () -> new ServerSocket() {
            @Override public Socket accept() throws java.io.IOException {
                Socket mine = new Socket() { @Override public String toString() { return "mine " + isConnected(); } };
                implAccept(mine);
                return mine;
            }
            Object use() throws Exception {
                bind(here());
                new Socket("127.0.0.1", getLocalPort());
                return accept();
            }
        }.use());
    }
}

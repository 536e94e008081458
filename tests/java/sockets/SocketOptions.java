import java.net.*;
import java.util.*;

// Options: what is set is there.
public class SocketOptions {
    interface Action { Object run() throws Exception; }

    static void attempt(String what, Action action) {
        try {
            System.out.println(what + ": " + action.run());
        } catch (Throwable t) {
            System.out.println(what + ": " + t);
        }
    }

    static void client(Socket s) throws Exception {
        System.out.println(s.getTcpNoDelay() + " " + s.getKeepAlive() + " " + s.getReuseAddress() + " " + s.getOOBInline() + " " + s.getSoLinger() + " " + s.getSoTimeout() + " " + s.getTrafficClass());
        s.setTcpNoDelay(true);
        s.setKeepAlive(true);
        s.setReuseAddress(true);
        s.setOOBInline(true);
        s.setSoLinger(true, 7);
        s.setSoTimeout(1234);
        s.setTrafficClass(8);
        System.out.println(s.getTcpNoDelay() + " " + s.getKeepAlive() + " " + s.getReuseAddress() + " " + s.getOOBInline() + " " + s.getSoLinger() + " " + s.getSoTimeout());
        s.setSoLinger(false, 7);
        s.setReceiveBufferSize(9000);
        s.setSendBufferSize(7000);
        System.out.println(s.getSoLinger() + " " + s.getReceiveBufferSize() + " " + s.getSendBufferSize());
        s.setOption(StandardSocketOptions.TCP_NODELAY, false);
        s.setOption(StandardSocketOptions.SO_LINGER, 3);
        System.out.println(s.getOption(StandardSocketOptions.TCP_NODELAY) + " " + s.getOption(StandardSocketOptions.SO_LINGER) + " " + s.getOption(StandardSocketOptions.SO_KEEPALIVE) + " " + s.getOption(StandardSocketOptions.SO_RCVBUF));
        attempt("negative buffer", () -> { s.setReceiveBufferSize(-1); return null; });
        attempt("zero buffer", () -> { s.setSendBufferSize(0); return null; });
        attempt("negative linger", () -> { s.setSoLinger(true, -1); return null; });
        attempt("negative time", () -> { s.setSoTimeout(-1); return null; });
        attempt("not this one", () -> s.getOption(StandardSocketOptions.IP_MULTICAST_TTL));
    }

    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket()) {
            System.out.println(server.getReuseAddress() + " " + server.getSoTimeout());
            server.setReceiveBufferSize(20000);
            server.setReuseAddress(false);
            server.setSoTimeout(55);
            System.out.println(server.getReuseAddress() + " " + server.getSoTimeout() + " " + server.getReceiveBufferSize());
            server.bind(new InetSocketAddress("127.0.0.1", 0));
            try (Socket s = new Socket("127.0.0.1", server.getLocalPort()); Socket accepted = server.accept()) {
                client(s);
                System.out.println(new TreeSet<>(named(s.supportedOptions())));
                s.setOOBInline(false);
                accepted.setOOBInline(true);
                s.sendUrgentData(65);
                s.getOutputStream().write(66);
                System.out.println(accepted.getInputStream().read() + " " + accepted.getInputStream().read());
            }
            System.out.println(new TreeSet<>(named(server.supportedOptions())));
        }
        Socket closed = new Socket();
        closed.close();
        attempt("closed", () -> closed.getTcpNoDelay());
        attempt("closed to set", () -> { closed.setKeepAlive(true); return null; });
    }

    // Without those of the module jdk.net.
    static List<String> named(Set<SocketOption<?>> options) {
        List<String> names = new ArrayList<>();
        for (SocketOption<?> option : options) {
            if (!option.name().startsWith("TCP_K") && !option.name().equals("TCP_QUICKACK") && !option.name().contains("NAPI")) names.add(option.name());
        }
        return names;
    }
}

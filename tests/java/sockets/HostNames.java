import java.net.*;

// Names and addresses.
public class HostNames {
    interface Action { Object run() throws Exception; }

    static void attempt(String what, Action action) {
        try {
            System.out.println(what + ": " + action.run());
        } catch (Throwable t) {
            System.out.println(what + ": " + t);
        }
    }

    public static void main(String[] args) throws Exception {
        attempt("loopback", InetAddress::getLoopbackAddress);
        attempt("localhost", () -> InetAddress.getByName("localhost"));
        attempt("local host", () -> InetAddress.getLocalHost().isLoopbackAddress());
        attempt("null", () -> InetAddress.getByName(null));
        attempt("empty", () -> InetAddress.getByName(""));
        for (String name : new String[] {"127.0.0.1", "127.1", "::1", "[::1]", "::", "0.0.0.0", "1.2.3.4", "fe80::1", "::ffff:1.2.3.4", "2001:db8::8:800:200c:417a", "224.0.0.1", "255.255.255.255"}) {
            InetAddress a = InetAddress.getByName(name);
            System.out.println(a + " " + a.getClass().getSimpleName() + " " + a.isLoopbackAddress() + a.isAnyLocalAddress() + a.isLinkLocalAddress() + a.isMulticastAddress() + a.isSiteLocalAddress() + " " + a.getHostAddress() + " " + a.hashCode());
        }
        attempt("unknown", () -> InetAddress.getByName("no.such.host.invalid"));
        attempt("unknown too", () -> InetAddress.getAllByName("nosuchhost.invalid"));
        attempt("no number", () -> InetAddress.getByName("1.2.3.4.5.invalid"));
        attempt("bad bytes", () -> InetAddress.getByAddress(new byte[3]));
        attempt("bytes", () -> InetAddress.getByAddress("name", new byte[] {1, 2, 3, 4}));
        attempt("unresolved", () -> new InetSocketAddress("no.such.host.invalid", 5));
        attempt("resolved", () -> new InetSocketAddress("localhost", 5));
        attempt("any", () -> new InetSocketAddress(5));
        attempt("v6", () -> new InetSocketAddress("::1", 5));
        attempt("equal", () -> new InetSocketAddress("127.0.0.1", 5).equals(new InetSocketAddress("localhost", 5)));
        attempt("reachable", () -> InetAddress.getByName("127.0.0.1").isReachable(1000));
        attempt("name of", () -> InetAddress.getByName("127.0.0.1").getHostName());
    }
}

import static other.net.Ends.*;

import java.net.*;
import java.util.*;

// Addresses from texts and bytes, and what they say of themselves; no name is asked for.
public class AddressTexts {
    static String kinds(InetAddress a) {
        return "" + (a.isAnyLocalAddress() ? "any " : "") + (a.isLoopbackAddress() ? "loopback " : "") + (a.isLinkLocalAddress() ? "link " : "") + (a.isSiteLocalAddress() ? "site " : "")
            + (a.isMulticastAddress() ? "multicast " : "") + (a.isMCGlobal() ? "global " : "") + (a.isMCNodeLocal() ? "node " : "") + (a.isMCLinkLocal() ? "mclink " : "") + (a.isMCSiteLocal() ? "mcsite " : "")
            + (a.isMCOrgLocal() ? "org " : "") + a.getAddress().length;
    }

    public static void main(String[] args) throws Exception {
        for (String text : new String[] {"127.0.0.1", "127.1", "10.20.300", "1.2.3", "3232235777", "0", "255.255.255.255", "224.0.0.1", "239.1.2.3", "169.254.1.1", "192.168.3.4", "::", "::1", "[::1]", "1:2:3:4:5:6:7:8",
            "2001:DB8::ff00:42:8329", "::ffff:1.2.3.4", "::1.2.3.4", "fe80::1", "fec0::1", "ff02::1", "ff01::2", "ff0e::3", "1::", "0:0:0:0:0:0:0:0"}) {
            attempt(text, () -> InetAddress.getByName(text).getHostAddress() + " " + kinds(InetAddress.getByName(text)));
        }
        for (String text : new String[] {"[127.0.0.1]", "[::1", "1:2:3", ":::", "1::2::3", "12345::", "::1%nothing"}) attempt(text, () -> InetAddress.getByName(text));
        attempt("null", () -> InetAddress.getByName(null).isLoopbackAddress());
        attempt("empty", () -> InetAddress.getByName(""));
        attempt("all of a literal", () -> Arrays.toString(InetAddress.getAllByName("1.2.3.4")));
        attempt("bytes", () -> InetAddress.getByAddress(new byte[] {1, 2, 3, (byte) 200}));
        attempt("named", () -> InetAddress.getByAddress("a.name", new byte[] {1, 2, 3, 4}) + " " + InetAddress.getByAddress("a.name", new byte[] {1, 2, 3, 4}).getHostName());
        attempt("mapped", () -> InetAddress.getByAddress(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 9, 8, 7, 6}).getClass().getSimpleName());
        attempt("three bytes", () -> InetAddress.getByAddress(new byte[3]));
        attempt("with a scope", () -> Inet6Address.getByAddress("x", InetAddress.getByName("fe80::5").getAddress(), 7) + " " + Inet6Address.getByAddress("x", InetAddress.getByName("fe80::5").getAddress(), 7).getScopeId());
        InetAddress a = InetAddress.getByName("1.2.3.4"), b = InetAddress.getByAddress("other", new byte[] {1, 2, 3, 4});
        System.out.println(a.equals(b) + " " + (a.hashCode() == b.hashCode()) + " " + a.equals(InetAddress.getByName("::1.2.3.4")) + " " + a.hashCode());
        System.out.println(InetAddress.getLoopbackAddress() + " " + new InetSocketAddress(80).getAddress().isAnyLocalAddress() + " " + new InetSocketAddress("::1", 80) + " " + new InetSocketAddress(a, 443));
        System.out.println(InetSocketAddress.createUnresolved("some.where", 99) + " " + InetSocketAddress.createUnresolved("some.where", 99).isUnresolved() + " " + InetSocketAddress.createUnresolved("A", 1).equals(InetSocketAddress.createUnresolved("a", 1)));
        attempt("port", () -> new InetSocketAddress("127.0.0.1", 65536));
        attempt("host", () -> new InetSocketAddress((String) null, 1));
        System.out.println(((Inet6Address) InetAddress.getByName("::1.2.3.4")).isIPv4CompatibleAddress());
    }
}

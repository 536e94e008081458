import java.net.IDN;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** URI, URL, encoding of both, internationalised names, literal addresses: without a network. */
public class UriAndUrl {
    public static void main(String[] arguments) throws Exception {
        for (String text : List.of("http://user@host.example:8080/a/b%20c/../d?q=1&r=%C3%A9#frag", "mailto:a@b.c", "../x/y?z", "file:///tmp/f", "urn:isbn:123", "//host/path", "#only", "", "jar:file:/a.jar!/b", "http://[::1]:80/", "http://h/\u00e9", "a:b:c", "http://under_score/x")) {
            URI uri = new URI(text);
            System.out.println(text + " " + uri.getScheme() + "|" + uri.getAuthority() + "|" + uri.getUserInfo() + "|" + uri.getHost() + "|" + uri.getPort() + "|" + uri.getPath() + "|" + uri.getRawPath() + "|" + uri.getQuery() + "|" + uri.getFragment() + "|" + uri.getSchemeSpecificPart() + "|" + uri.isAbsolute() + uri.isOpaque() + " " + uri.normalize() + " " + uri.toASCIIString() + " " + uri.hashCode());
        }
        URI base = URI.create("http://h/a/b/c?x");
        for (String relative : List.of("d", "../d", "../../../d", "/d", "?y", "#f", "//other/d", "", "./", "mailto:x")) System.out.print(base.resolve(relative) + " ");
        System.out.println(base.relativize(URI.create("http://h/a/b/c/d?q")) + " " + base.relativize(URI.create("http://other/")) + " " + URI.create("HTTP://H/").equals(URI.create("http://h/")) + " " + URI.create("a").compareTo(URI.create("b")) + " " + new URI("s", "ui", "h", 5, "/p q", "a=\u20ac", "f%"));
        for (String bad : List.of("http://h:port/", "a b", "%zz", "http://[bad", ":x", "1s:x", "http://", "a\\b")) {
            try {
                System.out.println("fine " + new URI(bad));
            } catch (URISyntaxException e) {
                System.out.println(e.getMessage() + " @" + e.getIndex());
            }
        }
        URL url = new URL("http://user:pw@host:81/path/file.html?query=1#ref");
        System.out.println(url.getProtocol() + " " + url.getHost() + " " + url.getPort() + " " + url.getDefaultPort() + " " + url.getFile() + " " + url.getPath() + " " + url.getQuery() + " " + url.getRef() + " " + url.getUserInfo() + " " + url.getAuthority() + " " + url.toExternalForm() + " " + new URL(url, "../other?x") + " " + url.sameFile(new URL("http://user:pw@host:81/path/file.html?query=1#else")) + " " + url.toURI().getHost());
        for (String bad : List.of("nothing", "foo://x", "http://h:-5/", "http://h:99999999999/")) {
            try {
                System.out.println("fine " + new URL(bad));
            } catch (MalformedURLException e) {
                System.out.println(e.getMessage());
            }
        }
        System.out.println(URLEncoder.encode("a b&c=\u00e9\u20ac\uD83D\uDE00*-_.~+", StandardCharsets.UTF_8) + " " + URLEncoder.encode("\u00e9", "ISO-8859-1") + " " + URLDecoder.decode("a+b%26%C3%A9%e2%82%AC", StandardCharsets.UTF_8));
        for (String bad : List.of("%", "%2", "%zz", "%-1")) {
            try {
                System.out.println(URLDecoder.decode(bad, StandardCharsets.UTF_8));
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
        System.out.println(IDN.toASCII("b\u00fccher.example") + " " + IDN.toUnicode("xn--bcher-kva.example") + " " + IDN.toASCII("stra\u00dfe"));
        for (String literal : List.of("127.0.0.1", "10.1", "::1", "2001:db8::ff00:42:8329", "::ffff:1.2.3.4", "224.0.0.1", "169.254.1.1")) {
            InetAddress address = InetAddress.getByName(literal);
            System.out.println(address.getHostAddress() + " " + Arrays.toString(address.getAddress()) + " " + address.isLoopbackAddress() + address.isMulticastAddress() + address.isLinkLocalAddress() + address.isSiteLocalAddress() + address.isAnyLocalAddress() + " " + (address instanceof Inet4Address));
        }
        System.out.println(InetAddress.getByAddress("given", new byte[] {1, 2, 3, 4}) + " " + InetSocketAddress.createUnresolved("some.host", 80) + " " + new InetSocketAddress(InetAddress.getByName("1.2.3.4"), 5) + " " + InetAddress.getLoopbackAddress());
        for (byte[] bad : List.of(new byte[3], new byte[5])) {
            try {
                InetAddress.getByAddress(bad);
            } catch (UnknownHostException e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            new InetSocketAddress("h", 70000);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}

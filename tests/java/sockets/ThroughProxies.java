import static other.net.Ends.*;

import com.sun.net.httpserver.*;
import java.io.*;
import java.net.*;
import java.util.*;

// Connections through proxies: SOCKS for sockets, HTTP for URLs, and what a ProxySelector is asked and told.
public class ThroughProxies {
    static void copy(InputStream from, OutputStream to) {
        try {
            from.transferTo(to);
            to.close();
        } catch (IOException e) {
            // The other direction has ended the connection
        }
    }

    /** SOCKS 5 without users: one connection. */
    static void serveSocks(ServerSocket proxy, boolean refuses) throws IOException {
        try (Socket client = proxy.accept()) {
            DataInputStream in = new DataInputStream(client.getInputStream());
            OutputStream out = client.getOutputStream();
            in.readByte();
            in.readNBytes(in.readByte());
            out.write(new byte[] {5, 0});
            System.out.println("socks: " + in.readByte() + " " + in.readByte() + " " + in.readByte() + " " + in.readByte());
            InetAddress address = InetAddress.getByAddress(in.readNBytes(4));
            int port = in.readUnsignedShort();
            out.write(new byte[] {5, (byte) (refuses ? 5 : 0), 0, 1, 127, 0, 0, 1, 0, 1});
            if (refuses) return;
            try (Socket target = new Socket(address, port)) {
                Thread back = start(() -> {
                    copy(target.getInputStream(), out);
                    return null;
                });
                in.transferTo(target.getOutputStream());
                target.shutdownOutput();
                back.join();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
    }

    static void socks() throws Exception {
        ServerSocket proxy = new ServerSocket(0), target = new ServerSocket(0);
        Thread server = start(() -> {
            serveSocks(proxy, false);
            serveSocks(proxy, true);
            return null;
        });
        Proxy through = new Proxy(Proxy.Type.SOCKS, new InetSocketAddress("127.0.0.1", proxy.getLocalPort()));
        System.out.println(plain(through) + " " + Proxy.NO_PROXY);
        try (Socket socket = new Socket(through)) {
            socket.connect(new InetSocketAddress("127.0.0.1", target.getLocalPort()), 20000);
            System.out.println(socket.getInetAddress() + " " + (socket.getPort() == target.getLocalPort()));
            socket.getOutputStream().write("through it".getBytes());
            socket.shutdownOutput();
            try (Socket served = target.accept()) {
                byte[] got = served.getInputStream().readAllBytes();
                served.getOutputStream().write((new String(got) + " and back").getBytes());
            }
            System.out.println(new String(socket.getInputStream().readAllBytes()));
        }
        attempt("refused", () -> {
            Socket socket = new Socket(through);
            socket.connect(new InetSocketAddress("127.0.0.1", target.getLocalPort()));
            return null;
        });
        server.join();
        attempt("wrong kind", () -> new Socket(new Proxy(Proxy.Type.HTTP, null)));
    }

    static void http() throws Exception {
        HttpServer proxy = HttpServer.create(here(), 0);
        proxy.createContext("/", exchange -> {
            byte[] text = ("asked for " + exchange.getRequestURI()).getBytes();
            exchange.sendResponseHeaders(200, text.length);
            exchange.getResponseBody().write(text);
            exchange.close();
        });
        proxy.start();
        Proxy through = new Proxy(Proxy.Type.HTTP, proxy.getAddress());
        URL url = new URL("http://nowhere.invalid/some/thing?x");
        HttpURLConnection asked = (HttpURLConnection) url.openConnection(through);
        System.out.println(new String(asked.getInputStream().readAllBytes()) + " " + asked.usingProxy());
        ProxySelector before = ProxySelector.getDefault();
        int closed = freePort();
        ProxySelector.setDefault(new ProxySelector() {
            @Override public List<Proxy> select(URI uri) {
                System.out.println("select " + plain(uri));
                return uri.getPath().equals("/fails") ? List.of(new Proxy(Proxy.Type.HTTP, new InetSocketAddress("127.0.0.1", closed))) : List.of(through);
            }
            @Override public void connectFailed(URI uri, SocketAddress address, IOException e) { System.out.println("failed " + plain(uri) + " " + plain(address) + " " + e.getMessage()); }
        });
        System.out.println(new String(url.openStream().readAllBytes()));
        attempt("no proxy there", () -> new URL(url, "/fails").openStream());
        ProxySelector.setDefault(before);
        proxy.stop(0);
    }

    public static void main(String[] args) throws Exception {
        socks();
        http();
    }
}

import static other.net.Ends.*;

import com.sun.net.httpserver.*;
import com.sun.net.httpserver.HttpExchange;
import java.io.*;
import java.net.*;
import java.util.*;
import java.util.concurrent.CountDownLatch;

// HttpURLConnection: headers, redirections, bodies of unknown length, errors, time, connections that are kept.
public class UrlConnections {
    static final Set<Integer> clients = Collections.synchronizedSet(new HashSet<>());
    static final CountDownLatch late = new CountDownLatch(1);

    static void answer(HttpExchange exchange, int status, String text, String... headers) throws IOException {
        for (int i = 0; i < headers.length; i += 2) exchange.getResponseHeaders().add(headers[i], headers[i + 1]);
        exchange.getRequestBody().readAllBytes();
        exchange.sendResponseHeaders(status, text.isEmpty() ? -1 : text.length());
        if (!text.isEmpty()) exchange.getResponseBody().write(text.getBytes());
        exchange.close();
    }

    static void handle(HttpExchange exchange) throws IOException {
        clients.add(exchange.getRemoteAddress().getPort());
        switch (exchange.getRequestURI().getPath()) {
        case "/plain": answer(exchange, 200, "text", "X-One", "1", "X-Many", "a", "X-Many", "b", "Content-Type", "text/plain; charset=utf-8"); break;
        case "/moved": answer(exchange, 302, "", "Location", "/plain"); break;
        case "/round": answer(exchange, 302, "", "Location", "/round"); break;
        case "/echo":
            byte[] body = exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("X-Method", exchange.getRequestMethod() + " " + exchange.getRequestHeaders().getFirst("Content-length") + " " + exchange.getRequestHeaders().getFirst("Transfer-encoding"));
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream out = exchange.getResponseBody()) {
                for (int i = 0; i < 3; i++) out.write(body);
            }
            break;
        case "/slow":
            start(() -> {
                late.await();
                exchange.close();
                return null;
            });
            break;
        default: answer(exchange, 404, "there is no such thing");
        }
    }

    static HttpURLConnection open(URL base, String path) throws IOException { return (HttpURLConnection) new URL(base, path).openConnection(); }

    static void post(URL base, boolean chunked) throws IOException {
        HttpURLConnection c = open(base, "/echo");
        c.setDoOutput(true);
        if (chunked) c.setChunkedStreamingMode(100);
        try (OutputStream out = c.getOutputStream()) {
            for (int i = 0; i < 50; i++) out.write("line of it\n".getBytes());
        }
        System.out.println(c.getResponseCode() + " " + c.getHeaderField("X-Method") + " " + c.getInputStream().readAllBytes().length + " " + c.getContentLength());
    }

    public static void main(String[] args) throws Exception {
        HttpServer server = HttpServer.create(here(), 0);
        server.createContext("/", UrlConnections::handle);
        server.start();
        URL base = new URL("http://127.0.0.1:" + server.getAddress().getPort());
        HttpURLConnection plain = open(base, "/plain?a=b");
        plain.setRequestProperty("X-Asked", "yes");
        System.out.println(plain.getResponseCode() + " " + plain.getResponseMessage() + " " + plain.getHeaderField(0) + " " + plain.getContentType() + " " + plain.getContentLength() + " " + plain.getHeaderFields().get("X-many"));
        System.out.println(new String(plain.getInputStream().readAllBytes()) + " " + plain.getHeaderFieldInt("X-One", 0) + " " + plain.getHeaderField("nothing"));
        attempt("connected already", () -> {
            plain.setRequestProperty("a", "b");
            return null;
        });
        HttpURLConnection moved = open(base, "/moved");
        System.out.println(new String(moved.getInputStream().readAllBytes()) + " " + moved.getURL().getPath());
        HttpURLConnection stays = open(base, "/moved");
        stays.setInstanceFollowRedirects(false);
        System.out.println(stays.getResponseCode() + " " + stays.getHeaderField("Location"));
        attempt("round", () -> open(base, "/round").getInputStream());
        attempt("nothing", () -> open(base, "/nothing").getInputStream().read());
        HttpURLConnection nothing = open(base, "/nothing");
        System.out.println(nothing.getResponseCode() + " " + new String(nothing.getErrorStream().readAllBytes()));
        post(base, false);
        post(base, true);
        HttpURLConnection head = open(base, "/moved");
        head.setRequestMethod("HEAD");
        head.setInstanceFollowRedirects(false);
        System.out.println(head.getResponseCode() + " " + head.getContentLength() + " " + head.getInputStream().read());
        attempt("method", () -> {
            head.setRequestMethod("TALK");
            return null;
        });
        System.out.println(clients.size() < 8 ? "connections are kept" : clients.size() + " connections");
        HttpURLConnection slow = open(base, "/slow");
        slow.setReadTimeout(50);
        attempt("slow", slow::getResponseCode);
        late.countDown();
        server.stop(0);
        attempt("refused", () -> open(new URL("http://127.0.0.1:" + freePort()), "/").getInputStream());
        attempt("protocol", () -> new URL("gopher://127.0.0.1/"));
        attempt("unknown", () -> new URL("http://no.such.host.invalid/").openStream());
    }
}

import static other.net.Ends.*;

import com.sun.net.httpserver.*;
import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import java.io.*;
import java.net.*;
import java.util.*;
import java.util.concurrent.*;

// The JDK's HTTP server, asked in its own protocol: contexts, filters, users, bad requests, several requests on a
// connection, its end.
public class HttpServing {
    static void say(HttpExchange exchange, String text) throws IOException {
        exchange.sendResponseHeaders(200, text.length());
        exchange.getResponseBody().write(text.getBytes());
        exchange.close();
    }

    /** Sends the lines and returns the first line of what comes back, and its body. */
    static String ask(int port, String... lines) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(20000);
            socket.getOutputStream().write((String.join("\r\n", lines) + "\r\n\r\n").getBytes());
            String answer = new String(socket.getInputStream().readAllBytes());
            return answer.replaceAll("(?s)\r\n.*?\r\n\r\n", " | ").replaceAll("\\s+", " ");
        }
    }

    public static void main(String[] args) throws Exception {
        HttpServer server = HttpServer.create(here(), 5);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        server.setExecutor(threads);
        int port = server.getAddress().getPort();
        HttpContext root = server.createContext("/", exchange -> say(exchange, "root " + exchange.getRequestURI() + " " + exchange.getHttpContext().getPath() + " " + exchange.getProtocol()));
        HttpContext longer = server.createContext("/a/b", exchange -> say(exchange, "longer " + exchange.getRequestURI().getQuery() + " " + exchange.getAttribute("seen")));
        longer.getFilters().add(new Filter() {
            @Override public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
                exchange.setAttribute("seen", "by a filter");
                chain.doFilter(exchange);
            }
            @Override public String description() { return "marks"; }
        });
        HttpContext users = server.createContext("/users", exchange -> say(exchange, "hello " + exchange.getPrincipal().getUsername() + " of " + exchange.getPrincipal().getRealm()));
        users.setAuthenticator(new BasicAuthenticator("realm") {
            @Override public boolean checkCredentials(String user, String password) { return user.equals("u") && password.equals("p"); }
        });
        server.createContext("/fails", exchange -> { throw new IOException("on purpose"); });
        attempt("context", () -> server.createContext("a/b"));
        server.start();
        attempt("started twice", () -> {
            server.start();
            return null;
        });
        String close = "Connection: close", host = "Host: here";
        System.out.println(ask(port, "GET /x HTTP/1.1", host, close));
        System.out.println(ask(port, "GET /a/b/c?q=1 HTTP/1.1", host, close));
        System.out.println(ask(port, "GET /a HTTP/1.0", host));
        System.out.println(ask(port, "GET /users HTTP/1.1", host, close));
        System.out.println(ask(port, "GET /users HTTP/1.1", host, close, "Authorization: Basic " + Base64.getEncoder().encodeToString("u:p".getBytes())));
        System.out.println(ask(port, "GET /users HTTP/1.1", host, close, "Authorization: Basic " + Base64.getEncoder().encodeToString("u:q".getBytes())));
        System.out.println(ask(port, "GET /fails HTTP/1.1", host, close));
        System.out.println(ask(port, "nonsense"));
        System.out.println(ask(port, "GET / HTTP/1.1", host, "Content-Length: x"));
        System.out.println(ask(port, "GET /1 HTTP/1.1", host, "", "GET /2 HTTP/1.1", host, "", "GET /3 HTTP/1.1", host, close));
        server.removeContext(longer);
        System.out.println(ask(port, "GET /a/b HTTP/1.1", host, close));
        server.removeContext("/");
        System.out.println(ask(port, "GET /a/b HTTP/1.1", host, close));
        System.out.println(longer.getPath() + " " + (root.getServer() == server));
        server.stop(0);
        threads.shutdown();
        attempt("stopped", () -> ask(port, "GET / HTTP/1.1", host, close));
    }
}

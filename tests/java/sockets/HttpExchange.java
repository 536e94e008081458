import com.sun.net.httpserver.HttpServer;
import java.io.*;
import java.net.*;
import java.net.http.*;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.*;
import java.util.concurrent.*;

// The JDK's HTTP server with both of its clients.
public class HttpExchange {
    static HttpServer server() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/hello", exchange -> {
            byte[] body = ("hello " + exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + exchange.getRequestHeaders().getFirst("X-Own")).getBytes();
            exchange.getResponseHeaders().add("X-Answer", "yes");
            exchange.sendResponseHeaders(200, body.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(body);
            }
        });
        server.createContext("/echo", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(201, 0);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(body);
                out.write(body);
            }
        });
        server.setExecutor(Executors.newFixedThreadPool(4));
        server.start();
        return server;
    }

    static void connection(int port) throws Exception {
        HttpURLConnection c = (HttpURLConnection) new URL("http://localhost:" + port + "/hello?a=b").openConnection();
        c.setRequestProperty("X-Own", "connection");
        System.out.println(c.getResponseCode() + " " + c.getResponseMessage() + " " + c.getHeaderField("X-Answer") + " " + c.getContentLength());
        System.out.println(new String(c.getInputStream().readAllBytes()));
        c = (HttpURLConnection) new URL("http://127.0.0.1:" + port + "/echo").openConnection();
        c.setDoOutput(true);
        c.getOutputStream().write("posted".getBytes());
        System.out.println(c.getResponseCode() + " " + new String(c.getInputStream().readAllBytes()));
        c = (HttpURLConnection) new URL("http://127.0.0.1:" + port + "/none").openConnection();
        System.out.println(c.getResponseCode());
        try {
            c.getInputStream();
        } catch (IOException e) {
            System.out.println(e.toString().replace(Integer.toString(port), "PORT"));
        }
    }

    static void client(int port) throws Exception {
        HttpClient client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(20)).build();
        URI hello = URI.create("http://localhost:" + port + "/hello"), echo = URI.create("http://localhost:" + port + "/echo");
        HttpResponse<String> got = client.send(HttpRequest.newBuilder(hello).header("X-Own", "client").build(), HttpResponse.BodyHandlers.ofString());
        System.out.println(got.statusCode() + " " + got.body() + " " + got.version() + " " + got.headers().firstValue("X-Answer").orElse("none"));
        List<CompletableFuture<String>> all = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            HttpRequest request = HttpRequest.newBuilder(echo).POST(HttpRequest.BodyPublishers.ofString(i + "-".repeat(i * 100))).build();
            all.add(client.sendAsync(request, HttpResponse.BodyHandlers.ofString()).thenApply(r -> r.statusCode() + " " + r.body().length()));
        }
        for (CompletableFuture<String> one : all) System.out.println(one.get());
        byte[] large = new byte[1_000_000];
        Arrays.fill(large, (byte) 'x');
        System.out.println(client.send(HttpRequest.newBuilder(echo).PUT(HttpRequest.BodyPublishers.ofByteArray(large)).build(), HttpResponse.BodyHandlers.ofByteArray()).body().length);
    }

    public static void main(String[] args) throws Exception {
        HttpServer server = server();
        int port = server.getAddress().getPort();
        connection(port);
        client(port);
        server.stop(0);
        ((ExecutorService) server.getExecutor()).shutdown();
        try {
            HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/hello")).build(), HttpResponse.BodyHandlers.ofString());
        } catch (ConnectException e) {
            System.out.println(e);
        }
    }
}

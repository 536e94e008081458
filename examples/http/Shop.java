import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A shop as a web server with four threads: GET /price/N says what item N costs, /order/N sells one, for which there is
 * one book with one lock, and every hundredth order has the bills of all items written while that lock is held; /end
 * ends it. Argument: its port (8080).
 */
public class Shop {
    private static final int THREADS = 4;
    private static final int ITEMS = 100;
    private static final int BILL_EVERY = 100;

    private final Map<Integer, Integer> sold = new TreeMap<>();
    private final AtomicInteger answered = new AtomicInteger();
    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private int orders;
    private int bills;

    private Shop(int port) throws IOException {
        server = HttpServer.create(new InetSocketAddress(port), 64);
        server.setExecutor(threads);
        server.createContext("/price/", exchange -> answer(exchange, price(exchange)));
        server.createContext("/order/", exchange -> answer(exchange, order(exchange)));
        server.createContext("/end", this::end);
    }

    private static int item(HttpExchange exchange) {
        String path = exchange.getRequestURI().getPath();
        return Math.floorMod(Integer.parseInt(path.substring(path.lastIndexOf('/') + 1)), ITEMS);
    }

    private static int cents(int item) {
        return 199 + 75 * item;
    }

    private String price(HttpExchange exchange) {
        int cents = cents(item(exchange));
        return String.format("%d.%02d%n", cents / 100, cents % 100);
    }

    private String order(HttpExchange exchange) {
        int item = item(exchange);
        synchronized (sold) {
            sold.merge(item, 1, Integer::sum);
            if (++orders % BILL_EVERY == 0) writeBills();
        }
        return "sold\n";
    }

    /** As if they were sent somewhere; takes some milliseconds. */
    private int writeBills() {
        bills++;
        int length = 0;
        for (int copy = 0; copy < 20; copy++) {
            StringBuilder bill = new StringBuilder();
            sold.forEach((item, pieces) -> bill.append(item).append(' ').append(pieces).append(' ').append((long) pieces * cents(item)).append('\n'));
            length += bill.length();
        }
        return length;
    }

    private void answer(HttpExchange exchange, String text) throws IOException {
        byte[] bytes = text.getBytes();
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
        answered.incrementAndGet();
    }

    private void end(HttpExchange exchange) throws IOException {
        synchronized (sold) {
            int pieces = sold.values().stream().mapToInt(Integer::intValue).sum();
            answer(exchange, "closed\n");
            System.out.println("orders are those in the book: " + (orders == pieces) + ", bills: " + (bills == orders / BILL_EVERY));
        }
        new Thread(() -> {
            server.stop(0);
            threads.shutdown();
        }, "end").start();
    }

    public static void main(String[] arguments) throws IOException {
        Shop shop = new Shop(arguments.length > 0 ? Integer.parseInt(arguments[0]) : 8080);
        shop.server.start();
        System.out.println("open");
    }
}

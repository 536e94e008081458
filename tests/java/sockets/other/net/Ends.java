package other.net;

import static other.threads.Waits.untilItWaits;

import java.io.*;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.nio.charset.StandardCharsets;

/** The two ends of connections, and how what fails is shown: with its text, but for ports, which differ. */
public class Ends {
    public interface Action { Object run() throws Exception; }

    public static String plain(Object what) { return String.valueOf(what).replaceAll("(:|port=)\\d{4,}", "$1PORT"); }

    public static void attempt(String what, Action action) {
        try {
            System.out.println(what + ": " + plain(action.run()));
        } catch (Throwable t) {
            System.out.println(what + ": " + plain(t));
        }
    }

    public static int freePort() throws IOException {
        try (ServerSocket server = new ServerSocket(0)) {
            return server.getLocalPort();
        }
    }

    public static InetSocketAddress here() { return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0); }

    /** The client, and what was accepted. */
    public static Socket[] sockets() throws IOException {
        try (ServerSocket server = new ServerSocket()) {
            server.bind(here());
            Socket client = new Socket("127.0.0.1", server.getLocalPort());
            return new Socket[] {client, server.accept()};
        }
    }

    public static SocketChannel[] channels() throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(here())) {
            SocketChannel client = SocketChannel.open(server.getLocalAddress());
            return new SocketChannel[] {client, server.accept()};
        }
    }

    public static Thread start(Action action) {
        Thread thread = new Thread(() -> {
            try {
                action.run();
            } catch (Exception e) {
                System.out.println("another thread: " + e);
            }
        });
        thread.start();
        return thread;
    }

    /** While `waits` waits, another thread acts. */
    public static void meanwhile(String what, Action acts, Action waits) throws Exception {
        Thread waiting = Thread.currentThread();
        Thread other = start(() -> {
            untilItWaits(waiting);
            return acts.run();
        });
        attempt(what, waits);
        other.join();
    }

    public static Object closed(Closeable closed) throws IOException {
        closed.close();
        return "closed";
    }

    public static ByteBuffer bytes(String text) { return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)); }

    public static String text(ByteBuffer read) {
        read.flip();
        return StandardCharsets.UTF_8.decode(read).toString();
    }
}

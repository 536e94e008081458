import gnomon.Domain;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;

/** A domain with a heap of 64 MiB takes memory in several ways; says how it ends there, and whether more of the machine's was ever taken than its accounts allow. */
public class Unpaid {
    static final long MOST = 400L << 20;
    static int depth;

    static long free() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getFreeMemorySize();
    }

    static void sleep(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static long deepen(long a, long b) {
        depth++;
        return deepen(b, a) + deepen(a, b);
    }

    // One stack of 900 MiB, as much of which is used as may be
    static void stack() throws Exception {
        Thread thread = new Thread(null, () -> {
            try {
                deepen(1, 2);
            } catch (StackOverflowError e) {
                System.out.println("StackOverflowError: " + (depth > 100000));
            }
            sleep(300);
        }, "large", 900L << 20);
        thread.start();
        thread.join();
    }

    // Threads without end
    static void threads() throws Exception {
        try {
            for (int i = 0; i < 20000; i++) {
                Thread thread = new Thread(() -> sleep(2000));
                thread.setDaemon(true);
                thread.start();
            }
        } catch (OutOfMemoryError e) {
            System.out.println(e.getMessage().startsWith("unable to create native thread"));
        }
    }

    // Stacks of 70 sizes, each of which has a place
    static void places() throws Exception {
        for (int i = 0; i < 70; i++) {
            Thread thread = new Thread(null, () -> { }, "place", (1000L << 20) - (i << 16));
            thread.start();
            thread.join();
        }
        Thread last = new Thread(null, () -> System.out.println("there are places"), "one more", 3 << 20);
        last.start();
        last.join();
    }

    // Private mappings are copies
    static void mappings() throws Exception {
        List<Object> kept = new ArrayList<>();
        try (RandomAccessFile file = new RandomAccessFile("f", "rw")) {
            file.setLength(10 << 20);
            for (int i = 0; i < 60; i++) kept.add(file.getChannel().map(FileChannel.MapMode.PRIVATE, 0, 10 << 20));
        } catch (IOException | OutOfMemoryError e) {
            System.out.println("some are mapped: " + (kept.size() > 3 && kept.size() < 10));
        }
        sleep(300);
    }

    // Files that are cut to a byte keep no more
    static void cut() throws Exception {
        for (int i = 0; i < 40; i++) {
            try (RandomAccessFile file = new RandomAccessFile("f" + i, "rw")) {
                file.setLength(20 << 20);
                file.setLength(1);
            }
        }
        System.out.println("cut: " + new File("f39").length());
        sleep(300);
    }

    // Connections that nobody accepts, whose other ends are closed
    static void accept() throws Exception {
        List<Object> kept = new ArrayList<>();
        try {
            for (int i = 0; i < 40; i++) {
                ServerSocket server = new ServerSocket(0, 4096);
                kept.add(server);
                for (int k = 0; k < 4096; k++) new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort()).close();
            }
        } catch (IOException e) {
            System.out.println("connections are refused");
        }
        sleep(300);
    }

    static void attack(String kind) throws Exception {
        switch (kind) {
            case "stack": stack(); break;
            case "threads": threads(); break;
            case "places": places(); break;
            case "mappings": mappings(); break;
            case "cut": cut(); break;
            default: accept();
        }
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 2) {
            attack(arguments[0]);
            return;
        }
        for (String kind : arguments[0].split(",")) {
            System.out.println(kind);
            long before = free(), least = before;
            Domain attacker = Domain.start(new Domain.Options("attacker").heap(64 << 20).main("Unpaid").argument(kind).argument("x"));
            while (!attacker.await(java.time.Duration.ofMillis(100))) least = Math.min(least, free());
            if (before - least > MOST) System.out.println("taken: " + (before - least >> 20) + " MiB");
        }
    }
}

import gnomon.Domain;
import gnomon.DomainTerminatedException;
import gnomon.Naming;
import gnomon.Portal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.Deflater;

/** How domains end, and what is left of them; run without arguments it starts them. */
public class Ends {
    static int count;
    static final Object LOCK = new Object();

    interface Slow extends Portal {
        int wait(int milliseconds);
    }

    /** Its initialiser never ends. */
    static class Endless {
        static final int VALUE = waitOn(LOCK);
    }

    static int waitOn(Object on) {
        synchronized (on) {
            while (true) {
                try {
                    on.wait();
                } catch (InterruptedException e) {
                    count++;
                }
            }
        }
    }

    static void start(Runnable task) {
        new Thread(task).start();
    }

    // ---- What domains do

    static void everythingWaits() throws Exception {
        start(() -> waitOn(LOCK));
        start(() -> waitOn(new Object()));
        start(() -> System.out.println(Endless.VALUE));
        start(() -> System.out.println(Endless.VALUE));
        start(() -> {
            while (true) LockSupport.park();
        });
        start(() -> {
            synchronized (Ends.class) {
                waitOn(new Object());
            }
        });
        start(() -> {
            while (true) {
                try {
                    Thread.sleep(1000);
                } catch (InterruptedException e) {
                    count++;
                } finally {
                    count++;
                }
            }
        });
        start(() -> {
            try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                    Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
                server.accept();
                while (true) socket.getInputStream().read();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        start(Ends::spin);
        Thread.sleep(20);
        synchronized (Ends.class) {
            System.out.println("never");
        }
    }

    static void spin() {
        while (true) {
            try {
                count++;
            } catch (Throwable e) {
                System.out.println("caught " + e);
            }
        }
    }

    static void recurse() {
        try {
            recurse();
        } finally {
            recurse();
        }
    }

    static void leaveThings() throws Exception {
        count = 5;
        System.setProperty("left", "behind");
        Files.createDirectories(Path.of("left/deeper"));
        Files.writeString(Path.of("left/deeper/file"), "text".repeat(100_000));
        FileChannel channel = FileChannel.open(Path.of("left/mapped"), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        channel.map(FileChannel.MapMode.READ_WRITE, 0, 200_000).putInt(7);
        ByteBuffer direct = ByteBuffer.allocateDirect(1 << 20);
        Deflater deflater = new Deflater();
        deflater.setInput(new byte[1000]);
        List<byte[]> memory = new ArrayList<>();
        for (int i = 0; i < 20; i++) memory.add(new byte[1 << 20]);
        new ServerSocket(1234);
        for (int i = 0; i < 10; i++) {
            String name = "interned " + i;
            synchronized (name.intern()) {
                count += System.identityHashCode(name);
            }
        }
        if (direct.capacity() + memory.size() == 0) deflater.end();
    }

    static void run(String what) throws Exception {
        switch (what) {
        case "returns" -> { }
        case "exits" -> System.exit(7);
        case "halts" -> Runtime.getRuntime().halt(8);
        case "throws" -> throw new IllegalStateException("on purpose");
        case "waits" -> everythingWaits();
        case "spins" -> spin();
        case "recurses" -> recurse();
        case "leaves" -> {
            System.out.println("files " + Files.exists(Path.of("left")) + " " + count + " " + System.getProperty("left") + " " + System.getProperty("given"));
            leaveThings();
        }
        case "leavesQuietly" -> leaveThings();
        case "fills" -> {
            List<byte[]> all = new ArrayList<>();
            while (true) all.add(new byte[100_000]);
        }
        case "hooks" -> Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook of " + Domain.currentName())));
        case "nests" -> System.out.println("inner " + Domain.start(options("inner", "exits")).await());
        case "orphans" -> Domain.start(options("orphan", "waits"));
        case "serves" -> {
            Naming.register("slow", (Slow) milliseconds -> {
                try {
                    Thread.sleep(milliseconds);
                } catch (InterruptedException e) {
                    return -1;
                }
                return milliseconds;
            });
            Thread.sleep(100_000);
        }
        case "calls" -> Naming.lookup("slow", Slow.class).wait(100_000);
        default -> throw new AssertionError(what);
        }
    }

    // ---- The one that starts them

    static Domain.Options options(String name, String what) {
        return new Domain.Options(name).main("Ends").argument(what).property("given", what);
    }

    static void check(String what) throws InterruptedException {
        System.out.println(what + ": " + Domain.start(options(what, what)).await());
    }

    static void kill(String what) throws InterruptedException {
        Domain domain = Domain.start(options(what, what).heap(16 << 20));
        boolean ended = domain.await(Duration.ofMillis(600));
        domain.terminate();
        System.out.println(what + ": " + ended + " " + domain.await() + " " + domain.isAlive());
    }

    static long[] account() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(20);
        }
        return Domain.machineAccount();
    }

    /** What is lost is lost each time; what a slow machine does for the first time, such as making a name, it does not
     * again. */
    static String compareAccounts() throws InterruptedException {
        long[] before;
        long[] after = account();
        int rounds = 0;
        do {
            before = after;
            if (Domain.start(options("leaves", "leavesQuietly")).await() != 0) return "leaves";
            Domain killed = Domain.start(options("waits", "waits").heap(16 << 20));
            killed.await(Duration.ofMillis(600));
            killed.terminate();
            killed.await();
            after = account();
        } while (!Arrays.equals(before, after) && ++rounds < 10);
        return Arrays.equals(before, after) ? "equal" : Arrays.toString(before) + " " + Arrays.toString(after);
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0) {
            run(arguments[0]);
            return;
        }
        for (String what : List.of("returns", "exits", "halts", "throws", "hooks", "nests", "leaves", "fills")) check(what);
        System.out.println("no main: " + Domain.start(new Domain.Options("none").main("NotThere")).await());
        for (String what : List.of("waits", "spins", "recurses")) kill(what);
        System.out.println("main's own: " + Files.exists(Path.of("left")) + " " + count + " " + System.getProperty("left"));
        portals();
        check("leaves");
        for (int i = 0; i < 3; i++) check("leaves");
        System.out.println("account: " + compareAccounts());
        check("orphans");
        System.exit(3);
    }

    static void portals() throws Exception {
        Domain server = Domain.start(options("server", "serves"));
        Slow slow = Naming.lookup("slow", Slow.class);
        System.out.println("slow: " + slow.wait(10));
        Domain caller = Domain.start(options("caller", "calls"));
        Thread.sleep(300);
        caller.terminate();
        System.out.println("caller: " + caller.await() + " " + slow.wait(20));
        Thread killer = new Thread(() -> {
            try {
                Thread.sleep(100);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            server.terminate();
        });
        killer.start();
        try {
            slow.wait(100_000);
        } catch (DomainTerminatedException e) {
            System.out.println(e.getMessage() + ": " + server.await());
        }
        killer.join();
    }
}

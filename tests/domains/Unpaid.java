import gnomon.Domain;
import gnomon.EventLog;
import gnomon.Naming;
import gnomon.Portal;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.IntUnaryOperator;
import other.Assembler;
import other.Assembler.Code;
import other.Assembler.Loader;
import sun.misc.Unsafe;

/**
 * A domain with a heap of 64 MiB takes all that it may have of one thing, says how it ends there, and keeps it. Another
 * one works beside it meanwhile, and none of its turns may fail. Said is as well whether more of the machine's memory
 * was ever taken than the accounts allow.
 */
public class Unpaid {
    static final long MOST = 550L << 20;
    static final int STATIC = Assembler.PUBLIC | Assembler.STATIC, TURNS_BESIDE = 3, TURNS_ALONE = 50;
    static final List<Object> kept = new ArrayList<>();
    static Object spare;
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

    // Without concatenation, which would define a class
    static void say(String text) {
        System.out.print(text);
        System.out.print("\n");
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
                say("StackOverflowError: " + (depth > 100000));
            }
            sleep(1_000_000);
        }, "large", 900L << 20);
        thread.start();
        thread.join();
    }

    // Objects of 1 MiB, then smaller ones
    static void heap() {
        spare = new byte[2 << 20]; // for saying so
        for (int bytes = 1 << 20; ; bytes /= 2) {
            try {
                for (;;) kept.add(new byte[bytes]);
            } catch (OutOfMemoryError e) {
                if (bytes > 1000) continue;
                spare = null;
                say(e.getMessage());
                return;
            }
        }
    }

    static Loader loader() {
        return new Loader(Unpaid.class.getClassLoader());
    }

    // Classes that are nothing but long
    static void classes() {
        byte[] file = new Assembler("A", "java/lang/Object").addAttribute(new Assembler.Attribute("Large", new byte[1 << 20])).bytes();
        try {
            for (;;) kept.add(loader().define("A", file));
        } catch (OutOfMemoryError e) {
            say(e.getMessage());
        }
    }

    // Classes with large statics, which lie in their mirrors
    static void mirrors() {
        try {
            Assembler a = new Assembler("A", "java/lang/Object");
            for (int i = 0; i < 20_000; i++) a.addField(STATIC, "f" + i, "J");
            byte[] file = a.bytes();
            for (;;) kept.add(Class.forName("A", true, loader().add("A", file)));
        } catch (OutOfMemoryError e) {
            say(e.getMessage());
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    // Long methods without end. The first error is not theirs: what the last one needs is translated then
    static void code() throws ReflectiveOperationException {
        Assembler a = new Assembler("A", "java/lang/Object", "java/lang/Runnable").addField(STATIC | Assembler.VOLATILE, "f", "I").addConstructor();
        Code all = a.code(1, 1);
        for (int k = 0; k < 8; k++) {
            Code c = a.code(4, 0);
            for (int i = 0; i < 6_000; i++) c.access(0xb2, "A", "f", "I").op(0x04, 0x60).access(0xb3, "A", "f", "I");
            a.addMethod(STATIC, "m" + k, "()V", c.op(0xb1));
            all.call(0xb8, "A", "m" + k, "()V");
        }
        byte[] file = a.addMethod(Assembler.PUBLIC, "run", "()V", all.op(0xb1)).bytes();
        for (int turn = 0; turn < 2; turn++) {
            try {
                for (;;) {
                    Runnable method = (Runnable) loader().define("A", file).getDeclaredConstructor().newInstance();
                    kept.add(method);
                    method.run();
                    if (turn == 0) throw new OutOfMemoryError("rehearsed");
                }
            } catch (OutOfMemoryError e) {
                if (turn > 0) say(e.getMessage());
            }
        }
    }

    // Classes with long names
    static void names() {
        try {
            for (int k = 0; ; k++) {
                Assembler a = new Assembler("A", "java/lang/Object");
                for (int i = 0; i < 50; i++) a.utf(k + " " + i + "x".repeat(60_000));
                kept.add(loader().define("A", a.bytes()));
            }
        } catch (OutOfMemoryError e) {
            say(e.getMessage());
        }
    }

    static void enter(Object[] all, int at) {
        try {
            for (int i = 0; i < 4; i++) System.identityHashCode(all[at + i] = new Object());
            synchronized (all[at]) {
                synchronized (all[at + 1]) {
                    synchronized (all[at + 2]) {
                        synchronized (all[at + 3]) {
                            enter(all, at + 4);
                        }
                    }
                }
            }
        } catch (OutOfMemoryError e) {
            say(e.getMessage() + " " + (at > 100_000));
            sleep(1_000_000);
        }
    }

    // Monitors that are all entered
    static void monitors() throws Exception {
        Thread thread = new Thread(null, () -> enter(new Object[2 << 20], 0), "large", 60L << 20);
        thread.start();
        thread.join();
    }

    /** Never returns with a class that the verifier asks for. */
    static class Waiting extends Loader {
        private final BlockingQueue<String> outcomes;

        Waiting(BlockingQueue<String> outcomes) {
            super(Unpaid.class.getClassLoader());
            this.outcomes = outcomes;
        }

        @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals("B") && !name.equals("C")) return super.loadClass(name, resolve);
            outcomes.add("waits");
            sleep(1_000_000);
            return null;
        }

        void verify() {
            try {
                Class.forName("A", true, this);
            } catch (OutOfMemoryError e) {
                outcomes.add(e.getMessage());
            } catch (ClassNotFoundException e) {
                throw new AssertionError(e);
            }
        }
    }

    // Threads that are all in the middle of verifying a class, with what the verifier needs of memory
    static void working() throws InterruptedException {
        Assembler a = new Assembler("A", "java/lang/Object");
        a.addMethod(STATIC, "b", "()LB;", a.code(1, 0).op(0x01, 0xb0)).addMethod(STATIC, "c", "(LC;)V", a.code(1, 1).op(0xb1));
        byte[] file = a.addMethod(STATIC, "m", "()V", a.code(1, 0).call(0xb8, "A", "b", "()LB;").call(0xb8, "A", "c", "(LC;)V").op(0xb1)).bytes();
        BlockingQueue<String> outcomes = new LinkedBlockingQueue<>();
        String outcome;
        do {
            Waiting waiting = new Waiting(outcomes);
            waiting.add("A", file);
            new Thread(waiting::verify).start();
            outcome = outcomes.take();
        } while (outcome.equals("waits"));
        say(outcome);
    }

    static void fill() throws IOException {
        byte[] bytes = new byte[1 << 20];
        try (RandomAccessFile file = new RandomAccessFile("f", "rw")) {
            for (;;) file.write(bytes);
        } catch (IOException e) {
            say(e.getMessage());
        }
    }

    static void descriptors() throws IOException {
        try {
            for (;;) kept.add(new RandomAccessFile("f", "rw"));
        } catch (IOException e) {
            say(e.getMessage() + " " + kept.size() / 1000);
        }
    }

    // Connections to the host
    static void connections(int port) {
        try {
            for (;;) kept.add(new Socket("localhost", port));
        } catch (IOException e) {
            say(e.getMessage() + " " + kept.size());
        }
    }

    static void memory() throws ReflectiveOperationException {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe) field.get(null);
        for (long bytes = 1 << 20; ; bytes /= 2) {
            try {
                for (;;) unsafe.allocateMemory(bytes);
            } catch (OutOfMemoryError e) {
                if (bytes > 16) continue;
                say(e.getMessage());
                return;
            }
        }
    }

    interface Nothing extends Portal {
    }

    static class None implements Nothing {
    }

    // Services with long names, and domains with long options
    static void options() {
        String services = null;
        try {
            for (int i = 0; ; i++) Naming.register(i + "x".repeat(200), new None());
        } catch (IllegalStateException e) {
            services = e.getMessage();
        }
        int count = 0;
        try {
            for (; ; count++) Domain.start(new Domain.Options("none").heap(8 << 20).main("Unpaid").argument("none").argument("x".repeat(1 << 19)));
        } catch (OutOfMemoryError e) {
            say(services + ", " + e.getMessage().replaceAll("domain .*", "it: ") + count);
        }
    }

    static void types() {
        int count = 0;
        try {
            for (; ; count++) EventLog.createEvent("event " + count);
        } catch (IllegalStateException e) {
            say(e.getMessage() + " " + count);
        }
    }

    static void output() throws IOException {
        try (FileOutputStream out = new FileOutputStream(FileDescriptor.out)) {
            try {
                for (;;) out.write("one line more\n".getBytes());
            } catch (IOException e) {
                if (e.getMessage().equals("File too large")) sleep(1_000_000);
                throw e;
            }
        }
    }

    // Threads without end
    static void threads() throws Exception {
        try {
            for (int i = 0; i < 20000; i++) {
                Thread thread = new Thread(() -> sleep(1_000_000));
                thread.setDaemon(true);
                thread.start();
            }
        } catch (OutOfMemoryError e) {
            say(e.getMessage());
        }
    }

    // Stacks of 70 sizes, each of which has a place
    static void places() throws Exception {
        for (int i = 0; i < 70; i++) {
            Thread thread = new Thread(null, () -> { }, "place", (1000L << 20) - (i << 16));
            thread.start();
            thread.join();
        }
        Thread last = new Thread(null, () -> say("there are places"), "one more", 3 << 20);
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
            say("some are mapped: " + (kept.size() > 3 && kept.size() < 10));
        }
    }

    // Files that are cut to a byte keep no more
    static void cut() throws Exception {
        for (int i = 0; i < 40; i++) {
            try (RandomAccessFile file = new RandomAccessFile("f" + i, "rw")) {
                file.setLength(20 << 20);
                file.setLength(1);
            }
        }
        say("cut: " + new File("f39").length());
    }

    // Files that each need a piece of the address space
    static void windows() {
        int count = 0;
        try {
            for (; ; count++) {
                try (RandomAccessFile file = new RandomAccessFile("f" + count, "rw")) {
                    file.setLength(300_000);
                }
            }
        } catch (IOException e) {
            say(e.getMessage() + " " + count);
        }
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
            say("connections are refused");
        }
    }

    static void attack(String kind, String port) throws Throwable {
        if (kind.equals("none")) sleep(1_000_000);
        say(new Exception(kind).getMessage());
        sleep(1); // what comes in the end needs no code then
        switch (kind) {
            case "heap": heap(); break;
            case "classes": classes(); break;
            case "mirrors": mirrors(); break;
            case "code": code(); break;
            case "names": names(); break;
            case "monitors": monitors(); break;
            case "stack": stack(); break;
            case "threads": threads(); break;
            case "places": places(); break;
            case "fill": fill(); break;
            case "cut": cut(); break;
            case "windows": windows(); break;
            case "descriptors": descriptors(); break;
            case "accept": accept(); break;
            case "connections": connections(Integer.parseInt(port)); break;
            case "memory": memory(); break;
            case "mappings": mappings(); break;
            case "working": working(); break;
            case "options": options(); break;
            case "types": types(); break;
            default: output();
        }
        sleep(1_000_000);
    }

    // ---- Beside it

    interface Echo extends Portal {
        String of(String text);
    }

    static class EchoService implements Echo {
        public String of(String text) {
            return text + text;
        }
    }

    /** Turns since somebody asked last, the longest of them, and the first that went wrong. */
    record Turns(int count, long slowestNanos, String failure) implements Serializable {
    }

    interface Work extends Portal {
        Turns turns();
    }

    public static class Piece implements IntUnaryOperator {
        private static final int[] square = new int[100];

        static {
            for (int i = 0; i < square.length; i++) square[i] = i * i;
        }

        public int applyAsInt(int number) {
            return square[number % 100];
        }
    }

    static class Worker implements Work {
        private final Echo echo;
        private final byte[] piece;
        private boolean isDone;
        private int count;
        private long slowest;
        private String failure;

        Worker() throws IOException, InterruptedException {
            echo = Naming.lookup("echo", Echo.class);
            try (InputStream in = Unpaid.class.getResourceAsStream("Unpaid$Piece.class")) {
                piece = in.readAllBytes();
            }
        }

        private static void check(boolean right, String what) {
            if (!right) throw new AssertionError(what);
        }

        private synchronized void await() throws InterruptedException {
            while (!isDone) wait();
            isDone = false;
        }

        private void turn(int number) throws Throwable {
            byte[][] all = new byte[100][];
            for (int i = 0; i < all.length; i++) Arrays.fill(all[i] = new byte[10_000], (byte) (number + i));
            for (int i = 0; i < all.length; i++) check(all[i][number % 10_000] == (byte) (number + i), "memory");
            Class<?> type = loader().define("Unpaid$Piece", piece);
            check(((IntUnaryOperator) type.getDeclaredConstructor().newInstance()).applyAsInt(number) == number % 100 * (number % 100), "class");
            Thread other = new Thread(() -> {
                synchronized (this) {
                    isDone = true;
                    notifyAll();
                }
            });
            other.start();
            await();
            other.join();
            try (RandomAccessFile file = new RandomAccessFile("turn", "rw")) {
                file.setLength(0);
                file.write(all[7]);
                file.seek(0);
                byte[] back = new byte[all[7].length];
                file.readFully(back);
                check(Arrays.equals(back, all[7]), "file");
                file.setLength(300_000);
            }
            check(echo.of("turn " + number).equals("turn " + number + "turn " + number), "call");
        }

        void run() {
            for (int i = 0; ; i++) {
                long start = System.nanoTime();
                try {
                    turn(i);
                    end(System.nanoTime() - start, null);
                } catch (Throwable e) {
                    end(System.nanoTime() - start, e.toString());
                }
                sleep(1);
            }
        }

        private synchronized void end(long nanos, String wrong) {
            count++;
            slowest = Math.max(slowest, nanos);
            if (failure == null) failure = wrong;
        }

        public synchronized Turns turns() {
            Turns turns = new Turns(count, slowest, failure);
            count = 0;
            slowest = 0;
            failure = null;
            return turns;
        }
    }

    static void work() throws IOException, InterruptedException {
        Worker worker = new Worker();
        Naming.register("work", worker);
        worker.run();
    }

    // ---- Both

    /** The turns that the other one has had while this was so, of which there are some. */
    static void watch(String what, Work work, Domain attacker) {
        long before = free(), least = before, slowest = 0;
        int all = 0, full = 0, wanted = attacker == null ? TURNS_ALONE : TURNS_BESIDE;
        for (work.turns(); full < wanted && (attacker == null || attacker.isAlive()); ) {
            boolean isFull = attacker == null || attacker.usage().outputBytes() > what.length() + 1; // it has said how it ends
            sleep(20);
            least = Math.min(least, free());
            Turns turns = work.turns();
            if (turns.failure() != null) System.out.println("beside " + what + ": " + turns.failure());
            slowest = Math.max(slowest, turns.slowestNanos());
            all += turns.count();
            if (isFull) full += turns.count();
        }
        System.out.println("turns " + what + " " + all + " " + slowest / 1_000_000);
        if (before - least > MOST) System.out.println("taken: " + (before - least >> 20) + " MiB");
    }

    static Domain.Options options(String kind, String port) {
        Domain.Options options = new Domain.Options(kind).heap(64 << 20).main("Unpaid").argument(kind).argument(port);
        if (kind.equals("output")) options.output(42);
        if (kind.equals("connections")) options.connections(5);
        if (kind.equals("options")) options.domains(5);
        return options;
    }

    public static void main(String[] arguments) throws Throwable {
        if (arguments.length == 2) {
            if (arguments[0].equals("work")) work();
            attack(arguments[0], arguments[1]);
            return;
        }
        Naming.register("echo", new EchoService());
        Domain worker = Domain.start(options("work", arguments[2]));
        Work work = Naming.lookup("work", Work.class);
        watch("alone", work, null);
        for (String kind : arguments[1].split(",")) {
            Domain attacker = Domain.start(options(kind, arguments[2]));
            watch(kind, work, attacker);
            attacker.terminate();
            int status = attacker.await();
            if (status != 137) System.out.println(kind + " ended with " + status);
        }
        System.out.println("at work: " + worker.isAlive());
    }
}

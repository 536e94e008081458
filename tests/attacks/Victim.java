import gnomon.EventLog;
import gnomon.Memory;
import gnomon.Naming;
import gnomon.Portal;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.CRC32;
import sun.misc.Unsafe;

/** Computes, keeps what others might be after, and says on demand what of it is not as it was. */
@SuppressWarnings({"deprecation", "removal"})
public class Victim {
    interface Service extends Portal {
        /** "well", or what is wrong. */
        String check() throws Exception;

        long address();

        Memory memory();

        int size(Object object);

        Object same(Object object);

        int callBack(Back back, int depth);

        void keep(Back back);

        String callKept();

        Shape shape(Shape shape);

        String worker(BackWorker worker);

        String job(Job job);

        String run(Object runnable);

        String caller();

        Memory lent(boolean isReadOnly);

        String revoke();

        Holder hold(Shape shape);

        /** Without what the others do. */
        long check0();

        /** A new object of one of its classes. */
        Object made(String name) throws Exception;

        /** What the library has one of. */
        String state() throws Exception;

        /** How many ms a sleep of so many takes. */
        long sleeps(int ms) throws Exception;

        void end();
    }

    /** A service that an attacker may put where its class is declared. */
    static class BackWorker implements Back {
        long a = 1, b = 2, c = 3, d = 4;

        public int back(int depth) {
            return (int) (a + b + c + d);
        }
    }

    static class Job {
        Object any;
        BackWorker worker;
        Back[] backs;
        BackWorker[] workers;
        java.util.Comparator<Object> order;
    }

    static class Holder {
        Shape shape;
    }

    /** That is loaded when an attacker wants it. */
    static class Late {
        int number = 5;
    }

    static class Ended {
        int number = 1;

        @Override
        protected void finalize() {
            state = "finalized";
        }
    }

    interface Kind {
    }

    enum Colour { RED, GREEN }

    interface Back extends Portal {
        int back(int depth);
    }

    static class Shape {
        int number = 1;
        String text = "text";
    }

    static final long SECRET = 0x5ec2e75ec2e7L;
    static String state = "untouched";
    static Unsafe unsafe;

    /** Goes on all the time: every step is of the last, so a wrong one would be found. */
    static class Worker extends Thread {
        volatile long steps, value = 1;
        volatile boolean wrong;

        static long step(long value) {
            return value * 6364136223846793005L + 1442695040888963407L;
        }

        @Override
        public void run() {
            long twin = 1;
            for (;;) {
                long now = value;
                for (int i = 0; i < 1000; i++) now = step(now);
                for (int i = 0; i < 1000; i++) twin = step(twin);
                if (twin != now) wrong = true;
                value = now;
                steps++;
            }
        }
    }

    static class Server implements Service {
        private final Worker worker;
        private final long address;
        private final Memory memory = Memory.allocate(4096);
        private final Path file = Path.of("/tmp/victim");
        private final ServerSocket socket;
        private final int threads;
        private Back kept;
        private Memory lent;
        private int checks;

        Server(Worker worker) throws Exception {
            this.worker = worker;
            address = unsafe.allocateMemory(64);
            for (int i = 0; i < 64; i += 8) unsafe.putLong(address + i, SECRET);
            memory.buffer().putLong(8, SECRET);
            Files.writeString(file, "mine");
            socket = new ServerSocket(7777, 5, InetAddress.getLoopbackAddress());
            threads = Thread.getAllStackTraces().size();
        }

        private void expect(List<String> problems, String what, Object found, Object expected) {
            if (!expected.equals(found)) problems.add(what + " is " + found);
        }

        public String check() throws Exception {
            List<String> problems = new ArrayList<>();
            long steps = worker.steps;
            for (int i = 0; i < 20000 && worker.steps < steps + 2; i++) Thread.sleep(1);
            expect(problems, "progress", worker.steps >= steps + 2, true);
            expect(problems, "a wrong step", worker.wrong || !worker.isAlive(), false);
            expect(problems, "static state", state, "untouched");
            expect(problems, "property", System.getProperty("victim"), "property");
            expect(problems, "locale", Locale.getDefault(), Locale.forLanguageTag(System.getProperty("user.language")));
            expect(problems, "file", Files.readString(file), "mine");
            for (int i = 0; i < 64; i += 8) expect(problems, "memory of Unsafe", unsafe.getLong(address + i), SECRET);
            expect(problems, "Memory", memory.buffer().getLong(8), SECRET);
            CRC32 sum = new CRC32();
            byte[] bytes = new byte[1 << 20];
            for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) (i * 7);
            sum.update(bytes);
            expect(problems, "sum", sum.getValue(), 511779779L);
            ByteBuffer direct = ByteBuffer.allocateDirect(1 << 20);
            for (int i = 0; i < direct.capacity(); i += 8) if (direct.getLong(i) != 0) problems.add("new direct memory is not empty");
            ByteBuffer block = Memory.allocate(4096).buffer();
            for (int i = 0; i < block.capacity(); i += 8) if (block.getLong(i) != 0) problems.add("new Memory is not empty");
            synchronized (String.class) {
                synchronized ("a lock".intern()) {
                    Thread thread = new Thread(() -> state += "");
                    thread.start();
                    thread.join();
                }
            }
            try (Socket client = new Socket(socket.getInetAddress(), 7777); Socket other = socket.accept()) {
                client.getOutputStream().write(5);
                expect(problems, "what comes through the socket", other.getInputStream().read(), 5);
            }
            for (Map.Entry<Thread, StackTraceElement[]> entry : Thread.getAllStackTraces().entrySet()) {
                if (entry.getKey().getName().contains("attack")) problems.add("a thread " + entry.getKey());
                if (entry.getKey().isInterrupted()) problems.add("interrupted " + entry.getKey());
            }
            EventLog.record(EventLog.createEvent("checks " + ++checks), checks);
            expect(problems, "handler", Thread.getDefaultUncaughtExceptionHandler() == null, true);
            expect(problems, "what is the same", "text", Map.of("k", "text").get("k"));
            return problems.isEmpty() ? "well" : problems.toString();
        }

        public long address() {
            return address;
        }

        public Memory memory() {
            return memory;
        }

        public int size(Object object) {
            return object instanceof Object[] ? ((Object[]) object).length : object instanceof Map ? ((Map<?, ?>) object).size() : 1;
        }

        public Object same(Object object) {
            return object;
        }

        public int callBack(Back back, int depth) {
            return back.back(depth);
        }

        public void keep(Back back) {
            kept = back;
        }

        public String callKept() {
            try {
                return "" + kept.back(0);
            } catch (Throwable e) {
                return e.getClass().getName();
            }
        }

        public Shape shape(Shape shape) {
            shape.number++;
            return shape;
        }

        public String worker(BackWorker worker) {
            return "" + worker.a;
        }

        public String job(Job job) {
            if (job.worker != null) job.worker.d = 7;
            return (job.worker == null ? "none" : "" + job.worker.a) + (job.backs == null ? "" : " " + job.backs[0].back(0));
        }

        public String run(Object runnable) {
            ((Runnable) runnable).run();
            return "has run";
        }

        public String caller() {
            return "" + gnomon.Portal.caller().name();
        }

        public Memory lent(boolean isReadOnly) {
            if (isReadOnly) return memory.part(0, 16).readOnly();
            return lent = memory.part(0, 16).revocable();
        }

        public String revoke() {
            lent.revoke();
            return "revoked";
        }

        public Holder hold(Shape shape) {
            Holder holder = new Holder();
            holder.shape = shape;
            return holder;
        }

        public long check0() {
            return worker.steps >= 0 ? 1 : 0;
        }

        public Object made(String name) throws Exception {
            return Class.forName(name).getDeclaredConstructor().newInstance();
        }

        public String state() throws Exception {
            byte[] digest = java.security.MessageDigest.getInstance("SHA-256").digest(new byte[10]);
            return java.util.Arrays.hashCode(digest) + " " + java.security.Security.getProviders().length + " " + new java.net.URL("http://host.example/").getHost() + " " + java.util.logging.Logger.getLogger("").getLevel() + " " + System.getSecurityManager() + " "
                + java.util.concurrent.ForkJoinPool.commonPool().submit(() -> 7).get() + " " + java.util.TimeZone.getDefault().getID() + " " + System.lineSeparator().length() + " " + System.getProperty("java.io.tmpdir");
        }

        public long sleeps(int ms) throws Exception {
            long start = System.nanoTime();
            Thread.sleep(ms);
            return (System.nanoTime() - start) / 1_000_000;
        }

        public void end() {
            System.exit(0);
        }
    }

    public static void main(String[] arguments) throws Exception {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        unsafe = (Unsafe) field.get(null);
        Worker worker = new Worker();
        worker.setDaemon(true);
        worker.start();
        Server server = new Server(worker);
        Naming.register(arguments[0], server);
        Thread.sleep(Long.MAX_VALUE);
    }
}

import gnomon.Domain;
import gnomon.Naming;
import gnomon.Portal;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/** What domains get that reach their limits, and what is known of them meanwhile; run without arguments it starts them.
 * */
public class Limits {
    interface Gate extends Portal {
        void reached(String what);

        int waiting();

        void enter();

        void open();
    }

    static class GateService implements Gate {
        private int waiting;
        private boolean isOpen;

        public synchronized void reached(String what) {
            System.out.println(Limits.usages(what));
        }

        public synchronized int waiting() {
            return waiting;
        }

        public synchronized void enter() {
            waiting++;
            while (!isOpen) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        }

        public synchronized void open() {
            isOpen = true;
            notifyAll();
        }
    }

    static Domain domain;

    static String usages(String what) {
        Domain.Usage usage = domain.usage();
        return what + ", seen from outside: threads " + usage.threads() + ", files " + usage.files() + ", calls " + usage.calls()
            + ", heap " + (usage.heapBytes() > 0 && usage.heapBytes() <= 32 << 20) + ", classes " + (usage.classBytes() > 1 << 20) + ", time " + (usage.cpuNanos() > 0);
    }

    // ---- What domains do

    static void threads(Gate gate) {
        CountDownLatch end = new CountDownLatch(1);
        int before = Domain.currentUsage().threads();
        int count = 0;
        try {
            for (;;) {
                Thread thread = new Thread(() -> {
                    try {
                        end.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                });
                thread.setDaemon(true);
                thread.start();
                count++;
            }
        } catch (OutOfMemoryError e) {
            System.out.println("threads: " + (before + count) + " " + e.getMessage());
        }
        gate.reached("threads");
        end.countDown();
    }

    static void files(Gate gate) throws IOException {
        List<RandomAccessFile> open = new ArrayList<>();
        int before = Domain.currentUsage().files();
        try {
            for (;;) {
                open.add(new RandomAccessFile("a file", "rw"));
            }
        } catch (FileNotFoundException e) {
            System.out.println("files: " + (before + open.size()) + " " + e.getMessage());
        }
        gate.reached("files");
        for (RandomAccessFile file : open) {
            file.close();
        }
        System.out.println("files again: " + (Domain.currentUsage().files() == before));
    }

    static void classes(Gate gate) {
        List<Object> kept = new ArrayList<>();
        try {
            for (;;) {
                ClassLoader loader = new ClassLoader() { };
                kept.add(Proxy.newProxyInstance(loader, new Class<?>[] {Runnable.class}, (proxy, method, arguments) -> null));
            }
        } catch (OutOfMemoryError e) {
            kept.clear();
            System.out.println("classes: " + e.getMessage());
        }
    }

    static void calls(Gate gate) throws InterruptedException {
        GateService done = new GateService();
        Naming.register("done", done);
        AtomicInteger refused = new AtomicInteger();
        for (int i = 0; i < 4; i++) {
            new Thread(gate::enter).start();
        }
        while (Domain.currentUsage().calls() < 4) {
            Thread.sleep(1);
        }
        for (int i = 0; i < 3; i++) {
            Thread caller = new Thread(gate::enter);
            caller.setUncaughtExceptionHandler((thread, e) -> refused.addAndGet(e instanceof RejectedExecutionException ? 1 : 100));
            caller.start();
            caller.join();
        }
        try {
            gate.waiting();
        } catch (RejectedExecutionException e) {
            System.out.println("calls: " + refused + " " + e.getMessage() + ", " + Domain.currentUsage().calls());
        }
        done.open();
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0) {
            Gate gate = Naming.lookup("gate", Gate.class);
            switch (arguments[0]) {
                case "threads" -> threads(gate);
                case "files" -> files(gate);
                case "classes" -> classes(gate);
                default -> calls(gate);
            }
            return;
        }
        GateService gate = new GateService();
        Naming.register("gate", gate);
        for (String what : new String[] {"threads", "files", "classes", "calls"}) {
            Domain.Options options = new Domain.Options(what).main("Limits").argument(what).heap(32 << 20);
            options.threads(20).files(30).classData(8 << 20).calls(4);
            domain = Domain.start(options);
            if (what.equals("calls")) {
                Naming.lookup("done", Gate.class).enter();
                Domain.Usage usage = domain.usage();
                System.out.println("calls, seen from outside: " + usage.calls());
                gate.open();
            }
            System.out.println(what + " ends: " + domain.await());
            Domain.Usage after = domain.usage();
            System.out.println("after: " + (after.cpuNanos() > 0) + " " + after.heapBytes() + " " + after.classBytes() + " " + after.threads() + " " + after.files() + " " + after.calls());
        }
        try {
            new Domain.Options("few").threads(7);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println("here: " + (Domain.currentUsage().threads() > 4) + " " + Domain.currentUsage().calls());
    }
}

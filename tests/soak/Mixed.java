import gnomon.Domain;
import gnomon.DomainTerminatedException;
import gnomon.EventLog;
import gnomon.Naming;
import gnomon.Portal;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Domains that start, call each other, collect and end in all ways, timers, events, and what Crowd does, all at once:
 * `SECONDS SEED`. What arrives through a portal is what was sent, calls of one that has ended say so, and no timer is
 * early. What was done how often is on standard error.
 */
public class Mixed {
    public interface Bench extends Portal {
        Node same(Node tree, long seed);

        long sum(int[] numbers);

        int through(Bench other, int depth);

        void fail(String message);
    }

    private static final String[] KINDS = {"started", "terminated", "exited", "called", "ended", "timers", "crowd", "refused", "stuck"};
    private static final AtomicLongArray done = new AtomicLongArray(KINDS.length);
    private static final AtomicLong names = new AtomicLong();
    private static volatile long until;

    private static void did(int kind) {
        done.incrementAndGet(kind);
    }

    static class BenchService implements Bench {
        public Node same(Node tree, long seed) {
            tree.verify(seed);
            return tree;
        }

        public long sum(int[] numbers) {
            long sum = 0;
            for (int each : numbers) sum += each;
            return sum;
        }

        public int through(Bench other, int depth) {
            return depth == 0 ? 0 : 1 + other.through(this, depth - 1);
        }

        public void fail(String message) {
            throw new IllegalStateException(message);
        }
    }

    private static void call(Bench bench, Bench own, SplittableRandom random) {
        switch (random.nextInt(4)) {
            case 0:
                long seed = random.nextInt();
                bench.same(new Node(random.nextInt(9), seed), seed).verify(seed);
                break;
            case 1:
                int[] numbers = new int[random.nextInt(50_000)];
                java.util.Arrays.fill(numbers, 3);
                Crowd.check(bench.sum(numbers) == 3L * numbers.length, "a sum is wrong");
                break;
            case 2:
                int depth = random.nextInt(6);
                Crowd.check(bench.through(own, depth) == depth, "calls there and back are lost");
                break;
            default:
                String message = "m" + random.nextInt();
                try {
                    bench.fail(message);
                    Crowd.check(false, "nothing was thrown");
                } catch (IllegalStateException e) {
                    Crowd.check(message.equals(e.getMessage()), "another exception");
                }
                break;
        }
        did(3);
    }

    /** With one that may end at any time. */
    private static void calls(SplittableRandom random) throws InterruptedException {
        BenchService own = new BenchService();
        try {
            Bench bench = Naming.lookup("bench" + (names.get() - random.nextInt(3)), Bench.class, Duration.ofMillis(20));
            for (int i = random.nextInt(60); i > 0; i--) call(bench, own, random);
        } catch (DomainTerminatedException | TimeoutException e) {
            did(4);
        } catch (RejectedExecutionException | OutOfMemoryError | gnomon.PortalCopyException | StackOverflowError e) {
            did(7); // the other has no thread, or no heap, for it
        }
    }

    /** With a narrow heap it runs out of memory now and then, with a roomy one never. */
    private static Domain.Options child(SplittableRandom random, boolean narrow) {
        long heap = narrow ? 12L + random.nextInt(24) : 64;
        return new Domain.Options("child").main("Mixed").heap(heap << 20).threads(60).weight(1 + random.nextInt(3)).property("gnomon.gc.verify", "30").argument(narrow ? "narrow" : "roomy").argument("" + names.incrementAndGet()).argument("" + random.nextInt());
    }

    /**
     * Where memory runs out in the middle of java.util.concurrent's work, it is under no JVM sure to end: of JDK 17,
     * AbstractQueuedSynchronizer.enqueue leaves a waiter that spins, a pool's worker that dies does not wake the next.
     * One that had room ends, or has lost a wake-up.
     */
    private static void await(Domain domain, boolean narrow) throws InterruptedException {
        if (!domain.await(Duration.ofMinutes(3))) {
            Crowd.check(narrow, "a domain hangs");
            domain.terminate();
            did(8);
        }
        domain.await();
    }

    private static void starts(SplittableRandom random) throws InterruptedException {
        List<Domain> all = new ArrayList<>();
        boolean narrow = random.nextBoolean();
        for (int i = random.nextInt(3); i >= 0; i--) {
            all.add(Domain.start(child(random, narrow)));
            did(0);
        }
        for (Domain each : all) {
            if (random.nextBoolean()) {
                Thread.sleep(random.nextInt(400));
                each.terminate();
                did(1);
            }
            try {
                await(each, narrow);
                Crowd.check(!each.isAlive(), "a domain that has ended is alive");
                did(2);
            } catch (IllegalStateException e) {
                did(7);
            }
        }
    }

    private static void timers(SplittableRandom random) throws InterruptedException {
        ScheduledExecutorService timers = Executors.newScheduledThreadPool(2);
        AtomicLong late = new AtomicLong();
        int count = 20;
        for (int i = 0; i < count; i++) {
            long due = System.nanoTime() + random.nextInt(20_000_000);
            timers.schedule(() -> {
                if (System.nanoTime() >= due) late.incrementAndGet();
                EventLog.record(300, (int) late.get());
            }, due - System.nanoTime(), TimeUnit.NANOSECONDS);
        }
        timers.shutdown();
        timers.awaitTermination(60, TimeUnit.SECONDS);
        Crowd.check(late.get() == count, "a timer was early, or never");
        did(5);
    }

    interface Work {
        void run(SplittableRandom random) throws Exception;
    }

    private static Thread start(String name, long seed, Work work, boolean[] wrong) {
        Thread thread = new Thread(() -> {
            SplittableRandom random = new SplittableRandom(seed);
            while (System.nanoTime() < until) {
                try {
                    work.run(random);
                } catch (InterruptedException e) {
                    continue;
                } catch (Throwable e) {
                    e.printStackTrace();
                    wrong[0] = true;
                    return;
                }
            }
        }, name);
        thread.start();
        return thread;
    }

    // ---- A child: works for a while, and ends somehow

    private static void end(SplittableRandom random, boolean narrow) {
        switch (random.nextInt(6)) {
            case 0: System.exit(random.nextInt(200)); break;
            case 1: Runtime.getRuntime().halt(5); break;
            case 2: throw new IllegalStateException();
            case 3:
                Runtime.getRuntime().addShutdownHook(new Thread(() -> new Node(8, 1).verify(1)));
                System.exit(0);
                break;
            case 4:
                if (!narrow) break;
                List<Object> all = new ArrayList<>();
                for (;;) all.add(new long[10_000]);
            default: break;
        }
    }

    private static void child(String name, SplittableRandom random, boolean narrow) throws Exception {
        System.setErr(new java.io.PrintStream(java.io.OutputStream.nullOutputStream()));
        Naming.register("bench" + name, new BenchService());
        boolean[] wrong = new boolean[1];
        until = System.nanoTime() + (10 + random.nextInt(300)) * 1_000_000L;
        start("timers", random.nextInt(), Mixed::timers, wrong).setPriority(6);
        Thread other = start("calls", random.nextInt(), each -> call(Naming.lookup("main", Bench.class), new BenchService(), each), wrong);
        while (System.nanoTime() < until) {
            long seed = random.nextInt();
            new Node(10, seed).verify(seed);
            if (random.nextInt(40) == 0) System.gc();
            if (random.nextInt(60) == 0) Domain.start(new Domain.Options("grandchild").main("Mixed").heap(8 << 20).argument("none"));
        }
        end(random, narrow);
        other.join();
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("none")) return;
        if (arguments.length == 3) {
            child(arguments[1], new SplittableRandom(Long.parseLong(arguments[2])), arguments[0].equals("narrow"));
            return;
        }
        until = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000_000;
        long seed = Long.parseLong(arguments[1]);
        Naming.register("main", new BenchService());
        Crowd.prepare(6);
        System.out.println("ready");
        boolean[] wrong = new boolean[1];
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < 2; i++) all.add(start("starts", seed + i, Mixed::starts, wrong));
        for (int i = 0; i < 3; i++) all.add(start("calls", seed + 10 + i, Mixed::calls, wrong));
        all.add(start("timers", seed + 20, Mixed::timers, wrong));
        for (int i = 0; i < 6; i++) {
            Crowd.Own own = new Crowd.Own();
            Crowd.crowd[i] = start("crowd", seed + 30 + i, random -> {
                Crowd.work(random.nextInt(11), random, own);
                did(6);
            }, wrong);
            all.add(Crowd.crowd[i]);
        }
        for (Thread each : all) each.join();
        Crowd.sums();
        for (int i = 0; i < KINDS.length; i++) System.err.print(KINDS[i] + " " + done.get(i) + (i < KINDS.length - 1 ? ", " : "\n"));
        System.out.println(wrong[0] ? "WRONG" : "all right");
        System.exit(0);
    }
}

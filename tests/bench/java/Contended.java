import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What threads fight over: counters of several kinds, the two ends of queues, and how long a wake-up takes. Arguments:
 * which, and how many threads; prints the sum and the nanoseconds of an operation, the median of some rounds after
 * others that warm up.
 */
public class Contended {
    private static final int WARM = 3, ROUNDS = 7;
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final AtomicLong NUMBER = new AtomicLong();
    private static final ConcurrentHashMap<Integer, Long> MAP = new ConcurrentHashMap<>();
    private static long count;

    private static synchronized void add() { count++; }

    private static void addLocked() {
        LOCK.lock();
        count++;
        LOCK.unlock();
    }

    private static void work(String kind, int operations) {
        switch (kind) {
        case "synchronized":
            for (int i = 0; i < operations; i++) add();
            break;
        case "ReentrantLock":
            for (int i = 0; i < operations; i++) addLocked();
            break;
        case "AtomicLong":
            for (int i = 0; i < operations; i++) NUMBER.incrementAndGet();
            break;
        case "ConcurrentHashMap":
            for (int i = 0; i < operations; i++) MAP.merge(i & 15, 1L, Long::sum);
            break;
        default: throw new IllegalArgumentException(kind);
        }
    }

    private static long sum() {
        long sum = count + NUMBER.get();
        for (long value : MAP.values()) sum += value;
        return sum;
    }

    private interface Work { void run(int thread) throws InterruptedException; }

    /** Nanoseconds from when all threads can begin to when the last one is done. */
    private static long together(int threads, Work work) throws InterruptedException {
        CountDownLatch go = new CountDownLatch(1);
        Thread[] all = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            int thread = i;
            all[i] = new Thread(() -> {
                try {
                    go.await();
                    work.run(thread);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            all[i].start();
        }
        long start = System.nanoTime();
        go.countDown();
        for (Thread thread : all) thread.join();
        return System.nanoTime() - start;
    }

    private static double counting(String kind, int threads) throws InterruptedException {
        int each = 4_000_000 / threads;
        return together(threads, thread -> work(kind, each)) / (double) (each * threads);
    }

    /** Pairs of threads throw a number to and fro. */
    private static double pingPong(int threads) throws InterruptedException {
        int each = 20_000 / threads;
        LinkedBlockingQueue<?>[] made = new LinkedBlockingQueue<?>[threads];
        Arrays.setAll(made, i -> new LinkedBlockingQueue<Integer>());
        @SuppressWarnings("unchecked") LinkedBlockingQueue<Integer>[] queues = (LinkedBlockingQueue<Integer>[]) made;
        long[] sums = new long[threads];
        long ns = together(threads, thread -> {
            for (int i = 0; i < each; i++) {
                if (thread % 2 == 0) queues[thread].put(i);
                sums[thread] += queues[thread ^ 1].take();
                if (thread % 2 != 0) queues[thread].put(i);
            }
        });
        for (long sum : sums) count += sum;
        return ns / (double) (each * threads);
    }

    private static volatile long woken;

    /** From unpark to when the thread that was parked runs, on a processor that idled; the median. */
    private static double waking() throws InterruptedException {
        int times = 300;
        Thread sleeper = new Thread(() -> {
            for (int i = 0; i < times; i++) {
                while (woken != -1) LockSupport.park();
                woken = System.nanoTime();
            }
        });
        long[] took = new long[times];
        sleeper.start();
        for (int i = 0; i < times; i++) {
            while (sleeper.getState() != Thread.State.WAITING) Thread.onSpinWait();
            for (long until = System.nanoTime() + 100_000; System.nanoTime() < until;) Thread.onSpinWait();
            long start = System.nanoTime();
            woken = -1;
            LockSupport.unpark(sleeper);
            while (woken == -1) Thread.onSpinWait();
            took[i] = woken - start;
            count++;
        }
        sleeper.join();
        Arrays.sort(took);
        return took[times / 2];
    }

    private static double round(String kind, int threads) throws InterruptedException {
        if (kind.equals("wake-up")) return waking();
        return kind.equals("LinkedBlockingQueue") ? pingPong(threads) : counting(kind, threads);
    }

    public static void main(String[] arguments) throws InterruptedException {
        double[] ns = new double[ROUNDS];
        for (int i = -WARM; i < ROUNDS; i++) {
            double took = round(arguments[0], Integer.parseInt(arguments[1]));
            if (i >= 0) ns[i] = took;
        }
        Arrays.sort(ns);
        System.out.println(sum() + " " + ns[ROUNDS / 2]);
    }
}

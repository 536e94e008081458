import gnomon.Domain;
import gnomon.Naming;
import gnomon.Portal;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * One domain is collected, the other has a thread that wakes up every millisecond: how late is it at most, with and
 * without? And if a third domain allocates meanwhile, has its own heap collected, and adds up what it has? Arguments:
 * MiB that are alive in the first, and how often it is collected.
 */
public class Pauses {
    private static final long PERIOD_NS = 1_000_000;

    interface Big extends Portal {
        long fill(int mib);

        void collect(int times);

        long sum();
    }

    static class Node {
        final Node left;
        final Node right;
        final int value;

        Node(Node left, Node right, int value) {
            this.left = left;
            this.right = right;
            this.value = value;
        }

        long sum() {
            return value + (left == null ? 0 : left.sum() * 3) + (right == null ? 0 : right.sum() * 5);
        }
    }

    static Node tree(Random random, int depth) {
        return depth == 0 ? null : new Node(tree(random, depth - 1), tree(random, depth - 1), random.nextInt());
    }

    static class BigService implements Big {
        private static final int DEPTH = 14;
        private Node[] trees;

        // A tree has 16,383 nodes of 24 bytes.
        public long fill(int mib) {
            Random random = new Random(mib);
            trees = new Node[(int) (((long) mib << 20) / (24 * ((1 << DEPTH) - 1)))];
            for (int i = 0; i < trees.length; i++) trees[i] = tree(random, DEPTH);
            return sum();
        }

        public void collect(int times) {
            for (int i = 0; i < times; i++) System.gc();
        }

        public long sum() {
            long sum = 0;
            for (Node tree : trees) sum = sum * 7 + tree.sum();
            return sum;
        }
    }

    interface Busy extends Portal {
        /** Returns when it is at work. */
        void begin() throws InterruptedException;

        /** Returns how often what had been kept was found changed, or -1 if it has never been looked at. */
        long end() throws InterruptedException;
    }

    /** Allocates until it is told to stop; a part of what it makes lives for some time. */
    static class BusyService extends Thread implements Busy {
        private final CountDownLatch atWork = new CountDownLatch(1);
        private volatile boolean stops;
        private long found;
        private long wrong;

        public void begin() throws InterruptedException {
            start();
            atWork.await();
        }

        public long end() throws InterruptedException {
            stops = true;
            join();
            return found == 0 ? -1 : wrong;
        }

        @Override public void run() {
            Node[] kept = new Node[64];
            long[] sums = new long[kept.length];
            Random random = new Random(1);
            for (int round = 1; !stops || found == 0; round++) {
                int place = random.nextInt(kept.length);
                if (kept[place] != null) {
                    found++;
                    if (kept[place].sum() != sums[place]) wrong++;
                }
                kept[place] = tree(random, 10);
                sums[place] = kept[place].sum();
                if (round % 4 == 0) System.gc();
                if (round == 100) atWork.countDown();
                LockSupport.parkNanos(100_000);
            }
        }
    }

    /** How late a thread is at most that wakes up every millisecond, in nanoseconds. */
    static class Periodic extends Thread {
        private volatile boolean stops;
        long latest;
        long count;

        @Override public void run() {
            long next = System.nanoTime();
            while (!stops) {
                next += PERIOD_NS;
                long wait = next - System.nanoTime();
                while (wait > 0) {
                    LockSupport.parkNanos(wait);
                    wait = next - System.nanoTime();
                }
                latest = Math.max(latest, -wait);
                count++;
                // What it has missed is not made up for.
                next = Math.max(next, System.nanoTime() - PERIOD_NS);
            }
        }

        Periodic begin() throws InterruptedException {
            start();
            Thread.sleep(10);
            return this;
        }

        long end() throws InterruptedException {
            stops = true;
            join();
            return latest;
        }
    }

    private static Domain start(String name, long heapBytes) {
        return Domain.start(new Domain.Options(name).main("Pauses").heap(heapBytes).argument(name));
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 1) {
            Naming.register(arguments[0], arguments[0].equals("big") ? new BigService() : new BusyService());
            Thread.sleep(1_000_000_000);
        }
        int mib = Integer.parseInt(arguments[0]);
        int times = Integer.parseInt(arguments[1]);
        Domain[] domains = {start("big", (3L * mib << 20) + (32 << 20)), start("busy", 32 << 20)};
        Big big = Naming.lookup("big", Big.class);
        Busy busy = Naming.lookup("busy", Busy.class);
        long sum = big.fill(mib);
        big.collect(1);
        new Periodic().begin().end();

        Periodic periodic = new Periodic().begin();
        Thread.sleep(500);
        long without = periodic.end();
        periodic = new Periodic().begin();
        big.collect(times);
        long with = periodic.end();
        Periodic third = new Periodic().begin();
        busy.begin();
        big.collect(times);
        long wrong = busy.end();
        long withBoth = third.end();
        System.out.println("sums: " + (big.sum() == sum) + ", wrong: " + wrong + ", woken: " + (periodic.count > 0 && third.count > 0));
        System.out.println("without a collection, with one, with two at once: " + without + " " + with + " " + withBoth + " ns late");
        for (Domain domain : domains) {
            domain.terminate();
            domain.await();
        }
    }
}

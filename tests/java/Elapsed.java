import java.util.concurrent.locks.LockSupport;

/** Elapsed CALLS MILLISECONDS: methods that take time without working, in each way there is, and one that works beside
 * another thread. See tests/elapsed.t. */
public class Elapsed {
    private static final Object LOCK = new Object();
    private static final Object HANDOVER = new Object();
    private static volatile boolean stop;
    private static volatile long sink;

    private static void sleeps(int ms) throws InterruptedException { Thread.sleep(ms); }

    private static void waits(int ms) throws InterruptedException {
        synchronized (LOCK) { LOCK.wait(ms); }
    }

    private static void parks(int ms) { LockSupport.parkNanos(ms * 1000000L); }

    /** Another thread has the monitor and sleeps with it. */
    private static void blocks() {
        synchronized (HANDOVER) { sink++; }
    }

    private static void joins(Thread thread) throws InterruptedException { thread.join(); }

    private static void spins(int turns) {
        for (int i = 0; i < turns; i++) sink += i;
    }

    /** 100,000 turns of its own, and the others' time. */
    private static void all(int ms) throws InterruptedException {
        sleeps(ms);
        waits(ms);
        parks(ms);
        for (int i = 0; i < 100000; i++) sink += i;
    }

    private static void hold(int ms) {
        synchronized (HANDOVER) {
            stop = false;
            try {
                Thread.sleep(ms);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static void contends(int ms) throws InterruptedException {
        stop = true;
        Thread holder = new Thread(() -> hold(ms), "holder");
        holder.start();
        while (stop) Thread.yield();
        blocks();
        joins(holder);
    }

    private static void shares() throws InterruptedException {
        stop = false;
        Thread other = new Thread(() -> { while (!stop) sink++; }, "other");
        other.start();
        Thread.yield();
        long start = System.nanoTime();
        spins(20000000);
        System.out.println("shared " + (System.nanoTime() - start));
        stop = true;
        other.join();
        start = System.nanoTime();
        spins(20000000);
        System.out.println("alone " + (System.nanoTime() - start));
    }

    public static void main(String[] arguments) throws InterruptedException {
        int calls = Integer.parseInt(arguments[0]), ms = Integer.parseInt(arguments[1]);
        for (int i = 0; i < calls; i++) all(ms);
        for (int i = 0; i < calls; i++) contends(ms);
        if (arguments.length > 2) shares();
        System.out.println("done");
    }
}

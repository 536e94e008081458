// What viewers show: two threads that take turns at a monitor, traced methods that nest, recurse and end by exceptions,
// events of its own in every form, and garbage. The counts are known: tests/formats.t has them.
import gnomon.EventLog;

public class Viewed {
    static final int TURNS = 50;
    static final int BARE = EventLog.createEvent("bare"), NUMBER = EventLog.createEvent("a number"), PAIR = EventLog.createEvent("pair"), WIDE = EventLog.createEvent("wide");
    private static int turn;
    private static byte[][] kept = new byte[64][];

    static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

    static void fail(int depth) {
        if (depth == 0) throw new IllegalStateException("on purpose");
        fail(depth - 1);
    }

    static synchronized void waste(int n) {
        for (int i = 0; i < 200; i++) kept[i % kept.length] = new byte[4096 + n];
    }

    static void work(int n) {
        EventLog.record(BARE);
        EventLog.record(NUMBER, -n);
        EventLog.record(NUMBER, 1L);
        EventLog.record(PAIR, n, n * 2);
        EventLog.record(WIDE, n * 10_000_000_000L);
        EventLog.logEvent(n, "turn \"" + n + "\" of \u00e4\u20ac;");
        fibonacci(6);
        waste(n);
        try {
            fail(2);
        } catch (IllegalStateException expected) {
            EventLog.record(BARE);
        }
    }

    static void turns(Object lock, int parity) {
        for (int i = 0; i < TURNS; i++) {
            synchronized (lock) {
                while (turn % 2 != parity) {
                    try {
                        lock.wait();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
                work(i);
                turn++;
                lock.notifyAll();
            }
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        Object lock = new Object();
        Thread other = new Thread(() -> turns(lock, 1), "other; \"thread\"");
        other.start();
        turns(lock, 0);
        other.join();
        Thread.sleep(20);
        System.gc();
        System.out.println(turn);
    }
}

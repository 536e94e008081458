import java.util.ArrayList;
import java.util.List;

/** Monitors: methods and blocks, nested deeply, left by exceptions, not owned, with identity hashes taken before,
 * meanwhile and afterwards, many at once. */
public class MonitorForms {
    private int count;

    synchronized int nested(int depth) {
        count++;
        return depth == 0 ? count : nested(depth - 1);
    }

    static synchronized int fails(boolean really) {
        if (really) throw new IllegalStateException("left by an exception");
        return 1;
    }

    static int blocks(Object lock, int depth) {
        synchronized (lock) {
            if (depth > 0) return 1 + blocks(lock, depth - 1);
            return Thread.holdsLock(lock) ? 1 : 1000000;
        }
    }

    static void owned(String what, Runnable action) {
        try {
            action.run();
            System.out.println(what + ": nothing");
        } catch (IllegalMonitorStateException | NullPointerException exception) {
            System.out.println(what + ": " + exception.getClass().getName() + " " + (exception instanceof NullPointerException ? "" : exception.getMessage()));
        }
    }

    static void states() throws InterruptedException {
        Object lock = new Object();
        owned("notify", lock::notify);
        owned("notifyAll", lock::notifyAll);
        owned("wait", () -> {
            try {
                lock.wait();
            } catch (InterruptedException exception) {
                System.out.println("interrupted");
            }
        });
        owned("null", () -> {
            Object none = null;
            synchronized (none) {
                System.out.println("entered null");
            }
        });
        synchronized (lock) {
            lock.notify();
            lock.notifyAll();
            lock.wait(1);
            lock.wait(0, 1000);
        }
        System.out.println("held " + Thread.holdsLock(lock));
    }

    static void hashes() {
        Object before = new Object(), meanwhile = new Object(), after = new Object();
        int first = System.identityHashCode(before), second;
        synchronized (before) {
            System.out.println("hash before " + (first == System.identityHashCode(before)) + " " + Thread.holdsLock(before));
        }
        synchronized (meanwhile) {
            second = System.identityHashCode(meanwhile);
            synchronized (meanwhile) {
                System.gc();
                System.out.println("hash meanwhile " + (second == System.identityHashCode(meanwhile)) + " " + Thread.holdsLock(meanwhile));
            }
            System.out.println("still held " + Thread.holdsLock(meanwhile));
        }
        synchronized (after) {
            System.out.println("held " + Thread.holdsLock(after));
        }
        int third = System.identityHashCode(after);
        for (int i = 0; i < 3; i++) System.gc();
        System.out.println("hashes kept " + (first == System.identityHashCode(before)) + (second == System.identityHashCode(meanwhile))
            + (third == System.identityHashCode(after)));
        System.out.println("free " + Thread.holdsLock(before) + Thread.holdsLock(meanwhile) + Thread.holdsLock(after));
    }

    static void many() {
        List<Object> locks = new ArrayList<>();
        long sum = 0;
        for (int round = 0; round < 8; round++) {
            locks.clear();
            for (int i = 0; i < 10000; i++) {
                Object lock = new Object();
                if (i % 3 == 0) sum |= System.identityHashCode(lock);
                synchronized (lock) {
                    locks.add(lock);
                }
            }
        }
        System.out.println("many " + locks.size() + " " + (sum != 0));
    }

    static int contended;

    static void contend() throws InterruptedException {
        Object[] locks = {new Object(), new Object(), MonitorForms.class};
        Thread[] threads = new Thread[6];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 3000; k++) {
                    synchronized (locks[0]) {
                        synchronized (locks[2]) {
                            contended++;
                            if (k % 500 == 0) Thread.yield();
                        }
                        if (k % 700 == 0) System.gc();
                    }
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
        System.out.println("contended " + contended);
    }

    public static void main(String[] arguments) throws InterruptedException {
        System.out.println(new MonitorForms().nested(2500));
        System.out.println(blocks(new Object(), 1030) + " " + blocks(MonitorForms.class, 3));
        for (int i = 0; i < 2; i++) {
            try {
                System.out.println(fails(i == 0));
            } catch (IllegalStateException exception) {
                System.out.println(exception.getMessage() + " " + Thread.holdsLock(MonitorForms.class));
            }
        }
        states();
        hashes();
        many();
        contend();
    }
}

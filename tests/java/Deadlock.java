import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

/** Threads that wait for each other for ever: by monitors, or by locks while another goes on. */
public class Deadlock {
    static final Object left = new Object(), right = new Object();
    static final ReentrantLock first = new ReentrantLock(), second = new ReentrantLock();
    static final CountDownLatch both = new CountDownLatch(2);

    static void meet() {
        both.countDown();
        try {
            both.await();
        } catch (InterruptedException exception) {
            throw new AssertionError(exception);
        }
    }

    static void enter(Object one, Object other) {
        synchronized (one) {
            meet();
            synchronized (other) {
                System.out.println("never");
            }
        }
    }

    static void lock(ReentrantLock one, ReentrantLock other) {
        one.lock();
        meet();
        other.lock();
        System.out.println("never");
    }

    public static void main(String[] arguments) throws InterruptedException {
        boolean monitors = arguments[0].equals("monitors");
        new Thread(() -> {
            if (monitors) enter(left, right);
            else lock(first, second);
        }, "one").start();
        new Thread(() -> {
            if (monitors) enter(right, left);
            else lock(second, first);
        }, "other").start();
        System.out.println("started");
        if (!monitors) rest();
    }

    /** With two monitors that nobody else wants, one of them twice. */
    static synchronized void rest() throws InterruptedException {
        synchronized (left) {
            synchronized (Deadlock.class) {
                while (true) Thread.sleep(50);
            }
        }
    }
}

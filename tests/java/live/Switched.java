import gnomon.EventLog;

/**
 * Threads that call, recurse, throw, block and die; each call of a method that a test counts is recorded just before
 * it. Arguments: for how many milliseconds, how many threads, and after how many rounds each sleeps.
 */
public class Switched {
    static final int LEAF = EventLog.createEvent("leaf"), SMALL = EventLog.createEvent("small"), DEEP = EventLog.createEvent("deep"),
        THROW = EventLog.createEvent("throw"), SHORT = EventLog.createEvent("short");
    static volatile int sink;
    static volatile boolean over;
    static int often;
    static final Object lock = new Object();

    static int leaf(int n) {
        int x = n;
        for (int i = 0; i < 200; i++) {
            x = x * 31 + i;
        }
        return x;
    }

    static int small(int n) {
        return n * 3 + 1;
    }

    static int deep(int n) {
        if (n == 0) {
            return 1;
        }
        EventLog.record(DEEP);
        return deep(n - 1) + n;
    }

    static void thrower(int n) {
        if (n > 0) {
            throw new IllegalStateException();
        }
    }

    static int step(int n) {
        EventLog.record(LEAF);
        int x = leaf(n);
        EventLog.record(SMALL);
        return x + small(x);
    }

    static int round(int n) throws InterruptedException {
        int x = 0;
        for (int i = 0; i < 20; i++) {
            x += step(i);
        }
        EventLog.record(DEEP);
        x += deep(n % 50);
        try {
            EventLog.record(THROW);
            thrower(n % 3);
        } catch (IllegalStateException e) {
            x++;
        }
        synchronized (lock) {
            x += leafLocked(n);
        }
        return x;
    }

    static int leafLocked(int n) throws InterruptedException {
        if (n % 16 == 0) {
            lock.wait(1);
        }
        return n;
    }

    static void shortLife() {
        sink += small(7);
    }

    static void work(int number) {
        try {
            for (int n = number; !over; n++) {
                sink += round(n);
                if (n % often == 0) {
                    Thread.sleep(number % 3 + 1);
                }
                if (n % 64 == 0) {
                    Thread mortal = new Thread(() -> {
                        EventLog.record(SHORT);
                        shortLife();
                    });
                    mortal.start();
                    mortal.join();
                }
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] arguments) throws Exception {
        long milliseconds = Long.parseLong(arguments[0]);
        often = Integer.parseInt(arguments[2]);
        for (int i = 0; i < 2000; i++) { // by then each method has the code that it keeps
            sink += round(2 * i + 1);
            EventLog.record(SHORT);
            shortLife();
        }
        Thread[] threads = new Thread[Integer.parseInt(arguments[1])];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> work(number), "worker " + i);
            threads[i].start();
        }
        System.out.println("ready");
        Thread.sleep(milliseconds);
        over = true;
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("done");
    }
}

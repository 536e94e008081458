import java.util.concurrent.locks.LockSupport;

/** Threads and monitors: contention, wait and notify, join, sleep, interrupts, park. What it prints depends on no
 * timing. */
public class Threads {
    private static final Object LOCK = new Object();
    private static int counter;
    private static volatile boolean go;
    private static volatile int stage;

    private static final class Adder extends Thread {
        @Override
        public void run() {
            for (int i = 0; i < 20000; i++) {
                synchronized (LOCK) {
                    counter++;
                }
            }
        }
    }

    private static void contention() throws InterruptedException {
        Thread[] threads = new Thread[5];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Adder();
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("counter " + counter + ", alive " + threads[0].isAlive() + ", " + threads[0].getState());
    }

    private static final class Box {
        private int value;
        private boolean full;

        synchronized void put(int next) throws InterruptedException {
            while (full) {
                wait();
            }
            value = next;
            full = true;
            notifyAll();
        }

        synchronized int take() throws InterruptedException {
            while (!full) {
                wait();
            }
            full = false;
            notifyAll();
            return value;
        }
    }

    private static void producer() throws InterruptedException {
        Box box = new Box();
        Thread producer = new Thread("producer") {
            @Override
            public void run() {
                try {
                    for (int i = 1; i <= 1000; i++) {
                        box.put(i);
                    }
                } catch (InterruptedException e) {
                    System.out.println("never");
                }
            }
        };
        producer.start();
        long sum = 0;
        for (int i = 0; i < 1000; i++) {
            sum += box.take();
        }
        producer.join();
        System.out.println("sum " + sum);
    }

    private static void interrupts() throws InterruptedException {
        Thread sleeper = new Thread("sleeper") {
            @Override
            public void run() {
                try {
                    Thread.sleep(100000);
                    System.out.println("never");
                } catch (InterruptedException e) {
                    System.out.println(e.getMessage() + ", interrupted " + isInterrupted());
                }
                stage = 1;
                synchronized (this) {
                    try {
                        while (true) {
                            wait(); // which may return without a reason, and on HotSpot now and then does
                        }
                    } catch (InterruptedException e) {
                        System.out.println("wait: " + e.getMessage());
                    }
                }
                stage = 2;
                while (!isInterrupted()) {
                    LockSupport.park();
                }
                System.out.println("unparked, interrupted " + Thread.interrupted() + " then " + isInterrupted());
            }
        };
        sleeper.start();
        while (sleeper.getState() != Thread.State.TIMED_WAITING) {
            Thread.yield();
        }
        sleeper.interrupt();
        while (stage < 1 || sleeper.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        sleeper.interrupt();
        while (stage < 2 || sleeper.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        sleeper.interrupt();
        sleeper.join();
    }

    private static void timed() throws InterruptedException {
        long start = System.nanoTime();
        Thread.sleep(20);
        long slept = System.nanoTime() - start;
        start = System.nanoTime();
        Object object = new Object();
        synchronized (object) {
            object.wait(20);
        }
        long waited = System.nanoTime() - start;
        start = System.nanoTime();
        LockSupport.parkNanos(20000000L);
        long parked = System.nanoTime() - start;
        System.out.println("slept " + (slept >= 20000000) + ", waited " + (waited >= 20000000) + ", parked " + (parked >= 20000000));
    }

    private static void owners() throws InterruptedException {
        try {
            LOCK.notify();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            new Object().wait();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }
        Object object = new Object();
        int hash;
        synchronized (object) {
            hash = object.hashCode();
            for (int depth = 0; depth < 2000; depth++) {
                nest(object, depth % 3);
            }
        }
        System.out.println("hash stays " + (hash == object.hashCode()) + ", holds " + Thread.holdsLock(object));
    }

    private static void nest(Object object, int depth) {
        synchronized (object) {
            if (depth > 0) {
                nest(object, depth - 1);
            }
        }
    }

    /** A thread that only counts is preempted, or this never ends. */
    private static void preemption() throws InterruptedException {
        Thread spinner = new Thread("spinner") {
            @Override
            public void run() {
                while (!go) {
                    counter++;
                }
            }
        };
        spinner.setDaemon(true);
        spinner.start();
        Thread.sleep(5);
        go = true;
        spinner.join();
        System.out.println("preempted");
    }

    public static void main(String[] args) throws InterruptedException {
        contention();
        producer();
        interrupts();
        timed();
        owners();
        preemption();
        Thread last = new Thread("last") {
            @Override
            public void run() {
                try {
                    Thread.sleep(30);
                } catch (InterruptedException e) {
                    return;
                }
                System.out.println("after main");
                throw new IllegalStateException("of the last thread");
            }
        };
        last.start();
        System.out.println("main ends");
    }
}

import java.util.ArrayList;
import java.util.List;

/** Monitors: wait, notify, notifyAll, interrupts, recursion, errors, ping-pong, and a race for initialisation. */
public class WaitAndNotify {
    static final class Box<T> {
        private T content;

        synchronized void put(T item) throws InterruptedException {
            while (content != null) wait();
            content = item;
            notifyAll();
        }

        synchronized T take() throws InterruptedException {
            while (content == null) wait();
            T item = content;
            content = null;
            notifyAll();
            return item;
        }
    }

    static final class Lazy {
        static int made;
        static final Lazy ONE = new Lazy();

        private Lazy() {
            made++;
            Thread.yield();
        }
    }

    static void misuse(Runnable action) {
        try {
            action.run();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }

    interface Waiting {
        void run() throws InterruptedException;
    }

    static Runnable quietly(Waiting waiting) {
        return () -> {
            try {
                waiting.run();
            } catch (InterruptedException e) {
                System.out.println("interrupted, flag " + Thread.currentThread().isInterrupted());
            }
        };
    }

    static int depth;

    static synchronized int recurse(int n) {
        depth = Math.max(depth, n);
        return n == 0 ? 0 : 1 + recurse(n - 1);
    }

    public static void main(String[] arguments) throws InterruptedException {
        Box<Integer> there = new Box<>(), back = new Box<>();
        Thread echo = new Thread(quietly(() -> {
            for (int i = 0; i < 200; i++) back.put(there.take() * 2);
        }));
        echo.start();
        int sum = 0;
        for (int i = 0; i < 200; i++) {
            there.put(i);
            sum += back.take();
        }
        echo.join();
        System.out.println(sum);

        Object lock = new Object();
        misuse(lock::notify);
        misuse(lock::notifyAll);
        misuse(quietly(lock::wait));
        misuse(quietly(() -> lock.wait(-1)));
        misuse(quietly(() -> lock.wait(1, 1000000)));
        misuse(quietly(() -> Thread.sleep(-5)));
        misuse(quietly(() -> Thread.sleep(1, -1)));
        synchronized (lock) {
            lock.wait(1);
            lock.wait(0, 1);
            synchronized (lock) {
                System.out.println(Thread.holdsLock(lock));
                lock.wait(1);
            }
            System.out.println(Thread.holdsLock(lock));
        }
        System.out.println(Thread.holdsLock(lock));

        int[] woken = {0};
        boolean[] go = {false};
        List<Thread> sleepers = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Thread thread = new Thread(quietly(() -> {
                synchronized (lock) {
                    while (!go[0]) lock.wait();
                    woken[0]++;
                }
            }));
            thread.start();
            sleepers.add(thread);
        }
        for (Thread thread : sleepers) while (thread.getState() != Thread.State.WAITING) Thread.yield();
        synchronized (lock) {
            lock.notify();
        }
        synchronized (lock) {
            go[0] = true;
            lock.notifyAll();
            System.out.println("still inside, woken " + woken[0]);
        }
        for (Thread thread : sleepers) thread.join();
        System.out.println("woken " + woken[0]);

        Thread waiting = new Thread(quietly(() -> {
            synchronized (lock) {
                lock.wait();
            }
        }));
        waiting.start();
        while (waiting.getState() != Thread.State.WAITING) Thread.yield();
        synchronized (lock) {
            waiting.interrupt();
            while (waiting.getState() != Thread.State.BLOCKED) Thread.yield();
        }
        waiting.join();
        Thread.currentThread().interrupt();
        quietly(() -> Thread.sleep(1000)).run();
        Thread.currentThread().interrupt();
        quietly(() -> {
            synchronized (lock) {
                lock.wait(1000);
            }
        }).run();
        Thread.currentThread().interrupt();
        quietly(() -> echo.join(1000)).run();
        System.out.println(Thread.currentThread().isInterrupted() + " " + Thread.interrupted());

        Thread sleeping = new Thread(quietly(() -> Thread.sleep(100000)));
        sleeping.start();
        while (sleeping.getState() != Thread.State.TIMED_WAITING) Thread.yield();
        sleeping.interrupt();
        sleeping.join();
        Thread blocked = new Thread(() -> {
            synchronized (lock) {
                System.out.println("got it");
            }
        });
        synchronized (lock) {
            blocked.start();
            while (blocked.getState() != Thread.State.BLOCKED) Thread.yield();
            blocked.interrupt();
            System.out.println(blocked.getState() + " " + blocked.isInterrupted());
        }
        blocked.join();

        List<Thread> racers = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Thread thread = new Thread(() -> {
                if (Lazy.ONE == null) System.out.println("half made");
            });
            thread.start();
            racers.add(thread);
        }
        for (Thread thread : racers) thread.join();
        System.out.println(Lazy.made + " " + recurse(500) + " " + depth);
        int[] counter = {0};
        racers.clear();
        for (int i = 0; i < 4; i++) {
            Thread thread = new Thread(() -> {
                for (int n = 0; n < 1000; n++) {
                    synchronized (counter) {
                        counter[0]++;
                    }
                }
            });
            thread.start();
            racers.add(thread);
        }
        for (Thread thread : racers) thread.join();
        System.out.println(counter[0]);
        try {
            synchronized (lock) {
                throw new IllegalStateException("out of the block");
            }
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + " " + Thread.holdsLock(lock));
        }
    }
}

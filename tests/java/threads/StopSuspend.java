/** stop, suspend and resume, as far as 17 has them. */
@SuppressWarnings("removal")
public class StopSuspend {
    static volatile long counter;
    static volatile boolean entered;
    static final Object lock = new Object();

    static Thread counting(boolean locked) {
        Thread thread = new Thread(() -> {
            try {
                if (locked) count();
                else while (true) counter++;
            } catch (ThreadDeath death) {
                System.out.println("died of " + death + ", holds the lock " + Thread.holdsLock(lock));
                throw death;
            } finally {
                System.out.println("finally");
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    static void count() {
        synchronized (lock) {
            entered = true;
            while (true) counter++;
        }
    }

    static boolean moves() throws InterruptedException {
        long before = counter;
        for (int i = 0; i < 200; i++) {
            Thread.sleep(1);
            if (counter != before) return true;
        }
        return false;
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread thread = counting(false);
        System.out.println("moves " + moves());
        thread.suspend();
        Thread.sleep(20);
        System.out.println("suspended " + !moves() + " " + thread.isAlive());
        thread.resume();
        System.out.println("resumed " + moves());
        thread.stop();
        thread.join(10_000);
        System.out.println("stopped " + !thread.isAlive());
        Thread owner = counting(true);
        while (!entered) Thread.sleep(1);
        owner.stop();
        owner.join(10_000);
        synchronized (lock) {
            System.out.println("the lock is free " + !owner.isAlive());
        }
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(100_000);
                for (int i = 0; i < 100_000_000; i++) counter++;
            } catch (InterruptedException exception) {
                System.out.println(exception);
            } finally {
                System.out.println("sleeper ends");
            }
        });
        sleeper.start();
        while (sleeper.getState() != Thread.State.TIMED_WAITING) Thread.sleep(1);
        sleeper.stop();
        sleeper.join(10_000);
        System.out.println("sleeper " + sleeper.isAlive());
        Thread unborn = new Thread(() -> System.out.println("was never to run"));
        unborn.stop();
        unborn.start();
        unborn.join();
        System.out.println("unborn " + unborn.getState());
        try {
            Thread.currentThread().stop();
        } catch (ThreadDeath death) {
            System.out.println("own death " + death);
        }
        try {
            thread.checkAccess();
            thread.countStackFrames();
        } catch (UnsupportedOperationException exception) {
            System.out.println(exception);
        }
    }
}

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Threads stopped, suspended, resumed, interrupted and unparked at any moment of locking, waiting, allocating,
 * throwing, collecting, starting others: their locks are free afterwards and what they count adds up. */
@SuppressWarnings({"deprecation", "removal"})
public class StopStorms {
    static final AtomicInteger ended = new AtomicInteger();
    static volatile int work;

    private static void storm(String label, Runnable body) throws InterruptedException {
        Object[] locks = {new Object(), new Object()};
        List<Thread> threads = new ArrayList<>();
        ended.set(0);
        int count = Attack.some(40);
        for (int i = 0; i < count; i++) {
            int n = i;
            Thread thread = new Thread(() -> {
                try {
                    for (;;) synchronized (locks[n % 2]) { synchronized (locks) { work++; } body.run(); }
                } catch (ThreadDeath e) {
                    // as it was told; another stop may strike here
                }
            });
            thread.setUncaughtExceptionHandler((t, e) -> { if (!(e instanceof ThreadDeath)) System.out.println("uncaught " + e); });
            thread.start();
            threads.add(thread);
            if (i % 4 == 0) Thread.yield();
            if (i % 5 == 0) thread.suspend();
            if (i % 3 == 0) thread.interrupt();
            LockSupport.unpark(thread);
            thread.stop();
            if (i % 5 == 0) thread.resume();
        }
        for (Thread thread : threads) thread.join(20_000);
        int alive = 0;
        for (Thread thread : threads) if (thread.isAlive()) alive++;
        for (Object lock : locks) synchronized (lock) { lock.notifyAll(); }
        System.out.println(label + " " + alive);
    }

    public static void main(String[] arguments) throws Exception {
        int[] cell = new int[1];
        storm("spin", () -> cell[0]++);
        storm("allocate", () -> cell[0] += new int[100].length);
        storm("throw", () -> { try { throw new IllegalStateException(); } catch (IllegalStateException e) { cell[0]++; } });
        storm("park", () -> LockSupport.parkNanos(1000));
        storm("sleep", () -> { try { Thread.sleep(1); } catch (InterruptedException e) { cell[0]++; } });
        storm("copy", () -> System.arraycopy(new byte[10_000], 0, new byte[10_000], 0, 10_000));
        storm("collect", () -> { if (cell[0]++ % 50 == 0) System.gc(); });
        storm("recurse", () -> { try { fall(0); } catch (StackOverflowError e) { cell[0]++; } });
        Thread target = new Thread(() -> { while (work >= 0) LockSupport.park(); });
        work = 0;
        target.start();
        Thread[] unparking = new Thread[4];
        for (int i = 0; i < unparking.length; i++) { unparking[i] = new Thread(() -> { for (int k = 0; k < 3_000; k++) { LockSupport.unpark(target); target.interrupt(); } }); unparking[i].start(); }
        for (Thread t : unparking) t.join();
        work = -1;
        LockSupport.unpark(target);
        target.join();
        for (int i = 0; i < Attack.some(300); i++) {
            Thread t = new Thread(() -> { });
            t.stop();
            t.start();
            Thread.getAllStackTraces();
            t.join();
        }
        System.out.println("goes on");
    }

    private static int fall(int n) { return fall(n + 1) + 1; }
}

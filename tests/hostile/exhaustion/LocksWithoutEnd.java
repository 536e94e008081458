import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Monitors entered deeper than a word counts, thousands held at once, of shared objects, hashed while they are held,
 * waited for by many, notified by nobody, of classes and literals; and java.util.concurrent's. */
public class LocksWithoutEnd {
    private static int depth(Object lock, int n) { synchronized (lock) { return n == 0 ? (Thread.holdsLock(lock) ? 1 : 0) : depth(lock, n - 1); } }
    private static int each(Object[] locks, int n) { synchronized (locks[n]) { if (n % 3 == 0) locks[n].hashCode(); return n == 0 ? 1 : each(locks, n - 1); } }
    private static int hashed(Object lock, int n) { synchronized (lock) { if (n == 500) lock.hashCode(); return n == 0 ? 1 : hashed(lock, n - 1); } }

    public static void main(String[] arguments) throws Throwable {
        for (int n : new int[] {10, 1_022, 1_023, 1_024, 1_025, 3_000}) {
            Object lock = new Object();
            System.out.println(n + " deep " + depth(lock, n) + " " + Thread.holdsLock(lock));
        }
        Object[] locks = new Object[2_000];
        for (int i = 0; i < locks.length; i++) locks[i] = new Object();
        System.out.println("held " + each(locks, locks.length - 1) + " hashed " + hashed(new Object(), 1_500));
        Attack.exhaust("deeper than the stack", () -> depth(locks, Integer.MAX_VALUE));
        System.out.println(Thread.holdsLock(locks));
        for (Object shared : new Object[] {LocksWithoutEnd.class, "literal", Integer.valueOf(5), int.class, Thread.currentThread(), new int[0], Thread.State.NEW}) {
            synchronized (shared) { shared.wait(0, 1); shared.notify(); }
            System.out.println(Thread.holdsLock(shared));
        }
        Object gate = new Object();
        Thread[] waiting = new Thread[Attack.some(400)];
        int[] in = {0}, out = {0};
        for (int i = 0; i < waiting.length; i++) {
            waiting[i] = new Thread(() -> { synchronized (gate) { in[0]++; try { gate.wait(); } catch (InterruptedException e) { out[0] += 1000; } out[0]++; } });
            waiting[i].start();
        }
        for (boolean all = false; !all; Thread.yield()) synchronized (gate) { all = in[0] == waiting.length; }
        synchronized (gate) { for (int i = 0; i < 10; i++) gate.notify(); }
        for (int i = 0; i < 10; i++) waiting[waiting.length - 1 - i].interrupt();
        synchronized (gate) { gate.notifyAll(); }
        for (Thread thread : waiting) thread.join();
        System.out.println("out " + (out[0] % 1000 == waiting.length % 1000));
        Object[] hot = {new Object(), new Object(), new Object()};
        long[] sum = new long[1];
        Thread[] fighting = new Thread[8];
        for (int i = 0; i < fighting.length; i++) {
            int number = i;
            fighting[i] = new Thread(() -> { for (int k = 0; k < 2_000; k++) synchronized (hot[number % 3]) { synchronized (gate) { sum[0]++; if (k % 50 == 0) Thread.yield(); } if (k % 100 == 0) hot[number % 3] .hashCode(); } });
            fighting[i].start();
        }
        for (Thread thread : fighting) thread.join();
        System.out.println(sum[0]);
        Attack.exhaust("a million, locked once each", () -> { for (int i = 0; i < Attack.some(1_000_000); i++) { Object o = new Object(); synchronized (o) { sum[0] += o.hashCode() & 1; } } });
        ReentrantLock lock = new ReentrantLock(true);
        Attack.kind("not locked", lock::unlock);
        Condition condition = lock.newCondition();
        Attack.kind("condition without the lock", condition::signal);
        Attack.kind("await without the lock", () -> condition.await());
        Attack.kind("locked too often", () -> { ReentrantReadWriteLock rw = new ReentrantReadWriteLock(); for (int i = 0; i < 70_000; i++) rw.readLock().lock(); });
        List<Thread> parked = new ArrayList<>();
        lock.lock();
        for (int i = 0; i < Attack.some(200); i++) {
            Thread thread = new Thread(() -> { lock.lock(); try { sum[0] = 1; } finally { lock.unlock(); } });
            thread.start();
            parked.add(thread);
        }
        lock.unlock();
        for (Thread thread : parked) thread.join();
        System.out.println(lock.isLocked() + " " + lock.hasQueuedThreads());
    }
}

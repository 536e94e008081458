import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Threads until there are no more, with large stacks, one after the other, groups, locals. */
public class ThreadsWithoutEnd {
    public static void main(String[] arguments) throws Throwable {
        CountDownLatch end = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        Attack.exhaust("living", () -> {
            for (int i = 0; i < Attack.some(1_500); i++) {
                Thread thread = new Thread(null, () -> { try { end.await(); } catch (InterruptedException e) { /* ends */ } }, "t" + i, 64 << 10);
                thread.start();
                threads.add(thread);
            }
        });
        end.countDown();
        for (Thread thread : threads) thread.join();
        Attack.exhaust("with 1 GiB of stack", () -> {
            for (int i = 0; i < Attack.some(100); i++) {
                Thread thread = new Thread(null, () -> { }, "large", (1L << 30) - (1 << 20));
                thread.start();
                thread.join();
            }
        });
        for (long size : new long[] {Long.MIN_VALUE, -1, 0, 1, Integer.MAX_VALUE}) Attack.exhaust("stack of " + size, () -> { Thread t = new Thread(null, () -> { }, "odd", size); t.start(); t.join(); });
        for (int i = 0; i < Attack.some(3_000); i++) { Thread t = new Thread(() -> { }); t.start(); if (i % 100 == 0) t.join(); }
        ThreadGroup group = new ThreadGroup("0");
        for (int i = 1; i < 1_000; i++) group = new ThreadGroup(group, "" + i);
        ThreadGroup deepest = group;
        Attack.exhaust("group a thousand deep", () -> { Thread t = new Thread(deepest, () -> { throw new IllegalStateException(); }); t.setUncaughtExceptionHandler((x, e) -> { }); t.start(); t.join(); });
        Attack.exhaust("locals", () -> { for (int i = 0; i < Attack.some(100_000); i++) ThreadLocal.withInitial(() -> new byte[10]).get(); });
    }
}

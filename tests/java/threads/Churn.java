import java.util.concurrent.atomic.AtomicInteger;

/** Very many short threads, one after the other and some at once: what a thread had is for another when it has ended.
 * */
public class Churn {
    public static void main(String[] arguments) throws InterruptedException {
        AtomicInteger ran = new AtomicInteger();
        ThreadLocal<int[]> local = ThreadLocal.withInitial(() -> new int[100]);
        for (int round = 0; round < 300; round++) {
            Thread[] threads = new Thread[10];
            for (int i = 0; i < threads.length; i++) {
                int number = i;
                threads[i] = new Thread(null, () -> {
                    local.get()[number]++;
                    synchronized (ran) {
                        if (local.get()[number] == 1) ran.incrementAndGet();
                    }
                }, "churn", number * 100_000L);
                threads[i].start();
            }
            for (Thread thread : threads) thread.join();
        }
        System.out.println("ran " + ran + ", left " + Thread.activeCount());
    }
}

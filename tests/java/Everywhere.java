import java.util.concurrent.CountDownLatch;

/** Prints how many processors there are; then as many threads as its argument says are all at work at once, each of
 * which waits, computing, for the others. */
public class Everywhere {
    public static void main(String[] arguments) throws Exception {
        System.out.println("processors " + Runtime.getRuntime().availableProcessors());
        int threads = Integer.parseInt(arguments[0]);
        CountDownLatch here = new CountDownLatch(threads), done = new CountDownLatch(threads);
        for (int i = 0; i < threads; i++) {
            new Thread(() -> {
                here.countDown();
                long until = System.nanoTime() + 100_000_000L;
                while (here.getCount() > 0 || System.nanoTime() < until) Thread.onSpinWait();
                done.countDown();
            }).start();
        }
        done.await();
        System.out.println("all");
    }
}

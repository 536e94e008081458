import java.util.concurrent.CountDownLatch;

/** So many threads that sleep, all at once. */
public class Sleepers {
    public static void main(String[] arguments) throws InterruptedException {
        int count = Integer.parseInt(arguments[0]);
        CountDownLatch begun = new CountDownLatch(count);
        CountDownLatch ended = new CountDownLatch(count);
        Thread[] threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            threads[i] = new Thread(() -> {
                begun.countDown();
                try {
                    Thread.sleep(1_000_000);
                } catch (InterruptedException e) {
                    ended.countDown();
                }
            });
            threads[i].start();
        }
        begun.await();
        System.out.println("sleeping: " + count);
        for (Thread thread : threads) thread.interrupt();
        ended.await();
        System.out.println("awake");
    }
}

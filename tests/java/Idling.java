import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Threads that have nothing to do for most of the time, and often wake together: by sleep, by wait, from a pool's
 * queue. */
public class Idling {
    public static void main(String[] arguments) throws Exception {
        Thread[] sleepers = new Thread[4];
        for (int i = 0; i < sleepers.length; i++) {
            int number = i;
            sleepers[i] = new Thread(() -> doze(number));
            sleepers[i].start();
        }
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);
        for (int i = 0; i < 3; i++) pool.scheduleAtFixedRate(Idling::compute, i, 10, TimeUnit.MILLISECONDS);
        for (Thread one : sleepers) one.join();
        pool.shutdown();
        System.out.println(pool.awaitTermination(1, TimeUnit.MINUTES));
        Thread.sleep(3000);
    }

    static void doze(int number) {
        Object gate = new Object();
        try {
            for (int i = 0; i < 25; i++) {
                Thread.sleep(30 + number % 2 * 10);
                synchronized (gate) {
                    gate.wait(10);
                }
                compute();
            }
        } catch (InterruptedException e) {
            System.out.println(e);
        }
    }

    static void compute() {
        int[] numbers = new java.util.Random(1).ints(2000).toArray();
        java.util.Arrays.sort(numbers);
    }
}

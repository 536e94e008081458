import gnomon.EventLog;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Three bakers take orders from a queue, knead, share one oven, and rest: a program with something to see on a
 * timeline. */
public class Bakery {
    private static final int ORDERS = 60, BAKERS = 3;
    private static final BlockingQueue<Integer> orders = new ArrayBlockingQueue<>(4);
    private static final Object oven = new Object();
    private static long sold;

    public static void main(String[] arguments) throws InterruptedException {
        Thread[] bakers = new Thread[BAKERS];
        for (int i = 0; i < BAKERS; i++) {
            bakers[i] = new Thread(Bakery::work, "baker " + (i + 1));
            bakers[i].start();
        }
        for (int order = 1; order <= ORDERS; order++) orders.put(order);
        for (int i = 0; i < BAKERS; i++) orders.put(0);
        for (Thread baker : bakers) baker.join();
        System.out.println(sold + " loaves");
    }

    private static void work() {
        try {
            for (int order = orders.take(); order != 0; order = orders.take()) {
                bake(knead(order));
                EventLog.logEvent(order, "order " + order + " is ready");
                if (order % 5 == 0) rest();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The later the order, the more dough; large ones take longest. */
    private static int[] knead(int order) {
        int[] dough = new int[40_000 + order % 7 * 20_000];
        for (int round = 0; round < 4; round++) fold(dough, order + round);
        return dough;
    }

    private static void fold(int[] dough, int seed) {
        for (int i = 0; i < dough.length; i++) dough[i] = dough[i] * 31 + seed + i;
    }

    /** One at a time. */
    private static void bake(int[] dough) {
        synchronized (oven) {
            int[] loaf = Arrays.copyOf(dough, dough.length / 2);
            Arrays.sort(loaf);
            sold += 1 + loaf.length / 40_000;
        }
    }

    private static void rest() throws InterruptedException {
        Thread.sleep(3);
    }
}

import java.util.concurrent.CountDownLatch;

/** One thread waits once for a monitor that another one holds for a fifth of a second. */
public class Holds {
    static class Key {}

    private static final Key KEY = new Key();
    private static final CountDownLatch HELD = new CountDownLatch(1);

    static void hold() {
        synchronized (KEY) {
            HELD.countDown();
            try {
                Thread.sleep(200);
            } catch (InterruptedException e) {
                throw new Error(e);
            }
        }
    }

    static void need() {
        synchronized (KEY) {
            System.out.println("has it");
        }
    }

    public static void main(String[] arguments) throws Exception {
        Thread holder = new Thread(Holds::hold, "holder"), waiter = new Thread(Holds::need, "waiter");
        holder.start();
        HELD.await();
        waiter.start();
        holder.join();
        waiter.join();
    }
}

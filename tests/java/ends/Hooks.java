import java.util.concurrent.CountDownLatch;

/** Shutdown hooks after main has returned: each runs once, may throw, may wait for others; what cannot be done any more
 * by then. */
public class Hooks {
    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            System.out.println(e);
        }
    }

    public static void main(String[] arguments) throws Exception {
        CountDownLatch one = new CountDownLatch(1), two = new CountDownLatch(1);
        Thread first = new Thread(() -> { System.out.println("first"); one.countDown(); });
        Thread second = new Thread(() -> { await(one); System.out.println("second"); two.countDown(); throw new IllegalStateException("in a hook"); }, "failing hook");
        Thread third = new Thread(() -> {
            await(two);
            try { Runtime.getRuntime().addShutdownHook(new Thread()); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
            try { Runtime.getRuntime().removeShutdownHook(first); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
            System.out.println("third");
        });
        Thread removed = new Thread(() -> System.out.println("removed"));
        for (Thread hook : new Thread[] {first, second, third, removed}) Runtime.getRuntime().addShutdownHook(hook);
        System.out.println(Runtime.getRuntime().removeShutdownHook(removed) + " " + Runtime.getRuntime().removeShutdownHook(removed));
        try { Runtime.getRuntime().addShutdownHook(first); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        Thread main = Thread.currentThread();
        Thread worker = new Thread(() -> { try { main.join(); } catch (InterruptedException e) { System.out.println(e); } System.out.println("worker ends"); });
        worker.start();
        System.out.println("main ends");
    }
}

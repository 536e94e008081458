import java.util.concurrent.CountDownLatch;

/** Threads that all live at the same time and call timed methods; and one whose stack is used up. */
public class ManyThreads {
    private static int depth;

    static int step(int value, int turns) {
        for (int i = 0; i < turns; i++) value = value * 31 + i;
        return value;
    }

    static int work(int value) {
        for (int i = 0; i < 10; i++) value = step(value, 20 * i);
        return value;
    }

    static int down(int level) {
        depth = level;
        return down(level + 1) + 1;
    }

    private static void exhaust() {
        try {
            down(1);
        } catch (StackOverflowError error) {
            System.out.println("depth " + depth);
        }
    }

    private static void wait(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException exception) {
            throw new IllegalStateException(exception);
        }
    }

    /** Argument: how many threads; 0: one, which uses up its stack. */
    public static void main(String[] arguments) throws InterruptedException {
        int count = Integer.parseInt(arguments[0]);
        if (count == 0) {
            Thread deep = new Thread(null, ManyThreads::exhaust, "deep");
            deep.start();
            deep.join();
            return;
        }
        CountDownLatch all = new CountDownLatch(count), go = new CountDownLatch(1);
        Thread[] threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            int number = i;
            threads[i] = new Thread(null, () -> {
                work(number);
                all.countDown();
                wait(go);
                for (int k = 0; k < number % 3; k++) work(number);
            }, "worker " + i);
            threads[i].start();
        }
        all.await();
        go.countDown();
        for (Thread thread : threads) thread.join();
    }
}

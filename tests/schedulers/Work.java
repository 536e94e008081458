import java.util.concurrent.ArrayBlockingQueue;

/** Threads that work, wait for each other, sleep, allocate and end; what is printed does not depend on the order in
 * which they run. */
public class Work {
    static final Object LOCK = new Object();
    static long total;

    static long spin(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) sum = sum * 31 + i;
        return sum;
    }

    static void add(long value) {
        synchronized (LOCK) {
            total += value;
            spin(20_000); // so that others wait for the monitor
        }
    }

    public static void main(String[] arguments) throws Exception {
        ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(4);
        Thread[] threads = new Thread[12];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                try {
                    for (int k = 0; k < 40; k++) {
                        if (number % 3 == 0) {
                            queue.put(number * 1000 + k);
                        } else if (number % 3 == 1) {
                            add(queue.take());
                        } else {
                            Thread.sleep(1);
                            add(new byte[1000 + k].length);
                            spin(100_000);
                        }
                    }
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }, "worker " + i);
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
        for (int round = 0; round < 20; round++) {
            Thread thread = new Thread(() -> add(1));
            thread.start();
            thread.join();
        }
        System.out.println("total " + total + " queue " + queue.size());
    }
}

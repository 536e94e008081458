/** As many threads as are asked for compute, all the time, for some seconds. Arguments: threads, seconds. */
public class Eight {
    static volatile int sink;

    private static int chunk(int value) {
        for (int i = 0; i < 20_000; i++) value = value * 1664525 + 1013904223;
        return value;
    }

    private static void compute(long until) {
        int value = 1;
        while (System.nanoTime() < until) value = chunk(value);
        sink = value;
    }

    public static void main(String[] arguments) throws InterruptedException {
        long until = System.nanoTime() + Long.parseLong(arguments[1]) * 1_000_000_000;
        Thread[] threads = new Thread[Integer.parseInt(arguments[0])];
        for (int i = 0; i < threads.length; i++) threads[i] = new Thread(() -> compute(until), "worker " + i);
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
        System.out.println("done");
    }
}

// Two threads that work at the same time and switch, with objects, exceptions and output: what a recording must repeat
// exactly.
public class Repeat extends Thread {
    private final int seed;
    private long sum;

    private Repeat(int seed) {
        this.seed = seed;
    }

    private static int step(int value) {
        if ((value & 3) == 3) throw new IllegalStateException();
        return value * 1103515245 + 12345;
    }

    @Override
    public void run() {
        int value = seed;
        for (int i = 0; i < 20000; i++) {
            try {
                value = step(value);
            } catch (IllegalStateException e) {
                value++;
            }
            sum += value;
            Object[] garbage = new Object[value & 15];
            sum += garbage.length;
        }
        synchronized (Repeat.class) {
            System.out.println(seed + " " + sum);
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        Repeat[] threads = {new Repeat(1), new Repeat(2), new Repeat(3)};
        for (Repeat thread : threads) thread.start();
        for (Repeat thread : threads) thread.join();
        System.out.println(threads[0].sum + threads[1].sum + threads[2].sum);
    }
}

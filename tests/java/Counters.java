/** One thread counts in a register, one touches memory that nobody has touched before. */
public class Counters {
    static volatile int sink;

    static void spin() {
        int value = 1;
        for (int i = 0; i < 100_000_000; i++) value = value * 1664525 + 1013904223;
        sink = value;
    }

    static void touch() {
        int sum = 0;
        for (int i = 0; i < 24; i++) {
            byte[] block = new byte[2 << 20];
            for (int at = 0; at < block.length; at += 4096) block[at] = 1;
            sum += block[4096 * i];
        }
        sink = sum;
    }

    static int tiny(int n) {
        return n + 1;
    }

    static void fails(int depth) {
        if (depth == 0) throw new IllegalStateException();
        fails(depth - 1);
    }

    static void calls() {
        for (int i = 0; i < 1000; i++) sink += tiny(i);
        for (int i = 0; i < 5; i++) {
            try {
                fails(3);
            } catch (IllegalStateException e) {
                sink++;
            }
        }
    }

    /** Two of a kind each, at once; all of them use the same method. */
    static void together() throws InterruptedException {
        Thread[] threads = {new Thread(Counters::spin, "spinner"), new Thread(Counters::touch, "toucher"), new Thread(Counters::spin, "spinner 2"), new Thread(Counters::touch, "toucher 2"),
            new Thread(Counters::calls, "caller"), new Thread(Counters::calls, "caller 2")};
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
        System.out.println("done");
    }

    public static void main(String[] arguments) throws InterruptedException {
        if (arguments.length > 0) {
            together();
            return;
        }
        Thread spinner = new Thread(Counters::spin, "spinner");
        spinner.start();
        spinner.join();
        Thread toucher = new Thread(Counters::touch, "toucher");
        toucher.start();
        toucher.join();
        calls();
        System.out.println(sink);
    }
}

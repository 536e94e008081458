import gnomon.Profiler;

/** Has allocation counted while another thread, alone on its processor, makes objects without a pause. */
public class CountedElsewhere {
    static volatile boolean stop;
    static volatile int rounds;
    static volatile Object sink;

    static void batch() {
        for (int i = 0; i < 1000; i++) sink = new int[3];
    }

    private static void await(int more) {
        for (int until = rounds + more; rounds - until < 0; ) { }
    }

    /** From its first line on all batches are counted. */
    public static void main(String[] arguments) throws Exception {
        Thread other = new Thread(() -> {
            while (!stop) {
                batch();
                rounds++;
            }
        });
        other.start();
        await(3000);
        System.out.println(Profiler.alloc("CountedElsewhere.batch"));
        int before = rounds;
        await(3000);
        int after = rounds;
        stop = true;
        other.join();
        System.out.println(after - before);
    }
}

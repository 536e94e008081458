import gnomon.Profiler;

/** Has the figures begin again while another thread, alone on its processor, is in the middle of a call that is timed.
 * */
public class ClearedElsewhere {
    static volatile boolean stop;
    static volatile long turns;

    static void spin() {
        while (!stop) turns++;
    }

    private static void await(long ms) {
        for (long until = System.nanoTime() + ms * 1_000_000; System.nanoTime() - until < 0; ) { }
    }

    public static void main(String[] arguments) throws Exception {
        Thread other = new Thread(ClearedElsewhere::spin);
        other.start();
        await(300);
        Profiler.clear();
        await(100);
        stop = true;
        other.join();
    }
}

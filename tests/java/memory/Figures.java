/**
 * What Runtime says of memory hangs together. Much more is kept than what others of the same boot can let go meanwhile
 * (60 MB), and a collection is asked for several times: HotSpot leaves one out while some thread is within a critical
 * section of JNI (as Inflater's are).
 */
public class Figures {
    private static long used() throws InterruptedException {
        Runtime runtime = Runtime.getRuntime();
        for (int i = 0; i < 3; i++) {
            runtime.gc();
            System.runFinalization();
            Thread.sleep(5);
        }
        System.gc();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    public static void main(String[] arguments) throws InterruptedException {
        Runtime runtime = Runtime.getRuntime();
        System.out.println((runtime.maxMemory() >= runtime.totalMemory()) + " " + (runtime.totalMemory() >= runtime.freeMemory()) + " " + (runtime.freeMemory() > 0));
        long before = used();
        byte[][] kept = new byte[120][];
        for (int i = 0; i < kept.length; i++) kept[i] = new byte[500_000];
        long meanwhile = used();
        System.out.println("more is used: " + (meanwhile - before > 40_000_000) + " " + kept[119][499_999]);
        kept = null;
        long after = used();
        System.out.println("less is used: " + (meanwhile - after > 40_000_000) + " " + (runtime.availableProcessors() > 0));
    }
}

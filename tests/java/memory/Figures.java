/** What Runtime says of memory hangs together. */
public class Figures {
    public static void main(String[] arguments) {
        Runtime runtime = Runtime.getRuntime();
        System.out.println((runtime.maxMemory() >= runtime.totalMemory()) + " " + (runtime.totalMemory() >= runtime.freeMemory()) + " " + (runtime.freeMemory() > 0));
        runtime.gc();
        long before = runtime.totalMemory() - runtime.freeMemory();
        byte[][] kept = new byte[40][];
        for (int i = 0; i < kept.length; i++) kept[i] = new byte[500_000];
        System.gc();
        long meanwhile = runtime.totalMemory() - runtime.freeMemory();
        System.out.println("more is used: " + (meanwhile - before > 15_000_000) + " " + kept[39][499_999]);
        kept = null;
        System.gc();
        System.gc();
        long after = runtime.totalMemory() - runtime.freeMemory();
        System.out.println("less is used: " + (meanwhile - after > 15_000_000) + " " + (runtime.availableProcessors() > 0));
    }
}

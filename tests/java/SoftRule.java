import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.List;

/** Soft references go when they have not been asked for longer than a second for each MiB that is free, without any
 * OutOfMemoryError. */
public class SoftRule {
    static int tries;

    public static void main(String[] arguments) throws InterruptedException {
        Runtime runtime = Runtime.getRuntime();
        List<byte[]> ballast = new ArrayList<>();
        System.gc();
        SoftReference<Object> asked = new SoftReference<>(new int[10]), left = new SoftReference<>(new int[10]);
        // Less than 2 MiB are to be free.
        while (runtime.freeMemory() > 3 << 20) {
            ballast.add(new byte[500_000]);
            System.gc();
        }
        System.gc();
        boolean kept = left.refersTo(null);
        for (int i = 0; i < 60; i++) {
            Thread.sleep(100);
            if (asked.get() == null) break;
            System.gc();
        }
        System.out.println("at first " + !kept + ", asked for " + (asked.get() != null) + ", left alone " + (left.get() != null) + " " + ballast.get(0).length);
    }
}

import java.lang.ref.WeakReference;
import java.util.Random;

// Many old objects refer to weak references, each of which becomes old a few collections after it was made, when its
// object may be gone: they are copied to old chunks whose cards are being looked through. Prints what it has found.
public class WeakCards {
    static final class Pair {
        final long value;
        final WeakReference<long[]> weak;
        long[] strong;
        Object[] young; // has the collector look at the pair's card

        Pair(long value) {
            this.value = value;
            strong = new long[] {value};
            weak = new WeakReference<>(strong);
        }
    }

    static final int STRIPES = 16, KIB = 1024;

    public static void main(String[] args) {
        int size = Integer.parseInt(args[0]), steps = Integer.parseInt(args[1]);
        Object[][] old = new Object[size][2];
        Random random = new Random(1);
        System.gc();
        int lost = 0, wrong = 0;
        for (int step = 0; step < steps; step++) {
            for (int i = step % STRIPES; i < size; i += STRIPES) {
                Pair pair = new Pair((long) step * size + i);
                old[i][0] = pair.weak;
                old[i][1] = pair;
            }
            byte[][] garbage = new byte[64][];
            for (int i = 0; i < 20000; i++) garbage[i % garbage.length] = new byte[KIB];
            for (Object[] one : old) {
                Pair pair = (Pair) one[1];
                if (pair == null) continue;
                long[] found = pair.weak.get();
                if (pair.strong != null && found != pair.strong) lost++;
                if (found != null && found[0] != pair.value) wrong++;
                pair.young = new Object[] {pair.strong};
                if (random.nextInt(16) == 0) pair.strong = null;
            }
        }
        System.out.println(size + " objects, " + steps + " times: " + lost + " lost, " + wrong + " wrong");
    }
}

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Random;

/** Identity hashes stay what they are while objects move, are locked, and grow old. */
public class IdentityHashes {
    static Object sink;

    public static void main(String[] arguments) {
        Random random = new Random(3);
        Map<Object, Integer> map = new IdentityHashMap<>();
        Object[] objects = new Object[5000];
        int[] hashes = new int[objects.length];
        for (int i = 0; i < objects.length; i++) {
            objects[i] = i % 3 == 0 ? new int[i % 50] : i % 3 == 1 ? "" + i : new Object();
            if (i % 2 == 0) hashes[i] = System.identityHashCode(objects[i]);
        }
        for (int round = 0; round < 30; round++) {
            for (int i = 0; i < 20000; i++) sink = new long[random.nextInt(100)];
            for (int i = 0; i < objects.length; i++) {
                if (hashes[i] == 0 && random.nextInt(10) == 0) hashes[i] = System.identityHashCode(objects[i]);
                if (i % 7 == round % 7) {
                    synchronized (objects[i]) {
                        if (hashes[i] != 0 && hashes[i] != System.identityHashCode(objects[i])) throw new AssertionError("locked " + i);
                    }
                }
                if (round == 5) map.put(objects[i], i);
            }
            if (round % 10 == 9) System.gc();
        }
        int wrong = 0, distinct = (int) java.util.Arrays.stream(hashes).filter(hash -> hash != 0).distinct().count();
        for (int i = 0; i < objects.length; i++) {
            if (hashes[i] != 0 && hashes[i] != System.identityHashCode(objects[i])) wrong++;
            if (map.get(objects[i]) != i) wrong++;
        }
        System.out.println("wrong " + wrong + ", enough of them differ " + (distinct > 4000) + ", null " + System.identityHashCode(null));
    }
}

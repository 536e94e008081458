package samples;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

// Food for the mutation test of the verifier: many kinds of instruction in a small class. Compiled for several
// versions, so nothing newer than Java 7.
public class Shapes extends Base implements Comparable<Shapes>, Cloneable {
    static final int LIMIT = 1000;
    static final long BIG = 1L << 40;
    static final String NAME = "shapes";
    private static int count;
    private final int[] data;
    protected double weight;
    private Map<String, List<Shapes>> table = new HashMap<String, List<Shapes>>();

    public Shapes(int size) {
        super(size > 3 ? "large" : "small");
        data = new int[size];
        weight = size * 0.5;
        count++;
    }

    public Shapes() {
        this(count > 10 ? LIMIT : 7);
    }

    public int compareTo(Shapes other) {
        return Double.compare(weight, other.weight);
    }

    static long mixed(int a, long b, float c, double d, boolean e, byte f, char g, short h) {
        long result = a * b + (long) c - (e ? f : g) % 7;
        for (int i = 0; i < h; i++) {
            result ^= result << 13;
            result >>>= i & 31;
            d += Math.sqrt(i) / (c + 1);
            if (d > 1e9 || c != c) break;
        }
        switch (a) {
        case 0: return result;
        case 1: return -result;
        case 2:
        case 3: return ~result;
        default: return (long) d;
        }
    }

    static int sparse(int key) {
        switch (key) {
        case -100: return 1;
        case 5: return 2;
        case 70000: return 3;
        default: throw new IllegalArgumentException("key " + key);
        }
    }

    int guarded(Object o) {
        int n = 0;
        try {
            n = ((Integer) o).intValue();
            synchronized (this) {
                n += data[n];
            }
        } catch (ClassCastException e) {
            n = -1;
        } catch (RuntimeException e) {
            String s = e.getMessage();
            n = s == null ? 0 : s.length();
        } finally {
            count -= n;
        }
        return n;
    }

    Object choose(boolean flag, List<Shapes> list) {
        Object o = flag ? (Object) list : this;
        Number number = flag ? (Number) Integer.valueOf(1) : Double.valueOf(2);
        if (o instanceof Shapes) return ((Shapes) o).table;
        while (list.size() < number.intValue()) list.add(new Shapes(list.isEmpty() ? 1 : 2));
        return list.toArray(new Shapes[list.size()]);
    }

    static int[][][] cube(int n) {
        int[][][] result = new int[n][n][];
        for (int[][] plane : result)
            for (int i = 0; i < plane.length; i++) plane[i] = new int[] {i, n, i + n};
        long[] sums = {1L, BIG};
        sums[0] += sums[1]++;
        byte[] bytes = new byte[4];
        bytes[1] |= 3;
        char[] chars = NAME.toCharArray();
        chars[0]++;
        double[] doubles = new double[2];
        doubles[0] = doubles[1] = sums[0];
        boolean[] flags = {true, false};
        flags[1] = !flags[0] || doubles[0] > 3;
        String[] strings = {NAME, null};
        strings[1] = strings[0] + result.length;
        short[] shorts = new short[1];
        float[] floats = {1f, (float) doubles[0]};
        shorts[0] = (short) (floats[0] - floats[1]);
        return result;
    }

    protected int inherited() {
        return hidden(this) + super.inherited() + shared;
    }

    public Shapes clone() throws CloneNotSupportedException {
        int[] copy = data.clone();
        return copy.length == 0 ? this : (Shapes) super.clone();
    }

    Runnable task(final int n) {
        return new Runnable() {
            public void run() {
                count += n + data.length;
            }
        };
    }

    static List<String> words(String text) {
        List<String> words = new ArrayList<String>();
        int start = 0;
        do {
            int end = text.indexOf(' ', start);
            if (end < 0) end = text.length();
            if (end > start) words.add(text.substring(start, end));
            start = end + 1;
        } while (start < text.length());
        return words;
    }
}

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Sorting: TimSort's runs and stability, dual-pivot quicksort of all primitive kinds, ranges, parallel sort, a broken
 * comparator. */
public class SortStability {
    record Item(int key, int place) { }

    static int seed;

    static int next(int bound) {
        seed = seed * 1103515245 + 12345;
        return (seed >>> 8) % bound;
    }

    static Item[] items(int count, int shape) {
        Item[] items = new Item[count];
        for (int i = 0; i < count; i++) {
            int key = switch (shape) {
                case 0 -> next(10);
                case 1 -> i / 5;
                case 2 -> count - i;
                case 3 -> i % 37;
                default -> i < count / 2 ? i : count - i;
            };
            items[i] = new Item(key, i);
        }
        return items;
    }

    static boolean stable(Item[] items) {
        for (int i = 1; i < items.length; i++)
            if (items[i - 1].key() > items[i].key() || items[i - 1].key() == items[i].key() && items[i - 1].place() > items[i].place()) return false;
        return true;
    }

    static long hash(double[] values) {
        long hash = 0;
        for (double value : values) hash = hash * 31 + Double.doubleToRawLongBits(value);
        return hash;
    }

    public static void main(String[] arguments) {
        seed = 5;
        for (int shape = 0; shape < 5; shape++)
            for (int count : new int[] {0, 1, 2, 31, 32, 33, 100, 1000}) {
                Item[] items = items(count, shape);
                Arrays.sort(items, Comparator.comparingInt(Item::key));
                if (!stable(items)) System.out.println("not stable: " + shape + " " + count);
            }
        Item[] parallel = items(9000, 3);
        Arrays.parallelSort(parallel, Comparator.comparingInt(Item::key));
        System.out.println(stable(parallel) + " " + parallel[4000]);

        int[] ints = new int[2000];
        long[] longs = new long[700];
        short[] shorts = new short[3000];
        char[] chars = new char[3000];
        byte[] bytes = new byte[1000];
        float[] floats = new float[300];
        double[] doubles = new double[600];
        for (int i = 0; i < 3000; i++) {
            if (i < ints.length) ints[i] = next(1 << 24) - (1 << 23);
            if (i < longs.length) longs[i] = (long) next(1 << 24) * next(1 << 24) * (i % 2 * 2 - 1);
            shorts[i] = (short) next(1 << 16);
            chars[i] = (char) next(1 << 16);
            if (i < bytes.length) bytes[i] = (byte) next(256);
            if (i < floats.length) floats[i] = i % 50 == 0 ? Float.NaN : i % 51 == 0 ? -0f : i % 52 == 0 ? 0f : next(1000) / 7f - 70;
            if (i < doubles.length) doubles[i] = i % 50 == 0 ? Double.NaN : i % 3 == 0 ? -0.0 : i % 4 == 0 ? 0.0 : next(1000) / 7.0 - 70;
        }
        Arrays.sort(ints);
        Arrays.sort(longs);
        Arrays.sort(shorts);
        Arrays.sort(chars);
        Arrays.sort(bytes);
        Arrays.sort(floats);
        Arrays.sort(doubles);
        System.out.println(Arrays.hashCode(ints) + " " + Arrays.hashCode(longs) + " " + Arrays.hashCode(shorts) + " " + Arrays.hashCode(chars) + " " + Arrays.hashCode(bytes) + " " + Arrays.hashCode(floats) + " " + hash(doubles));
        System.out.println(ints[0] + " " + longs[699] + " " + shorts[1500] + " " + (int) chars[7] + " " + bytes[500] + " " + floats[299] + " " + doubles[0]);
        int[] range = {9, 8, 7, 6, 5, 4, 3};
        Arrays.sort(range, 2, 5);
        System.out.println(Arrays.toString(range) + " " + Arrays.binarySearch(range, 2, 5, 6) + " " + Arrays.binarySearch(range, 2, 5, 100));
        try {
            Arrays.sort(range, 5, 2);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Arrays.sort(range, 5, 20);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        int[] large = new int[20000];
        for (int i = 0; i < large.length; i++) large[i] = next(1000000);
        int[] other = large.clone();
        Arrays.sort(large);
        Arrays.parallelSort(other);
        System.out.println(Arrays.equals(large, other) + " " + Arrays.hashCode(large));

        Integer[] broken = new Integer[400];
        for (int i = 0; i < broken.length; i++) broken[i] = next(100);
        try {
            Arrays.sort(broken, (left, right) -> left < right ? 1 : left > 50 ? -1 : 1);
            System.out.println("sorted " + broken.length);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        List<String> words = new ArrayList<>(List.of("pear", "Fig", "apple", "fig", "Pear", "kiwi"));
        words.sort(String.CASE_INSENSITIVE_ORDER);
        System.out.println(words);
        words.sort(Comparator.comparing(String::length, Comparator.reverseOrder()).thenComparing(Comparator.naturalOrder()));
        System.out.println(words);
        try {
            Object[] mixed = {"a", 1};
            Arrays.sort(mixed);
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
    }
}

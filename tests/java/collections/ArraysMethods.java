import java.util.Arrays;
import java.util.Comparator;

/** The methods of java.util.Arrays: copies, comparison, mismatch, hash codes, fill, prefix sums, text of nested arrays.
 * */
public class ArraysMethods {
    public static void main(String[] arguments) {
        int[] ints = {3, 1, 4, 1, 5, 9, 2, 6};
        System.out.println(Arrays.toString(Arrays.copyOf(ints, 4)) + Arrays.toString(Arrays.copyOf(ints, 10)) + Arrays.toString(Arrays.copyOfRange(ints, 2, 5)) + Arrays.toString(Arrays.copyOfRange(ints, 6, 11)));
        String[] names = Arrays.copyOf(new Object[] {"a", "b"}, 3, String[].class);
        System.out.println(Arrays.toString(names) + " " + names.getClass().getSimpleName());
        try {
            Arrays.copyOf(new Object[] {"a", 1}, 2, String[].class);
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
        for (int[] range : new int[][] {{5, 2}, {-1, 3}, {9, 12}}) {
            try {
                Arrays.copyOfRange(ints, range[0], range[1]);
            } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
                System.out.println(e);
            }
        }
        try {
            Arrays.copyOf(ints, -1);
        } catch (NegativeArraySizeException e) {
            System.out.println(e);
        }
        long[] longs = new long[5];
        Arrays.fill(longs, 7);
        Arrays.fill(longs, 1, 3, -1);
        Arrays.setAll(ints, i -> ints[i] * 10 + i);
        System.out.println(Arrays.toString(longs) + Arrays.toString(ints));
        Arrays.parallelPrefix(ints, Integer::sum);
        System.out.println(Arrays.toString(ints) + " " + Arrays.stream(ints).max().getAsInt() + " " + Arrays.stream(ints, 2, 5).sum());
        double[] doubles = new double[6];
        Arrays.parallelSetAll(doubles, i -> i / 4.0);
        System.out.println(Arrays.toString(doubles));

        System.out.println(Arrays.equals(new int[] {1, 2}, new int[] {1, 2}) + " " + Arrays.equals(new double[] {Double.NaN, 0.0}, new double[] {Double.NaN, -0.0}) + " " + Arrays.equals(new float[] {Float.NaN}, new float[] {Float.NaN}));
        System.out.println(Arrays.equals(new int[] {0, 1, 2, 9}, 1, 3, new int[] {1, 2, 3}, 0, 2) + " " + Arrays.equals((int[]) null, null) + " " + Arrays.equals(new String[] {"A", "b"}, new String[] {"a", "B"}, String.CASE_INSENSITIVE_ORDER));
        System.out.println(Arrays.mismatch(new int[] {1, 2, 3}, new int[] {1, 2, 4}) + " " + Arrays.mismatch(new byte[] {1, 2}, new byte[] {1, 2, 3}) + " " + Arrays.mismatch(new long[] {1}, new long[] {1}) + " " + Arrays.mismatch(new char[40], new char[41]) + " " + Arrays.mismatch(new double[] {1, -0.0}, new double[] {1, 0.0}));
        byte[] left = new byte[100], right = new byte[100];
        for (int at : new int[] {99, 63, 64, 17, 8, 7, 0}) {
            right[at] = 1;
            System.out.print(Arrays.mismatch(left, right) + " " + Arrays.compare(left, right) + " " + Arrays.mismatch(left, 3, 90, right, 3, 90) + ";");
        }
        System.out.println();
        System.out.println(Arrays.compare(new int[] {1, 2}, new int[] {1, 3}) + " " + Arrays.compare(new int[] {1, 2, 3}, new int[] {1, 2}) + " " + Arrays.compareUnsigned(new int[] {-1}, new int[] {1}) + " " + Arrays.compare(new String[] {"a"}, null) + " " + Arrays.compare(new String[] {"b"}, new String[] {"a"}) + " " + Arrays.compareUnsigned(new byte[] {(byte) 200}, new byte[] {100}));

        Object[] nested = {1, new int[] {2, 3}, new Object[] {"x", new double[] {1.5}, null}, null, new boolean[][] {{true}, {}}};
        System.out.println(Arrays.deepToString(nested) + " " + Arrays.deepHashCode(nested));
        Object[] copy = {1, new int[] {2, 3}, new Object[] {"x", new double[] {1.5}, null}, null, new boolean[][] {{true}, {}}};
        System.out.println(Arrays.deepEquals(nested, copy) + " " + Arrays.equals(nested, copy));
        Object[] self = {1, null};
        self[1] = self;
        System.out.println(Arrays.deepToString(self));
        System.out.println(Arrays.hashCode(new int[] {1, 2}) + " " + Arrays.hashCode(new long[] {1L << 33}) + " " + Arrays.hashCode(new double[] {1.5}) + " " + Arrays.hashCode(new float[] {1.5f}) + " " + Arrays.hashCode(new boolean[] {true, false}) + " " + Arrays.hashCode(new char[] {'x'}) + " " + Arrays.hashCode(new short[] {-1}) + " " + Arrays.hashCode(new byte[0]) + " " + Arrays.hashCode((int[]) null) + " " + Arrays.hashCode(new Object[] {null, "a"}));
        System.out.println(Arrays.toString((Object[]) null) + Arrays.toString(new char[] {'a', 'b'}) + Arrays.toString(new boolean[2]) + Arrays.toString(new float[] {1, Float.NaN}) + Arrays.toString(new Object[] {null, "n"}) + Arrays.toString(new short[0]) + Arrays.toString(new byte[] {-1}));
        String[] words = {"delta", "alpha", "charlie", "bravo"};
        Arrays.sort(words, 1, 4);
        System.out.println(Arrays.toString(words) + " " + Arrays.binarySearch(words, 1, 4, "bravo") + " " + Arrays.binarySearch(words, 1, 4, "c") + " " + Arrays.binarySearch(new double[] {-1, -0.0, 0.0, Double.NaN}, 0.0) + " " + Arrays.binarySearch(new Integer[] {5, 3, 1}, 3, Comparator.reverseOrder()));
        System.out.println(Arrays.asList(words).subList(1, 3) + " " + Arrays.asList(1, 2, 3).contains(2) + " " + Arrays.asList(new int[0][0]).size());
        int[][] grid = new int[3][];
        grid[0] = new int[] {1};
        System.out.println(Arrays.deepToString(grid) + " " + Arrays.deepToString(new int[2][3]) + " " + Arrays.deepToString(new String[1][2][1]));
    }
}

import java.util.Arrays;

/** Arrays of arrays: made whole, in part, ragged, empty and too large; negative sizes before anything is made;
 * covariance, clone, initialisers, loops over them. */
public class MultiArrays {
    private static int calls;
    private static int size(int n) { calls++; return n; }

    private static String shape(Object array) {
        if (array == null) return "null";
        if (!array.getClass().isArray()) return String.valueOf(array);
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < java.lang.reflect.Array.getLength(array); i++) text.append(i == 0 ? "" : " ").append(shape(java.lang.reflect.Array.get(array, i)));
        return text.append(']').toString();
    }

    private static void making() {
        System.out.println(shape(new int[2][3]) + shape(new int[2][]) + shape(new int[0][3]) + shape(new int[2][0]) + shape(new int[2][0][]) + shape(new String[1][2][2]) + shape(new long[1][1][1][1][1][1][1]));
        System.out.println(shape(new boolean[2][2]) + shape(new char[1][1].length) + shape(new float[1][2]) + shape(new double[2][1]) + shape(new byte[1][1][]) + shape(new short[3][1]));
        System.out.println(new int[2][3].getClass() + " " + new int[2][3][].getClass() + " " + new String[0][0][0].getClass() + " " + new int[2][3][0].getClass().getComponentType() + " " + new int[0].getClass().getComponentType());
        int[][][] deep = new int[2][3][4];
        deep[1][2][3] = 7;
        deep[0][1] = new int[] {1, 2};
        deep[0][2] = deep[1][2];
        deep[0][2][0] = 9;
        System.out.println(shape(deep) + " " + (deep[0][2] == deep[1][2]));
        int n = 0;
        int[][] counted = new int[++n][++n];
        System.out.println(counted.length + " " + counted[0].length + " " + n);
    }

    private static void negative() {
        int[][] sizes = {{-1, 2, 3}, {2, -1, 3}, {2, 3, -1}, {0, -1, 3}, {0, 0, -5}, {Integer.MIN_VALUE, -1, -1}};
        for (int[] s : sizes) {
            calls = 0;
            try {
                System.out.println(shape(new int[size(s[0])][size(s[1])][size(s[2])]));
            } catch (NegativeArraySizeException e) {
                System.out.println(e.getMessage() + " after " + calls);
            }
        }
        try { System.out.println(new String[-3].length); } catch (NegativeArraySizeException e) { System.out.println(e.getMessage()); }
        try { System.out.println(new long[Integer.MIN_VALUE].length); } catch (NegativeArraySizeException e) { System.out.println(e.getMessage()); }
        try { System.out.println(((Object) java.lang.reflect.Array.newInstance(int.class, -7)).hashCode()); } catch (NegativeArraySizeException e) { System.out.println(e.getMessage()); }
        try { System.out.println(((Object) java.lang.reflect.Array.newInstance(int.class, 2, -7)).hashCode()); } catch (NegativeArraySizeException e) { System.out.println(e.getMessage()); }
    }

    private static void initialisers() {
        int[][] ragged = {{1}, {2, 3}, {}, null, {4, 5, 6}};
        int sum = 0;
        for (int[] row : ragged) if (row != null) for (int x : row) sum = sum * 10 + x;
        System.out.println(shape(ragged) + " " + sum);
        Object[] mixed = {1, "two", new int[] {3}, new Object[] {4, new String[] {"five"}}, null, 'c', 2.5};
        System.out.println(Arrays.deepToString(mixed));
        char[][] letters = {"abc".toCharArray(), {'d'}, {}};
        System.out.println(letters[0].length + letters[1][0] + "" + letters[2].length);
        long[] longs = {1, 'a', (byte) -1, Integer.MAX_VALUE};
        double[] doubles = {1, 2L, 3f, 'd'};
        byte[] bytes = {1, -1, 'a', (byte) 200};
        System.out.println(Arrays.toString(longs) + Arrays.toString(doubles) + Arrays.toString(bytes));
        int[] a[] = {{1}, {2}}, b = {3};
        System.out.println(a[1][0] + b[0]);
        int[] odd[][] = new int[1][2][3];
        System.out.println(odd.getClass().getSimpleName());
    }

    private static void bounds() {
        int[][] grid = new int[3][4];
        int[][] at = {{0, 0}, {2, 3}, {3, 0}, {0, 4}, {-1, 0}, {0, -1}, {Integer.MAX_VALUE, 1}, {1, Integer.MIN_VALUE}};
        grid[1] = null;
        for (int[] place : at) {
            try {
                grid[place[0]][place[1]]++;
                System.out.println("fine");
            } catch (ArrayIndexOutOfBoundsException | NullPointerException e) {
                System.out.println(e.getMessage());
            }
        }
        try { grid[1][5] = 3; } catch (NullPointerException e) { System.out.println("null before bounds"); }
        try { grid[2 + grid.length][0 / (grid.length - 3)] = 1; } catch (RuntimeException e) { System.out.println(e.getClass().getSimpleName()); }
    }

    private static void clones() {
        int[][] original = {{1, 2}, {3}};
        int[][] copy = original.clone();
        copy[0][0] = 9;
        copy[1] = new int[] {7};
        System.out.println(shape(original) + shape(copy) + (copy.getClass() == original.getClass()) + (copy[0] == original[0]));
        Object[] objects = new String[] {"a"};
        Object[] cloned = objects.clone();
        System.out.println(cloned.getClass().getSimpleName() + new boolean[] {true}.clone()[0] + new double[0].clone().length + new char[] {'x'}.clone()[0] + new long[] {1L << 40}.clone()[0]);
        try { cloned[0] = 5; } catch (ArrayStoreException e) { System.out.println(e.getMessage()); }
    }

    private static void matrix() {
        int n = 24;
        double[][] a = new double[n][n], b = new double[n][n], c = new double[n][n];
        for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { a[i][j] = i + j * 0.5; b[j][i] = i - j; }
        for (int i = 0; i < n; i++) for (int k = 0; k < n; k++) for (int j = 0; j < n; j++) c[i][j] += a[i][k] * b[k][j];
        double trace = 0;
        for (int i = 0; i < n; i++) trace += c[i][n - 1 - i] - c[i][i];
        System.out.println(trace);
        int[][] triangle = new int[20][];
        for (int i = 0; i < 20; i++) {
            triangle[i] = new int[i + 1];
            triangle[i][0] = triangle[i][i] = 1;
            for (int j = 1; j < i; j++) triangle[i][j] = triangle[i - 1][j - 1] + triangle[i - 1][j];
        }
        System.out.println(triangle[19][9] + " " + triangle[15][3]);
    }

    public static void main(String[] arguments) {
        making();
        negative();
        initialisers();
        bounds();
        clones();
        matrix();
    }
}

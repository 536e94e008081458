/** Arrays of all kinds and dimensions: what is stored comes back cut to the element, bounds, covariance, clone,
 * arraycopy within one array and between classes. */
public class ArrayKinds {
    private static final boolean[] FLAGS = new boolean[5];
    private static int calls;

    private static int next(int value) {
        System.out.print(value + " ");
        return value;
    }

    private static int[] array(int[] array) {
        calls++;
        return array;
    }

    private static void message(Throwable e) {
        System.out.println(e.getClass().getName() + ": " + e.getMessage());
    }

    private static void kinds() {
        byte[] bytes = {1, -1, 127, (byte) 128};
        short[] shorts = {1, -1, 32767, (short) 32768};
        char[] chars = {1, 0xffff, 'x', '\u8000'};
        int[] ints = {1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE};
        long[] longs = {1, -1, Long.MAX_VALUE, Long.MIN_VALUE};
        float[] floats = {1, -0f, Float.NaN, 1e30f};
        double[] doubles = {1, -0d, Double.NaN, 1e300};
        long sum = 0;
        for (int i = 0; i < 4; i++) {
            bytes[i] += 200;
            shorts[i] *= 3;
            chars[i] -= 5;
            ints[i] <<= 1;
            longs[i] ^= -1L << i;
            floats[i] /= 3;
            doubles[i] -= 0.125;
            FLAGS[i] = (bytes[i] & 1) == 0;
            bytes[i]--;
            chars[i]++;
            sum = sum * 31 + bytes[i] + shorts[i] + chars[i] + ints[i] + longs[i] + Float.floatToIntBits(floats[i]) + Double.doubleToLongBits(doubles[i]) + (FLAGS[i] ? 1 : 0);
            System.out.println(bytes[i] + " " + shorts[i] + " " + (int) chars[i] + " " + ints[i] + " " + longs[i] + " " + floats[i] + " " + doubles[i] + " " + FLAGS[i]);
        }
        System.out.println(sum);
    }

    private static void dimensions() {
        int[][][] cube = new int[3][4][5];
        long[][] rows = new long[3][];
        String[][] names = {{"a", "b"}, null, {}};
        for (int i = 0; i < 3; i++) {
            rows[i] = new long[i];
            for (int j = 0; j < 4; j++) {
                for (int k = 0; k < 5; k++) {
                    cube[i][j][k] = i * 100 + j * 10 + k;
                }
            }
        }
        cube[1] = new int[2][];
        cube[1][1] = cube[2][3];
        cube[2][3][4]++;
        System.out.println(cube[1][1][4] + " " + cube[1][0] + " " + rows[2].length + " " + names[0][1] + " " + cube.getClass() + " " + names.getClass().getComponentType());
        Object[] deep = new double[2][3][][];
        System.out.println(deep.getClass() + " " + ((Object[]) deep[1])[2]);
        int[][] copy = {{1, 2}, {3}};
        int[][] clone = copy.clone();
        clone[0][0] = 9;
        clone[1] = null;
        System.out.println(copy[0][0] + " " + copy[1][0] + " " + new int[0].clone().length);
        try {
            System.out.println(new int[next(2)][next(-1)][next(3)]);
        } catch (NegativeArraySizeException e) {
            message(e);
        }
        try {
            System.out.println(new int[next(0)][next(-5)].length);
        } catch (NegativeArraySizeException e) {
            message(e);
        }
    }

    private static void bounds() {
        int[] numbers = {10, 20, 30};
        for (int index : new int[] {-1, 3, Integer.MIN_VALUE, Integer.MAX_VALUE, 1 << 30, 0x80000001}) {
            try {
                numbers[index]++;
            } catch (ArrayIndexOutOfBoundsException e) {
                message(e);
            }
            try {
                System.out.println(new long[0][index].length);
            } catch (ArrayIndexOutOfBoundsException | NegativeArraySizeException | OutOfMemoryError e) {
                System.out.println(e.getClass());
            }
        }
        int i = 0;
        numbers[i++] = numbers[i] + i++ * 100;
        System.out.println(numbers[0] + " " + i);
        try {
            array(null)[next(5)] = next(6);
        } catch (NullPointerException e) {
            System.out.println("null " + calls);
        }
        try {
            array(numbers)[next(7)] = next(1) / (i - 2);
        } catch (ArithmeticException | ArrayIndexOutOfBoundsException e) {
            message(e);
        }
    }

    private static void stores() {
        Object[] objects = new Number[4];
        objects[0] = 1;
        objects[1] = 2.5;
        objects[2] = null;
        Object[] wrong = {"text", 'c', new int[0], new Object()};
        for (Object value : wrong) {
            try {
                objects[3] = value;
            } catch (ArrayStoreException e) {
                message(e);
            }
        }
        Object[][] matrix = new Integer[2][2];
        try {
            matrix[0] = new String[0];
        } catch (ArrayStoreException e) {
            message(e);
        }
        matrix[0] = new Integer[] {5};
        Comparable<?>[] comparables = new String[1];
        comparables[0] = "fits";
        Object[] interfaces = new Runnable[1];
        try {
            interfaces[0] = "not a Runnable";
        } catch (ArrayStoreException e) {
            message(e);
        }
        interfaces[0] = new Thread();
        System.out.println(matrix[0][0] + " " + comparables[0] + " " + objects[1] + (interfaces[0] instanceof Thread));
    }

    private static void copies() {
        int[] numbers = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
        System.arraycopy(numbers, 0, numbers, 3, 5);
        System.arraycopy(numbers, 4, numbers, 2, 6);
        for (int number : numbers) {
            System.out.print(number + " ");
        }
        System.out.println();
        byte[] bytes = new byte[1000];
        for (int i = 0; i < 1000; i++) {
            bytes[i] = (byte) (i * 7);
        }
        for (int length = 0; length < 40; length++) {
            System.arraycopy(bytes, length, bytes, length * 2 + 1, length);
            System.arraycopy(bytes, 500 + length, bytes, 490, length);
        }
        System.out.println(java.util.Arrays.hashCode(bytes));
        Object[] mixed = {"a", "b", 3, "d"};
        String[] strings = new String[4];
        int[][] attempts = {{0, 0, 2}, {1, 1, 3}, {0, 3, 2}, {-1, 0, 1}, {0, -1, 1}, {0, 0, -1}, {4, 4, 0}, {5, 0, 0}, {2, 2, Integer.MAX_VALUE}};
        for (int[] attempt : attempts) {
            try {
                System.arraycopy(mixed, attempt[0], strings, attempt[1], attempt[2]);
                System.out.println("copied");
            } catch (ArrayStoreException | ArrayIndexOutOfBoundsException e) {
                message(e);
                System.out.println(e.getStackTrace()[0]);
            }
        }
        System.out.println(java.util.Arrays.toString(strings));
        Object[][] pairs = {{"x", new Object[0]}, {new Object[0], "x"}, {new int[1], new long[1]}, {new int[1], new Object[1]}, {null, new int[1]}};
        for (Object[] pair : pairs) {
            try {
                System.arraycopy(pair[0], 0, pair[1], 0, 1);
            } catch (ArrayStoreException | NullPointerException e) {
                message(e);
            }
        }
    }

    public static void main(String[] arguments) {
        kinds();
        dimensions();
        bounds();
        stores();
        copies();
    }
}

// Bounds checks that a translator may think it can leave out: counters that begin below zero, overflow, step over the
// end, or run over another array.
public class Bounds {
    static int[] array = new int[10];
    static int limit = 10;

    static String tryUp(int start, int end, int step) {
        int i = start, sum = 0;
        try {
            for (; i < end; i += step) sum += array[i];
            return "sum " + sum;
        } catch (ArrayIndexOutOfBoundsException e) {
            return i + " " + e.getMessage();
        }
    }

    static String fromNegative(int start) {
        int[] a = array;
        try {
            int sum = 0;
            for (int i = start; i < a.length; i++) sum += a[i];
            return "sum " + sum;
        } catch (ArrayIndexOutOfBoundsException e) {
            return e.getMessage();
        }
    }

    static String lengthOfAnother(int[] a, int[] b) {
        try {
            int sum = 0;
            for (int i = 0; i < a.length; i++) sum += b[i];
            return "sum " + sum;
        } catch (ArrayIndexOutOfBoundsException e) {
            return e.getMessage();
        }
    }

    static String inclusive(int[] a) {
        try {
            int sum = 0;
            for (int i = 0; i <= a.length; i++) sum += a[i];
            return "sum " + sum;
        } catch (ArrayIndexOutOfBoundsException e) {
            return e.getMessage();
        }
    }

    static String overflowing(int[] a, int step) {
        int rounds = 0;
        try {
            int sum = 0;
            for (int i = 0; i < a.length; i += step) {
                sum += a[i];
                if (++rounds > 100) return "many";
            }
            return "sum " + sum;
        } catch (ArrayIndexOutOfBoundsException e) {
            return rounds + " " + e.getMessage();
        }
    }

    static String changedInside(int[] a) {
        try {
            int sum = 0;
            for (int i = 0; i < a.length; i++) {
                if (i == 3) i = -2;
                sum += a[i];
                if (sum > 1000) return "many";
            }
            return "sum " + sum;
        } catch (ArrayIndexOutOfBoundsException e) {
            return e.getMessage();
        }
    }

    static String reassigned(int[] a) {
        try {
            int sum = 0;
            int[] b = a;
            for (int i = 0; i < a.length; i++) {
                sum += b[i];
                if (i == 4) b = new int[5];
            }
            return "sum " + sum;
        } catch (ArrayIndexOutOfBoundsException e) {
            return e.getMessage();
        }
    }

    static String downwards(int[] a, int stop) {
        try {
            int sum = 0;
            for (int i = a.length - 1; i > stop; i--) sum += a[i];
            return "sum " + sum;
        } catch (ArrayIndexOutOfBoundsException e) {
            return e.getMessage();
        }
    }

    static String nested(int[][] rows, int width) {
        try {
            int sum = 0;
            for (int y = 0; y < rows.length; y++)
                for (int x = 0; x < width; x++) sum += rows[y][x];
            return "sum " + sum;
        } catch (ArrayIndexOutOfBoundsException e) {
            return e.getMessage();
        }
    }

    static String notEqual(int[] a, int start) {
        try {
            int sum = 0;
            for (int i = start; i != a.length; i++) sum += a[i];
            return "sum " + sum;
        } catch (ArrayIndexOutOfBoundsException e) {
            return e.getMessage();
        }
    }

    public static void main(String[] arguments) {
        for (int i = 0; i < array.length; i++) array[i] = i * i;
        System.out.println(tryUp(0, 10, 1) + "\n" + tryUp(0, 11, 1) + "\n" + tryUp(-1, 5, 1) + "\n" + tryUp(0, 10, 3));
        System.out.println(tryUp(9, Integer.MAX_VALUE, Integer.MAX_VALUE - 5) + "\n" + tryUp(Integer.MIN_VALUE, 0, 1));
        System.out.println(fromNegative(0) + "\n" + fromNegative(-1) + "\n" + fromNegative(Integer.MIN_VALUE) + "\n" + fromNegative(20));
        System.out.println(lengthOfAnother(array, array) + "\n" + lengthOfAnother(array, new int[7]) + "\n" + lengthOfAnother(new int[3], array));
        System.out.println(inclusive(array));
        System.out.println(overflowing(array, 1) + "\n" + overflowing(array, 4) + "\n" + overflowing(array, Integer.MAX_VALUE) + "\n"
            + overflowing(array, -1) + "\n" + overflowing(array, 0));
        System.out.println(changedInside(array) + "\n" + reassigned(array));
        System.out.println(downwards(array, -1) + "\n" + downwards(array, -2));
        System.out.println(nested(new int[4][6], 6) + "\n" + nested(new int[4][6], 7) + "\n" + nested(new int[][] {new int[3], new int[2]}, 3));
        System.out.println(notEqual(array, 0) + "\n" + notEqual(array, 11) + "\n" + notEqual(array, -3));
        int step = 0x40000000;
        System.out.println(overflowing(new int[0x40000], step) + " " + overflowing(new int[1], step));
    }
}

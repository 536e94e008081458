/**
 * Short loops in methods that are called often, so that they are translated again: up and down, by strides, across the
 * ends of int, with what is thrown in their midst and what was stored before, left in several ways, with what they
 * counted used behind them.
 */
public class LoopTurns {
    static int field;

    static int up(int from, int to) {
        int i = from, sum = 0;
        for (; i < to; i++) sum = sum * 3 + i;
        return sum ^ i;
    }

    static int down(int from, int to) {
        int i = from;
        while (i > to) i--;
        return i;
    }

    static int stride(byte[] bytes, int step) {
        int k = 0;
        for (; k < bytes.length; k += step) bytes[k] = (byte) (k + step);
        return k;
    }

    static int overflow(int from, int step) {
        int turns = 0;
        for (int i = from; i > 0; i += step) turns++;
        return turns;
    }

    static long longs(byte[] bytes, int step) {
        long k = (long) step * step;
        for (; k < bytes.length; k += step) bytes[(int) k] = 1;
        return k;
    }

    static int beyond(int[] ints, int from, int to) {
        int i = from;
        try {
            for (; i < to; i++) {
                field = i;
                ints[i] += i;
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            return -i;
        }
        return i;
    }

    static int divide(int[] ints, int by) {
        int sum = 0;
        for (int i = 0; i < ints.length; i++) {
            field = i;
            sum += ints[i] / (by - i);
        }
        return sum;
    }

    static int find(int[] ints, int wanted) {
        for (int i = 0; i < ints.length; i++) {
            if (ints[i] == wanted) return i;
            if (ints[i] > 1000) break;
        }
        return -1;
    }

    static int skips(int[] ints) {
        int last = 0, count = 0, i = 0;
        for (; i < ints.length; i++) {
            if ((ints[i] & 1) == 0) continue;
            count++;
            last = ints[i];
        }
        return last * 31 + count * 7 + i;
    }

    static int nested(int[][] rows) {
        int sum = 0;
        outer:
        for (int[] row : rows) {
            int before = sum;
            for (int j = 0; j < row.length; j++) {
                if (row[j] == 13) continue outer;
                if (row[j] == 99) break outer;
                sum += row[j];
            }
            sum ^= before;
        }
        return sum;
    }

    static long swapped(int turns) {
        long a = 1, b = 2;
        int i = 0;
        do {
            long c = a;
            a = b;
            b = c + i;
        } while (++i < turns);
        return a * 1000003 + b;
    }

    static double doubles(double[] values, double limit) {
        double sum = 0;
        int i = 0;
        while (i < values.length && sum < limit) sum += values[i++] * 0.5;
        return sum + i;
    }

    static Object references(Object[] objects, Object wanted) {
        Object found = null;
        for (Object object : objects) {
            if (object == wanted) break;
            found = object;
        }
        return found;
    }

    static int nulls(int[][] rows) {
        int length = 0;
        try {
            for (int i = 0; i < rows.length; i++) length += rows[i].length;
        } catch (NullPointerException e) {
            length = ~length;
        }
        return length;
    }

    static long round(int round) {
        int size = round % 23;
        long sum = up(round & 7, size) + 31L * down(size, -(round & 15));
        byte[] bytes = new byte[size];
        sum = sum * 31 + stride(bytes, 1 + round % 5) + longs(bytes, 2 + round % 3);
        for (byte each : bytes) sum = sum * 31 + each;
        sum = sum * 31 + overflow(Integer.MAX_VALUE - size, 1 + (round & 3)) + up(Integer.MAX_VALUE - size, Integer.MAX_VALUE);
        sum = sum * 31 + down(Integer.MIN_VALUE + size, Integer.MIN_VALUE);
        int[] ints = new int[size];
        for (int i = 0; i < size; i++) ints[i] = i * i % 17 + (i == 11 ? 2000 : 0);
        sum = sum * 31 + beyond(ints, round & 3, round % 29) + field;
        sum = sum * 31 + beyond(ints, -(round & 1), size) + field;
        try {
            sum = sum * 31 + divide(ints, round % 31);
        } catch (ArithmeticException e) {
            sum = sum * 31 + 5;
        }
        sum = sum * 31 + field + find(ints, round % 19) + skips(ints);
        sum = sum * 31 + nested(new int[][] {ints, {1, 2, 13, 4}, {5}, ints, {6, 99}, {7}}) + swapped(size);
        double[] values = new double[size];
        for (int i = 0; i < size; i++) values[i] = i + 0.25;
        sum = sum * 31 + (long) (doubles(values, round % 40) * 8);
        Object[] objects = new Object[size];
        for (int i = 0; i < size; i++) objects[i] = i;
        Object found = references(objects, size > 3 ? objects[size - 1 - (round & 3)] : null);
        sum = sum * 31 + (found == null ? -1 : (Integer) found);
        int[][] rows = new int[size][];
        for (int i = 0; i < size && i < round % 20; i++) rows[i] = new int[i & 3];
        return sum * 31 + nulls(rows);
    }

    public static void main(String[] arguments) {
        long sum = 0;
        for (int i = 0; i < 12_000; i++) {
            sum = sum * 31 + round(i);
            if (i % 1_000 == 999) System.out.println(i + " " + sum);
        }
    }
}

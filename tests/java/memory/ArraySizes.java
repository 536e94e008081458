/** Arrays of every size and type: zero when new, their elements where they belong, copied and cloned, alive across
 * collections. */
public class ArraySizes {
    static final int[] LENGTHS = {0, 1, 2, 3, 7, 8, 63, 64, 1000, 4095, 4096, 4097, 8191, 8192, 16383, 32760, 65519, 65520, 65536, 131056, 131072, 262127,
        262128, 262129, 262144, 262145, 1048559, 1048560, 1048561, 1048576, 3000000, 12000000};

    static long check(byte[] array) {
        for (byte element : array) if (element != 0) throw new AssertionError("not zero");
        for (int i = 0; i < array.length; i += 97) array[i] = (byte) i;
        byte[] copy = array.clone();
        System.arraycopy(copy, 0, array, array.length / 3, array.length - array.length / 3);
        long sum = array.length;
        for (byte element : array) sum = 31 * sum + element;
        return sum;
    }

    static long check(long[] array) {
        for (long element : array) if (element != 0) throw new AssertionError("not zero");
        for (int i = 0; i < array.length; i += 13) array[i] = ~(long) i;
        long[] copy = array.clone();
        long sum = copy.length;
        for (long element : copy) sum = 31 * sum + element;
        return sum;
    }

    static long check(Object[] array, int number) {
        for (Object element : array) if (element != null) throw new AssertionError("not null");
        for (int i = 0; i < array.length; i += 101) array[i] = i % 202 == 0 ? (Object) ("s" + i) : new int[]{i, number};
        System.gc();
        Object[] copy = new Object[array.length];
        System.arraycopy(array, 0, copy, 0, array.length);
        long sum = copy.length;
        for (int i = 0; i < copy.length; i += 101) sum = 31 * sum + (copy[i] instanceof String ? copy[i].hashCode() : ((int[]) copy[i])[0]);
        return sum;
    }

    public static void main(String[] arguments) {
        long all = 0;
        for (int length : LENGTHS) {
            long bytes = check(new byte[length]), longs = length <= 3000000 ? check(new long[length]) : 0;
            all = 31 * all + bytes + longs;
            System.out.println(length + ": " + bytes + " " + longs);
        }
        for (int length : LENGTHS) {
            if (length <= 1048576 && length % 8 == 0) all += check(new Object[length], length);
        }
        for (int length = 0; length < 20000; length += 61) all += check(new byte[length]) + new short[length].length + new char[length].length;
        System.out.println(all);
        byte[] huge = new byte[100_000_000];
        huge[99_999_999] = 7;
        byte[] kept = huge;
        huge = null;
        for (int i = 0; i < 20; i++) huge = new byte[20_000_000];
        System.out.println(kept[99_999_999] + " " + kept[0] + " " + huge.length);
    }
}

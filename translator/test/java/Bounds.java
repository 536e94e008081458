/** Loops over arrays, and divisions, for bounds_test.c: the number at the end of a method's name is how many checks of
 * bounds and divisions must be left in it. */
public class Bounds {
    static int wholeArray0(int[] a) {
        int sum = 0;
        for (int i = 0; i < a.length; i++) sum += a[i];
        return sum;
    }

    static int fromFive0(int[] a) {
        int sum = 0;
        for (int i = 5; i < a.length; i++) sum += a[i];
        return sum;
    }

    static int eachOf0(int[] a) {
        int sum = 0;
        for (int value : a) sum += value;
        return sum;
    }

    static int constantDivisors0(int x, char c, int[] a) { return x / 10 + x % 641 + (x & 0xffff) / 3 + c % 7 + a.length / 6 + x / 64; }

    static long otherDivisors4(int x, int y, long z) { return x / y + x % -7 + z / 10 + z % y; }

    static int twice1(int[] a, int i) { return a[i] + a[i]; }

    static int fromMinusOne1(int[] a) {
        int sum = 0;
        for (int i = -1; i < a.length; i++) sum += a[i];
        return sum;
    }

    static int unknownStart1(int[] a, int start) {
        int sum = 0;
        for (int i = start; i < a.length; i++) sum += a[i];
        return sum;
    }

    static int unknownEnd1(int[] a, int end) {
        int sum = 0;
        for (int i = 0; i < end; i++) sum += a[i];
        return sum;
    }

    static int otherArray1(int[] a, int[] b) {
        int sum = 0;
        for (int i = 0; i < a.length; i++) sum += b[i];
        return sum;
    }

    static int oneTooFar1(int[] a) {
        int sum = 0;
        for (int i = 0; i <= a.length; i++) sum += a[i];
        return sum;
    }

    static int behindIncrement1(int[] a) {
        int sum = 0;
        for (int i = 0; i < a.length;) sum += a[++i];
        return sum;
    }

    static int bigSteps1(int[] a) {
        int sum = 0;
        for (int i = 0; i < a.length; i += 0x40000000) sum += a[i];
        return sum;
    }

    static int wrapsAround1(int[] a, int end) {
        int sum = 0, i = 0;
        do {
            if (i < a.length) sum += a[i];
            i++;
        } while (i != end);
        return sum;
    }

    static int changedArray1(int[] a) {
        int sum = 0;
        for (int i = 0; i < a.length; i++) {
            a = new int[i];
            sum += a[i];
        }
        return sum;
    }
}

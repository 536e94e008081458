/** Methods of very different weight, short loops and long ones, for the test of the sampler. Their shares are whatever
 * the machine's instructions make them. Rounds differ in length, so that samples do not fall at the same places again
 * and again. */
public class Shares {
    private static final int[] TABLE = new int[4096];

    /** As short a loop as can be. */
    static int tiny(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) sum += i;
        return sum;
    }

    static int generator(int n) {
        int value = 42;
        for (int i = 0; i < n; i++) value = value * 1664525 + 1013904223;
        return value;
    }

    static int divide(int n) {
        int value = n;
        for (int i = 1; i <= n; i++) value = (value ^ i) / (i & 7 | 1) + i;
        return value;
    }

    static int walk(int n) {
        int at = 0;
        for (int i = 0; i < n; i++) {
            TABLE[at] += i;
            at = (at * 5 + 1) & 4095;
        }
        return TABLE[at];
    }

    /** Next to no time of its own: it calls. */
    static int caller(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) sum += callee(i);
        return sum;
    }

    static int callee(int i) {
        return (i * 31) ^ (i >>> 3);
    }

    static double real(int n) {
        double sum = 0;
        for (int i = 1; i <= n; i++) sum += 1.0 / i;
        return sum;
    }

    public static void main(String[] arguments) {
        long result = 0;
        int rounds = Integer.parseInt(arguments[0]);
        for (int i = 0, size = 0; i < rounds; i++) {
            size = size * 1664525 + 1013904223;
            int n = (size >>> 22) + 1;
            result += tiny(6 * n) + generator(7 * n / 5) + divide(9 * n / 5) + walk(3 * n / 5) + caller(n / 4) + (long) real(4 * n / 5);
        }
        System.out.println(result);
    }
}

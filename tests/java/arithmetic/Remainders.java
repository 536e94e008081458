/** Division and remainder: signs, limits, by zero, by constants (powers of two and others, both signs), of floats and
 * doubles, and fused forms. */
public class Remainders {
    private static final int[] INTS = {0, 1, -1, 2, -2, 3, -3, 5, 7, -7, 9, 10, -10, 63, 64, -64, 100, 1000, -1000, 65535, 65536, 1000000007, -1000000007, Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MIN_VALUE + 1};
    private static final long[] LONGS = {0, 1, -1, 2, 3, -3, 7, 10, -10, 64, 1000, 0x7fffffffL, 0x80000000L, -0x80000000L, 0xffffffffL, 0x100000000L, -0x100000001L, 1000000000000L, Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1};
    private static final double[] DOUBLES = {0.0, -0.0, 1, -1, 0.1, 3, -3, 5.5, -5.5, 1e300, -1e300, 1e-300, Double.MIN_VALUE, Double.MAX_VALUE, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Math.PI, 1e17, 4503599627370497.5};

    private static void variables() {
        long sum = 0;
        for (int a : INTS) {
            for (int b : INTS) {
                if (b == 0) continue;
                sum = sum * 31 + a / b * 17 + a % b;
                if (a / b * b + a % b != a) System.out.println("identity " + a + " " + b);
            }
            System.out.println(a + " " + sum);
        }
        for (long a : LONGS) {
            for (long b : LONGS) {
                if (b == 0) continue;
                sum = sum * 31 + a / b * 17 + a % b;
                if (a / b * b + a % b != a) System.out.println("identity " + a + " " + b);
            }
            System.out.println(a + " " + sum);
        }
    }

    private static String constants(int x) {
        return x / 1 + " " + x / -1 + " " + x / 2 + " " + x / -2 + " " + x / 3 + " " + x / -3 + " " + x / 4 + " " + x / 5 + " " + x / 7 + " " + x / -7 + " " + x / 10 + " " + x / 11 + " " + x / 13 + " " + x / 60 + " " + x / 64 + " " + x / 100 + " " + x / 641
            + " " + x / 1000 + " " + x / 1000000007 + " " + x / 0x40000000 + " " + x / Integer.MAX_VALUE + " " + x / Integer.MIN_VALUE
            + " | " + x % 1 + " " + x % -1 + " " + x % 2 + " " + x % -2 + " " + x % 3 + " " + x % -3 + " " + x % 4 + " " + x % 8 + " " + x % 10 + " " + x % 7 + " " + x % 16 + " " + x % 1000 + " " + x % 0x40000000 + " " + x % Integer.MAX_VALUE + " " + x % Integer.MIN_VALUE;
    }

    private static String constants(long x) {
        return x / 1 + " " + x / -1 + " " + x / 2 + " " + x / -2 + " " + x / 3 + " " + x / -3 + " " + x / 4 + " " + x / 5 + " " + x / 7 + " " + x / 10 + " " + x / 60 + " " + x / 1000 + " " + x / 1000000000L + " " + x / 1000000000000L + " " + x / (1L << 62)
            + " " + x / Long.MAX_VALUE + " " + x / Long.MIN_VALUE + " | " + x % 1 + " " + x % -1 + " " + x % 2 + " " + x % 3 + " " + x % -3 + " " + x % 8 + " " + x % 10 + " " + x % 1000 + " " + x % (1L << 40) + " " + x % Long.MAX_VALUE + " " + x % Long.MIN_VALUE;
    }

    private static void byZero(int a, long b, int zero) {
        for (int way = 0; way < 10; way++) {
            try {
                switch (way) {
                    case 0: System.out.println(a / zero); break;
                    case 1: System.out.println(a % zero); break;
                    case 2: System.out.println(b / zero); break;
                    case 3: System.out.println(b % zero); break;
                    case 4: a /= zero; System.out.println(a); break;
                    case 5: b %= zero; System.out.println(b); break;
                    case 6: int unused = a / zero; System.out.println("not here"); break;
                    case 7: System.out.println(a / 0); break;
                    case 8: System.out.println(b % 0L); break;
                    default: System.out.println(a / (float) zero + " " + b % (double) zero); break;
                }
            } catch (ArithmeticException e) {
                System.out.println(way + " " + e.getMessage() + " " + a + " " + b);
            }
        }
    }

    private static void floating() {
        for (double a : DOUBLES) {
            StringBuilder line = new StringBuilder().append(a).append(':');
            for (double b : DOUBLES) {
                line.append(' ').append(Long.toHexString(Double.doubleToLongBits(a % b))).append(' ').append(Integer.toHexString(Float.floatToIntBits((float) a % (float) b)));
                line.append(' ').append(Long.toHexString(Double.doubleToLongBits(Math.IEEEremainder(a, b)))).append(' ').append(a / b);
            }
            System.out.println(line);
        }
        double x = 1e18;
        for (int i = 1; i < 40; i++) System.out.print(x % i + " " + (float) x % i + " ");
        x %= 7; System.out.print(x + " ");
        int n = 17; n %= 5.5; System.out.println(n);
    }

    private static int loops(int n) {
        int sum = 0;
        for (int i = -n; i <= n; i++) sum = sum * 3 + i / 4 + i % 4 * 5 + (i >> 2) + (i & 3) + i / 6 + i % 6;
        for (long l = Long.MIN_VALUE, i = 0; i < 100; i++, l += 92233720368547758L) sum = sum * 7 + (int) (l / 10 + l % 10);
        return sum;
    }

    public static void main(String[] arguments) {
        variables();
        for (int x : INTS) System.out.println(constants(x));
        for (long x : LONGS) System.out.println(constants(x));
        byZero(5, -5, 0);
        floating();
        System.out.println(loops(50));
        System.out.println(Math.floorDiv(-7, 2) + " " + Math.floorMod(-7, 2) + " " + Math.floorMod(7, -3) + " " + Math.floorDiv(Integer.MIN_VALUE, -1) + " " + Integer.divideUnsigned(-1, 10) + " " + Integer.remainderUnsigned(-1, 10) + " " + Long.divideUnsigned(-1, 10) + " " + Long.remainderUnsigned(-1, 1000));
    }
}

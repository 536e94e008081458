/** All conversions between the primitive types, of all corner values: NaN, infinities, -0, limits and just beyond, ties
 * of rounding. Shown as bits. */
public class Conversions {
    private static final double[] DOUBLES = {0.0, -0.0, 1, -1, 0.5, -0.5, 0.49999999999999994, 1.5, 2.5, -1.5, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE,
        -Double.MIN_VALUE, Double.MAX_VALUE, -Double.MAX_VALUE, Double.MIN_NORMAL, 2147483647, 2147483647.5, 2147483648.0, -2147483648.0, -2147483648.9, -2147483649.0, 4294967295.0, 4294967296.0, 4294967297.0,
        9223372036854775807.0, 9223372036854774784.0, 9223372036854777856.0, -9223372036854775808.0, -9223372036854777856.0, 1e19, 1e300, 127.9, 128, -128.9, -129, 255.9, 256, 32767.9, 32768, 65535.9, 65536,
        16777216.0, 16777217.0, 16777218.0, 16777219.0, 3.4028234663852886e38, 3.4028235677973366e38, 3.402823567797337e38, 1.401298464324817e-45, 7.006492321624085e-46, 7.006492321624086e-46, 1.1754943508222875e-38};
    private static final long[] LONGS = {0, 1, -1, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 16777216, 16777217, 16777219, Integer.MAX_VALUE, Integer.MIN_VALUE, 0x80000000L, 0xffffffffL, 0x100000000L,
        (1L << 53) - 1, 1L << 53, (1L << 53) + 1, (1L << 53) + 2, (1L << 53) + 3, (1L << 54) + 2, (1L << 54) + 6, Long.MAX_VALUE, Long.MAX_VALUE - 511, Long.MAX_VALUE - 512, Long.MAX_VALUE - 513, Long.MIN_VALUE, Long.MIN_VALUE + 1,
        0x7fffff4000000000L, 0x7fffffbfffffffffL, 0x7fffffc000000000L, -0x7fffffbfffffffffL, 0x123456789abcdef0L};

    private static String bits(float x) { return Integer.toHexString(Float.floatToRawIntBits(x)); }
    private static String bits(double x) { return Long.toHexString(Double.doubleToRawLongBits(x)); }

    private static void fromDouble(double x) {
        System.out.println("d " + bits(x) + ": " + (int) x + " " + (long) x + " " + bits((float) x) + " " + (byte) x + " " + (short) x + " " + (int) (char) x + " " + (byte) (long) x + " " + (int) (long) x + " " + bits((double) (float) x));
        float f = (float) x;
        System.out.println("f " + bits(f) + ": " + (int) f + " " + (long) f + " " + bits((double) f) + " " + (byte) f + " " + (short) f + " " + (int) (char) f + " " + bits((float) (int) f) + " " + bits((float) (long) f) + " " + bits((double) (int) f));
    }

    private static void fromLong(long x) {
        int i = (int) x;
        System.out.println("l " + x + ": " + i + " " + bits((float) x) + " " + bits((double) x) + " " + (byte) x + " " + (short) x + " " + (int) (char) x + " " + bits((float) (double) x) + " " + (long) (double) x + " " + (long) (float) x);
        System.out.println("i " + i + ": " + (long) i + " " + bits((float) i) + " " + bits((double) i) + " " + (byte) i + " " + (short) i + " " + (int) (char) i + " " + (int) (float) i + " " + (int) (double) i + " " + (byte) (char) (short) i + " " + (int) (char) (byte) i);
    }

    private static void implicit() {
        byte b = -1; char c = 65535; short s = -1; int i = -1; long l = -1; float f = -1; double d = -1;
        System.out.println((b == c) + " " + (s == c) + " " + (b == s) + " " + (i == l) + " " + (f == d) + " " + (c == 65535.0f) + " " + (b + c) + " " + (c * c) + " " + (c * (long) c) + " " + (s * c));
        i += 3.7; System.out.print(i + " "); i -= 0.5f; System.out.print(i + " "); i *= 1.5; System.out.print(i + " "); i /= 0.3; System.out.print(i + " "); i += Double.NaN; System.out.print(i + " "); i = 7; i += 1e20; System.out.println(i);
        b += 200.5; System.out.print(b + " "); b *= 1e10; System.out.print(b + " "); c += 1; System.out.print((int) c + " "); c -= 1.5; System.out.print((int) c + " "); s += 1e9; System.out.print(s + " "); l += 1e30; System.out.print(l + " "); l -= 0.5f; System.out.println(l);
        f += 16777216; System.out.print(f + " "); f += 1; System.out.print(f + " "); f += 1.0; System.out.print(f + " "); f = 16777216; f += 1.5; System.out.println(f);
        int big = 16777217; long bigger = 9007199254740993L;
        System.out.println((big == (float) big) + " " + (big == (double) big) + " " + (bigger == (double) bigger) + " " + ((float) big == big) + " " + (bigger - (double) bigger));
        System.out.println((true ? 1 : 'a') + " " + (arguments() ? 'b' : 98) + " " + (arguments() ? 1 : 2.0) + " " + (arguments() ? 'b' : i) + " " + (arguments() ? b : c));
    }

    private static boolean arguments() { return Thread.currentThread() != null; }

    private static void constants() {
        System.out.println((int) Double.NaN + " " + (int) 1e10 + " " + (long) 1e19f + " " + (byte) 300 + " " + (char) 97 + " " + (short) 70000 + " " + (int) -0.9 + " " + (byte) 1e10 + " " + (int) (char) -1 + " " + (long) Float.NEGATIVE_INFINITY);
        System.out.println(bits((float) 1e40) + " " + bits((float) 1e-50) + " " + bits((float) -1e-50) + " " + bits((float) Double.NaN) + " " + bits((float) 0.1) + " " + bits((double) 0.1f) + " " + bits((float) Long.MAX_VALUE) + " " + bits((double) Long.MAX_VALUE));
    }

    public static void main(String[] arguments) {
        for (double x : DOUBLES) fromDouble(x);
        for (long x : LONGS) {
            fromLong(x);
            fromLong(-x);
        }
        implicit();
        constants();
        for (int e = -160; e <= 160; e += 3) {
            fromDouble(Math.scalb(1.9999999, e));
            fromDouble(-Math.scalb(1.0000001, e));
        }
    }
}

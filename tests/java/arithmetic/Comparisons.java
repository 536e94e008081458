/** Comparisons of all types in all forms: as branch, as value, negated, in && and ||, against constants, in loops; NaN,
 * infinities and both zeros. */
public class Comparisons {
    private static final double[] DOUBLES = {Double.NaN, Double.NEGATIVE_INFINITY, -1, -Double.MIN_VALUE, -0.0, 0.0, Double.MIN_VALUE, 1, Double.POSITIVE_INFINITY};
    private static final long[] LONGS = {Long.MIN_VALUE, Long.MIN_VALUE + 1, -0x100000000L, -0x80000001L, -0x80000000L, -1, 0, 1, 0x7fffffffL, 0x80000000L, 0xffffffffL, 0x100000000L, Long.MAX_VALUE};
    private static final int[] INTS = {Integer.MIN_VALUE, Integer.MIN_VALUE + 1, -129, -128, -1, 0, 1, 127, 128, Integer.MAX_VALUE};

    private static char as(boolean b) { return b ? '1' : '0'; }

    private static String values(double a, double b) {
        return "" + as(a < b) + as(a <= b) + as(a == b) + as(a != b) + as(a >= b) + as(a > b) + as(!(a < b)) + as(!(a <= b)) + as(!(a == b)) + as(!(a != b)) + as(!(a >= b)) + as(!(a > b));
    }

    private static String values(float a, float b) {
        return "" + as(a < b) + as(a <= b) + as(a == b) + as(a != b) + as(a >= b) + as(a > b) + as(!(a < b)) + as(!(a <= b)) + as(!(a == b)) + as(!(a != b)) + as(!(a >= b)) + as(!(a > b));
    }

    private static String values(long a, long b) {
        return "" + as(a < b) + as(a <= b) + as(a == b) + as(a != b) + as(a >= b) + as(a > b) + as(!(a < b)) + as(!(a <= b)) + as(!(a == b)) + as(!(a != b)) + as(!(a >= b)) + as(!(a > b));
    }

    private static String values(int a, int b) {
        return "" + as(a < b) + as(a <= b) + as(a == b) + as(a != b) + as(a >= b) + as(a > b) + as(!(a < b)) + as(!(a <= b)) + as(!(a == b)) + as(!(a != b)) + as(!(a >= b)) + as(!(a > b));
    }

    private static int branches(double a, double b) {
        int r = 0;
        if (a < b) r |= 1;
        if (a <= b) r |= 2; else r |= 4;
        if (!(a > b)) r |= 8;
        if (a == b && a >= b) r |= 16;
        if (a != b || a > b) r |= 32;
        if (!(a >= b || b != b)) r |= 64;
        if (a < b ? a <= b : a > b) r |= 128;
        if ((a < b) != (b > a)) r |= 256;
        if ((a < b) == !(a >= b)) r |= 512;
        while (a > b) { r |= 1024; break; }
        do { r += 2048; } while (a >= b && r < 6000);
        for (int i = 0; !(a <= b) && i < 3; i++) r += 10000;
        return r;
    }

    private static int branches(float a, float b) {
        int r = 0;
        if (a < b) r |= 1;
        if (a <= b) r |= 2; else r |= 4;
        if (!(a > b)) r |= 8;
        if (a == b && a >= b) r |= 16;
        if (a != b || a > b) r |= 32;
        if (!(a >= b || b != b)) r |= 64;
        if ((a < b) == !(a >= b)) r |= 512;
        return r;
    }

    private static String zero(double d, float f, long l, int i) {
        return "" + as(d < 0) + as(d <= 0) + as(d == 0) + as(0 < d) + as(-0.0 >= d) + as(d != d) + as(f < 0) + as(f <= 0) + as(f == -0f) + as(f != f) + as(0f <= f)
            + as(l < 0) + as(l <= 0) + as(l == 0) + as(l != 0) + as(l >= 0) + as(l > 0) + as(0 < l) + as(i < 0) + as(i <= 0) + as(i == 0) + as(i != 0) + as(i >= 0) + as(i > 0) + as(0 > i);
    }

    private static String constants(double d, float f, long l, int i) {
        return "" + as(d < 1) + as(d > Double.MAX_VALUE) + as(d == Double.NEGATIVE_INFINITY) + as(d >= Double.NaN) + as(d != Double.NaN) + as(f < 1) + as(f > Float.NaN) + as(f == 1f)
            + as(l < 1) + as(l == -1) + as(l > 0x7fffffffL) + as(l >= 0x80000000L) + as(l <= -0x80000000L) + as(l < -0x80000001L) + as(l != Long.MIN_VALUE) + as(i < 128) + as(i > -129) + as(i == Integer.MIN_VALUE) + as(i <= Integer.MAX_VALUE) + as(i >= 0x40000000);
    }

    private static String library(double a, double b) {
        return Double.compare(a, b) + " " + Double.valueOf(a).equals(b) + " " + Float.compare((float) a, (float) b) + " " + Double.doubleToRawLongBits(Math.min(a, b)) + " " + Double.doubleToRawLongBits(Math.max(a, b))
            + " " + Float.floatToRawIntBits(Math.min((float) a, (float) b)) + " " + Float.floatToRawIntBits(Math.max((float) a, (float) b));
    }

    private static void references() {
        Object a = new Object(), b = new Object(), none = null;
        String text = "text", same = "te" + "xt", built = new StringBuilder("text").toString();
        System.out.println(as(a == b) + "" + as(a != b) + as(a == a) + as(a == none) + as(none == null) + as(null != a) + as(!(a == null)) + as(text == same) + as(text == built) + as(text == built.intern()) + as((Object) text == a));
        boolean t = a != null, f = !t;
        System.out.println(as(t & f) + "" + as(t | f) + as(t ^ f) + as(t == f) + as(t != f) + as(!t) + as(t && f || !f) + as(t ? f : t) + as((t ^ t) | (f ^ f)) + as(t &= f) + as(t |= true) + as(t ^= true));
    }

    public static void main(String[] arguments) {
        for (double a : DOUBLES) {
            for (double b : DOUBLES) System.out.println(a + " " + b + " " + values(a, b) + " " + values((float) a, (float) b) + " " + branches(a, b) + " " + branches((float) a, (float) b) + " " + library(a, b));
        }
        for (long a : LONGS) {
            for (long b : LONGS) System.out.println(a + " " + b + " " + values(a, b) + " " + Long.compare(a, b) + " " + Long.compareUnsigned(a, b) + " " + Math.min(a, b) + " " + Math.max(a, b));
        }
        for (int a : INTS) {
            for (int b : INTS) System.out.println(a + " " + b + " " + values(a, b) + " " + Integer.compare(a, b) + " " + Integer.compareUnsigned(a, b) + " " + Math.min(a, b) + " " + Math.max(a, b));
        }
        for (int i = 0; i < INTS.length; i++) {
            double d = DOUBLES[i % DOUBLES.length];
            System.out.println(zero(d, (float) d, LONGS[i], INTS[i]) + " " + constants(d, (float) d, LONGS[i], INTS[i]));
        }
        references();
    }
}

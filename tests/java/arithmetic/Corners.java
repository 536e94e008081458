/** Arithmetic at its corners, all against all, printed as raw bits: what a register allocator, an encoder or a fold
 * gets wrong. */
public class Corners {
    private static final int[] INTS = {0, 1, -1, 2, -2, 3, 7, 31, 32, 33, 63, 64, 127, 128, -128, -129, 255, 256, 32767, -32768, 65535, 65536, 1000000007, Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MIN_VALUE + 1};
    private static final long[] LONGS = {0, 1, -1, 2, -2, 10, 31, 32, 63, 64, 65, 0x7fffffffL, 0x80000000L, -0x80000000L, -0x80000001L, 0xffffffffL, 0x100000000L, 1L << 53, (1L << 53) + 1, 1000000000000000003L, Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1, Long.MAX_VALUE - 512};
    private static final float[] FLOATS = {0f, -0f, 1f, -1f, 0.5f, -0.5f, 1.5f, 2.5f, 1e-45f, Float.MIN_NORMAL, 16777216f, 16777217f, 2147483520f, 2147483648f, -2147483648f, 9.223372e18f, -9.223372e18f, 1e30f, Float.MAX_VALUE, -Float.MAX_VALUE, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.NaN};
    private static final double[] DOUBLES = {0d, -0d, 1d, -1d, 0.5, 1.5, 2.5, -2.5, 4.9e-324, Double.MIN_NORMAL, 0.1, 1e16, 2147483647d, 2147483647.9, 2147483648d, -2147483648.9, -2147483649d, 9.223372036854775e18, 9.223372036854776e18, -9.223372036854776e18, 1e300, Double.MAX_VALUE, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN, 3.4028235677973366e38, 1.401298464324817e-45, 7e-46};

    private static long hash;

    private static void add(long bits) {
        hash = (hash ^ bits) * 0x100000001b3L + 7;
    }

    private static void add(double value) {
        add(Double.doubleToLongBits(value));
    }

    private static void add(float value) {
        add(Float.floatToIntBits(value));
    }

    private static void add(boolean value) {
        add(value ? 1L : 2L);
    }

    private static void show(String what) {
        System.out.println(what + " " + Long.toHexString(hash));
    }

    private static void ints() {
        for (int a : INTS) {
            for (int b : INTS) {
                add(a + b);
                add(a - b);
                add(a * b);
                add(a & b);
                add(a | b);
                add(a ^ b);
                add(a << b);
                add(a >> b);
                add(a >>> b);
                add(a < b);
                add(a >= b);
                add(Math.min(a, b));
                add(Math.max(a, b));
                try {
                    add(a / b);
                    add(a % b);
                } catch (ArithmeticException e) {
                    add(99);
                }
            }
            add(-a);
            add(~a);
            add(Math.abs(a));
            add((byte) a);
            add((char) a);
            add((short) a);
            add((long) a);
            add((float) a);
            add((double) a);
            add(a / 7 + a % 7 + a / -1 + a % -1 + a / Integer.MIN_VALUE + a * 5 + a * -8 + a * 9 + (a << 31) + (a >>> 33));
            show("int " + a);
        }
    }

    private static void longs() {
        for (long a : LONGS) {
            for (long b : LONGS) {
                add(a + b);
                add(a - b);
                add(a * b);
                add(a & b);
                add(a | b);
                add(a ^ b);
                add(a << b);
                add(a >> b);
                add(a >>> (int) b);
                add(a > b);
                add(a == b);
                add(Long.compare(a, b));
                add(Math.multiplyHigh(a, b));
                try {
                    add(a / b);
                    add(a % b);
                } catch (ArithmeticException e) {
                    add(99);
                }
            }
            add(-a);
            add(~a);
            add(Math.abs(a));
            add((int) a);
            add((byte) a);
            add((char) a);
            add((float) a);
            add((double) a);
            add(a / 10 + a % 10 + a / -1 + a % -1 + a * 3 + a * 0x123456789L + (a & 0xffffffffL) + (a | 0x8000000000000000L) + (a ^ -1L) + (a >>> 65));
            show("long " + a);
        }
    }

    private static void floats() {
        for (float a : FLOATS) {
            for (float b : FLOATS) {
                add(a + b);
                add(a - b);
                add(a * b);
                add(a / b);
                add(a % b);
                add(a < b);
                add(a <= b);
                add(a > b);
                add(a >= b);
                add(a == b);
                add(a != b);
                add(!(a < b));
                add(!(a >= b));
                add(a < b ? a : b);
                add(Math.min(a, b));
                add(Math.max(a, b));
                add(Float.compare(a, b));
            }
            add(-a);
            add(Math.abs(a));
            add((int) a);
            add((long) a);
            add((byte) a);
            add((char) a);
            add((double) a);
            show("float " + a);
        }
    }

    private static void doubles() {
        for (double a : DOUBLES) {
            for (double b : DOUBLES) {
                add(a + b);
                add(a - b);
                add(a * b);
                add(a / b);
                add(a % b);
                add(a < b);
                add(a <= b);
                add(a > b);
                add(a >= b);
                add(a == b);
                add(a != b);
                add(!(a > b));
                add(!(a <= b));
                add(a > b ? a : b);
                add(Math.min(a, b));
                add(Math.max(a, b));
                add(Double.compare(a, b));
            }
            add(-a);
            add(Math.abs(a));
            add(Math.sqrt(a));
            add((int) a);
            add((long) a);
            add((short) a);
            add((char) a);
            add((float) a);
            add(Math.round(a));
            add(Math.floor(a));
            add(Math.rint(a));
            show("double " + a);
        }
    }

    // More values alive than there are registers, across calls and loops
    private static double many(int a, long b, float c, double d, int e, long f, float g, double h, int i, long j, float k, double l, int m, long n, float o, double p, float q, float r, double s, double t) {
        int i0 = a + e, i1 = a - e, i2 = a * e, i3 = a ^ i, i4 = a & m, i5 = e | i, i6 = e << 3, i7 = i >> 2, i8 = m >>> 1, i9 = i0 + i1, i10 = i2 ^ i3, i11 = i4 - i5, i12 = i6 + i7, i13 = i8 * 3, i14 = i9 ^ i10, i15 = i11 + i12;
        long l0 = b + f, l1 = b - f, l2 = b * j, l3 = b ^ n, l4 = f & n, l5 = j | n, l6 = b << 7, l7 = f >> 3, l8 = j >>> 5, l9 = l0 + l1, l10 = l2 ^ l3, l11 = l4 - l5;
        float f0 = c + g, f1 = c - g, f2 = c * k, f3 = c / o, f4 = g + k, f5 = g - o, f6 = k * o, f7 = q + r, f8 = q * r, f9 = f0 - f1;
        double d0 = d + h, d1 = d - h, d2 = d * l, d3 = d / p, d4 = h + l, d5 = h - p, d6 = l * p, d7 = s + t, d8 = s * t, d9 = d0 - d1, d10 = d2 + d3;
        for (int x = 0; x < 4; x++) {
            i0 += i15 ^ i14;
            i15 = i14 + i13 - i0;
            l0 ^= l11 + i0;
            l11 = l10 + l9 + l8 * x;
            f0 += f9 * 0.5f;
            f9 = f8 - f7 + x;
            d0 += d10 * 0.25;
            d10 = d9 - d8 + Math.sqrt(x) + l0;
            if (x == 2) {
                add(i0);
            }
        }
        add(i0 ^ i1 ^ i2 ^ i3 ^ i4 ^ i5 ^ i6 ^ i7 ^ i8 ^ i9 ^ i10 ^ i11 ^ i12 ^ i13 ^ i14 ^ i15);
        add(l0 ^ l1 ^ l2 ^ l3 ^ l4 ^ l5 ^ l6 ^ l7 ^ l8 ^ l9 ^ l10 ^ l11);
        add(f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8 + f9);
        add(d0 + d1 + d2 + d3 + d4 + d5 + d6 + d7 + d8 + d9 + d10);
        return (i0 + i15) + (l0 + l11) + (f0 + f9) + (d0 + d10);
    }

    // Variables that change places on the way around a loop: cycles of phis
    private static long cycles(int n) {
        int a = 1, b = 2, c = 3, d = 4;
        long x = 5, y = 6;
        double u = 7, v = 8, w = 9;
        for (int i = 0; i < n; i++) {
            int oldA = a;
            a = b;
            b = c;
            c = oldA;
            if ((i & 3) == 1) {
                int t = c;
                c = d;
                d = t + i;
            }
            long s = x;
            x = y;
            y = s + a;
            double z = u;
            u = v;
            v = w;
            w = z + 0.5;
        }
        return a * 1000003L + b * 10007L + c * 101L + d + x * 3 + y + (long) (u * 2 + v * 4 + w * 8);
    }

    public static void main(String[] arguments) {
        ints();
        longs();
        floats();
        doubles();
        System.out.println(Double.doubleToLongBits(many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20)));
        System.out.println(Double.doubleToLongBits(many(-1, 1L << 40, 0.1f, -0.1, 1 << 30, -6, 7e10f, 8e-10, -9, Long.MIN_VALUE, -11f, 1e12, 0x1357, 0x2468ace, -1.5f, 16.25, 1e-10f, -18f, 19e9, 1 / 3.0)));
        show("many");
        for (int n = 0; n < 20; n++) {
            System.out.print(cycles(n) + " ");
        }
        System.out.println(cycles(100001));
    }
}

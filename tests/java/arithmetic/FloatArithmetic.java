/** float and double arithmetic at its corners, as bits: rounding, denormals, overflow, signed zeros, NaN; nothing is
 * kept in a wider form, nothing is fused. */
public class FloatArithmetic {
    private static final float[] FLOATS = {0f, -0f, 1f, -1f, 1.5f, 0.1f, 3f, 1e-45f, 1.17549435e-38f, 1.1754942e-38f, 3.4028235e38f, -3.4028235e38f, 16777216f, 16777217f, 0.33333334f, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, 8388609f, 1e-20f, 1e20f};

    private static int bits(float x) { return Float.floatToIntBits(x); }
    private static long bits(double x) { return Double.doubleToLongBits(x); }

    private static void pairs() {
        for (float a : FLOATS) {
            StringBuilder line = new StringBuilder().append(a).append(':');
            for (float b : FLOATS) {
                double c = a, d = b;
                line.append(' ').append(Integer.toHexString(bits(a + b))).append(' ').append(Integer.toHexString(bits(a - b))).append(' ').append(Integer.toHexString(bits(a * b))).append(' ').append(Integer.toHexString(bits(a / b)));
                line.append(' ').append(Long.toHexString(bits(c + d))).append(' ').append(Long.toHexString(bits(c - d))).append(' ').append(Long.toHexString(bits(c * d))).append(' ').append(Long.toHexString(bits(c / d)));
            }
            System.out.println(line);
        }
    }

    /** Where a sum or product in a wider form, or a fused multiply and add, would give another result. */
    private static void strict() {
        float a = 16777216f, b = 1f, c = 1f;
        System.out.println((a + b + c) + " " + (a + (b + c)) + " " + (a + b - a) + " " + ((a + b) * 1.5f - a * 1.5f));
        float big = 3e38f;
        System.out.println((big * 10 / 10) + " " + (big + big - big) + " " + (big * 0.5f * 2f) + " " + (1e-40f * 1e-5f * 1e5f));
        double huge = 1e308, tiny = 4.9e-324;
        System.out.println((huge * 10 / 10) + " " + (huge + huge - huge) + " " + (tiny / 2 * 2) + " " + (tiny * 0.5 + tiny * 0.5) + " " + (tiny * 1.5) + " " + (tiny * 2.5));
        double x = 1 + Math.ulp(1.0), y = 1 - Math.ulp(1.0) / 2;
        System.out.println((x * x - 1) + " " + (x * y - 1) + " " + (x * x - x * x) + " " + (0.1 * 10 - 1) + " " + (0.1 + 0.2 - 0.3) + " " + Math.fma(x, x, -1) + " " + Math.fma(0.1f, 10f, -1f));
        // double rounding: the exact product lies just beside a tie of the denormals
        double p = Double.longBitsToDouble(0x0008008000000000L), q = Double.longBitsToDouble(0x3ff0080000000001L);
        System.out.println(Long.toHexString(bits(p * q)) + " " + Long.toHexString(bits(2.2250738585072014E-308 * 0.9999999999999999)) + " " + Long.toHexString(bits(p / q)));
        System.out.println((float) (16777217.0 + 1e-9) + " " + (float) 16777217.000000001 + " " + (float) (1.0000000596046448 + 1e-17) + " " + 1.00000017881393432617187499f + " " + 1.00000017881393432617187500f + " " + 1.00000017881393432617187501f);
    }

    private static void zeros() {
        double zero = 0, minus = -0.0;
        System.out.println((zero + minus) + " " + (minus + minus) + " " + (zero - zero) + " " + (minus - zero) + " " + -zero + " " + (0 - zero) + " " + (zero * -1) + " " + (minus / 3) + " " + 1 / minus + " " + 1 / zero + " " + zero / minus + " " + Math.sqrt(minus) + " " + Math.abs(minus) + " " + (minus + 0) + " " + (minus == zero) + " " + Math.min(zero, minus) + " " + Math.max(minus, zero));
        float f = 0f, g = -0f;
        System.out.println((f + g) + " " + (g + g) + " " + (f - f) + " " + -f + " " + -g + " " + (0 - f) + " " + (f * -1) + " " + 1 / g + " " + Math.abs(g) + " " + Math.round(-0.5f) + " " + Math.signum(g) + " " + Math.copySign(3f, g) + " " + Math.rint(-0.5) + " " + Math.ceil(-0.5) + " " + Math.floor(-0.0));
        double nan = zero / zero;
        System.out.println(-nan + " " + (nan != nan) + " " + (nan == nan) + " " + (nan * 0) + " " + Math.max(nan, 1) + " " + Math.min(1, nan) + " " + Math.round(nan) + " " + Math.signum(nan) + " " + (int) nan + " " + Math.sqrt(-1) + " " + (Double.POSITIVE_INFINITY - Double.POSITIVE_INFINITY) + " " + Double.POSITIVE_INFINITY * 0);
    }

    private static void loops() {
        float f = 1, harmonic = 0, product = 1;
        for (int i = 1; i <= 10000; i++) {
            harmonic += 1f / i;
            product *= 1 + 1f / (i * (float) i);
            f = f * 1.0001f - 0.00005f * f * f;
        }
        double d = 1, sum = 0, logistic = 0.3;
        for (int i = 1; i <= 10000; i++) {
            sum += 1 / (double) i / i;
            d = d * 1.0001 - 0.00005 * d * d;
            logistic = 3.9 * logistic * (1 - logistic);
        }
        System.out.println(bits(harmonic) + " " + bits(product) + " " + bits(f) + " " + bits(d) + " " + bits(sum) + " " + bits(logistic));
        float counter = 0;
        for (float x = 0; x != x + 1; x += 1048576) counter++;
        double half = 1;
        int halvings = 0;
        while (half > 0) { half /= 2; halvings++; }
        System.out.println(counter + " " + halvings + " " + half);
        float i = 0; i++; ++i; i--; float j = i++ + ++i; double k = 0.1; k++; k--; --k;
        System.out.println(i + " " + j + " " + k);
    }

    /** More values than there are registers, of both widths, alive across a call. */
    private static double crowd(double a, float b, double c, float d, double e, float f, double g, float h, double i, float j, double k, float l) {
        double p = a * b + c, q = c / d - e, r = e * f * g, s = g - h, t = i * j + k, u = k / l;
        float v = b * d, w = d / f, x = f - h, y = h * j + l, z = b * l - j;
        double m = Math.sin(a);
        return p + q * 2 + r * 3 + s * 5 + t * 7 + u * 11 + v * 13 + w * 17 + x * 19 + y * 23 + z * 29 + m + a + b + c + d + e + f + g + h + i + j + k + l;
    }

    private static double twice(double x) { return 2 * x; }

    private static double twiceInto(double x, double y) { return x * 2.0 * y; }

    private static float twice(float x) { return x * 2f; }

    private static void doubled() {
        double[] doubles = {0.0, -0.0, 1, -1.5, Double.MIN_VALUE, -Double.MIN_NORMAL, 0x1.fffffffffffffp-1023, Double.MAX_VALUE, -0x1p1023, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN};
        float[] floats = {0f, -0f, 1f, -1.5f, Float.MIN_VALUE, -Float.MIN_NORMAL, 0x1.fffffep-127f, Float.MAX_VALUE, -0x1p127f, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.NaN};
        for (double x : doubles) System.out.print(bits(twice(x)) + " " + bits(twiceInto(x, 0.75)) + " ");
        for (float x : floats) System.out.print(bits(twice(x)) + " ");
        System.out.println();
    }

    public static void main(String[] arguments) {
        pairs();
        doubled();
        strict();
        zeros();
        loops();
        System.out.println(crowd(1.1, 2.2f, 3.3, 4.4f, 5.5, 6.6f, 7.7, 8.8f, 9.9, 10.1f, 11.11, 12.12f));
    }
}

import java.util.Random;

/** StrictMath and conversions, bit for bit: a hash over the results of each function for many arguments, the special
 * ones among them. */
public class MathBits {
    private static final double[] SPECIAL = {
        0.0, -0.0, 1, -1, 0.5, -0.5, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Math.PI, Math.PI / 2, Math.PI / 4, 1e300, -1e300,
        4.9e-324, 22, -22, 709.78, 710.4, -745, 1e22, 0x1p-1022, 0x1.fp-1040, Integer.MAX_VALUE, Integer.MIN_VALUE, 9.3e18, -9.3e18,
    };

    private static double result(int function, double x, double y) {
        switch (function) {
            case 0: return StrictMath.sin(x);
            case 1: return StrictMath.cos(x);
            case 2: return StrictMath.tan(x);
            case 3: return StrictMath.asin(x);
            case 4: return StrictMath.acos(x);
            case 5: return StrictMath.atan(x);
            case 6: return StrictMath.log(x);
            case 7: return StrictMath.log10(x);
            case 8: return StrictMath.log1p(x);
            case 9: return StrictMath.expm1(x);
            case 10: return StrictMath.sinh(x);
            case 11: return StrictMath.cosh(x);
            case 12: return StrictMath.tanh(x);
            case 13: return StrictMath.atan2(x, y);
            case 14: return StrictMath.IEEEremainder(x, y);
            case 15: return StrictMath.exp(x);
            case 16: return StrictMath.pow(x, y);
            case 17: return StrictMath.cbrt(x);
            case 18: return StrictMath.sqrt(x);
            case 19: return x % y;
            case 20: return (float) x % (float) y;
            case 21: return (int) x;
            case 22: return (long) x;
            case 23: return (int) (float) x;
            case 24: return (long) (float) x;
            case 25: return Math.rint(x);
            case 26: return Math.min(x, y) + Math.max((float) x, (float) y);
            default: return x < y ? 1 : x > y ? 2 : x == y ? 3 : x != y ? 4 : 5;
        }
    }

    public static void main(String[] args) {
        for (int function = 0; function < 28; function++) {
            Random random = new Random(function);
            long hash = 0;
            for (int i = 0; i < 3000; i++) {
                double x = i < SPECIAL.length * SPECIAL.length ? SPECIAL[i % SPECIAL.length] : Math.scalb(random.nextDouble() - 0.5, random.nextInt(120) - 40);
                double y = i < SPECIAL.length * SPECIAL.length ? SPECIAL[i / SPECIAL.length] : Math.scalb(random.nextDouble() - 0.5, random.nextInt(60) - 30);
                hash = hash * 31 + Double.doubleToLongBits(result(function, x, y));
            }
            System.out.println(function + " " + Long.toHexString(hash));
        }
    }
}

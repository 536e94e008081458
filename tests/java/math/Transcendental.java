/** Sines to logarithms of Math and StrictMath, bit for bit, over special values and a spread of ordinary ones. */
public class Transcendental {
    interface Function {
        double of(double x);
    }

    static final String[] NAMES = {"sin", "cos", "tan", "asin", "acos", "atan", "exp", "log", "log10", "sqrt", "cbrt", "sinh", "cosh", "tanh", "expm1", "log1p"};
    static final Function[] STRICT = {StrictMath::sin, StrictMath::cos, StrictMath::tan, StrictMath::asin, StrictMath::acos, StrictMath::atan, StrictMath::exp, StrictMath::log, StrictMath::log10, StrictMath::sqrt, StrictMath::cbrt, StrictMath::sinh, StrictMath::cosh, StrictMath::tanh, StrictMath::expm1, StrictMath::log1p};

    static long mix(long hash, double value) {
        return (hash ^ Double.doubleToLongBits(value)) * 0x100000001b3L;
    }

    public static void main(String[] arguments) {
        double[] special = {0.0, -0.0, 1, -1, 0.5, Math.PI, Math.PI / 2, Math.PI / 4, Math.E, 1e-10, 1e-300, Double.MIN_VALUE, 710, -750, 1e5, 1e22, 1e300, Double.MAX_VALUE, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN};
        for (int i = 0; i < NAMES.length; i++) {
            StringBuilder out = new StringBuilder(NAMES[i]);
            for (double x : special) out.append(' ').append(STRICT[i].of(x));
            System.out.println(out);
        }
        for (int i = 0; i < NAMES.length; i++) {
            long hash = 17, seed = 12345;
            for (int n = 0; n < 1500; n++) {
                seed = seed * 6364136223846793005L + 1442695040888963407L;
                double small = (seed >> 11) / (double) (1L << 52), wide = Double.longBitsToDouble(seed & 0x800fffffffffffffL | (1023L + (seed >>> 53) % 41 - 20) << 52);
                hash = mix(mix(hash, STRICT[i].of(small)), STRICT[i].of(wide));
            }
            System.out.println(NAMES[i] + " " + Long.toHexString(hash));
        }
        long power = 1, angle = 2, side = 3, rest = 4, seed = 99;
        for (int n = 0; n < 2000; n++) {
            seed = seed * 6364136223846793005L + 1442695040888963407L;
            double x = (seed >>> 20) / 1e9, y = (int) seed / 1e8;
            power = mix(power, StrictMath.pow(x, y));
            angle = mix(angle, StrictMath.atan2(y, x - 5000));
            side = mix(side, StrictMath.hypot(x, y));
            rest = mix(rest, StrictMath.IEEEremainder(x, y));
        }
        System.out.println(Long.toHexString(power) + " " + Long.toHexString(angle) + " " + Long.toHexString(side) + " " + Long.toHexString(rest));
        double[] bases = {0.0, -0.0, 1, -1, 2, -2, 0.5, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN, 1e200};
        double[] exponents = {0.0, 1, -1, 2, 3, 0.5, -3, 1e10, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN, 9007199254740993.0};
        for (double base : bases) {
            StringBuilder out = new StringBuilder();
            for (double exponent : exponents) out.append(StrictMath.pow(base, exponent)).append(' ').append(StrictMath.atan2(base, exponent)).append("; ");
            System.out.println(out);
        }
        System.out.println(Math.sin(1) + " " + Math.cos(1e6) + " " + Math.exp(1.5) + " " + Math.log(10) + " " + Math.pow(2, 0.5) + " " + Math.tan(3) + " " + Math.atan2(-1, -1) + " " + Math.log10(1000) + " " + Math.sinh(2) + " " + Math.expm1(1e-9) + " " + Math.log1p(1e-9) + " " + Math.asin(2) + " " + Math.hypot(1, 1) + " " + Math.cbrt(2));
    }
}

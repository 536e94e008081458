import java.util.List;
import java.util.function.Supplier;

/** Math on integers and on the bits of floating point numbers: exact methods, floor division, rounding, neighbours,
 * fused multiply-add. */
public class ExactMath {
    static void attempt(Supplier<Object> action) {
        try {
            System.out.print(action.get() + " ");
        } catch (ArithmeticException | IllegalArgumentException e) {
            System.out.print("<" + e.getMessage() + "> ");
        }
    }

    static String bits(double value) {
        return Long.toHexString(Double.doubleToRawLongBits(value));
    }

    public static void main(String[] arguments) {
        int[] ints = {0, 1, -1, 7, -7, Integer.MAX_VALUE, Integer.MIN_VALUE};
        long[] longs = {0, 1, -1, 7, -7, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 40};
        for (int a : ints) {
            for (int b : ints) {
                attempt(() -> Math.addExact(a, b));
                attempt(() -> Math.subtractExact(a, b));
                attempt(() -> Math.multiplyExact(a, b));
                attempt(() -> Math.floorDiv(a, b));
                attempt(() -> Math.floorMod(a, b));
                attempt(() -> a / b);
                attempt(() -> a % b);
            }
            attempt(() -> Math.negateExact(a));
            attempt(() -> Math.incrementExact(a));
            attempt(() -> Math.decrementExact(a));
            attempt(() -> Math.absExact(a));
            attempt(() -> Math.abs(a));
            System.out.println();
        }
        for (long a : longs) {
            for (long b : longs) {
                attempt(() -> Math.addExact(a, b));
                attempt(() -> Math.subtractExact(a, b));
                attempt(() -> Math.multiplyExact(a, b));
                attempt(() -> Math.floorDiv(a, b));
                attempt(() -> Math.floorMod(a, b));
                attempt(() -> Math.multiplyHigh(a, b));
            }
            attempt(() -> Math.toIntExact(a));
            attempt(() -> Math.negateExact(a));
            attempt(() -> Math.multiplyExact(a, 3));
            attempt(() -> Math.floorMod(a, 10));
            attempt(() -> Math.floorDiv(a, -3));
            attempt(() -> Math.multiplyFull((int) a, 1 << 20));
            System.out.println();
        }
        double[] doubles = {0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 0.49999999999999994, 4503599627370497.5, 9007199254740993.0, 1e300, -1e300, Double.MIN_VALUE, Double.MAX_VALUE, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN};
        for (double x : doubles) {
            System.out.println(x + " " + Math.round(x) + " " + Math.rint(x) + " " + Math.floor(x) + " " + Math.ceil(x) + " " + Math.round((float) x) + " " + Math.ulp(x) + " " + Math.nextUp(x) + " " + Math.nextDown(x) + " " + Math.nextAfter(x, 0) + " " + Math.getExponent(x) + " " + Math.signum(x) + " " + Math.scalb(x, -1070) + " " + Math.scalb(x, 3) + " " + Math.abs(x) + " " + bits(-x) + " " + (int) x + " " + (long) x + " " + (short) x + " " + (char) x + 0 + " " + (float) x + " " + Math.sqrt(x) + " " + Math.IEEEremainder(x, 3) + " " + x % 3);
            for (double y : doubles) System.out.print(Math.max(x, y) + "," + Math.min(x, y) + "," + Math.copySign(x, y) + "," + Math.fma(x, y, 1) + "," + (x < y) + (x == y) + " ");
            System.out.println();
        }
        for (float x : new float[] {0f, -0f, 1.1f, Float.MIN_VALUE, Float.MAX_VALUE, Float.NaN, Float.POSITIVE_INFINITY, 16777216f}) System.out.print(Math.ulp(x) + " " + Math.nextUp(x) + " " + Math.nextDown(x) + " " + Math.getExponent(x) + " " + Math.scalb(x, 10) + " " + Math.fma(x, 3f, 1f) + " " + Math.signum(x) + " " + Math.copySign(2f, x) + " " + Math.max(x, -x) + " " + (int) x + "; ");
        System.out.println();
        System.out.println(Math.fma(0.1, 10.0, -1.0) + " " + Math.fma(1e308, 10, -1e308) + " " + Math.fma(Double.MIN_VALUE, 0.5, Double.MIN_VALUE) + " " + Math.fma(3.0000001f, 3.0000001f, -9f) + " " + Math.hypot(3e200, 4e200) + " " + Math.toDegrees(Math.PI) + " " + Math.toRadians(180) + " " + Math.cbrt(-27));
        for (List<Integer> triple : List.of(List.of(5, 1, 10), List.of(0, 1, 10), List.of(11, 1, 10))) System.out.print(Math.max(triple.get(1), Math.min(triple.get(2), triple.get(0))) + " ");
        System.out.println(Math.floorMod(-7, 3) + " " + Math.floorMod(7L, -3) + " " + Math.abs(Integer.MIN_VALUE) + " " + Math.abs(-0.0f) + " " + StrictMath.floorDiv(-1, 2) + " " + Math.negateExact(5));
    }
}

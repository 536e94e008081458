/** What the library computes of bits, and the machine may have an instruction for: counts, reversals, high products,
 * exact arithmetic, rounding, of corner values. */
public class BitTricks {
    private static final long[] VALUES = {0, 1, 2, 3, 5, 8, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x12345678, 0x7fffffffL, 0x80000000L, 0xffffffffL, 0x100000000L, 0x123456789abcdef0L, 0x5555555555555555L, Long.MAX_VALUE, Long.MIN_VALUE, -1, -2, -0x100000000L};

    private static void counts(long x) {
        int i = (int) x;
        System.out.println(x + ": " + Long.bitCount(x) + " " + Integer.bitCount(i) + " " + Long.numberOfLeadingZeros(x) + " " + Integer.numberOfLeadingZeros(i) + " " + Long.numberOfTrailingZeros(x) + " " + Integer.numberOfTrailingZeros(i)
            + " " + Long.highestOneBit(x) + " " + Integer.highestOneBit(i) + " " + Long.lowestOneBit(x) + " " + Integer.lowestOneBit(i) + " " + Long.signum(x) + " " + Integer.signum(i));
        System.out.println("  " + Long.reverse(x) + " " + Integer.reverse(i) + " " + Long.reverseBytes(x) + " " + Integer.reverseBytes(i) + " " + Short.reverseBytes((short) i) + " " + (int) Character.reverseBytes((char) i)
            + " " + Long.toHexString(x) + " " + Integer.toBinaryString(i) + " " + Long.toOctalString(x) + " " + Integer.toUnsignedString(i) + " " + Long.toUnsignedString(x) + " " + Integer.toUnsignedLong(i) + " " + Long.toString(x, 36) + " " + Byte.toUnsignedInt((byte) i));
        System.out.println("  " + Math.abs(x) + " " + Math.abs(i) + " " + Long.hashCode(x) + " " + Double.hashCode(x) + " " + Float.hashCode(i) + " " + Character.getNumericValue((char) i) + " " + (x & -x) + " " + (x & x - 1) + " " + (i ^ i >>> 16) + " " + (x ^ x >>> 32));
    }

    private static String exact(java.util.function.LongSupplier operation) {
        try {
            return "" + operation.getAsLong();
        } catch (ArithmeticException e) {
            return e.getMessage();
        }
    }

    private static void products(long x, long y) {
        int i = (int) x, j = (int) y;
        System.out.println(x + " " + y + ": " + Math.multiplyHigh(x, y) + " " + x * y + " " + (long) i * j + " " + i * j + " " + Math.multiplyFull(i, j) + " " + (x + y) + " " + (i - j)
            + " " + exact(() -> Math.addExact(x, y)) + " " + exact(() -> Math.addExact(i, j)) + " " + exact(() -> Math.subtractExact(x, y)) + " " + exact(() -> Math.subtractExact(i, j)) + " " + exact(() -> Math.multiplyExact(x, y)) + " " + exact(() -> Math.multiplyExact(i, j)) + " " + exact(() -> Math.multiplyExact(x, j)));
    }

    private static void single(long x) {
        System.out.println(exact(() -> Math.negateExact(x)) + " " + exact(() -> Math.negateExact((int) x)) + " " + exact(() -> Math.incrementExact(x)) + " " + exact(() -> Math.decrementExact((int) x)) + " " + exact(() -> Math.toIntExact(x)) + " " + exact(() -> Math.absExact(x)));
    }

    private static void rounding() {
        double[] values = {0.5, -0.5, 1.5, 2.5, -2.5, 0.49999999999999994, -0.0, 4503599627370495.5, 4503599627370497.5, 9007199254740993.0, 1e300, Double.NaN, Double.NEGATIVE_INFINITY, 2147483647.5, 9.2233720368547748e18, -1.1, 1e-320};
        for (double x : values) {
            System.out.println(x + ": " + Math.round(x) + " " + Math.round((float) x) + " " + Math.rint(x) + " " + Math.floor(x) + " " + Math.ceil(x) + " " + Math.sqrt(x) + " " + Math.abs(x) + " " + Math.ulp(x) + " " + Math.getExponent(x) + " " + Math.nextUp(x) + " " + Math.nextDown((float) x) + " " + Math.signum(x) + " " + Math.copySign(x, -1) + " " + Math.scalb(x, 3) + " " + Math.cbrt(x));
        }
    }

    public static void main(String[] arguments) {
        for (long x : VALUES) counts(x);
        for (long x : VALUES) {
            for (int i = 0; i < VALUES.length; i += 3) products(x, VALUES[i]);
            single(x);
        }
        rounding();
    }
}

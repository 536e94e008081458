import java.util.List;

/** Numbers as text and back: corner cases of Integer, Long, Float and Double parsing and printing, radixes, bits. */
public class NumberTexts {
    static void integer(String text) {
        StringBuilder out = new StringBuilder("<" + text + ">");
        try {
            out.append(' ').append(Integer.parseInt(text));
        } catch (NumberFormatException e) {
            out.append(" ! ").append(e.getMessage());
        }
        try {
            out.append(' ').append(Long.decode(text));
        } catch (NumberFormatException e) {
            out.append(" ! ").append(e.getMessage());
        }
        try {
            out.append(' ').append(Byte.parseByte(text));
        } catch (NumberFormatException e) {
            out.append(" ! ").append(e.getMessage());
        }
        System.out.println(out);
    }

    static void floating(String text) {
        StringBuilder out = new StringBuilder("<" + text + ">");
        try {
            double value = Double.parseDouble(text);
            out.append(' ').append(value).append(' ').append(Long.toHexString(Double.doubleToRawLongBits(value))).append(' ').append(Double.toHexString(value));
            float small = Float.parseFloat(text);
            out.append(' ').append(small).append(' ').append(Integer.toHexString(Float.floatToRawIntBits(small))).append(' ').append(Float.toHexString(small));
        } catch (NumberFormatException e) {
            out.append(" ! ").append(e.getMessage());
        }
        System.out.println(out);
    }

    public static void main(String[] arguments) {
        for (String text : List.of("0", "-0", "+7", "2147483647", "2147483648", "-2147483648", "-2147483649", "", " 1", "1 ", "0x1F", "#ff", "-0x80", "010", "127", "128", "1_0", "--1", "+", "\u0664\u0662", "1.0", "9223372036854775807")) integer(text);
        try {
            Integer.parseInt(null);
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        try {
            Integer.parseInt("12", 99);
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Integer.parseInt("-zz", 36) + " " + Integer.parseInt("xx12yy", 2, 4, 10) + " " + Integer.parseUnsignedInt("4294967295") + " " + Integer.toUnsignedString(-1) + " " + Long.parseUnsignedLong("18446744073709551615") + " " + Long.toUnsignedString(-1L, 36) + " " + Integer.toString(Integer.MIN_VALUE, 2) + " " + Long.toString(Long.MIN_VALUE, 36) + " " + Integer.toString(255, 99) + " " + Long.parseLong("-ffff", 16));
        System.out.println(Integer.toBinaryString(-8) + " " + Integer.toOctalString(-8) + " " + Integer.toHexString(Integer.MIN_VALUE) + " " + Long.toBinaryString(5) + " " + Long.toOctalString(-1) + " " + Long.toHexString(Long.MIN_VALUE) + " " + Integer.toUnsignedString(-5, 7) + " " + Short.decode("-0x7f") + " " + Integer.divideUnsigned(-1, 7) + " " + Long.remainderUnsigned(-1, 10) + " " + Long.compareUnsigned(-1, 1) + " " + Integer.compare(-1, 1));
        for (int value : new int[] {0, 1, -1, 0x12345678, Integer.MIN_VALUE, 255}) System.out.print(Integer.bitCount(value) + " " + Integer.reverse(value) + " " + Integer.reverseBytes(value) + " " + Integer.numberOfLeadingZeros(value) + " " + Integer.numberOfTrailingZeros(value) + " " + Integer.highestOneBit(value) + " " + Integer.lowestOneBit(value) + " " + Integer.rotateLeft(value, 5) + " " + Integer.signum(value) + "; ");
        System.out.println();
        for (long value : new long[] {0, 1, -1, 0x123456789abcdefL, Long.MIN_VALUE}) System.out.print(Long.bitCount(value) + " " + Long.reverse(value) + " " + Long.reverseBytes(value) + " " + Long.numberOfLeadingZeros(value) + " " + Long.numberOfTrailingZeros(value) + " " + Long.highestOneBit(value) + " " + Long.rotateRight(value, 13) + " " + Long.hashCode(value) + "; ");
        System.out.println();

        for (String text : List.of("0", "-0.0", "1", "0.1", "1e23", "1.7976931348623157e308", "1.7976931348623159e308", "4.9e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "2.2250738585072014e-308", "2.2250738585072012e-308", "9007199254740993", "123456789012345678901234567890", "3.4028235e38", "3.4028236e38", "1.4e-45", "7e-46", "0x1.8p1", "0x1p-1074", "0x1.fffffffffffff8p1023", "0x.8p-1022", "NaN", "-Infinity", " 1.5 ", "1.5f", "1d", "1e", "e1", "", ".", ".5", "5.", "+.5e+3", "1_0", "0x1", "infinity", "8.5e-320", "1.00000005960464477539062500001", "0.000000000000000000000000000000000000011754942807573643", "1e400", "1e-400")) floating(text);
        double[] printed = {1.0E7, 9999999.0, 0.001, 9.999E-4, 100, 123456.789, 2e-3, 1e21, 1.0 / 3, 2.0E-3 / 3, 5e-324, 1.1, 2.2 * 3, 4.35, 0.1 + 0.2, 1e16, 1.2345678901234567e15, 9.007199254740992e15, 4.8e-9, 2.0e23, 1.0e23, 8.41e21, 2.2250738585072014E-308, Math.PI * 1e10, Math.E};
        StringBuilder out = new StringBuilder();
        for (double value : printed) out.append(value).append(' ').append((float) value).append(' ').append(-value).append("; ");
        System.out.println(out);
        long seed = 42;
        int hash = 0;
        for (int i = 0; i < 3000; i++) {
            seed = seed * 6364136223846793005L + 1442695040888963407L;
            double value = Double.longBitsToDouble(seed);
            String text = Double.toString(value);
            if (!Double.isNaN(value) && Double.parseDouble(text) != value) System.out.println("not the same: " + text);
            hash = hash * 31 + text.hashCode();
            hash = hash * 31 + Float.toString(Float.intBitsToFloat((int) (seed >>> 32))).hashCode();
        }
        System.out.println(hash);
        System.out.println(Double.compare(0.0, -0.0) + " " + Double.valueOf(Double.NaN).equals(Double.NaN) + " " + Double.hashCode(-0.0) + " " + Double.isFinite(1 / 0.0) + " " + Float.compare(Float.NaN, 1) + " " + Double.min(-0.0, 0.0) + " " + Float.MIN_NORMAL + " " + Double.MIN_NORMAL + " " + Double.doubleToLongBits(Double.longBitsToDouble(0x7ff0000000000001L)) + " " + Double.doubleToRawLongBits(Double.longBitsToDouble(0x7ff8000000000001L)) + " " + Double.valueOf(3.9).intValue() + " " + Float.valueOf(1e20f).longValue() + " " + Double.valueOf("1e2").byteValue());
        System.out.println(Boolean.parseBoolean("TRUE") + " " + Boolean.logicalXor(true, false) + " " + Boolean.hashCode(true) + " " + Boolean.compare(true, false) + " " + Character.getNumericValue('z') + " " + Short.toUnsignedInt((short) -1) + " " + Byte.toUnsignedLong((byte) -1) + " " + Short.reverseBytes((short) 0x1234) + " " + Byte.compareUnsigned((byte) -1, (byte) 1) + " " + Integer.valueOf(127).equals(127) + " " + Long.valueOf(127).equals(127) + " " + Integer.decode("-#10") + " " + Integer.getInteger("no.such.property", 5) + " " + Long.getLong("none"));
    }
}

import java.util.HexFormat;
import java.util.List;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/** Check sums and HexFormat, and the hash codes that the specification fixes. */
public class Hashes {
    record Mixed(int number, String text, double real, long wide, boolean flag, Object nothing) { }

    enum Plain { ONE }

    public static void main(String[] arguments) {
        byte[] data = new byte[1000];
        for (int i = 0; i < data.length; i++) data[i] = (byte) (i * 31);
        for (Checksum sum : List.of(new CRC32(), new CRC32C(), new Adler32())) {
            System.out.print(sum.getClass().getSimpleName() + " " + sum.getValue());
            sum.update("123456789".getBytes());
            System.out.print(" " + Long.toHexString(sum.getValue()));
            sum.update(data, 3, 500);
            sum.update(65);
            System.out.print(" " + Long.toHexString(sum.getValue()));
            sum.update(java.nio.ByteBuffer.wrap(data, 100, 50));
            java.nio.ByteBuffer direct = java.nio.ByteBuffer.allocateDirect(100);
            for (int i = 0; i < 100; i++) direct.put((byte) i);
            sum.update(direct.flip().position(7));
            System.out.print(" " + Long.toHexString(sum.getValue()));
            sum.reset();
            sum.update(data);
            System.out.println(" " + Long.toHexString(sum.getValue()));
            try {
                sum.update(data, 990, 20);
            } catch (ArrayIndexOutOfBoundsException e) {
                System.out.println("bounds");
            }
        }
        HexFormat plain = HexFormat.of(), fancy = HexFormat.ofDelimiter(", ").withPrefix("0x").withUpperCase();
        System.out.println(plain.formatHex(new byte[] {0, 127, -128, -1}) + " " + fancy.formatHex(new byte[] {10, -17}) + " " + plain.parseHex("00fFa5").length + " " + fancy.parseHex("0xAB, 0xcd")[1] + " " + plain.toHexDigits((byte) 10) + " " + plain.toHexDigits('\u20ac') + " " + plain.toHexDigits(-2L, 5) + " " + HexFormat.fromHexDigits("7fff") + " " + HexFormat.fromHexDigitsToLong("ffffffffffffffff") + " " + HexFormat.isHexDigit('g') + " " + fancy);
        for (String bad : List.of("abc", "zz", "0x")) {
            try {
                plain.parseHex(bad);
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            HexFormat.fromHexDigits("123456789");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(new Mixed(1, "t", 2.5, 1L << 40, true, null).hashCode() + " " + "hash".hashCode() + " " + "\u20ac\uD83D\uDE00".hashCode() + " " + Double.hashCode(Math.PI) + " " + Long.hashCode(-5L) + " " + Float.hashCode(1.1f) + " " + Character.hashCode('x') + " " + Boolean.hashCode(false) + " " + List.of(1, "a", 2.0).hashCode() + " " + java.util.Map.of("k", 1).hashCode() + " " + java.util.Set.of(1, 2).hashCode() + " " + java.util.Objects.hash(1, null, "x") + " " + java.util.Arrays.hashCode(new int[] {1, 2}) + " " + java.util.Optional.of("x").hashCode() + " " + new java.math.BigDecimal("1.50").hashCode() + " " + java.util.UUID.fromString("01234567-89ab-cdef-0123-456789abcdef").hashCode() + " " + java.time.LocalDate.of(2024, 2, 29).hashCode() + " " + java.net.URI.create("http://a/b").hashCode() + " " + java.util.Locale.US.toString().hashCode() + " " + new java.util.BitSet().hashCode() + " " + Plain.ONE.name().hashCode());
    }
}

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Formattable;
import java.util.Formatter;
import java.util.IllegalFormatException;
import java.util.Locale;

/** java.util.Formatter: every conversion with flags, widths and precisions, locales, argument indexes, all exceptions.
 * */
public class FormatterCases {
    static void show(String format, Object... arguments) {
        try {
            System.out.println(format.replace("%", "'") + " [" + String.format(Locale.ROOT, format, arguments) + "]");
        } catch (IllegalFormatException e) {
            System.out.println(format.replace("%", "'") + " " + e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    public static void main(String[] arguments) {
        for (String format : new String[] {"%d", "%8d", "%-8d|", "%08d", "%+d", "% d", "%,d", "%(d", "%x", "%X", "%#x", "%o", "%#o", "%,15d", "%+,d"}) {
            show(format, 1234567);
            show(format, -1234567);
        }
        show("%x %x %x %o", (byte) -1, (short) -2, -3L, -4L);
        show("%d %x %,d %+x", new BigInteger("123456789012345678901234567890"), new BigInteger("-255"), BigInteger.TEN.pow(20), BigInteger.valueOf(-17));
        for (String format : new String[] {"%f", "%.2f", "%10.3f", "%-12.1f|", "%e", "%.3E", "%g", "%.3g", "%a", "%,.2f", "%+.1f", "%(.1f", "%010.2f", "%.0f", "%#.0f", "%s"}) {
            for (double value : new double[] {0, -0.0, 1.5, -1234567.891, 0.000123456, 1e20, Double.NaN, Double.NEGATIVE_INFINITY, Double.MIN_VALUE}) {
                try {
                    System.out.print(String.format(Locale.ROOT, format, value) + ";");
                } catch (IllegalFormatException e) {
                    System.out.print(e.getMessage() + ";");
                }
            }
            System.out.println();
        }
        show("%.1f %.1f %.1f %.1f %.0f %.0f %.2f", 0.25, 0.35, 0.45, 0.05, 0.5, 1.5, 1.005);
        show("%f %.3f %e %g %s", 1.1f, 3.14159f, 1.1f, 1e-5f, 1.1f);
        show("%.20f %.5f %e %s %,.3f", new BigDecimal("1.10"), new BigDecimal("123456789.123456789"), new BigDecimal("1E+50"), new BigDecimal("1E+3"), new BigDecimal("-9876543.21"));
        show("%s %S %10s %-10s| %.2s %10.1s", "text", "text", "right", "left", "truncated", "one");
        show("%b %B %b %b %.2b", true, false, null, "x", true);
        show("%c %C %c %c %5c", 'a', 'b', 0x1F600, (byte) 65, 'z');
        show("%h %H %h", "hash", 255, null);
        show("%n%%%5%%-5%|");
        show("%2$s %1$s %<s %s %s", "a", "b");
        show("%s %s %s", null, new int[0].length, new StringBuilder("builder"));
        show("%s %10.4s|", (Formattable) (formatter, flags, width, precision) -> formatter.format("custom(%d,%d,%d)", flags, width, precision), (Formattable) (formatter, flags, width, precision) -> formatter.format("w%dp%d", width, precision));

        ZonedDateTime time = LocalDateTime.of(2024, 2, 5, 9, 7, 3, 45_600_000).atZone(ZoneOffset.ofHoursMinutes(5, 30));
        for (String conversion : "H I k l M S L N p z Z s Q B b h A a C Y y j m d e R T r D F c".split(" ")) show("%1$t" + conversion + " %1$T" + conversion, time);
        show("%tF %<tT %<tL", java.util.Date.from(java.time.Instant.EPOCH.plusMillis(86399999L)).toInstant().atZone(ZoneOffset.UTC));
        show("%1$tA, %1$te %1$tB %1$tY", time.toLocalDate());
        show("%tH", time.toLocalDate());

        System.out.println(String.format(Locale.GERMANY, "%,.2f %,d %e %tA %<tB", 1234567.891, 1234567, 12.5, time) + " " + String.format(Locale.FRANCE, "%,.2f %tB", 1234567.891, time) + " " + String.format(Locale.US, "%,.2f %tc", 1234567.891, time));
        System.out.println(String.format(Locale.forLanguageTag("hi-IN-u-nu-deva"), "%d %,.1f %x", 1234567, 1234567.8, 255) + " " + String.format((Locale) null, "%,d", 1234567) + " " + String.format(new Locale("ar", "EG"), "%05d", 42));

        show("%d", "text");
        show("%q", 1);
        show("%s %s", "one");
        show("%5$s", "one");
        show("%-d", 1);
        show("%-08d", 1);
        show("%+ d", 1);
        show("%#s", "x");
        show("%.2d", 1);
        show("%,x", 255);
        show("%c", 0x110000);
        show("%c", 1.5);
        show("%f", 1);
        show("%ttt", 1);
        show("%tX", time);
        show("%", 1);
        show("%-%", 1);
        show("%<s", 1);
        show("%--5d", 1);
        show("%.3c", 'c');
        show("%99999999999d", 1);
        StringBuilder builder = new StringBuilder("so far: ");
        try (Formatter formatter = new Formatter(builder, Locale.ROOT)) {
            formatter.format("%d;", 1).format("%s", "end");
            System.out.println(formatter.out() + " " + formatter.locale() + " " + formatter.ioException());
            formatter.close();
            formatter.format("%d", 2);
        } catch (java.util.FormatterClosedException e) {
            System.out.println(e.getClass().getName() + " " + builder);
        }
    }
}

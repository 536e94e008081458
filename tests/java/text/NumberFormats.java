import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.text.ChoiceFormat;
import java.text.CompactNumberFormat;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.FieldPosition;
import java.text.NumberFormat;
import java.text.ParseException;
import java.text.ParsePosition;
import java.util.Currency;
import java.util.List;
import java.util.Locale;

/** DecimalFormat patterns, NumberFormat of locales, percent, currency, compact forms, choice, parsing. */
public class NumberFormats {
    static void pattern(String pattern, double... values) {
        DecimalFormat format = new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(Locale.US));
        StringBuilder out = new StringBuilder(pattern).append(" ");
        for (double value : values) out.append('[').append(format.format(value)).append("] ");
        System.out.println(out + format.toPattern());
    }

    public static void main(String[] arguments) throws ParseException {
        double[] values = {0, 1234.5678, -1234.5678, 0.005, 0.015, 1e10, -0.0, Double.NaN, Double.POSITIVE_INFINITY};
        for (String pattern : List.of("#", "0", "0.00", "#.##", "#,##0.00", "00000.000", "#,####.0", "0.###E0", "##0.##E0", "00.00E00", "0%", "#.#\u2030", "$#,##0.00;($#,##0.00)", "'#'0.0'x'", "0.0 ''q''", "\u00a4 0.00", "-0", "#;neg#")) pattern(pattern, values);
        for (String bad : List.of("0.0.0", "0#", "#,", "0E", "0;0;0", "%%0", "'abc")) {
            try {
                System.out.println(bad + " " + new DecimalFormat(bad, DecimalFormatSymbols.getInstance(Locale.US)).format(12.5));
            } catch (IllegalArgumentException e) {
                System.out.println(bad + " " + e.getMessage());
            }
        }
        DecimalFormat format = new DecimalFormat("0.0", DecimalFormatSymbols.getInstance(Locale.US));
        for (RoundingMode mode : RoundingMode.values()) {
            format.setRoundingMode(mode);
            StringBuilder out = new StringBuilder(mode.toString());
            for (double value : new double[] {0.25, 0.35, -0.25, 2.5, 0.31, -0.39}) {
                try {
                    out.append(' ').append(format.format(value));
                } catch (ArithmeticException e) {
                    out.append(" !");
                }
            }
            System.out.println(out);
        }
        format = new DecimalFormat("#,##0.###", DecimalFormatSymbols.getInstance(Locale.US));
        System.out.println(format.format(new BigDecimal("12345678901234567890.123456789")) + " " + format.format(new BigInteger("99999999999999999999")) + " " + format.format(Long.MIN_VALUE) + " " + format.getMaximumFractionDigits() + " " + format.getGroupingSize());
        format.setParseBigDecimal(true);
        System.out.println(format.parse("1,234,567,890,123.456789012345") + " " + format.parse("-12abc") + " " + NumberFormat.getInstance(Locale.US).parse("12").getClass().getSimpleName() + " " + NumberFormat.getInstance(Locale.US).parse("12.5").getClass().getSimpleName() + " " + NumberFormat.getInstance(Locale.US).parse("1E3") + " " + NumberFormat.getIntegerInstance(Locale.US).parse("7.9"));
        try {
            format.parse("x12");
        } catch (ParseException e) {
            System.out.println(e.getMessage() + " " + e.getErrorOffset());
        }
        ParsePosition position = new ParsePosition(3);
        System.out.println(format.parse("abc45def", position) + " " + position.getIndex() + " " + position.getErrorIndex());
        FieldPosition field = new FieldPosition(NumberFormat.Field.FRACTION);
        System.out.println(format.format(1234.5, new StringBuffer(), field) + " " + field.getBeginIndex() + " " + field.getEndIndex());

        for (String tag : List.of("en-US", "de-DE", "de-CH", "fr-FR", "en-IN", "sv-SE", "ja-JP", "ar-EG", "hi-IN", "pt-BR", "tr-TR", "root")) {
            Locale locale = tag.equals("root") ? Locale.ROOT : Locale.forLanguageTag(tag);
            System.out.println(tag + " " + NumberFormat.getInstance(locale).format(-1234567.891) + " " + NumberFormat.getPercentInstance(locale).format(0.256) + " " + NumberFormat.getCurrencyInstance(locale).format(-1234.5) + " " + NumberFormat.getIntegerInstance(locale).format(2.5) + " " + NumberFormat.getCompactNumberInstance(locale, NumberFormat.Style.SHORT).format(12345678) + " " + NumberFormat.getCompactNumberInstance(locale, NumberFormat.Style.LONG).format(1500));
        }
        NumberFormat yen = NumberFormat.getCurrencyInstance(Locale.US);
        yen.setCurrency(Currency.getInstance("JPY"));
        System.out.println(yen.format(1234.56) + " " + NumberFormat.getCurrencyInstance(Locale.JAPAN).format(1234.56) + " " + NumberFormat.getInstance(Locale.GERMANY).parse("1.234,5") + " " + NumberFormat.getPercentInstance(Locale.US).parse("25%") + " " + NumberFormat.getCurrencyInstance(Locale.US).parse("$1,000.25"));
        NumberFormat compact = NumberFormat.getCompactNumberInstance(Locale.US, NumberFormat.Style.SHORT);
        compact.setMaximumFractionDigits(2);
        System.out.println(compact.format(999) + " " + compact.format(1000) + " " + compact.format(1234567) + " " + compact.format(-9.99e14) + " " + compact.parse("3K") + " " + (compact instanceof CompactNumberFormat));
        ChoiceFormat choice = new ChoiceFormat("0#none|1#one|2#two|5<many");
        for (double value : new double[] {-1, 0, 0.5, 1, 2, 5, 5.1, 100}) System.out.print(choice.format(value) + " ");
        System.out.println(choice.toPattern() + " " + ChoiceFormat.nextDouble(1.0) + " " + choice.parse("two"));
        DecimalFormatSymbols symbols = new DecimalFormatSymbols(Locale.ROOT);
        symbols.setGroupingSeparator('_');
        symbols.setDecimalSeparator('!');
        symbols.setMinusSign('~');
        System.out.println(new DecimalFormat("#,##0.0", symbols).format(-12345.6) + " " + symbols.getInfinity() + " " + symbols.getNaN() + " " + symbols.getPerMill());
    }
}

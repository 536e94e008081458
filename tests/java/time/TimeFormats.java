import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.format.DecimalStyle;
import java.time.format.FormatStyle;
import java.time.format.ResolverStyle;
import java.time.format.SignStyle;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** DateTimeFormatter: the fixed ones, patterns of all letters, locales, builders, strict and lenient parsing, errors.
 * */
public class TimeFormats {
    static void parse(DateTimeFormatter formatter, String text) {
        try {
            TemporalAccessor result = formatter.parse(text);
            Map<Long, String> fields = new TreeMap<>();
            for (ChronoField field : ChronoField.values())
                if (result.isSupported(field)) fields.put((long) field.ordinal(), field + "=" + result.getLong(field));
            System.out.println(text + " -> " + fields.values() + " " + result.query(TemporalQueries.zone()) + " " + result.query(TemporalQueries.chronology()));
        } catch (DateTimeParseException e) {
            System.out.println(e.getMessage() + " @" + e.getErrorIndex());
        }
    }

    public static void main(String[] arguments) {
        ZonedDateTime time = ZonedDateTime.of(2024, 2, 5, 15, 7, 9, 45_600_789, ZoneId.of("America/New_York"));
        DateTimeFormatter[] fixed = {DateTimeFormatter.ISO_LOCAL_DATE, DateTimeFormatter.ISO_LOCAL_TIME, DateTimeFormatter.ISO_OFFSET_DATE_TIME, DateTimeFormatter.ISO_ZONED_DATE_TIME, DateTimeFormatter.ISO_WEEK_DATE, DateTimeFormatter.ISO_ORDINAL_DATE, DateTimeFormatter.BASIC_ISO_DATE, DateTimeFormatter.ISO_INSTANT, DateTimeFormatter.RFC_1123_DATE_TIME, DateTimeFormatter.ISO_DATE};
        for (DateTimeFormatter formatter : fixed) System.out.print(formatter.format(time) + " | ");
        System.out.println();
        for (String pattern : List.of("G GGGG GGGGG", "u uu uuuu", "y yy yyyy", "D DDD", "M MM MMM MMMM MMMMM", "L LLL LLLL", "d dd", "Q QQ QQQ QQQQ", "Y YY YYYY w ww W", "E EEEE EEEEE e ee eee eeee c cccc", "F", "a", "h hh K KK k kk H HH", "m mm s ss", "S SSS SSSSSSSSS", "A n N", "VV", "v vvvv z zzzz", "O OOOO", "X XX XXX XXXX XXXXX", "x xx xxx", "Z ZZZZ ZZZZZ", "ppH p4d", "''yyyy'T'HH''", "[HH[:mm]]", "B BBBB", "g")) {
            try {
                System.out.println(pattern + " : " + DateTimeFormatter.ofPattern(pattern, Locale.US).format(time));
            } catch (IllegalArgumentException e) {
                System.out.println(pattern + " ! " + e.getMessage());
            }
        }
        for (String bad : List.of("b", "yyyyyyyyyyyyyyyyyyyy", "MMMMMM", "'open", "{", "VVV", "[", "]]", "#")) {
            try {
                System.out.println(DateTimeFormatter.ofPattern(bad, Locale.US));
            } catch (IllegalArgumentException e) {
                System.out.println(bad + " ! " + e.getMessage());
            }
        }
        for (String tag : List.of("en-US", "en-GB", "de-DE", "fr-FR", "ja-JP", "ru-RU", "ar-EG", "zh-TW", "pt-BR", "fi-FI")) {
            Locale locale = Locale.forLanguageTag(tag);
            StringBuilder out = new StringBuilder(tag);
            for (FormatStyle style : FormatStyle.values()) out.append(" | ").append(DateTimeFormatter.ofLocalizedDateTime(style).withLocale(locale).format(time));
            System.out.println(out + " | " + DateTimeFormatter.ofPattern("EEEE d MMMM LLLL a", locale).format(time));
        }
        System.out.println(DateTimeFormatter.ofPattern("dd MMM", Locale.US).withDecimalStyle(DecimalStyle.of(Locale.forLanguageTag("ar-EG-u-nu-arab"))).format(time) + " " + DateTimeFormatter.ISO_LOCAL_DATE.withZone(ZoneId.of("Asia/Tokyo")).format(time.toInstant()) + " " + DateTimeFormatterBuilder.getLocalizedDateTimePattern(FormatStyle.LONG, FormatStyle.SHORT, java.time.chrono.IsoChronology.INSTANCE, Locale.FRANCE));

        DateTimeFormatter built = new DateTimeFormatterBuilder().parseCaseInsensitive().appendLiteral("on ").appendText(ChronoField.DAY_OF_WEEK, TextStyle.SHORT).appendLiteral(' ').appendValue(ChronoField.DAY_OF_MONTH).optionalStart().appendLiteral('.').appendText(ChronoField.MONTH_OF_YEAR, Map.of(1L, "uno", 2L, "dos")).optionalEnd().appendLiteral(' ').appendValue(ChronoField.YEAR, 4, 10, SignStyle.EXCEEDS_PAD).parseDefaulting(ChronoField.MONTH_OF_YEAR, 1).appendFraction(ChronoField.MILLI_OF_SECOND, 0, 3, true).padNext(5, '*').appendValue(ChronoField.HOUR_OF_DAY).toFormatter(Locale.ENGLISH);
        System.out.println(built.format(time));
        System.out.println(LocalDate.parse("ON mon 5.DOS 2024.045***15", built));
        parse(DateTimeFormatter.ISO_LOCAL_DATE_TIME, "2024-02-30T10:00");
        parse(DateTimeFormatter.ISO_LOCAL_DATE_TIME, "2024-02-29T24:00");
        parse(DateTimeFormatter.ISO_DATE_TIME, "2024-02-29T10:00:00.5+01:00[Europe/Paris]");
        parse(DateTimeFormatter.ISO_INSTANT, "2016-12-31T23:59:60Z");
        parse(DateTimeFormatter.RFC_1123_DATE_TIME, "Tue, 3 Jun 2008 11:05:30 GMT");
        parse(DateTimeFormatter.RFC_1123_DATE_TIME, "Mon, 3 Jun 2008 11:05:30 GMT");
        parse(DateTimeFormatter.ofPattern("uuuu-MM-dd").withResolverStyle(ResolverStyle.STRICT), "2023-02-29");
        parse(DateTimeFormatter.ofPattern("uuuu-MM-dd").withResolverStyle(ResolverStyle.LENIENT), "2023-14-35");
        parse(DateTimeFormatter.ofPattern("yyyy-MM-dd").withResolverStyle(ResolverStyle.STRICT), "2023-02-28");
        parse(DateTimeFormatter.ofPattern("h:mm a", Locale.US), "12:30 AM");
        parse(DateTimeFormatter.ofPattern("HH:mm h", Locale.US), "13:30 2");
        parse(DateTimeFormatter.ofPattern("YYYY-'W'ww-e", Locale.GERMANY), "2024-W06-1");
        parse(DateTimeFormatter.ofPattern("d MMM yy", Locale.FRANCE), "5 f\u00e9vr. 24");
        parse(DateTimeFormatter.ISO_LOCAL_TIME, "10:15 ");
        parse(DateTimeFormatter.ISO_LOCAL_TIME, "xx");
        parse(DateTimeFormatter.ofPattern("z", Locale.US), "PST");
        System.out.println(LocalTime.parse("10:15:30.123456789") + " " + LocalDateTime.parse("20240205 1507", DateTimeFormatter.ofPattern("yyyyMMdd HHmm")) + " " + OffsetDateTime.parse("2024-01-01T00:00-23:59:59".replace("-23:59:59", "-17:59:59")) + " " + DateTimeFormatter.ISO_DATE.parseBest("2024-01-01+02:00", OffsetDateTime::from, LocalDate::from));
        try {
            DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(LocalDate.EPOCH);
        } catch (DateTimeException e) {
            System.out.println(e.getMessage());
        }
        try {
            DateTimeFormatter.ofPattern("uuuu").format(LocalDate.of(12345, 1, 1));
            System.out.println(DateTimeFormatter.ofPattern("yyyy").format(LocalDate.of(-12345, 1, 1)) + " " + LocalDate.of(12345, 1, 1));
            DateTimeFormatter.BASIC_ISO_DATE.format(LocalDate.of(123456, 1, 1));
        } catch (DateTimeException e) {
            System.out.println(e.getMessage());
        }
    }
}

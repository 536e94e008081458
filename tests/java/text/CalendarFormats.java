import java.text.DateFormat;
import java.text.DateFormatSymbols;
import java.text.ParseException;
import java.text.ParsePosition;
import java.text.SimpleDateFormat;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Locale;
import java.util.SimpleTimeZone;
import java.util.TimeZone;

/** The old date classes: Calendar arithmetic, time zones, SimpleDateFormat and DateFormat in several locales. */
public class CalendarFormats {
    static final TimeZone UTC = TimeZone.getTimeZone("UTC");

    static String show(Calendar calendar) {
        SimpleDateFormat format = new SimpleDateFormat("G yyyy-MM-dd HH:mm:ss.SSS Z", Locale.US);
        format.setCalendar((Calendar) calendar.clone());
        return format.format(calendar.getTime());
    }

    public static void main(String[] arguments) throws ParseException {
        Calendar calendar = new GregorianCalendar(UTC, Locale.US);
        calendar.clear();
        calendar.set(2024, Calendar.JANUARY, 31, 23, 59, 58);
        System.out.println(show(calendar) + " " + calendar.getTimeInMillis() + " " + calendar.get(Calendar.DAY_OF_WEEK) + " " + calendar.get(Calendar.DAY_OF_YEAR) + " " + calendar.get(Calendar.WEEK_OF_YEAR) + " " + calendar.getActualMaximum(Calendar.DAY_OF_MONTH) + " " + calendar.getMaximum(Calendar.WEEK_OF_YEAR));
        calendar.add(Calendar.MONTH, 1);
        System.out.println(show(calendar));
        calendar.roll(Calendar.DAY_OF_MONTH, 5);
        System.out.println(show(calendar));
        calendar.add(Calendar.YEAR, -2025);
        System.out.println(show(calendar));
        calendar.set(1582, Calendar.OCTOBER, 4);
        calendar.add(Calendar.DATE, 1);
        System.out.println(show(calendar) + " " + ((GregorianCalendar) calendar).isLeapYear(1900));
        calendar.set(2021, Calendar.JANUARY, 3);
        for (int minimal : new int[] {1, 4, 7}) {
            calendar.setMinimalDaysInFirstWeek(minimal);
            calendar.setFirstDayOfWeek(minimal == 4 ? Calendar.MONDAY : Calendar.SUNDAY);
            System.out.print(calendar.get(Calendar.WEEK_OF_YEAR) + "/" + calendar.getWeekYear() + "/" + calendar.getWeeksInWeekYear() + " ");
        }
        calendar.setWeekDate(2020, 53, Calendar.FRIDAY);
        System.out.println(show(calendar));
        calendar.setLenient(false);
        try {
            calendar.set(Calendar.MONTH, 14);
            calendar.getTime();
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }

        TimeZone berlin = TimeZone.getTimeZone("Europe/Berlin"), newYork = TimeZone.getTimeZone("America/New_York");
        Calendar spring = new GregorianCalendar(berlin, Locale.GERMANY);
        spring.clear();
        spring.set(2024, Calendar.MARCH, 31, 2, 30);
        System.out.println(show(spring) + " " + spring.get(Calendar.DST_OFFSET) + " " + berlin.inDaylightTime(spring.getTime()) + " " + berlin.getOffset(0) + " " + newYork.getRawOffset() + " " + newYork.getDSTSavings() + " " + berlin.getDisplayName(true, TimeZone.SHORT, Locale.US) + " " + newYork.getDisplayName(false, TimeZone.LONG, Locale.GERMANY) + " " + TimeZone.getTimeZone("Mars/Base").getID() + " " + TimeZone.getTimeZone("GMT+5:45").getID());
        SimpleTimeZone own = new SimpleTimeZone(3600000, "Own", Calendar.MARCH, -1, Calendar.SUNDAY, 7200000, Calendar.OCTOBER, -1, Calendar.SUNDAY, 7200000);
        System.out.println(own.getOffset(1720000000000L) + " " + own.getOffset(1704067200000L) + " " + own.hasSameRules(new SimpleTimeZone(1, "x")) + " " + Arrays.asList(TimeZone.getAvailableIDs(0)).contains("UTC"));

        Date date = new Date(1700000000123L);
        for (String tag : List.of("en-US", "de-DE", "fr-FR", "ja-JP", "ar-EG", "ru-RU")) {
            Locale locale = Locale.forLanguageTag(tag);
            StringBuilder out = new StringBuilder(tag);
            for (int style : new int[] {DateFormat.SHORT, DateFormat.MEDIUM, DateFormat.LONG, DateFormat.FULL}) {
                DateFormat format = DateFormat.getDateTimeInstance(style, style, locale);
                format.setTimeZone(berlin);
                out.append(" | ").append(format.format(date));
            }
            System.out.println(out);
        }
        for (String pattern : List.of("yyyy.MM.dd G 'at' HH:mm:ss z", "EEE, MMM d, ''yy", "h:mm a", "hh 'o''clock' a, zzzz", "K:mm a, z", "yyMMddHHmmssZ", "YYYY-'W'ww-u", "XXX X XX", "D F w W k L LLLL", "MMMMM EEEEE")) {
            SimpleDateFormat format = new SimpleDateFormat(pattern, Locale.US);
            format.setTimeZone(newYork);
            System.out.print(format.format(date) + "; ");
        }
        System.out.println();
        SimpleDateFormat parser = new SimpleDateFormat("dd/MM/yyyy HH:mm z", Locale.US);
        System.out.println(parser.parse("15/08/2023 10:30 PST").getTime() + " " + parser.parse("32/13/2023 25:61 GMT").getTime());
        parser.setLenient(false);
        for (String bad : List.of("32/01/2023 10:30 GMT", "nonsense", "01/01/2023")) {
            try {
                parser.parse(bad);
            } catch (ParseException e) {
                System.out.println(e.getMessage() + " " + e.getErrorOffset());
            }
        }
        SimpleDateFormat two = new SimpleDateFormat("yy MMM", Locale.GERMANY);
        two.setTimeZone(UTC);
        two.set2DigitYearStart(new Date(0));
        ParsePosition position = new ParsePosition(0);
        System.out.println(two.parse("69 M\u00e4rz x", position).getTime() + " " + position.getIndex() + " " + two.toLocalizedPattern());
        try {
            new SimpleDateFormat("bad");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        DateFormatSymbols symbols = new DateFormatSymbols(Locale.FRANCE);
        System.out.println(Arrays.toString(symbols.getMonths()) + Arrays.toString(symbols.getShortWeekdays()) + Arrays.toString(symbols.getAmPmStrings()) + Arrays.toString(symbols.getEras()));
        System.out.println(new Date(0).compareTo(date) + " " + date.after(new Date(0)) + " " + date.hashCode() + " " + date.toInstant() + " " + Date.from(java.time.Instant.ofEpochSecond(5)).getTime() + " " + new java.sql.Timestamp(1500).getNanos() + " " + java.sql.Date.valueOf("2024-02-29").toLocalDate() + " " + java.sql.Time.valueOf("12:34:56"));
    }
}

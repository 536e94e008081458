import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.chrono.ChronoLocalDate;
import java.time.chrono.Chronology;
import java.time.chrono.HijrahDate;
import java.time.chrono.IsoChronology;
import java.time.chrono.JapaneseDate;
import java.time.chrono.JapaneseEra;
import java.time.chrono.MinguoDate;
import java.time.chrono.ThaiBuddhistDate;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/** The other calendars of java.time.chrono: Japanese, Hijrah, Minguo, Thai. */
public class OtherCalendars {
    public static void main(String[] arguments) {
        for (LocalDate date : List.of(LocalDate.of(2024, 2, 29), LocalDate.of(1989, 1, 7), LocalDate.of(1926, 12, 25), LocalDate.of(1912, 1, 1), LocalDate.of(2019, 5, 1))) {
            for (ChronoLocalDate other : List.of(JapaneseDate.from(date), HijrahDate.from(date), MinguoDate.from(date), ThaiBuddhistDate.from(date)))
                System.out.println(date + " " + other + " " + other.get(ChronoField.YEAR_OF_ERA) + " " + other.get(ChronoField.DAY_OF_YEAR) + " " + other.lengthOfMonth() + " " + other.lengthOfYear() + " " + other.isLeapYear() + " " + other.plus(1, ChronoUnit.MONTHS) + " " + other.minus(1, ChronoUnit.YEARS) + " " + LocalDate.from(other) + " " + other.isEqual(date) + " " + other.getEra());
        }
        TreeSet<String> names = new TreeSet<>();
        for (Chronology chronology : Chronology.getAvailableChronologies()) names.add(chronology.getId() + "/" + chronology.getCalendarType() + "/" + chronology.getDisplayName(TextStyle.FULL, Locale.ENGLISH));
        System.out.println(names);
        System.out.println(Chronology.of("Hijrah-umalqura").dateNow().getChronology() + " " + Chronology.ofLocale(Locale.forLanguageTag("th-TH-u-ca-buddhist")) + " " + IsoChronology.INSTANCE.isLeapYear(2000) + " " + Chronology.of("Japanese").eras() + " " + JapaneseEra.HEISEI.getDisplayName(TextStyle.SHORT, Locale.JAPAN) + " " + JapaneseEra.valueOf("Reiwa").getValue());
        try {
            Chronology.of("Martian");
        } catch (DateTimeException e) {
            System.out.println(e.getMessage());
        }
        try {
            HijrahDate.of(5000, 1, 1);
        } catch (DateTimeException e) {
            System.out.println(e.getMessage());
        }
        try {
            JapaneseDate.of(JapaneseEra.SHOWA, 65, 1, 1);
        } catch (DateTimeException e) {
            System.out.println(e.getMessage());
        }
        ThaiBuddhistDate thai = ThaiBuddhistDate.of(2567, 2, 5);
        System.out.println(DateTimeFormatter.ofLocalizedDate(FormatStyle.FULL).withLocale(Locale.forLanguageTag("th-TH")).withChronology(thai.getChronology()).format(thai) + " " + DateTimeFormatter.ofPattern("GGGG y MMMM d", Locale.US).format(HijrahDate.of(1445, 9, 1)) + " " + DateTimeFormatter.ofPattern("G y", Locale.JAPAN).format(JapaneseDate.of(2024, 1, 1)) + " " + DateTimeFormatter.ofPattern("G yyyy", Locale.TAIWAN).format(MinguoDate.of(-5, 1, 1)));
        System.out.println(thai.until(LocalDate.of(2025, 3, 10)) + " " + thai.atTime(LocalTime.NOON).plus(30, ChronoUnit.HOURS) + " " + thai.range(ChronoField.YEAR_OF_ERA) + " " + HijrahDate.of(1445, 2, 29).getChronology().range(ChronoField.DAY_OF_MONTH) + " " + MinguoDate.of(1, 1, 1).getChronology().dateYearDay(113, 60));
    }
}

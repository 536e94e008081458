import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.MonthDay;
import java.time.Year;
import java.time.YearMonth;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.JulianFields;
import java.time.temporal.TemporalAdjusters;
import java.time.temporal.TemporalQueries;
import java.time.temporal.UnsupportedTemporalTypeException;
import java.time.temporal.WeekFields;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** Dates and times without a zone: arithmetic at the edges, fields, adjusters, ranges, comparison, exceptions. */
public class LocalDates {
    static void attempt(Supplier<Object> action) {
        try {
            System.out.println(action.get());
        } catch (DateTimeException | ArithmeticException e) {
            System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    public static void main(String[] arguments) {
        for (LocalDate date : List.of(LocalDate.of(2024, 2, 29), LocalDate.of(1900, 12, 31), LocalDate.of(-44, 3, 15), LocalDate.EPOCH, LocalDate.of(2021, 1, 1), LocalDate.ofYearDay(2023, 365))) {
            System.out.println(date + " " + date.getDayOfWeek() + " " + date.getDayOfYear() + " " + date.isLeapYear() + " " + date.lengthOfMonth() + " " + date.toEpochDay() + " " + date.plusMonths(1) + " " + date.minusYears(1) + " " + date.plusDays(400) + " " + date.plusWeeks(-3) + " " + date.withDayOfMonth(1) + " " + date.withDayOfYear(60) + " " + date.hashCode());
            System.out.println(date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR) + " " + date.get(IsoFields.WEEK_BASED_YEAR) + " " + date.get(IsoFields.QUARTER_OF_YEAR) + " " + date.get(IsoFields.DAY_OF_QUARTER) + " " + date.get(WeekFields.of(Locale.US).weekOfYear()) + " " + date.get(WeekFields.of(Locale.US).weekOfWeekBasedYear()) + " " + date.getLong(JulianFields.MODIFIED_JULIAN_DAY) + " " + date.getLong(ChronoField.PROLEPTIC_MONTH) + " " + date.get(ChronoField.ALIGNED_WEEK_OF_MONTH) + " " + date.getEra() + " " + date.get(ChronoField.YEAR_OF_ERA));
            System.out.println(date.with(TemporalAdjusters.firstInMonth(DayOfWeek.MONDAY)) + " " + date.with(TemporalAdjusters.lastInMonth(DayOfWeek.FRIDAY)) + " " + date.with(TemporalAdjusters.next(DayOfWeek.SUNDAY)) + " " + date.with(TemporalAdjusters.previousOrSame(DayOfWeek.THURSDAY)) + " " + date.with(TemporalAdjusters.lastDayOfYear()) + " " + date.with(TemporalAdjusters.firstDayOfNextMonth()) + " " + date.with(TemporalAdjusters.dayOfWeekInMonth(-2, DayOfWeek.TUESDAY)));
        }
        LocalDate start = LocalDate.of(2020, 1, 31), end = LocalDate.of(2024, 3, 1);
        for (ChronoUnit unit : List.of(ChronoUnit.DAYS, ChronoUnit.WEEKS, ChronoUnit.MONTHS, ChronoUnit.YEARS, ChronoUnit.DECADES)) System.out.print(unit.between(start, end) + " " + start.until(end, unit) + " " + unit.between(end, start) + "; ");
        System.out.println(start.until(end) + " " + end.until(start) + " " + start.isBefore(end) + " " + start.compareTo(end) + " " + start.datesUntil(LocalDate.of(2020, 2, 10), java.time.Period.ofDays(3)).toList());
        System.out.println(start.range(ChronoField.DAY_OF_MONTH) + " " + start.range(ChronoField.ALIGNED_WEEK_OF_MONTH) + " " + ChronoField.DAY_OF_MONTH.range() + " " + start.isSupported(ChronoField.HOUR_OF_DAY) + " " + start.query(TemporalQueries.precision()) + " " + start.query(TemporalQueries.chronology()));

        LocalTime time = LocalTime.of(23, 59, 59, 999_999_999);
        System.out.println(time + " " + time.plusNanos(1) + " " + time.minusHours(25) + " " + time.truncatedTo(ChronoUnit.MINUTES) + " " + time.toSecondOfDay() + " " + time.toNanoOfDay() + " " + time.get(ChronoField.AMPM_OF_DAY) + " " + time.get(ChronoField.CLOCK_HOUR_OF_AMPM) + " " + LocalTime.MIDNIGHT + " " + LocalTime.NOON.withSecond(5) + " " + LocalTime.of(1, 2, 3, 4_000_000) + " " + LocalTime.of(1, 2, 3, 4_000) + " " + LocalTime.ofSecondOfDay(86399) + " " + ChronoUnit.HOURS.between(time, LocalTime.MIN));
        LocalDateTime both = LocalDateTime.of(2024, Month.DECEMBER, 31, 23, 30);
        System.out.println(both + " " + both.plusMinutes(45) + " " + both.minusMonths(10) + " " + both.plusHours(-100000) + " " + both.with(LocalTime.NOON) + " " + both.toLocalDate().atStartOfDay() + " " + ChronoUnit.MINUTES.between(both, both.plusDays(3)) + " " + both.until(LocalDateTime.MAX, ChronoUnit.MILLENNIA) + " " + both.getDayOfWeek().plus(3) + " " + both.getMonth().minus(14) + " " + LocalDateTime.MIN);
        System.out.println(YearMonth.of(2023, 2).atEndOfMonth() + " " + YearMonth.of(2024, 12).plusMonths(3) + " " + Year.of(2000).isLeap() + " " + Year.of(5).atDay(100) + " " + Year.isLeap(2100) + " " + MonthDay.of(2, 29).isValidYear(2023) + " " + MonthDay.of(2, 29).atYear(2023) + " " + Month.FEBRUARY.maxLength() + " " + Month.MAY.firstDayOfYear(true) + " " + Month.MARCH.firstMonthOfQuarter() + " " + YearMonth.parse("2024-07").lengthOfYear());
        attempt(() -> LocalDate.of(2023, 2, 29));
        attempt(() -> LocalDate.of(2023, 4, 31));
        attempt(() -> LocalDate.of(2023, 13, 1));
        attempt(() -> LocalTime.of(24, 0));
        attempt(() -> LocalDate.MAX.plusDays(1));
        attempt(() -> LocalDate.EPOCH.plusYears(Long.MAX_VALUE));
        attempt(() -> LocalDate.ofEpochDay(Long.MAX_VALUE));
        attempt(() -> LocalDate.EPOCH.get(ChronoField.HOUR_OF_DAY));
        attempt(() -> LocalTime.NOON.plus(1, ChronoUnit.DAYS));
        attempt(() -> LocalDate.from(LocalTime.NOON));
        attempt(() -> LocalDate.ofYearDay(2023, 366));
        attempt(() -> DayOfWeek.of(8));
        attempt(() -> LocalDate.EPOCH.getLong(ChronoField.INSTANT_SECONDS));
        attempt(() -> LocalDate.EPOCH.get(ChronoField.EPOCH_DAY));
        attempt(() -> LocalDate.EPOCH.with(ChronoField.DAY_OF_WEEK, 9));
        attempt(() -> {
            throw new UnsupportedTemporalTypeException("own");
        });
    }
}

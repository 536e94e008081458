import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalAdjuster;
import java.time.temporal.TemporalAdjusters;
import java.time.temporal.TemporalAmount;
import java.time.temporal.TemporalField;
import java.time.temporal.TemporalQuery;
import java.time.temporal.TemporalUnit;
import java.time.temporal.UnsupportedTemporalTypeException;
import java.time.temporal.ValueRange;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Own adjusters, queries, amounts and temporals with java.time; Easter, working days, calendars of months as text,
 * moon-like cycles. */
public class OwnTemporals {
    /** Minutes since midnight, in steps of five: enough of Temporal to be used with the units of the library. */
    record Slot(int number) implements Temporal {
        @Override
        public boolean isSupported(TemporalUnit unit) {
            return unit == ChronoUnit.MINUTES || unit == ChronoUnit.HOURS;
        }

        @Override
        public boolean isSupported(TemporalField field) {
            return field == ChronoField.MINUTE_OF_DAY || field == ChronoField.HOUR_OF_DAY;
        }

        @Override
        public long getLong(TemporalField field) {
            if (field == ChronoField.MINUTE_OF_DAY) return number * 5L;
            if (field == ChronoField.HOUR_OF_DAY) return number / 12;
            throw new UnsupportedTemporalTypeException("no field " + field);
        }

        @Override
        public Temporal with(TemporalField field, long value) {
            if (field != ChronoField.MINUTE_OF_DAY) throw new UnsupportedTemporalTypeException("no field " + field);
            return new Slot((int) field.range().checkValidIntValue(value, field) / 5);
        }

        @Override
        public Temporal plus(long amount, TemporalUnit unit) {
            if (!isSupported(unit)) throw new UnsupportedTemporalTypeException("no unit " + unit);
            return new Slot(Math.floorMod(number + (int) (unit.getDuration().multipliedBy(amount).toMinutes() / 5), 288));
        }

        @Override
        public long until(Temporal end, TemporalUnit unit) {
            return (end.getLong(ChronoField.MINUTE_OF_DAY) - number * 5L) / unit.getDuration().toMinutes();
        }
    }

    record WorkingDays(int count) implements TemporalAmount {
        @Override
        public long get(TemporalUnit unit) {
            return count;
        }

        @Override
        public List<TemporalUnit> getUnits() {
            return List.of(ChronoUnit.DAYS);
        }

        @Override
        public Temporal addTo(Temporal temporal) {
            LocalDate date = LocalDate.from(temporal);
            for (int left = count; left > 0;) {
                date = date.plusDays(1);
                if (date.getDayOfWeek().getValue() < 6) left--;
            }
            return temporal.with(date);
        }

        @Override
        public Temporal subtractFrom(Temporal temporal) {
            LocalDate date = LocalDate.from(temporal);
            for (int left = count; left > 0;) {
                date = date.minusDays(1);
                if (date.getDayOfWeek().getValue() < 6) left--;
            }
            return temporal.with(date);
        }
    }

    static LocalDate easter(int year) {
        int a = year % 19, b = year / 100, c = year % 100, h = (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30, l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7, m = (a + 11 * h + 22 * l) / 451, n = h + l - 7 * m + 114;
        return LocalDate.of(year, n / 31, n % 31 + 1);
    }

    static String month(YearMonth month, Locale locale) {
        StringBuilder out = new StringBuilder(month.getMonth().getDisplayName(TextStyle.FULL_STANDALONE, locale)).append(' ').append(month.getYear()).append('\n');
        out.append(IntStream.rangeClosed(1, 7).mapToObj(day -> DayOfWeek.of(day).getDisplayName(TextStyle.SHORT_STANDALONE, locale)).collect(Collectors.joining(" "))).append('\n');
        out.append("   ".repeat(month.atDay(1).getDayOfWeek().getValue() - 1));
        for (int day = 1; day <= month.lengthOfMonth(); day++) out.append(String.format(Locale.ROOT, "%2d", day)).append(month.atDay(day).getDayOfWeek() == DayOfWeek.SUNDAY ? "\n" : " ");
        return out.toString();
    }

    public static void main(String[] arguments) {
        System.out.println(IntStream.of(1961, 2000, 2024, 2038, 2285).mapToObj(OwnTemporals::easter).toList());
        System.out.println(month(YearMonth.of(2024, 2), Locale.US) + "\n" + month(YearMonth.of(2023, 10), Locale.GERMANY));
        TemporalAdjuster payday = temporal -> {
            Temporal last = temporal.with(TemporalAdjusters.lastDayOfMonth());
            return last.get(ChronoField.DAY_OF_WEEK) > 5 ? last.with(TemporalAdjusters.previous(DayOfWeek.FRIDAY)) : last;
        };
        TemporalQuery<String> season = (TemporalAccessor date) -> switch (Month.from(date)) {
            case DECEMBER, JANUARY, FEBRUARY -> "winter";
            case MARCH, APRIL, MAY -> "spring";
            case JUNE, JULY, AUGUST -> "summer";
            default -> "autumn";
        };
        for (int month = 1; month <= 12; month++) System.out.print(LocalDate.of(2024, month, 5).with(payday) + " " + LocalDateTime.of(2024, month, 1, 0, 0).query(season) + "; ");
        System.out.println(DateTimeFormatter.ISO_LOCAL_DATE.parse("2024-07-04", season));
        LocalDateTime friday = LocalDateTime.of(2024, 3, 1, 17, 0);
        System.out.println(friday.plus(new WorkingDays(6)) + " " + friday.minus(new WorkingDays(11)) + " " + LocalDate.of(2024, 3, 3).plus(new WorkingDays(1)));
        Slot slot = new Slot(100);
        System.out.println(slot.plus(3, ChronoUnit.HOURS) + " " + slot.minus(9, ChronoUnit.HOURS) + " " + ChronoUnit.MINUTES.between(slot, new Slot(110)) + " " + slot.get(ChronoField.HOUR_OF_DAY) + " " + slot.with(ChronoField.MINUTE_OF_DAY, 27) + " " + slot.range(ChronoField.HOUR_OF_DAY) + " " + ValueRange.of(1, 2, 3, 4).isValidValue(3));
        for (Runnable bad : List.<Runnable>of(() -> slot.plus(1, ChronoUnit.DAYS), () -> slot.get(ChronoField.YEAR), () -> slot.with(ChronoField.MINUTE_OF_DAY, 5000), () -> LocalTime.from(slot), () -> ValueRange.of(5, 1))) {
            try {
                bad.run();
            } catch (RuntimeException e) {
                System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
            }
        }
        LocalDate thirteenth = LocalDate.of(2020, 1, 13);
        System.out.println(IntStream.range(0, 60).mapToObj(thirteenth::plusMonths).filter(date -> date.getDayOfWeek() == DayOfWeek.FRIDAY).toList());
        Instant new1 = Instant.parse("2000-01-06T18:14:00Z");
        System.out.println(IntStream.range(300, 304).mapToObj(n -> new1.plusMillis((long) (n * 29.530588861 * 86400000)).atOffset(ZoneOffset.UTC).truncatedTo(ChronoUnit.MINUTES)).toList());
    }
}

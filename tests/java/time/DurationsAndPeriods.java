import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.time.chrono.ChronoPeriod;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAmount;
import java.util.List;

/** Duration and Period: arithmetic, parsing and printing, normal forms, overflow. */
public class DurationsAndPeriods {
    static void duration(String text) {
        try {
            Duration duration = Duration.parse(text);
            System.out.println(text + " -> " + duration + " " + duration.getSeconds() + " " + duration.getNano());
        } catch (DateTimeException e) {
            System.out.println(text + " ! " + e.getMessage() + (e.getCause() == null ? "" : " / " + e.getCause()));
        }
    }

    static void period(String text) {
        try {
            Period period = Period.parse(text);
            System.out.println(text + " -> " + period + " " + period.normalized() + " " + period.toTotalMonths());
        } catch (DateTimeException e) {
            System.out.println(text + " ! " + e.getMessage());
        }
    }

    public static void main(String[] arguments) {
        for (String text : List.of("PT0S", "PT1H30M", "P1DT2H3M4.567S", "-PT5M", "PT-5M30S", "pt1.5s", "PT-0.5S", "P-2D", "PT36H", "P1Y", "PT", "1H", "PT99999999999999999999H", "PT1.1234567890S", "PT9223372036854775807S", "PT9223372036854775808S")) duration(text);
        for (String text : List.of("P1Y2M3D", "P2W", "-P1Y-2M", "P14M", "P-1Y14M-3D", "P", "PT1H", "P1W2D", "P99999999999Y")) period(text);
        Duration duration = Duration.ofSeconds(100_000, 123_456_789);
        System.out.println(duration + " " + duration.negated() + " " + duration.dividedBy(7) + " " + duration.multipliedBy(-3) + " " + duration.dividedBy(Duration.ofMinutes(7)) + " " + duration.toDays() + " " + duration.toHoursPart() + " " + duration.toMinutesPart() + " " + duration.toSecondsPart() + " " + duration.toMillisPart() + " " + duration.toNanos() + " " + duration.truncatedTo(ChronoUnit.HOURS) + " " + duration.withNanos(5) + " " + duration.abs().equals(duration.negated().abs()));
        System.out.println(Duration.ofMillis(-1) + " " + Duration.ofNanos(-1_000_000_001) + " " + Duration.ofDays(-1).plusHours(25) + " " + Duration.ofSeconds(-1, 1) + " " + Duration.of(3, ChronoUnit.HALF_DAYS) + " " + Duration.ZERO.isZero() + " " + Duration.ofNanos(-5).isNegative() + " " + Duration.ofSeconds(5).compareTo(Duration.ofMillis(5001)) + " " + Duration.between(LocalTime.NOON, LocalTime.MIDNIGHT) + " " + Duration.between(LocalDateTime.of(2024, 2, 28, 0, 0), LocalDateTime.of(2024, 3, 1, 0, 0)));
        for (Runnable bad : List.<Runnable>of(() -> Duration.ofSeconds(Long.MAX_VALUE).plusSeconds(1), () -> Duration.ofDays(Long.MAX_VALUE), () -> Duration.of(1, ChronoUnit.MONTHS), () -> duration.dividedBy(0), () -> Duration.between(LocalDate.EPOCH, LocalDate.EPOCH), () -> duration.truncatedTo(ChronoUnit.WEEKS), () -> Duration.ofSeconds(Long.MAX_VALUE).toNanos(), () -> duration.get(ChronoUnit.DAYS), () -> Period.ofYears(Integer.MAX_VALUE).plusYears(1), () -> Period.of(1, 1, 1).addTo(LocalTime.NOON), () -> Period.from(Duration.ZERO))) {
            try {
                bad.run();
                System.out.println("no exception");
            } catch (DateTimeException | ArithmeticException e) {
                System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
            }
        }
        Period period = Period.of(1, 14, -40);
        System.out.println(period + " " + period.normalized() + " " + period.plusDays(100).minusMonths(3) + " " + period.multipliedBy(-2) + " " + period.isNegative() + " " + LocalDate.of(2024, 1, 31).plus(Period.ofMonths(1)) + " " + LocalDate.of(2024, 1, 31).plus(period) + " " + LocalDate.of(2024, 3, 31).minus(Period.of(0, 1, 1)) + " " + period.equals(Period.of(2, 2, -40)) + " " + period.hashCode() + " " + period.getUnits());
        System.out.println(Period.between(LocalDate.of(2023, 12, 31), LocalDate.of(2024, 2, 29)) + " " + Period.between(LocalDate.of(2024, 2, 29), LocalDate.of(2023, 2, 28)) + " " + Period.between(LocalDate.of(2000, 1, 30), LocalDate.of(2000, 3, 1)) + " " + ChronoPeriod.between(LocalDate.EPOCH, LocalDate.of(2024, 5, 6)));
        TemporalAmount mixed = Period.ofWeeks(2);
        System.out.println(LocalDateTime.of(2024, 1, 1, 12, 0).plus(mixed).minus(Duration.ofHours(13)) + " " + ChronoUnit.WEEKS.getDuration() + " " + ChronoUnit.FOREVER.getDuration() + " " + ChronoUnit.MONTHS.isDurationEstimated() + " " + ChronoUnit.DECADES + " " + java.util.concurrent.TimeUnit.HOURS.toChronoUnit() + " " + java.util.concurrent.TimeUnit.of(ChronoUnit.NANOS) + " " + java.util.concurrent.TimeUnit.SECONDS.convert(Duration.ofMinutes(3)));
    }
}

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.TextStyle;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.time.zone.ZoneRulesException;
import java.util.List;
import java.util.Locale;

/** Zones: gaps and overlaps, rules and transitions from the JDK's tables, offsets, instants, clocks. */
public class ZonedTimes {
    public static void main(String[] arguments) {
        ZoneId berlin = ZoneId.of("Europe/Berlin"), newYork = ZoneId.of("America/New_York"), kolkata = ZoneId.of("Asia/Kolkata"), howe = ZoneId.of("Australia/Lord_Howe"), apia = ZoneId.of("Pacific/Apia");
        LocalDateTime gap = LocalDateTime.of(2024, 3, 31, 2, 30), overlap = LocalDateTime.of(2024, 10, 27, 2, 30);
        System.out.println(gap.atZone(berlin) + " " + overlap.atZone(berlin) + " " + overlap.atZone(berlin).withLaterOffsetAtOverlap() + " " + overlap.atZone(berlin).plusHours(1) + " " + overlap.atZone(berlin).plusDays(1) + " " + ZonedDateTime.ofLocal(overlap, berlin, ZoneOffset.ofHours(1)));
        ZonedDateTime base = ZonedDateTime.of(2024, 3, 30, 2, 30, 0, 0, berlin);
        System.out.println(base.plusDays(1) + " " + base.plusHours(24) + " " + Duration.between(base, base.plusDays(1)) + " " + ChronoUnit.DAYS.between(base, base.plusHours(47)) + " " + base.withZoneSameInstant(newYork) + " " + base.withZoneSameLocal(kolkata) + " " + base.toOffsetDateTime() + " " + base.truncatedTo(ChronoUnit.DAYS));
        for (ZoneId zone : List.of(berlin, newYork, kolkata, howe, apia, ZoneId.of("UTC"), ZoneId.of("Africa/Casablanca"), ZoneId.of("America/Sao_Paulo"))) {
            ZoneRules rules = zone.getRules();
            Instant instant = Instant.parse("2021-06-15T12:00:00Z");
            System.out.println(zone + " " + rules.getOffset(instant) + " " + rules.isDaylightSavings(instant) + " " + rules.getStandardOffset(instant) + " " + rules.nextTransition(instant) + " " + rules.previousTransition(instant) + " " + rules.getTransitions().size() + " " + rules.getTransitionRules().size() + " " + rules.isFixedOffset() + " " + zone.getDisplayName(TextStyle.FULL, Locale.ENGLISH) + " " + zone.getDisplayName(TextStyle.SHORT, Locale.GERMAN));
        }
        ZoneOffsetTransition transition = berlin.getRules().getTransition(gap);
        System.out.println(transition + " " + transition.isGap() + " " + transition.getDuration() + " " + transition.getDateTimeBefore() + " " + transition.getDateTimeAfter() + " " + berlin.getRules().getValidOffsets(gap) + " " + berlin.getRules().getValidOffsets(overlap) + " " + berlin.getRules().getTransitionRules().get(0));
        System.out.println(LocalDate.of(2011, 12, 29).atTime(23, 0).atZone(apia).plusHours(2) + " " + LocalDate.of(2011, 12, 30).atStartOfDay(apia) + " " + LocalDateTime.of(1893, 4, 1, 0, 3).atZone(berlin) + " " + LocalDateTime.of(1800, 1, 1, 0, 0).atZone(newYork) + " " + LocalDateTime.of(2500, 7, 1, 0, 0).atZone(newYork));
        OffsetDateTime offset = OffsetDateTime.of(2024, 1, 1, 0, 0, 0, 500, ZoneOffset.ofHoursMinutesSeconds(-3, -30, -15));
        System.out.println(offset + " " + offset.toInstant() + " " + offset.withOffsetSameInstant(ZoneOffset.UTC) + " " + offset.compareTo(OffsetDateTime.MIN) + " " + OffsetTime.of(LocalTime.NOON, ZoneOffset.MAX).withOffsetSameInstant(ZoneOffset.MIN) + " " + offset.atZoneSameInstant(kolkata) + " " + offset.isEqual(offset.withOffsetSameInstant(ZoneOffset.UTC)) + " " + OffsetDateTime.timeLineOrder().compare(offset, OffsetDateTime.MAX));
        for (String id : List.of("Z", "+5", "-0530", "+01:02:03", "UTC+3", "GMT-08:00", "UT", "EST5EDT")) System.out.print(ZoneId.of(id) + " " + ZoneId.of(id).normalized() + "; ");
        System.out.println(ZoneId.of("PST", ZoneId.SHORT_IDS) + " " + ZoneOffset.ofTotalSeconds(-3661) + " " + ZoneOffset.of("+09:30").getTotalSeconds() + " " + ZoneId.getAvailableZoneIds().contains("Europe/Kyiv") + " " + ZoneOffset.UTC.compareTo(ZoneOffset.MAX));
        for (String bad : List.of("Mars/Phobos", "+25", "bad zone", "+1:00", "")) {
            try {
                System.out.println(ZoneId.of(bad));
            } catch (ZoneRulesException e) {
                System.out.println("rules: " + e.getMessage());
            } catch (DateTimeException e) {
                System.out.println(e.getMessage());
            }
        }
        Instant instant = Instant.ofEpochSecond(1_700_000_000L, 123_456_789);
        System.out.println(instant + " " + instant.toEpochMilli() + " " + instant.plusMillis(900) + " " + instant.minus(5, ChronoUnit.DAYS) + " " + instant.truncatedTo(ChronoUnit.HOURS) + " " + Instant.MIN + " " + Instant.MAX + " " + Instant.parse("1969-12-31T23:59:59.999Z").getNano() + " " + Instant.ofEpochMilli(-1) + " " + instant.atZone(howe) + " " + instant.compareTo(Instant.EPOCH));
        try {
            Instant.MAX.plusSeconds(1);
        } catch (DateTimeException e) {
            System.out.println(e.getMessage());
        }
        try {
            Instant.MAX.toEpochMilli();
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            instant.plus(1, ChronoUnit.MONTHS);
        } catch (DateTimeException e) {
            System.out.println(e.getMessage());
        }
        Clock fixed = Clock.fixed(instant, berlin);
        System.out.println(LocalDateTime.now(fixed) + " " + ZonedDateTime.now(Clock.offset(fixed, Duration.ofHours(-5))) + " " + Instant.now(Clock.tick(fixed, Duration.ofMinutes(15))) + " " + fixed.withZone(newYork) + " " + fixed.millis());
        Instant first = Instant.now(), second = Clock.systemUTC().instant();
        System.out.println(!second.isBefore(first) + " " + (Math.abs(System.currentTimeMillis() - second.toEpochMilli()) < 100000) + " " + (LocalDate.now().getYear() > 2023));
    }
}

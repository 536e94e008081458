import java.util.Arrays;

/**
 * What something takes that was measured in many rounds: their mean, as the processor is not as fast at all times and
 * figures are means as well, without rounds that took a quarter more than half of them, in which the machine ran
 * something else.
 */
class Truth {
    static double of(long[] rounds) {
        long half = Arrays.stream(rounds).sorted().skip(rounds.length / 2).findFirst().getAsLong();
        return Arrays.stream(rounds).filter(round -> round <= half + half / 4).average().getAsDouble();
    }
}

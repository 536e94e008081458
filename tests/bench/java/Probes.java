import gnomon.EventLog;
import gnomon.Profiler;
import java.util.Arrays;

/**
 * What a record, or a call of an empty method that may be timed, costs in translated code, beside a bare reading of the counter: nanoseconds of one, of the
 * other, and the ratio. Medians of rounds in turns.
 */
public class Probes {
    private static final int ROUNDS = 25, COUNT = 1_000_000;

    private static long read() {
        long sum = 0;
        for (int i = 0; i < COUNT; i++) sum += Profiler.ticks();
        return sum;
    }

    private static void record(int id) {
        for (int i = 0; i < COUNT; i++) EventLog.record(id, i);
    }

    private static void empty() {
    }

    private static void call() {
        for (int i = 0; i < COUNT; i++) empty();
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[ROUNDS / 2];
    }

    public static void main(String[] arguments) {
        boolean isRecord = arguments[0].equals("record");
        int id = EventLog.createEvent("probe");
        double[] readings = new double[ROUNDS], probes = new double[ROUNDS], ratios = new double[ROUNDS];
        long sum = read();
        for (int round = -1; round < ROUNDS; round++) {
            long start = System.nanoTime();
            sum += read();
            long middle = System.nanoTime();
            if (isRecord) record(id);
            else call();
            long end = System.nanoTime();
            if (round < 0) continue;
            readings[round] = (double) (middle - start) / COUNT;
            probes[round] = (double) (end - middle) / COUNT;
            ratios[round] = probes[round] / readings[round];
        }
        if (sum == 0) throw new AssertionError();
        System.out.println(median(probes) + " " + median(readings) + " " + median(ratios));
    }
}

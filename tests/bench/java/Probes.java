import gnomon.EventLog;
import gnomon.Profiler;
import java.util.Arrays;

/**
 * What a record, a call of an empty method that may be timed, or entering and leaving a monitor that nobody else wants
 * costs in translated code, beside a bare reading of the counter: nanoseconds of one, of the other, and the ratio.
 * Medians of rounds in turns.
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

    private int entered;

    private synchronized void enter() {
        entered++;
    }

    private void enterMethod() {
        for (int i = 0; i < COUNT; i++) enter();
    }

    private void enterBlock() {
        for (int i = 0; i < COUNT; i++) {
            synchronized (this) {
                entered++;
            }
        }
    }

    private void run(String what, int id) {
        switch (what) {
            case "record" -> record(id);
            case "call" -> call();
            case "method" -> enterMethod();
            case "block" -> enterBlock();
            default -> throw new IllegalArgumentException(what);
        }
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[ROUNDS / 2];
    }

    public static void main(String[] arguments) {
        Probes subject = new Probes();
        int id = EventLog.createEvent("probe");
        double[] readings = new double[ROUNDS], probes = new double[ROUNDS], ratios = new double[ROUNDS];
        long sum = read();
        for (int round = -1; round < ROUNDS; round++) {
            long start = System.nanoTime();
            sum += read();
            long middle = System.nanoTime();
            subject.run(arguments[0], id);
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

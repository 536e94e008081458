import gnomon.Scheduler;
import java.util.concurrent.locks.LockSupport;

/**
 * Three threads that have work to do every 10, 20 and 50 milliseconds, before the next is due, and two that are always
 * busy. The first ones need 80 % of the processor. How many deadlines were missed depends on what decides which thread
 * runs: compare {@code --scheduler} RoundRobin, Lottery and EarliestDeadline.
 *
 * <p>Argument: how many milliseconds it goes on (1000).
 */
public final class Periodic {
    private static volatile boolean isOver;
    private static volatile int sink;
    private static long roundsPerMillisecond;

    private Periodic() {
    }

    private static void work(long rounds) {
        int sum = 0;
        for (long i = 0; i < rounds; i++) {
            sum += (int) i ^ sum;
        }
        sink = sum;
    }

    /** Alone, for the smallest of some times: what else the machine may have done does not count. */
    private static long measure() {
        final long rounds = 2_000_000;
        long best = Long.MAX_VALUE;
        for (int i = 0; i < 10; i++) {
            long start = System.nanoTime();
            work(rounds);
            best = Math.min(best, System.nanoTime() - start);
        }
        return rounds * 1_000_000 / best;
    }

    /** Its deadline is the end of its period, and it tells it before it waits for the beginning. */
    private static final class Task extends Thread {
        private final long period;
        private final long rounds;
        private final long start;
        private final int times;
        private int missed;

        Task(String name, int periodMillis, int workMillis, long start, int millis) {
            super(name);
            period = periodMillis * 1_000_000L;
            rounds = workMillis * roundsPerMillisecond;
            this.start = start;
            times = millis / periodMillis;
        }

        @Override
        public void run() {
            for (int i = 0; i < times; i++) {
                long release = start + i * period;
                Scheduler.tell(release + period);
                for (long left; (left = release - System.nanoTime()) > 0;) {
                    LockSupport.parkNanos(left);
                }
                work(rounds);
                if (System.nanoTime() > release + period) {
                    missed++;
                }
            }
        }
    }

    private static void beBusy() {
        while (!isOver) {
            work(1000);
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        int millis = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1000;
        roundsPerMillisecond = measure();
        long start = System.nanoTime() + 5_000_000;
        Task[] tasks = {
            new Task("every 10 ms", 10, 3, start, millis), new Task("every 20 ms", 20, 6, start, millis), new Task("every 50 ms", 50, 10, start, millis)
        };
        for (int i = 1; i <= 2; i++) {
            new Thread(Periodic::beBusy, "busy " + i).start();
        }
        for (Task task : tasks) {
            task.start();
        }
        for (Task task : tasks) {
            task.join();
            System.out.println(task.getName() + ": " + task.times + " times, " + (task.missed == 0 ? "none" : task.missed) + " too late");
        }
        isOver = true;
    }
}

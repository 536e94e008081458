import gnomon.Domain;
import gnomon.Naming;
import gnomon.Portal;
import gnomon.Scheduler;
import java.util.ArrayList;
import java.util.List;

/**
 * Domains with schedulers of their own, whose threads spin: for each domain a line with the time of the processor that
 * it had in a window of so many milliseconds, in nanoseconds, and the turns of each thread's loop. Arguments: the
 * window, and for each domain WEIGHT:SCHEDULER:TICKETS,..., a scheduler "-" being none. With an "a" behind its tickets
 * a thread allocates, and looks whether what it has is as it was.
 */
public class Own {
    interface Counts extends Portal {
        long[] counts();
    }

    /** Turns by tickets, as exactly as they can be given: the thread that has had least for its tickets is next (stride
     * scheduling, Waldspurger and Weihl, 1995). */
    public static class Stride implements Scheduler {
        private static final long STRIDE = 1 << 20;
        private static final AssertionError FOREIGN = new AssertionError("a thread of another domain");
        private final long[] pass = new long[THREADS];
        private final int[] waiting = new int[THREADS];
        private int count;
        private long now;

        @Override
        public boolean ready(int thread) {
            if (Scheduler.domain(thread) != Scheduler.domain(Scheduler.current())) throw FOREIGN;
            pass[thread] = Math.max(pass[thread], now);
            waiting[count++] = thread;
            return Scheduler.told(thread) == 0; // one that serves calls, or is the library's, need not wait
        }

        @Override
        public void blocked(int thread) {
            // as it is
        }

        @Override
        public int next() {
            int first = 0;
            for (int i = 1; i < count; i++) {
                if (pass[waiting[i]] < pass[waiting[first]]) first = i;
            }
            int thread = waiting[first];
            waiting[first] = waiting[--count];
            now = pass[thread];
            pass[thread] += STRIDE / Math.max(Scheduler.told(thread), 100);
            return thread;
        }

        @Override
        public long quantum(int thread) {
            return 1_000_000;
        }
    }

    /** Chooses a thread of another domain, as soon as it is asked. */
    public static class Reaches extends Stride {
        @Override
        public int next() {
            for (int thread = 1; thread < 100; thread++) {
                if (Scheduler.domain(thread) != 0 && Scheduler.domain(thread) != Scheduler.domain(Scheduler.current())) return thread;
            }
            return super.next();
        }
    }

    public static class Part {
        static final int APART = 16; // places, so that no two threads count in one line of the cache

        static void spin(long[] counts, int at) {
            for (;;) counts[at]++;
        }

        static void allocate(long[] counts, int at) {
            for (int[][] kept = new int[100][];; counts[at]++) {
                int place = (int) (counts[at] % kept.length);
                if (kept[place] != null && kept[place][999] != place) Runtime.getRuntime().halt(9);
                kept[place] = new int[1000];
                kept[place][999] = place;
            }
        }

        public static void main(String[] arguments) {
            String[] tickets = arguments[1].split(",");
            long[] counts = new long[tickets.length * APART];
            for (int i = 0; i < tickets.length; i++) {
                int at = i;
                Thread thread = new Thread(() -> {
                    Scheduler.tell(Long.parseLong(tickets[at].replace("a", "")));
                    if (tickets[at].endsWith("a")) allocate(counts, at * APART);
                    spin(counts, at * APART);
                }, "spinner " + arguments[0] + " " + tickets[i]);
                thread.start();
            }
            Naming.register(arguments[0], new Counts() {
                @Override
                public long[] counts() {
                    long[] copy = new long[tickets.length];
                    for (int i = 0; i < copy.length; i++) copy[i] = counts[i * APART];
                    return copy;
                }
            });
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        List<Domain> domains = new ArrayList<>();
        List<Counts> services = new ArrayList<>();
        for (int i = 1; i < arguments.length; i++) {
            String[] parts = arguments[i].split(":");
            Domain.Options options = new Domain.Options("part" + i).main("Own$Part").heap(12 << 20).weight(Integer.parseInt(parts[0])).argument("part" + i).argument(parts[2]);
            if (!parts[1].equals("-")) options.scheduler(parts[1]);
            domains.add(Domain.start(options));
        }
        for (int i = 1; i < arguments.length; i++) services.add(Naming.lookup("part" + i, Counts.class));
        Thread.sleep(100);
        long[][] before = new long[domains.size()][];
        long[] had = new long[before.length];
        for (int i = 0; i < before.length; i++) before[i] = services.get(i).counts();
        for (int i = 0; i < before.length; i++) had[i] = -domains.get(i).usage().cpuNanos();
        Thread.sleep(Integer.parseInt(arguments[0]));
        for (int i = 0; i < before.length; i++) had[i] += domains.get(i).usage().cpuNanos();
        for (int i = 0; i < before.length; i++) {
            long[] after = services.get(i).counts();
            StringBuilder line = new StringBuilder().append(had[i]);
            for (int at = 0; at < after.length; at++) line.append(' ').append(after[at] - before[i][at]);
            System.out.println(line);
        }
        for (Domain domain : domains) {
            domain.terminate();
            if (domain.await() != 137) System.out.println(domain + " has ended with " + domain.status());
        }
    }
}

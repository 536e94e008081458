import gnomon.Scheduler;

/**
 * For each turn a ticket is drawn (Waldspurger and Weihl, 1994). A thread has as many as it has told, or else the
 * weight of its domain. The numbers come from a generator that begins with the same one each time, so deterministic
 * runs repeat.
 */
public final class Lottery implements Scheduler {
    private static final long QUANTUM_NS = 1_000_000;

    private final int[] waiting = new int[THREADS]; // that are ready, in no order
    private final long[] tickets = new long[THREADS]; // by thread, while it is ready
    private int count;
    private long all;
    private long state = 88172645463325252L;

    private long draw() {
        state ^= state << 13;
        state ^= state >>> 7;
        state ^= state << 17;
        return (state >>> 1) % all;
    }

    @Override
    public boolean ready(int thread) {
        long told = Scheduler.told(thread);
        tickets[thread] = told > 0 ? Math.min(told, 1_000_000) : Scheduler.weight(thread);
        all += tickets[thread];
        waiting[count++] = thread;
        return false;
    }

    @Override
    public void blocked(int thread) {
        // its tickets are not in the drum
    }

    @Override
    public int next() {
        long left = draw();
        int at = 0;
        while (left >= tickets[waiting[at]]) {
            left -= tickets[waiting[at++]];
        }
        int thread = waiting[at];
        waiting[at] = waiting[--count];
        all -= tickets[thread];
        return thread;
    }

    @Override
    public long quantum(int thread) {
        return QUANTUM_NS;
    }
}

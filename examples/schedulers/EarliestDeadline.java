import gnomon.Scheduler;

/**
 * Earliest deadline first: threads tell when they have to be done, by the clock of {@link System#nanoTime}, and the one
 * that has to be done first runs, at once (Liu and Layland, 1973). All deadlines are met as long as they can be: if
 * what the threads need of the processor is no more than all of it. Threads that have told nothing take turns in the
 * time that is left.
 */
public final class EarliestDeadline implements Scheduler {
    private static final long QUANTUM_NS = 1_000_000;

    private final int[] waiting = new int[THREADS]; // that are ready, in no order
    private final long[] deadline = new long[THREADS]; // by thread
    private final long[] since = new long[THREADS]; // by thread: the place in the order of becoming ready
    private int count;
    private long order;
    private int running;

    private boolean isBefore(int thread, int other) {
        return deadline[thread] != deadline[other] ? deadline[thread] < deadline[other] : since[thread] < since[other];
    }

    @Override
    public boolean ready(int thread) {
        long told = Scheduler.told(thread);
        deadline[thread] = told == 0 ? Long.MAX_VALUE : told;
        since[thread] = order++;
        waiting[count++] = thread;
        return running != 0 && deadline[thread] < deadline[running];
    }

    @Override
    public void blocked(int thread) {
        running = 0;
    }

    @Override
    public int next() {
        int first = 0;
        for (int at = 1; at < count; at++) {
            if (isBefore(waiting[at], waiting[first])) {
                first = at;
            }
        }
        running = waiting[first];
        waiting[first] = waiting[--count];
        return running;
    }

    @Override
    public long quantum(int thread) {
        return QUANTUM_NS;
    }
}

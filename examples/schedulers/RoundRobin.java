import gnomon.Scheduler;

/** Turns: the thread that has waited longest is next. What the machine does by itself, as a class. */
public final class RoundRobin implements Scheduler {
    private static final long QUANTUM_NS = 10_000_000;

    private final int[] queue = new int[THREADS];
    private int first;
    private int count;

    @Override
    public boolean ready(int thread) {
        queue[(first + count++) % THREADS] = thread;
        return false;
    }

    @Override
    public void blocked(int thread) {
        // it was not in the queue
    }

    @Override
    public int next() {
        int thread = queue[first];
        first = (first + 1) % THREADS;
        count--;
        return thread;
    }

    @Override
    public long quantum(int thread) {
        return QUANTUM_NS;
    }
}

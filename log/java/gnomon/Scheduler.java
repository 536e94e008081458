package gnomon;

/**
 * Decides which thread runs next, in the program: {@code gnomon run --scheduler CLASS} makes an object of the class by
 * its constructor without arguments, and asks it from then on, whenever the processor is given up or has something to
 * do, in place of the turns that threads take otherwise. It is asked about all threads of the machine: the class
 * library's, and those of all domains.
 *
 * <p>A thread is known to it by a number, greater than 0 and less than {@link #THREADS}, so what is kept of threads can
 * be kept in arrays. After a thread's end its number is another one's.
 *
 * <p>Its methods run one at a time, in a thread of their own, while no other thread runs. They may not allocate, wait
 * (for a monitor, for another thread, for a time), or give the processor up; an answer may take 100 ms at most. So what
 * they need is made in the constructor, for which none of this holds: arrays above all, and the classes that they use.
 * If one of them does not keep to that, throws, or answers something that cannot be, a line on standard error and the
 * event {@code scheduler_broken} say so, it is not asked any more, and threads take turns from then on.
 *
 * <p>On any other virtual machine than Gnomon nobody asks: an implementation can be called by a test, and what threads
 * {@link #tell} is forgotten.
 */
public interface Scheduler {
    /** All numbers of threads are less than this. */
    int THREADS = 1 << 16;

    /**
     * The thread can run from now on: it is new, has been woken, or has had to make way for others.
     *
     * @return whether the thread that runs is to make way at its next safepoint, so that {@link #next} is asked again;
     *     without meaning if none does
     */
    boolean ready(int thread);

    /** The thread that was chosen last waits for something, or has ended: it is not ready until {@link #ready} says so.
     * */
    void blocked(int thread);

    /**
     * The thread that runs next, one of those that are ready; there is at least one. It is not ready any more: when it
     * makes way, {@link #ready} is called again.
     */
    int next();

    /**
     * How long the thread, which {@link #next} has just returned, may run while others are ready, in nanoseconds: from
     * 100,000 to 10,000,000,000.
     */
    long quantum(int thread);

    /**
     * For any thread: what the scheduler is to know of it, such as its deadline or how important it is. What it means
     * is the scheduler's affair.
     */
    static void tell(long value) {
        SchedulerThread.tell(value);
    }

    /** What the thread has told last; 0 if it has told nothing. */
    static long told(int thread) {
        return SchedulerThread.told(thread);
    }

    /** The weight of the thread's domain: {@link Domain.Options#weight}; 1 without it. */
    static int weight(int thread) {
        return SchedulerThread.weight(thread);
    }

    /** The number of the thread's domain: {@link Domain#number}; 1 is the first, 0 no domain. */
    static int domain(int thread) {
        return SchedulerThread.domain(thread);
    }

    /** The number of the thread that calls; 0 on another virtual machine. */
    static int current() {
        return SchedulerThread.current();
    }
}

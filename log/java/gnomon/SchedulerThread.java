package gnomon;

/** The thread in which a {@link Scheduler} is asked. The machine switches to it, and waits for its answers. */
final class SchedulerThread extends Thread {
    private static final boolean RECORDING = EventLog.isRecording();
    // As in enum policy_question
    private static final int READY = 1;
    private static final int WAITING = 2;
    private static final int CONSIDER = 3;
    private static final int CHOOSE = 4;
    private static final int LATE = -1; // of begin0

    private final Scheduler scheduler;
    private volatile boolean isStarted;

    private SchedulerThread(Scheduler scheduler) {
        super("scheduler");
        this.scheduler = scheduler;
        setDaemon(true);
    }

    /** By the machine, before the main method of a program or domain; the argument is the class. */
    public static void main(String[] arguments) throws ReflectiveOperationException {
        Class<?> type = Class.forName(arguments[0], true, ClassLoader.getSystemClassLoader());
        if (!Scheduler.class.isAssignableFrom(type)) {
            throw new IllegalArgumentException("scheduler: expected a class that implements gnomon.Scheduler, found " + type.getName());
        }
        var constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        SchedulerThread thread = new SchedulerThread((Scheduler) constructor.newInstance());
        thread.start();
        while (!thread.isStarted) {
            Thread.yield();
        }
    }

    @Override
    public void run() {
        isStarted = true;
        try {
            answer();
        } catch (Throwable e) {
            thrown0(e);
        }
    }

    private void answer() {
        boolean makesWay = false;
        long question = begin0(scheduler);
        if (question <= 0) {
            String reason = question == LATE ? "another of its family has taken too long for an answer" : "the whole machine has one, or several processors";
            System.err.println("gnomon: scheduler " + scheduler.getClass().getName() + ": it is not asked, as " + reason);
        }
        for (;;) {
            int thread = (int) question;
            switch ((int) (question >> 32)) {
                case READY:
                    makesWay |= scheduler.ready(thread);
                    question = next0();
                    break;
                case WAITING:
                    scheduler.blocked(thread);
                    question = next0();
                    break;
                case CONSIDER:
                    question = consider0(makesWay);
                    makesWay = false;
                    break;
                case CHOOSE:
                    makesWay = false;
                    int next = scheduler.next();
                    question = check0(next) ? choose0(next, scheduler.quantum(next)) : next0();
                    break;
                default:
                    return;
            }
        }
    }

    static void tell(long value) {
        if (RECORDING) {
            tell0(value);
        }
    }

    static long told(int thread) {
        return RECORDING ? told0(thread) : 0;
    }

    static int weight(int thread) {
        return RECORDING ? weight0(thread) : 1;
    }

    static int domain(int thread) {
        return RECORDING ? domain0(thread) : 0;
    }

    static int current() {
        return RECORDING ? current0() : 0;
    }

    private static native long begin0(Scheduler scheduler);

    private static native long next0();

    private static native long consider0(boolean makesWay);

    private static native boolean check0(int thread);

    private static native long choose0(int thread, long quantum);

    private static native void thrown0(Throwable exception);

    private static native void tell0(long value);

    private static native long told0(int thread);

    private static native int weight0(int thread);

    private static native int domain0(int thread);

    private static native int current0();
}

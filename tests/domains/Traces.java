import java.util.concurrent.atomic.AtomicInteger;

/** Stack traces of a thread that goes deep and comes back all the time, on another processor: each is of one moment,
 * from its first frame to its last. */
public class Traces {
    static final AtomicInteger turns = new AtomicInteger();
    static volatile boolean ended;
    static Object kept;

    static int shallow() {
        return deep(3);
    }

    static int deep(int depth) {
        if (depth == 0) {
            kept = new int[10];
            return turns.incrementAndGet();
        }
        return deep(depth - 1) + 1;
    }

    static void run() {
        while (!ended) {
            shallow();
            deep(300);
        }
    }

    /** From its end: run, called by the thread's lambda; then only deep, or shallow and at most four of deep; above
     * that what is called there. */
    static String fault(StackTraceElement[] trace) {
        int at = trace.length - 1;
        while (at >= 0 && !trace[at].getMethodName().equals("run") || at >= 0 && !trace[at].getClassName().equals("Traces")) at--;
        if (at < 0) return trace.length == 0 ? null : "no run";
        int depth = 0;
        boolean isShallow = at > 0 && trace[at - 1].getMethodName().equals("shallow");
        if (isShallow) at--;
        while (at > 0 && trace[at - 1].getMethodName().equals("deep")) {
            depth++;
            at--;
        }
        if (isShallow && depth > 4) return "shallow and " + depth;
        if (depth > 301) return "deep " + depth;
        for (int i = 0; i < at; i++) {
            if (trace[i].getClassName().equals("Traces")) return trace[i] + " above " + depth;
        }
        if (at > 0 && !isShallow && depth != 301 && depth != 0 && trace[0].getClassName().startsWith("java.util.concurrent")) return "called from depth " + depth;
        return null;
    }

    public static void main(String[] arguments) throws InterruptedException {
        int rounds = Integer.parseInt(arguments[0]), some = 0, faults = 0;
        Thread thread = new Thread(Traces::run);
        thread.start();
        while (turns.get() == 0) Thread.onSpinWait();
        for (int i = 0; i < rounds; i++) {
            StackTraceElement[] trace = thread.getStackTrace();
            some += trace.length > 0 ? 1 : 0;
            String fault = fault(trace);
            if (fault != null && faults++ < 5) System.out.println(fault);
        }
        ended = true;
        thread.join();
        System.out.println((some == rounds ? "all" : some + "") + " have frames, wrong: " + faults);
    }
}

import gnomon.EventLog;

/**
 * A program of known parts: busy, asleep, allocating, logging. Each is called once to warm up and then as often as its
 * argument says, and each of these calls is timed by the program itself. Prints "part nanoseconds", then what all
 * sleeps took.
 */
public class Parts {
    private static final int EVENT = EventLog.createEvent("part");
    private static final byte[][] kept = new byte[64][];
    private static int state;

    static void busy() {
        int x = state;
        for (int i = 100_000; i > 0; i--) x = x * 1103515245 + 12345;
        state = x;
    }

    static void asleep() throws InterruptedException {
        Thread.sleep(10);
    }

    static void allocating() {
        for (int i = 0; i < 1000; i++) kept[i & 63] = new byte[1000];
    }

    static void logging() {
        for (int i = 0; i < 10_000; i++) EventLog.record(EVENT, i);
    }

    private static long measureBusy(int calls) {
        long taken = 0;
        for (int i = 0; i < calls; i++) {
            long start = System.nanoTime();
            busy();
            taken += System.nanoTime() - start;
        }
        return taken;
    }

    private static long measureAsleep(int calls) throws InterruptedException {
        long taken = 0;
        for (int i = 0; i < calls; i++) {
            long start = System.nanoTime();
            asleep();
            taken += System.nanoTime() - start;
        }
        return taken;
    }

    private static long measureAllocating(int calls) {
        long taken = 0;
        for (int i = 0; i < calls; i++) {
            long start = System.nanoTime();
            allocating();
            taken += System.nanoTime() - start;
        }
        return taken;
    }

    private static long measureLogging(int calls) {
        long taken = 0;
        for (int i = 0; i < calls; i++) {
            long start = System.nanoTime();
            logging();
            taken += System.nanoTime() - start;
        }
        return taken;
    }

    public static void main(String[] arguments) throws InterruptedException {
        busy();
        allocating();
        logging();
        long start = System.nanoTime();
        asleep();
        long firstSleep = System.nanoTime() - start;
        long busy = measureBusy(Integer.parseInt(arguments[0]));
        long asleep = measureAsleep(Integer.parseInt(arguments[1]));
        long allocating = measureAllocating(Integer.parseInt(arguments[2]));
        long logging = measureLogging(Integer.parseInt(arguments[3]));
        System.out.println("busy " + busy);
        System.out.println("asleep " + asleep);
        System.out.println("allocating " + allocating);
        System.out.println("logging " + logging);
        System.out.println("sleeps " + (firstSleep + asleep));
    }
}

package gnomon;

/** The instruments, from inside the program. On any other virtual machine than Gnomon nothing happens. */
public final class Profiler {
    private static final boolean RECORDING = EventLog.isRecording();

    private Profiler() {
    }

    /**
     * Times the methods that the pattern names from now on, as {@code gnomon run --time} takes it: {@code pkg.Class.method}, {@code *} within a name and
     * {@code **} across packages. What is running goes on without until it is left. False: it names no method of a class that is loaded, and nothing has
     * changed.
     */
    public static boolean time(String pattern) {
        return RECORDING && time0(pattern, true);
    }

    /** Times them no longer, which then costs nothing. */
    public static boolean noTime(String pattern) {
        return RECORDING && time0(pattern, false);
    }

    /** Records entry and exit of the methods that the pattern names from now on. */
    public static boolean trace(String pattern) {
        return RECORDING && trace0(pattern, true);
    }

    /** Records them no longer. */
    public static boolean noTrace(String pattern) {
        return RECORDING && trace0(pattern, false);
    }

    /** Sets a mark in the recording. */
    public static void mark(String text) {
        if (RECORDING) {
            mark0(text);
        }
    }

    /** Has all figures begin again: of methods, samples, events and the ledger. */
    public static void clear() {
        if (RECORDING) {
            clear0();
        }
    }

    /** Samples so many times a second from now on: 1 to 10,000; 0 stops. */
    public static void sample(int hertz) {
        if (hertz < 0 || hertz > 10_000) {
            throw new IllegalArgumentException("not between 0 and 10000: " + hertz);
        }
        if (RECORDING) {
            sample0(hertz);
        }
    }

    /** The counter that events are stamped with; elsewhere {@link System#nanoTime}. */
    public static long ticks() {
        return RECORDING ? ticks0() : System.nanoTime();
    }

    private static native boolean time0(String pattern, boolean on);

    private static native boolean trace0(String pattern, boolean on);

    private static native boolean mark0(String text);

    private static native void clear0();

    private static native void sample0(int hertz);

    private static native long ticks0();
}

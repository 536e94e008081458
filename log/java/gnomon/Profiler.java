package gnomon;

/** The instruments, from inside the program. On any other virtual machine than Gnomon nothing happens. */
public final class Profiler {
    private static final boolean RECORDING = EventLog.isRecording();

    private Profiler() {
    }

    /**
     * From now on times the methods that the pattern names, in the form that {@code gnomon run --time} takes:
     * {@code pkg.Class.method}, {@code *} within a name and {@code **} across packages. Calls that are running go on
     * untimed until they return.
     *
     * @return false if the pattern names no method of a class that is loaded; then nothing has changed
     */
    public static boolean time(String pattern) {
        return RECORDING && time0(pattern, true);
    }

    /** No longer times them; they then run at full speed again. */
    public static boolean noTime(String pattern) {
        return RECORDING && time0(pattern, false);
    }

    /** From now on records entry and exit of the methods that the pattern names. */
    public static boolean trace(String pattern) {
        return RECORDING && trace0(pattern, true);
    }

    /** No longer records them. */
    public static boolean noTrace(String pattern) {
        return RECORDING && trace0(pattern, false);
    }

    /** Counts what the methods that the pattern names allocate from now on, by site and thread. */
    public static boolean alloc(String pattern) {
        return RECORDING && alloc0(pattern, true);
    }

    /** Counts it no longer. */
    public static boolean noAlloc(String pattern) {
        return RECORDING && alloc0(pattern, false);
    }

    /** Sets a mark in the recording. */
    public static void mark(String text) {
        if (RECORDING) {
            mark0(text);
        }
    }

    /** Starts all figures again from zero: those of methods, samples, events and the ledger. */
    public static void clear() {
        if (RECORDING) {
            clear0();
        }
    }

    /** From now on samples so many times a second: 1 to 10,000; 0 stops. */
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

    private static native boolean alloc0(String pattern, boolean on);

    private static native boolean mark0(String text);

    private static native void clear0();

    private static native void sample0(int hertz);

    private static native long ticks0();
}

package gnomon;

/** The instruments, from inside the program. On any other virtual machine than Gnomon nothing happens. */
public final class Profiler {
    private static final boolean RECORDING = EventLog.isRecording();

    private Profiler() {
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

    private static native void sample0(int hertz);

    private static native long ticks0();
}

package gnomon;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A component's own events, in the log beside the kernel's.
 *
 * <p>On Gnomon a call of {@code record} is a few instructions in the translated caller. On any other virtual machine
 * this class is plain Java and keeps nothing but the names, so a program with events runs there too.
 *
 * <p>Recording never fails and never waits: what finds no room is counted as lost, and so is an event whose number
 * {@link #createEvent} cannot have returned.
 */
public final class EventLog {
    private static final boolean RECORDING = "Gnomon".equals(System.getProperty("java.vm.name"));
    private static final Map<String, Integer> NUMBERS = new HashMap<>();
    private static final int FIRST = 256;
    private static final int END = 65536;
    private static final int TEXT_EVENT = createEvent("log");

    private EventLog() {
    }

    /** Whether events are kept: false on an ordinary virtual machine. */
    public static boolean isRecording() {
        return RECORDING;
    }

    /**
     * The number of the event type of this name, a new one if there is none yet.
     *
     * @throws NullPointerException if {@code name} is null
     * @throws IllegalStateException when no number is left (there are 65,280, and 1,024 for a domain beside the first)
     * or no room for the name
     */
    public static int createEvent(String name) {
        synchronized (NUMBERS) {
            Integer number = NUMBERS.get(Objects.requireNonNull(name));
            if (number == null) {
                number = RECORDING ? createEvent0(name) : FIRST + NUMBERS.size();
                if (number < FIRST || number >= END) {
                    throw new IllegalStateException("no event number is left for " + name);
                }
                NUMBERS.put(name, number);
            }
            return number;
        }
    }

    /** Records an event. {@code id} is from {@link #createEvent}. */
    public static void record(int id) {
        if (RECORDING) {
            record0(id);
        }
    }

    public static void record(int id, int value) {
        if (RECORDING) {
            record0(id, value);
        }
    }

    public static void record(int id, int first, int second) {
        if (RECORDING) {
            record0(id, first, second);
        }
    }

    public static void record(int id, long value) {
        if (RECORDING) {
            record0(id, value);
        }
    }

    /**
     * Records a number and a text, of which the first 63 bytes in UTF-8 are kept. These are all events of type "log".
     *
     * @param text null is the same as an empty text
     */
    public static void logEvent(int number, String text) {
        if (RECORDING) {
            logEvent0(TEXT_EVENT, number, text);
        }
    }

    /** The same without text. */
    public static void logEvent(int number) {
        record(TEXT_EVENT, number);
    }

    private static native int createEvent0(String name);

    private static native void record0(int id);

    private static native void record0(int id, int value);

    private static native void record0(int id, int first, int second);

    private static native void record0(int id, long value);

    private static native void logEvent0(int id, int number, String text);
}

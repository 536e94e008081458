import gnomon.EventLog;
import gnomon.Profiler;

/** The classes on an ordinary virtual machine: numbers, and nothing else happens. Prints TAP. */
public class EventLogTest {
    private static int count;

    private static void ok(boolean passed, String name) {
        System.out.println((passed ? "ok " : "not ok ") + ++count + " - " + name);
    }

    public static void main(String[] arguments) {
        int first = EventLog.createEvent("first");
        int second = EventLog.createEvent("second");
        ok(first >= 256 && second > first, "numbers from 256 up");
        ok(EventLog.createEvent(new String("first")) == first, "the same name has the same number");
        EventLog.record(first);
        EventLog.record(first, 1);
        EventLog.record(first, 1, 2);
        EventLog.record(first, 1L);
        EventLog.logEvent(0, null);
        EventLog.logEvent(1, "text");
        EventLog.logEvent(2);
        ok(!EventLog.isRecording(), "recording is not possible here, and not an error");
        long before = Profiler.ticks();
        Profiler.sample(0);
        ok(Profiler.ticks() >= before, "ticks do not run back");
        boolean refused = false;
        try {
            Profiler.sample(20_000);
        } catch (IllegalArgumentException expected) {
            refused = true;
        }
        ok(refused, "a rate that is too high is refused");
        System.out.println("1.." + count);
    }
}

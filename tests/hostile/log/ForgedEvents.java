import gnomon.EventLog;
import gnomon.Profiler;
import java.lang.reflect.InvocationTargetException;

/** Numbers that createEvent never gave, through code and by reflection, before and after it is translated again: they
 * are dropped and counted, and what is recorded beside them stays readable. */
public class ForgedEvents {
    private static final int[] IDS = {0, 1, 4, 12, 30, 63, 64, 100, 255, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, 65536, 65536 + 4, 65536 + 300, 1 << 24};

    private static void record(int id) {
        EventLog.record(id);
        EventLog.record(id, 1);
        EventLog.record(id, 1, 2);
        EventLog.record(id, 3L);
        EventLog.record(id, Long.MIN_VALUE);
    }

    public static void main(String[] arguments) throws Exception {
        int own = EventLog.createEvent("hostile.right");
        for (int round = 0; round < 2_000; round++) {
            for (int id : IDS) record(id);
            record(own);
        }
        for (int id : IDS) {
            EventLog.class.getMethod("record", int.class).invoke(null, id);
            EventLog.class.getMethod("record", int.class, int.class).invoke(null, id, 5);
            EventLog.class.getMethod("record", int.class, int.class, int.class).invoke(null, id, 5, 6);
            EventLog.class.getMethod("record", int.class, long.class).invoke(null, id, 7L);
        }
        EventLog.record(60_000);  // in the range, but of no name
        EventLog.record(0);       // a constant
        EventLog.record(4, 1, 2);
        for (String text : new String[] {null, "", "\0", "a\0b", "x".repeat(100_000), "\ud800", "\udfff\ud800", "\ud83d\ude00".repeat(40), "\u0416".repeat(40)}) EventLog.logEvent(-1, text);
        EventLog.logEvent(Integer.MIN_VALUE);
        Attack.kind("null name", () -> EventLog.createEvent(null));
        for (String name : new String[] {"", "\0", "n\0m", "n".repeat(70_000), "\ud800", "class", "thread_switch"}) System.out.println(EventLog.createEvent(name) == EventLog.createEvent(name));
        for (int hertz : new int[] {-1, 10_001, Integer.MIN_VALUE}) Attack.kind("sample", () -> Profiler.sample(hertz));
        try {
            java.lang.reflect.Method hidden = EventLog.class.getDeclaredMethod("record0", int.class, int.class);
            hidden.setAccessible(true);
            if (EventLog.isRecording()) hidden.invoke(null, 4, 4);
        } catch (InvocationTargetException e) {
            System.out.println(e.getCause());
        }
        System.out.println(Profiler.ticks() <= Profiler.ticks());
    }
}

import gnomon.EventLog;

/** Works for a while, and then does what -Dgnomon.test.fault says, three calls deep. Prints before and would print
 * after. With an argument it never ends. */
public class Fault {
    private static final int TURN = EventLog.createEvent("turn");

    private static Fault nothing;
    private int field;

    static int work(int n) {
        int value = n;
        for (int i = 0; i < 2000; i++) value = value * 1664525 + 1013904223;
        EventLog.record(TURN, n);
        return value;
    }

    static void outer(int n) {
        inner(n);
    }

    static void inner(int n) {
        if (n >= 1000) System.gc();
        if (n >= 1000 && "sites".equals(System.getProperty("gnomon.test.fault"))) nothing.field = n;
        work(n);
    }

    public static void main(String[] arguments) {
        System.out.println("before");
        for (int i = 0; arguments.length > 0 || i <= 1000; i++) outer(arguments.length > 0 ? i % 1000 : i);
        System.out.println("after");
    }
}

import java.util.Map;
import java.util.TreeMap;

/** Methods that are left in every way there is, and that count it themselves: how often each was entered and how often
 * it returned. See tests/trace.t. */
public class Traced {
    private static final Map<String, int[]> COUNTS = new TreeMap<>();
    private final int value;

    private static synchronized void in(String name) { COUNTS.computeIfAbsent(name, key -> new int[2])[0]++; }
    private static synchronized void out(String name) { COUNTS.get(name)[1]++; }

    private static class Broken {
        static {
            in("<clinit>");
            if (COUNTS != null) throw new IllegalStateException("broken");
        }
        static int value;
    }

    private Traced(int value) {
        in("<init>");
        if (value < 0) throw new IllegalArgumentException();
        this.value = value;
        out("<init>");
    }

    private static int leaf(int n) {
        in("leaf");
        out("leaf");
        return n;
    }

    private static int plain(int n) {
        in("plain");
        int sum = 0;
        for (int i = 0; i < n; i++) sum += leaf(i);
        out("plain");
        return sum;
    }

    private static int thrower(int n) {
        in("thrower");
        if (n % 3 == 0) throw new IllegalStateException();
        out("thrower");
        return n;
    }

    private static int nested(int n) {
        in("nested");
        int result;
        try {
            result = thrower(n);
        } finally {
            leaf(n);
        }
        out("nested");
        return result;
    }

    private static int catcher(int n) {
        in("catcher");
        int result = -1;
        try {
            result = nested(n);
        } catch (IllegalStateException expected) {
            leaf(n);
        }
        out("catcher");
        return result;
    }

    private static int wrapper(int n) {
        in("wrapper");
        int result;
        try {
            result = thrower(n);
        } catch (IllegalStateException e) {
            throw new RuntimeException(e);
        }
        out("wrapper");
        return result;
    }

    private synchronized int locked(int n) {
        in("locked");
        if (n % 2 == 1) thrower(0);
        out("locked");
        return n;
    }

    private static int field(Traced traced) {
        in("field");
        int result = traced.value;
        out("field");
        return result;
    }

    private static int element(int[] array, int index) {
        in("element");
        int result = array[index];
        out("element");
        return result;
    }

    private static int ratio(int a, int b) {
        in("ratio");
        int result = a / b;
        out("ratio");
        return result;
    }

    private static String cast(Object object) {
        in("cast");
        String result = (String) object;
        out("cast");
        return result;
    }

    private static int recursive(int depth) {
        in("recursive");
        int result = depth == 0 ? thrower(0) : recursive(depth - 1);
        out("recursive");
        return result;
    }

    public static int reflected(int n) {
        in("reflected");
        int result = thrower(n);
        out("reflected");
        return result;
    }

    /** How deep it gets differs from machine to machine, so it does not count. */
    private static int deep(int n) { return deep(n + 1) + 1; }

    private interface Body { void run() throws Throwable; }

    private static void attempt(Body body) {
        try {
            body.run();
        } catch (Throwable expected) {
            if (expected instanceof AssertionError) throw (AssertionError) expected;
        }
    }

    private static void all() {
        Traced traced = new Traced(1);
        attempt(() -> new Traced(-1));
        plain(10);
        for (int i = 0; i < 9; i++) {
            int n = i;
            attempt(() -> thrower(n));
            attempt(() -> nested(n));
            attempt(() -> wrapper(n));
            attempt(() -> traced.locked(n));
            attempt(() -> field(n % 2 == 0 ? traced : null));
            attempt(() -> element(new int[4], n));
            attempt(() -> ratio(1, n % 4));
            attempt(() -> cast(n % 2 == 0 ? "text" : traced));
            attempt(() -> recursive(n));
            attempt(() -> Traced.class.getMethod("reflected", int.class).invoke(null, n));
            attempt(() -> { in("sleep"); Thread.sleep(n % 3 - 1); out("sleep"); });
            catcher(n);
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        attempt(() -> Broken.value++);
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) threads[i] = new Thread(Traced::all, "traced-" + i);
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
        attempt(() -> deep(0));
        COUNTS.forEach((name, count) -> System.out.println(name + " " + count[0] + " " + count[1]));
    }
}

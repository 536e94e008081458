import gnomon.EventLog;
import gnomon.Profiler;

/** Switches its own instruments, and says how often it calls what while they are on. */
public class Profiled {
    static int sink;
    static int leaf, sum, absolute;
    static boolean leafOn, sumOn, absoluteOn;

    static int leaf(int n) {
        int x = n;
        for (int i = 0; i < 100; i++) {
            x = x * 31 + i;
        }
        return x;
    }

    static int sum(int a, int b) {
        return a + b;
    }

    static int uses(int a) {
        sum += sumOn ? 1 : 0;
        absolute += absoluteOn ? 1 : 0;
        return sum(a, a) + Math.abs(a);
    }

    static void one(int n) {
        leaf += leafOn ? 1 : 0;
        sink += leaf(n);
        sink += uses(n);
    }

    static void calls(int n) {
        for (int i = 0; i < n; i++) {
            one(i);
        }
    }

    static boolean time(String pattern, boolean on) {
        boolean done = on ? Profiler.time(pattern) : Profiler.noTime(pattern);
        if (done) {
            leafOn = pattern.equals("Profiled.leaf") ? on : leafOn && (on || !pattern.equals("**"));
            sumOn = pattern.equals("Profiled.sum") ? on : sumOn && (on || !pattern.equals("**"));
            absoluteOn = pattern.equals("java.lang.Math.abs") ? on : absoluteOn && (on || !pattern.equals("**"));
        }
        return done;
    }

    public static void main(String[] arguments) {
        calls(10);
        if (arguments[0].equals("no")) {
            calls(80);
            return;
        }
        System.out.println(time("Profiled.leaf", true) + " " + time("Profiled.sum", true) + " " + time("no.such", true));
        calls(7);
        Profiler.mark("between");
        time("Profiled.leaf", false);
        calls(5);
        time("Profiled.sum", false);
        time("java.lang.Math.abs", true);
        calls(3);
        time("**", false);
        calls(50);
        if (arguments[0].equals("clear")) {
            leaf = sum = absolute = 0;
            time("Profiled.leaf", true);
            Profiler.clear();
            calls(11);
            time("**", false);
        }
        for (int i = 0; i < 4; i++) {
            time("Profiled.*", true);
            Profiler.trace("Profiled.sum");
            time("**", false);
            calls(1);
            Profiler.noTrace("**");
        }
        calls(1);
        System.out.println(leaf + " " + sum + " " + absolute);
    }
}

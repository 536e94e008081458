import gnomon.EventLog;
import java.util.ArrayList;
import java.util.List;

/** Has events of its own, some with number 0, and keeps a list of its own calls, a list a thread, and prints them as a
 * tree. See tests/verbs.t, where `gnomon replay` has to show the same. */
public class Calls {
    private static final ThreadLocal<List<String>> LINES = ThreadLocal.withInitial(ArrayList::new);
    private static final ThreadLocal<int[]> DEPTH = ThreadLocal.withInitial(() -> new int[1]);
    private static final List<String> TREES = new ArrayList<>();
    private static final int ROUND = EventLog.createEvent("round, of \"all\"");
    private static int sum;

    private static void line(String text) { LINES.get().add("  ".repeat(DEPTH.get()[0]) + text); }

    private static void in(String name) {
        line("Calls." + name + " {");
        DEPTH.get()[0]++;
    }

    private static void out(String name, String how) {
        DEPTH.get()[0]--;
        line("} Calls." + name + how);
    }

    private static void leaf(int n) {
        in("leaf(int)");
        sum += n;
        out("leaf(int)", "");
    }

    private static void pair(int n) {
        in("pair(int)");
        leaf(n);
        leaf(n + 1);
        out("pair(int)", "");
    }

    private static void fail(int n) {
        in("fail(int)");
        leaf(n);
        if (n % 2 == 0) {
            out("fail(int)", " by exception");
            throw new IllegalStateException("even");
        }
        out("fail(int)", "");
    }

    private static void pass(int n) {
        in("pass(int)");
        try {
            fail(n);
        } catch (RuntimeException e) {
            out("pass(int)", " by exception");
            throw e;
        }
        out("pass(int)", "");
    }

    private static void recurse(int n) {
        in("recurse(int)");
        if (n > 0) recurse(n - 1);
        else pair(n);
        out("recurse(int)", "");
    }

    private static void all(int rounds) {
        in("all(int)");
        for (int i = 0; i < rounds; i++) {
            EventLog.record(ROUND, i);
            pair(i);
            try {
                pass(i);
            } catch (IllegalStateException expected) {
                leaf(-1);
            }
            recurse(i % 5);
        }
        out("all(int)", "");
    }

    private static void keep() {
        synchronized (TREES) {
            TREES.add("thread " + Thread.currentThread().getName() + "\n" + String.join("\n", LINES.get()));
        }
    }

    private static void last(int n) {
        in("last(int)");
        out("last(int)", " not ended");
        out("end()", " not ended");
        keep();
        synchronized (TREES) {
            TREES.sort(null);
            for (String tree : TREES) System.out.println(tree);
        }
        System.exit(n);
    }

    private static void end() {
        in("end()");
        pair(0);
        last(0);
    }

    public static void main(String[] arguments) throws InterruptedException {
        int rounds = Integer.parseInt(arguments[0]);
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                all(rounds + number);
                keep();
            }, "calls-" + i);
        }
        EventLog.logEvent(0, "begin");
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
        EventLog.logEvent(0);
        EventLog.logEvent(7, "two\nlines");
        end();
    }
}

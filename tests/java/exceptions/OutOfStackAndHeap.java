import java.util.ArrayList;
import java.util.List;

/** StackOverflowError and OutOfMemoryError, again and again, from many kinds of code; finally blocks, locks and
 * half-made objects afterwards are right, and the machine goes on. */
public class OutOfStackAndHeap {
    static int depth, finals, held;
    static final Object lock = new Object();

    static int plain(int n) { depth++; return plain(n + 1) + 1; }
    static int withFinally(int n) { try { return withFinally(n + 1); } finally { finals++; } }
    static void withLock(int n) { synchronized (lock) { held++; withLock(n + 1); } }
    static synchronized int locked(int n) { return locked(n + 1) + n; }
    static double wide(double a, double b, long c, long d, Object e, int f) { return wide(b, a, d, c, e, f + 1) + a * b + c; }
    static Object lambda(int n) { java.util.function.IntFunction<Object> f = x -> lambda(x + 1); return f.apply(n); }
    static long varargs(long... x) { long[] y = new long[x.length + 1]; return varargs(y); }
    static int caught(int n) { try { return caught(n + 1); } catch (StackOverflowError e) { return n; } }
    static class Chain { Chain next; int n; Chain(int n) { this.n = n; next = new Chain(n + 1); } }
    static class Text { Text other; @Override public String toString() { return "<" + other + ">"; } @Override public int hashCode() { return other.hashCode() * 31; } @Override public boolean equals(Object o) { return other.equals(o); } }
    interface Walk { int go(Walk w, int n); }
    static class One implements Walk { public int go(Walk w, int n) { return w.go(this, n + 1); } }
    static class Two implements Walk { public int go(Walk w, int n) { return w.go(this, n + 1); } }
    static class Init { static int deep(int n) { return n == 0 ? Later.value : deep(n - 1); } static class Later { static int value = 42; } }

    static void attempt(String label, Runnable action) {
        for (int i = 0; i < 2; i++) {
            try {
                action.run();
                System.out.println(label + ": returned");
            } catch (StackOverflowError e) {
                System.out.println(label + ": " + e.getClass().getSimpleName() + " " + e.getMessage() + " " + (e.getStackTrace().length > 100));
            } catch (OutOfMemoryError e) {
                System.out.println(label + ": " + e);
            }
        }
    }

    static void stack() {
        attempt("plain", () -> plain(0));
        System.out.println(depth > 2000);
        attempt("finally", () -> withFinally(0));
        System.out.println(finals > 1000);
        attempt("lock", () -> withLock(0));
        System.out.println(held > 1000);
        attempt("locked", () -> locked(0));
        System.out.println(Thread.holdsLock(lock) + " " + Thread.holdsLock(OutOfStackAndHeap.class));
        attempt("wide", () -> wide(1, 2, 3, 4, null, 5));
        attempt("lambda", () -> lambda(0));
        attempt("constructor", () -> new Chain(0));
        attempt("interfaces", () -> new One().go(new Two(), 0));
        Text text = new Text();
        text.other = text;
        attempt("concatenation", () -> text.toString());
        attempt("hashCode", () -> text.hashCode());
        attempt("equals", () -> text.equals("x"));
        List<Object> self = new ArrayList<>();
        self.add(self);
        attempt("list", () -> self.hashCode());
        System.out.println(caught(0) > 1000);
        System.out.println(Init.deep(500));
        Thread thread = new Thread(() -> attempt("thread", () -> plain(0)));
        thread.start();
        try { thread.join(); } catch (InterruptedException e) { System.out.println(e); }
        synchronized (lock) { lock.notifyAll(); }
    }

    static void heap() {
        attempt("too long an array", () -> System.out.println(new int[Integer.MAX_VALUE].length));
        attempt("a bit shorter", () -> System.out.println(new long[Integer.MAX_VALUE - 8].length));
        attempt("many dimensions", () -> System.out.println(new double[100000][100000].length));
        attempt("list of arrays", () -> { List<byte[]> kept = new ArrayList<>(); for (;;) kept.add(new byte[8 << 20]); });
        attempt("chain", () -> { Object[] chain = null; for (;;) { Object[] next = new Object[100000]; next[0] = chain; chain = next; } });
        attempt("builder", () -> { StringBuilder b = new StringBuilder("x"); for (;;) b.append(b); });
        int sum = 0;
        for (int i = 0; i < 200; i++) sum += new int[10000].length;
        System.out.println(sum);
        Thread thread = new Thread(() -> attempt("in a thread", () -> { List<long[]> kept = new ArrayList<>(); for (;;) kept.add(new long[1 << 20]); }));
        thread.start();
        try { thread.join(); } catch (InterruptedException e) { System.out.println(e); }
    }

    public static void main(String[] arguments) {
        stack();
        heap();
        stack();
        System.out.println("sound");
    }
}

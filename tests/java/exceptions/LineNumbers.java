/** Where stack traces say that exceptions come from: every kind of expression over several lines, constructors,
 * initialisers, lambdas, nested classes, inlinable small methods, loops, rethrown and wrapped ones. */
public class LineNumbers {
    static int zero = 0;
    static int[] none = null, some = new int[2];
    static Object text = "text";
    String field;

    interface Action { Object run() throws Throwable; }

    static void attempt(Action action) {
        try {
            action.run();
            System.out.println("nothing");
        } catch (Throwable t) {
            show(t, 0);
        }
    }

    static void show(Throwable t, int depth) {
        StringBuilder line = new StringBuilder("  ".repeat(depth) + t.getClass().getSimpleName());
        for (StackTraceElement e : t.getStackTrace()) {
            if (e.getMethodName().equals("attempt")) break;
            if (e.getClassName().startsWith("java")) continue;
            line.append(' ').append(e.getClassName().replaceAll("Lambda.*", "Lambda")).append('.').append(e.getMethodName().replaceAll("\\$\\d+$", "")).append(':').append(e.getLineNumber());
        }
        System.out.println(line);
        if (t.getCause() != null && depth < 4) show(t.getCause(), depth + 1);
        for (Throwable s : t.getSuppressed()) show(s, depth + 1);
    }

    static int small(int x) { return 10 / x; }
    static int chain(int x) { return small(x) + small(x - 1); }
    static int expression(int a, int b) {
        return a
            + b
            * (a
                / zero)
            + some[a];
    }
    static int call(LineNumbers o) {
        return o
            .field
            .trim()
            .length();
    }
    static int arguments(int... x) {
        return Math.max(
            x[0],
            Math.min(
                x[1],
                x[2]));
    }
    static class Broken {
        int a = 1;
        int b = 1
            / zero;
        Broken() { a = 2; }
    }
    static class Chained extends Broken {
        Chained() {
            super();
        }
    }
    static class Inner {
        class Deep { int go() { return new Object() { int anonymous() { return none.length; } }.anonymous(); } }
    }
    static class Static {
        static int v;
        static {
            v = 5;
            v = v
                / zero;
        }
    }
    static void wrapped() {
        try {
            small(0);
        } catch (ArithmeticException e) {
            throw new IllegalStateException(
                "wrapped",
                e);
        }
    }
    static void rethrown() {
        RuntimeException kept = new RuntimeException();
        try {
            throw kept;
        } catch (RuntimeException e) {
            if (zero == 0)
                throw e;
        }
    }
    static void filled() {
        try {
            small(0);
        } catch (ArithmeticException e) {
            e.fillInStackTrace();
            throw e;
        }
    }
    static int loop(int n) {
        int sum = 0;
        for (int i = 0;
             i < some[n];
             i += none.length)
            sum += i;
        while (sum
            < none[0]) sum++;
        return sum;
    }
    static int recursion(int n) { return n == 0 ? none[0] : recursion(n - 1) + 1; }
    static String concatenation() {
        return "a"
            + zero
            + text.toString().charAt(9)
            + "b";
    }
    static int conditional(int x) {
        return x == 0
            ? small(x)
            : x == 1
                ? none[x]
                : ((Integer) text);
    }
    static int ternarySwitch(int x) {
        switch (x) {
            case 0:
                return some[2];
            case 1:
                return new int[-1].length;
            default:
                throw new UnsupportedOperationException();
        }
    }
    static synchronized void locked() { synchronized (text) { throw new RuntimeException(); } }

    public static void main(String[] arguments) {
        attempt(() -> small(0));
        attempt(() -> chain(1));
        attempt(() -> expression(1, 2));
        attempt(() -> call(new LineNumbers()));
        attempt(() -> call(null));
        attempt(() -> arguments(1));
        attempt(() -> arguments(1, 2));
        attempt(() -> new Broken());
        attempt(() -> new Chained());
        attempt(() -> new Inner().new Deep().go());
        attempt(() -> Static.v);
        attempt(() -> { wrapped(); return 0; });
        attempt(() -> { rethrown(); return 0; });
        attempt(() -> { filled(); return 0; });
        attempt(() -> loop(0));
        attempt(() -> { some[1] = 1; return loop(1); });
        attempt(() -> recursion(3));
        attempt(LineNumbers::concatenation);
        for (int i = 0; i < 3; i++) { int n = i; attempt(() -> conditional(n)); attempt(() -> ternarySwitch(n)); }
        attempt(() -> { locked(); return 0; });
        attempt(() -> {
            Action nested = () -> {
                int x = 1;
                return x / zero;
            };
            return nested.run();
        });
        attempt(() -> java.util.List.of(1, 2).stream().map(x ->
            x / zero).count() + java.util.stream.Stream.of(1).map(x -> x
                / zero).mapToInt(x -> x).sum());
        attempt(() -> { new java.util.ArrayList<>(java.util.List.of(3, 1)).sort((a, b) -> { throw new RuntimeException(); }); return 0; });
    }
}

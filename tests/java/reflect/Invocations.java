import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.*;
import java.util.*;

/** Calls and accesses through reflection, before and after accessors are generated, and what they throw. */
public class Invocations {
    public static class Target {
        public int number = 5;
        static String text = "text";
        private final long constant = Long.parseLong("7");
        static final Object FIXED = "fixed".trim();
        boolean z;
        byte b = 1;
        char c = 'c';
        short s = 2;
        float f = 1.5f;
        double d = 2.5;
        Object o = "o";
        volatile int v = 3;
        static volatile long sv = 9;
        final int plain = 4;
        public Target() { }
        private Target(int number) { this.number = number; }
        protected Target(String text) throws IOException { throw new IOException(text); }
        public static int add(int a, long b) { return (int) (a + b); }
        private String hidden(Object... rest) { return "hidden " + rest.length; }
        void fail(String with) throws Exception { throw with == null ? new Exception() : new IllegalStateException(with); }
        boolean z(boolean z) { return !z; }
        byte b(byte b) { return b; }
        char c(char c) { return c; }
        short s(short s) { return s; }
        long j(long j) { return j; }
        float f(float f) { return f; }
        double d(double d) { return d; }
        void many(int a, long b, double c, float d, String e, byte f, char g, short h, boolean i, Object j, int k, long l) {
            System.out.println("" + a + b + c + d + e + f + g + h + i + j + k + l);
        }
        String over(Object o) { return "target " + o; }
        protected static void recurse(int n) throws Exception {
            if (n == 0) throw new Error("deep");
            Target.class.getDeclaredMethod("recurse", int.class).invoke(null, n - 1);
        }
    }
    static class Below extends Target { String over(Object o) { return "below " + o; } }
    static abstract class Abstract { Abstract() { } abstract void run(); }
    static class Failing { static int value = Integer.parseInt("x"); static void call() { } Failing() { } }
    interface Shape { default String name() { return "shape"; } }
    static class Square implements Shape { }
    enum Kind { A }

    interface Action { Object run() throws Exception; }

    static void attempt(String label, Action action) {
        try {
            System.out.println(label + ": " + action.run());
        } catch (NullPointerException e) {
            System.out.println(label + ": NullPointerException");
        } catch (Throwable e) {
            System.out.println(label + ": " + e.toString().replaceAll("@.*", "@hash") + " by " + e.getCause());
        }
    }

    static Method method(String name, Class<?>... types) throws Exception {
        Method method = Target.class.getDeclaredMethod(name, types);
        method.setAccessible(true);
        return method;
    }

    static void calls(int round) throws Exception {
        Target target = new Target();
        Method add = method("add", int.class, long.class), hidden = method("hidden", Object[].class), fail = method("fail", String.class), over = method("over", Object.class);
        attempt("add", () -> add.invoke(null, 1, 2L));
        attempt("add widened", () -> add.invoke("ignored", (byte) 1, 'c'));
        attempt("add narrow", () -> add.invoke(null, 1L, 2L));
        attempt("add null", () -> add.invoke(null, null, 2L));
        attempt("add few", () -> add.invoke(null, 1));
        attempt("add none", () -> add.invoke(null));
        attempt("add nullarray", () -> add.invoke(null, (Object[]) null));
        attempt("add string", () -> add.invoke(null, "1", 2L));
        attempt("hidden", () -> hidden.invoke(target, (Object) new Object[] {1, 2}));
        attempt("hidden wrong", () -> hidden.invoke("not it", (Object) new Object[0]));
        attempt("hidden null", () -> hidden.invoke(null, (Object) new Object[0]));
        attempt("fail", () -> fail.invoke(target, "on purpose"));
        attempt("fail checked", () -> fail.invoke(target, (Object) null));
        attempt("over", () -> over.invoke(new Below(), round) + " " + over.invoke(target, 'x'));
        Map<String, Class<?>> types = Map.of("z", boolean.class, "b", byte.class, "c", char.class, "s", short.class, "j", long.class, "f", float.class, "d", double.class);
        for (Object value : new Object[] {true, (byte) -1, 'x', (short) -2, 1 << 20, 1L << 40, 1.5f, 2.5}) {
            for (String name : "z b c s j f d".split(" ")) {
                attempt(name + " of " + value.getClass().getSimpleName(), () -> {
                    Object result = method(name, types.get(name)).invoke(target, value);
                    return result + " " + result.getClass().getSimpleName();
                });
            }
        }
        method("many", int.class, long.class, double.class, float.class, String.class, byte.class, char.class, short.class, boolean.class, Object.class, int.class, long.class)
            .invoke(target, 1, 2L, 3.0, 4f, "5", (byte) 6, '7', (short) 8, true, null, 11, 12L);
        attempt("recurse", () -> {
            try {
                return method("recurse", int.class).invoke(null, 3);
            } catch (InvocationTargetException e) {
                int depth = 0;
                Throwable t = e;
                for (; t instanceof InvocationTargetException; t = t.getCause()) depth++;
                return depth + " " + t;
            }
        });
        attempt("default", () -> Shape.class.getMethod("name").invoke(new Square()));
        attempt("array", () -> Object.class.getMethod("getClass").invoke(new int[1][]));
        attempt("toString", () -> Object.class.getMethod("toString").invoke(List.of(1, 2)));
    }

    static void inflated() throws Exception {
        Method add = method("add", int.class, long.class), fail = method("fail", String.class), hidden = method("hidden", Object[].class);
        Target target = new Target();
        for (int i = 0; i < 50; i++) {
            int n = i;
            if (i == 0 || i == 14 || i == 15 || i == 16 || i == 17 || i == 49) {
                attempt("add", () -> add.invoke(null, n, 2L));
                attempt("add wrong", () -> add.invoke(null, "n", 2L));
                attempt("add few", () -> add.invoke(null, 1));
                attempt("fail", () -> fail.invoke(target, "number " + n));
                attempt("wrong receiver", () -> hidden.invoke("", (Object) null));
            } else {
                add.invoke(null, n, 2L);
                hidden.invoke(target, (Object) new Object[n]);
                try {
                    fail.invoke(target, "");
                } catch (InvocationTargetException expected) {
                    expected.getCause();
                }
            }
        }
        PrintStream out = System.out;
        Class<?>[] none = {};
        for (int round = 0; round < 20; round++) {  // accessors of all types are written meanwhile
            System.setOut(new PrintStream(OutputStream.nullOutputStream()));
            calls(round);
        }
        System.setOut(out);
        calls(20);
    }

    static void constructors() throws Exception {
        Constructor<Target> number = Target.class.getDeclaredConstructor(int.class), text = Target.class.getDeclaredConstructor(String.class);
        number.setAccessible(true);
        attempt("new", () -> number.newInstance(3).number);
        attempt("new wrong", () -> number.newInstance("3"));
        attempt("new few", () -> number.newInstance());
        attempt("new fails", () -> text.newInstance("text"));
        attempt("new abstract", () -> Abstract.class.getDeclaredConstructor().newInstance());
        attempt("new enum", () -> Thread.State.class.getDeclaredConstructors()[0].newInstance("X", 1));
        attempt("new own enum", () -> Kind.class.getDeclaredConstructors()[0].newInstance("X", 1));
        attempt("Class.newInstance", () -> Target.class.newInstance().number);
        attempt("Class.newInstance none", () -> Integer.class.newInstance());
        attempt("Class.newInstance interface", () -> Runnable.class.newInstance());
        attempt("Class.newInstance array", () -> int[].class.newInstance());
        attempt("failing class", () -> Failing.class.getDeclaredConstructor().newInstance());
        attempt("failing again", () -> Failing.class.getDeclaredMethod("call").invoke(null));
        for (int i = 0; i < 40; i++) if (number.newInstance(i).number != i) System.out.println("wrong");
        attempt("new wrong", () -> number.newInstance("3"));
        attempt("new few", () -> number.newInstance());
    }

    static void fields() throws Exception {
        Target target = new Target();
        for (Field field : Target.class.getDeclaredFields()) {
            field.setAccessible(true);
            attempt("get " + field.getName(), () -> field.get(target));
            attempt("getInt " + field.getName(), () -> field.getInt(target));
            attempt("getDouble " + field.getName(), () -> field.getDouble(target));
            attempt("getBoolean " + field.getName(), () -> field.getBoolean(target));
            attempt("set " + field.getName(), () -> { field.set(target, 'q'); return field.get(target); });
            attempt("setInt " + field.getName(), () -> { field.setInt(target, 77); return field.get(target); });
            attempt("set null " + field.getName(), () -> { field.set(target, null); return field.get(target); });
        }
        Field number = Target.class.getField("number"), locked = Target.class.getDeclaredField("constant");
        attempt("wrong receiver", () -> number.get("text"));
        attempt("no receiver", () -> number.get(null));
        attempt("not accessible set", () -> { locked.set(target, 1L); return ""; });
        attempt("String.value", () -> {
            Field value = String.class.getDeclaredField("value");
            value.setAccessible(true);
            return value;
        });
        attempt("no such", () -> Target.class.getDeclaredField("nothing"));
        attempt("no such method", () -> Target.class.getDeclaredMethod("nothing", int.class, String[].class));
        attempt("no such constructor", () -> Target.class.getConstructor(Object.class));
        attempt("record", () -> {
            record R(int x) { }
            Field x = R.class.getDeclaredField("x");
            x.setAccessible(true);
            x.set(new R(1), 2);
            return "set";
        });
        attempt("private of another", () -> Thread.class.getDeclaredField("eetop").get(Thread.currentThread()));
        attempt("private method", () -> Class.class.getDeclaredMethod("privateGetPublicMethods").invoke(String.class));
    }

    public static void main(String[] arguments) throws Exception {
        calls(0);
        inflated();
        constructors();
        fields();
    }
}

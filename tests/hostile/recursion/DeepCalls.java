import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Recursion without end through all that calls: methods, finally, catch, synchronized, reflection, proxies, lambdas,
 * handles, natives that call back, finalizers, hash codes, comparators, constructors, initialisers. */
public class DeepCalls {
    static int depth;
    static int plain(int n) { return plain(n + 1) + 1; }
    static long wide(long a, double b, long c, double d, Object e, long f, double g, long h, long i, long j) { return wide(b > 0 ? a : c, d, f, g, e, h, b, i, j, a) + 1; }
    static synchronized int locked(int n) { return locked(n + 1) + 1; }
    static int caught(int n) {
        try {
            return caught(n + 1);
        } catch (StackOverflowError e) {
            throw e;
        }
    }
    static int finished(int n) {
        try {
            return finished(n + 1);
        } finally {
            depth++;
        }
    }
    interface Call { Object call(Object o); }
    @Override public String toString() { return "" + this; }
    @Override public int hashCode() { return List.of(this).hashCode(); }
    DeepCalls inner;
    DeepCalls() {}
    DeepCalls(int n) { inner = new DeepCalls(n + 1); }
    static class Init0 { static int x = new Object() { int f() { return Init1.x + f(); } }.f(); }
    static class Init1 { static int x = Init0.x; static int g() { return g() + 1; } }

    public static void reflected() throws Exception { DeepCalls.class.getMethod("reflected").invoke(null); }

    public static void main(String[] arguments) throws Throwable {
        Attack.kind("plain", () -> plain(0));
        Attack.kind("wide", () -> wide(1, 2, 3, 4, "", 6, 7, 8, 9, 10));
        Attack.kind("locked", () -> locked(0));
        Attack.attempt("lock is free", () -> Thread.holdsLock(DeepCalls.class));
        Attack.kind("caught", () -> caught(0));
        Attack.kind("finally", () -> finished(0));
        Attack.kind("toString", () -> new DeepCalls().toString());
        Attack.kind("hashCode", () -> new DeepCalls().hashCode());
        Attack.kind("constructor", () -> new DeepCalls(0));
        Attack.exhaust("reflection", () -> {
            try {
                reflected();
            } catch (java.lang.reflect.InvocationTargetException e) {
                // with a very long chain of causes
            }
        });
        Call[] self = new Call[1];
        InvocationHandler handler = (proxy, method, args) -> method.invoke(proxy, args);
        self[0] = (Call) Proxy.newProxyInstance(DeepCalls.class.getClassLoader(), new Class<?>[] {Call.class}, handler);
        Attack.exhaust("proxy", () -> {
            try {
                self[0].call(null);
            } catch (java.lang.reflect.UndeclaredThrowableException e) {
                // the same
            }
        });
        Function<Object, Object>[] f = (Function<Object, Object>[]) new Function<?, ?>[1];
        f[0] = x -> f[0].apply(x);
        Attack.kind("lambda", () -> f[0].apply(1));
        Function<Object, Object> composed = Function.identity();
        for (int i = 0; i < 200_000; i++) composed = composed.andThen(x -> x);
        Function<Object, Object> all = composed;
        Attack.kind("composed", () -> all.apply(1));
        List<Object> list = new ArrayList<>();
        list.add(list);
        Attack.kind("list in itself", list::hashCode);
        Map<Object, Object> map = new HashMap<>();
        map.put("map", map);
        Attack.kind("map in itself", () -> map.hashCode());
        Attack.exhaust("initialisers", () -> { try { System.out.print(Init0.x); } catch (ExceptionInInitializerError | NoClassDefFoundError e) { /* as good */ } });
        Attack.kind("privileged", DeepCalls::privileged);
        Attack.kind("sorted", () -> List.of(1, 2).stream().sorted((a, b) -> compare(a, b)).toArray());
        Attack.kind("regex", () -> java.util.regex.Pattern.matches("(a|b)*c", "ab".repeat(100_000)));
        Attack.kind("split array", () -> System.out.println(java.util.Arrays.deepToString(nested())));
        Throwable cause = new Exception("first");
        for (int i = 0; i < 5_000; i++) cause = new Exception("next", cause);
        Throwable last = cause;
        Attack.exhaust("causes", () -> last.printStackTrace(new java.io.PrintWriter(new java.io.StringWriter())));
        Exception a = new Exception("a"), b = new Exception("b", a);
        a.initCause(b);
        a.printStackTrace(new java.io.PrintWriter(new java.io.StringWriter()));
        for (int i = 0; i < 50; i++) {
            try {
                plain(0);
            } catch (StackOverflowError e) {
                depth++;
            }
        }
        Thread thread = new Thread(null, () -> Attack.kind("large stack", () -> plain(0)), "large", 64 << 20);
        thread.start();
        thread.join();
        Thread small = new Thread(null, () -> Attack.kind("small stack", () -> plain(0)), "small", 1);
        small.start();
        small.join();
    }

    static Object[] nested() {
        Object[] array = {};
        for (int i = 0; i < 100_000; i++) array = new Object[] {array};
        return array;
    }
    static int compare(Integer a, Integer b) { return compare(b, a) - 1; }
    static void privileged() { java.security.AccessController.doPrivileged((java.security.PrivilegedAction<Void>) () -> { privileged(); return null; }); }
}

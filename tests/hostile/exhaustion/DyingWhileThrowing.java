import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import other.Assembler;

/** With no memory left: first uses of classes, lambdas, concatenations, handles, reflection; exceptions thrown in
 * handlers, in finally, in synchronized blocks, in initialisers, in finalizers. Each ends in an error, and works
 * afterwards. */
public class DyingWhileThrowing {
    static class Late { static final List<Object> LIST = new ArrayList<>(List.of("late", new int[10_000])); static int size() { return LIST.size(); } }
    static class Never { static final int[] TABLE = new int[50_000_000]; }
    static class Nested { static final int[] TABLE; static { try { TABLE = new int[50_000_000]; } finally { String s = "" + Never.TABLE; } } }
    static final Object LOCK = new Object();
    static int x = 3;

    /** All but a few bytes of the heap, in pieces of every size. */
    private static List<Object> fill() {
        List<Object> all = new ArrayList<>(200_000);
        for (int size = 1 << 20; size >= 16; size /= 4) {
            try {
                while (all.size() < 190_000) all.add(new byte[size]);
            } catch (OutOfMemoryError e) {
                // the next smaller
            }
        }
        return all;
    }

    private static void full(String label, Attack.Action action) {
        Attack.kind("free, " + label, () -> {
            List<Object> all = fill();
            int end = 0;
            try {
                action.run();
                end = 1;
            } catch (OutOfMemoryError | StackOverflowError | LinkageError e) {
                end = 2;
            } catch (InternalError | RuntimeException | ReflectiveOperationException e) {
                end = 3;
            }
            all.clear();
            if (end == 0) throw new Exception();
        });
    }

    private static int unwinding(int n) {
        try {
            if (n == 0) throw new OutOfMemoryError();
            return unwinding(n - 1);
        } catch (OutOfMemoryError e) {
            throw new IllegalStateException(e);
        } finally {
            x += new byte[100_000].length;
        }
    }

    public static void main(String[] arguments) throws Throwable {
        full("a class", () -> x += Late.size());
        full("a lambda", () -> { Supplier<Object> s = () -> x; x += s.get().hashCode(); });
        full("concatenation", () -> x += ("a" + x + 5L + 'c' + 2.0 + LOCK).length());
        full("stream", () -> x += java.util.stream.IntStream.range(0, 9).mapToObj(Integer::toString).mapToInt(String::length).sum());
        full("reflection", () -> DyingWhileThrowing.class.getDeclaredMethods()[0].getAnnotations());
        full("handle", () -> java.lang.invoke.MethodHandles.insertArguments(java.lang.invoke.MethodHandles.lookup().findVirtual(String.class, "concat", java.lang.invoke.MethodType.methodType(String.class, String.class)), 1, "x").invoke("y"));
        full("proxy", () -> java.lang.reflect.Proxy.newProxyInstance(DyingWhileThrowing.class.getClassLoader(), new Class<?>[] {Comparable.class}, (p, m, a) -> 1).hashCode());
        full("defining", () -> { for (int i = 0; i < 20; i++) new Attack.Shadow().define(new Assembler("D" + i, "java/lang/Object").bytes()); });
        full("exceptions", () -> { for (int i = 0; i < 50; i++) try { Integer.parseInt("x" + i); } catch (NumberFormatException e) { x += e.getMessage().length(); } });
        full("traces", () -> new Throwable().getStackTrace()[0].toString());
        full("locks", () -> { for (int i = 0; i < 20; i++) { Object o = new Object(); synchronized (o) { o.hashCode(); o.wait(0, 1); } } });
        full("thread", () -> { Thread t = new Thread(() -> x++); t.start(); t.join(); });
        full("intern", () -> { for (int i = 0; i < 20; i++) ("intern" + i).intern(); });
        full("clone", () -> new int[1000].clone()[3]++);
        full("box", () -> { Object[] o = new Object[50]; for (int i = 0; i < 50; i++) o[i] = 1000 + i; });
        full("depth", () -> deep(0));
        full("in handlers", () -> unwinding(20));
        full("helpful", () -> { Object[] o = null; o[x] = null; });
        full("bounds", () -> { int[] few = new int[3]; few[x + 9] = 5; });
        full("cast", () -> { Object o = "x"; Integer i = (Integer) o; });
        full("divide", () -> x /= (x - x));
        full("store", () -> { Object[] o = new String[3]; o[0] = 5; });
        full("class that is none", () -> Class.forName("no.such." + x));
        full("gc", () -> { System.gc(); System.runFinalization(); });
        System.out.println(Late.size() > 0);
        Attack.kind("initialiser", () -> x += Never.TABLE.length);
        Attack.kind("initialiser again", () -> x += Never.TABLE.length);
        Attack.kind("in finally", () -> x += Nested.TABLE.length);
        Attack.kind("in finally again", () -> x += Nested.TABLE.length);
        Attack.kind("locked", () -> { synchronized (LOCK) { List<byte[]> all = new ArrayList<>(); for (;;) all.add(new byte[1 << 20]); } });
        System.out.println(Thread.holdsLock(LOCK));
        Thread[] threads = new Thread[4];
        int[] died = {0};
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> { List<Object> all = new ArrayList<>(); for (;;) all.add(new byte[10_000]); });
            threads[i].setUncaughtExceptionHandler((t, e) -> { synchronized (died) { died[0]++; } });
        }
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
        System.out.println("died " + died[0]);
    }

    private static int deep(int n) { return deep(n + 1) + new int[1].length; }
}

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;

/** Small methods that a translator puts in place of their calls, before and after they are called often: nobody may
 * notice. */
public class Inlined {
    // ---- Traces show the frames of callees

    private int[] values = {1, 2, 3};
    private Inlined next;

    int length() { return values.length; }
    int at(int index) { return values[index]; }
    Inlined next() { return next; }
    int second() { return next().at(1); }
    static int divide(int a, int b) { return a / b; }
    static int half(int a) { return divide(a, a - 4); }
    static String text(Object o) { return (String) o; }

    static void trace(String what, Runnable code) {
        try {
            code.run();
            System.out.println(what + ": nothing");
        } catch (RuntimeException e) {
            StringBuilder line = new StringBuilder(what + ": " + e.getClass().getName());
            for (StackTraceElement frame : e.getStackTrace()) {
                if (frame.getMethodName().startsWith("lambda") || frame.getMethodName().equals("trace")) break;
                line.append(" ").append(frame.getMethodName()).append(":").append(frame.getLineNumber());
            }
            System.out.println(line);
        }
    }

    static int sumOf(Inlined object, int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) sum += object.length() + object.at(i % 3);
        return sum;
    }

    static void traces() {
        Inlined one = new Inlined(), two = new Inlined();
        one.next = two;
        trace("index", () -> one.at(3));
        trace("through next", () -> one.second());
        trace("null next", () -> two.second());
        two.values = null;
        trace("null array", () -> one.second());
        trace("null length", () -> two.length());
        trace("zero", () -> half(4));
        trace("cast", () -> text(1));
        trace("loop", () -> sumOf(null, 1));
        System.out.println(half(10) + " " + sumOf(one, 100));
    }

    // ---- Handlers of the caller catch what a callee throws, with the variables of that moment

    static int guarded(int[] array, int index) {
        int stage = 1;
        try {
            stage = 2;
            int got = get(array, index);
            stage = 3;
            return got + get(array, index + 1);
        } catch (ArrayIndexOutOfBoundsException e) {
            return -stage;
        } finally {
            stage = 0;
        }
    }

    static int get(int[] array, int index) { return array[index]; }

    // ---- Dispatch: a class that comes later overrides

    static class Shape {
        int sides() { return 0; }
        final int twice() { return 2 * sides(); }
        boolean isRound() { return sides() == 0; }
    }

    static class Square extends Shape {
        @Override int sides() { return 4; }
    }

    static int count(List<Shape> shapes) {
        int sum = 0;
        for (Shape shape : shapes) sum += shape.sides() * 10 + shape.twice() + (shape.isRound() ? 1 : 0);
        return sum;
    }

    static void later(List<Shape> shapes) { shapes.add(new Square()); }

    // ---- Branches, loops, wide values and several returns in callees

    static long widen(int a, long b, double c) { return a + b + (long) c; }
    static int sign(long a) { return a < 0 ? -1 : a > 0 ? 1 : 0; }
    static int bits(int a) {
        int n = 0;
        while (a != 0) {
            a &= a - 1;
            n++;
        }
        return n;
    }
    static boolean both(boolean a, boolean b) { return a && b; }
    static void nothing() { }
    static char narrow(int a) { return (char) a; }
    static byte small(int a) { return (byte) a; }

    static long mixed(int i) {
        nothing();
        long wide = widen(i, (long) i << 33, i * 0.5);
        int found = sign(wide - 1000) + bits(i) + (both(i > 3, (i & 1) == 0) ? 7 : 8) + narrow(-i) + small(i * 37);
        return wide ^ found;
    }

    // ---- Constructors and final fields

    static final class Point {
        final byte x;
        final int y;

        Point(int x, int y) {
            this.x = (byte) x;
            this.y = y + this.x;
        }

        int x() { return x; }
        int y() { return y; }
    }

    static int point(int i) {
        Point point = new Point(i, i * 2);
        return point.x() * 1000 + point.y();
    }

    // ---- Class initialisation happens where the call is

    static class Lazy {
        static int state = announce();
        static int announce() {
            System.out.println("Lazy is initialised");
            return 5;
        }
        static int get() { return state; }
    }

    static int lazily(boolean really) { return really ? Lazy.get() : 0; }

    // ---- The caller

    static Class<?> caller() { return MethodHandles.lookup().lookupClass(); }

    static class Other {
        static Class<?> ask() { return MethodHandles.lookup().lookupClass(); }
        static Class<?> askOther() { return ask(); }
    }

    static int depth(int n) { return n == 0 ? new Throwable().getStackTrace().length : down(n - 1); }
    static int down(int n) { return depth(n); }

    // ---- Recursion without end, through callees

    private static int level;
    static int deep(int n) { return deeper(n + 1) + 1; }
    static int deeper(int n) {
        level = n;
        return deep(n);
    }

    public static void main(String[] arguments) {
        List<Shape> shapes = new ArrayList<>(List.of(new Shape(), new Shape()));
        for (int round = 0; round < 3; round++) {
            traces();
            System.out.println(guarded(new int[] {7, 8}, 0) + " " + guarded(new int[] {7}, 0) + " " + guarded(new int[0], 0));
            System.out.println(count(shapes) + " " + lazily(round > 0) + " " + caller() + " " + Other.askOther());
            int base = depth(0);
            System.out.println((depth(1) - base) + " " + (depth(10) - base));
            if (round == 1) later(shapes);
            long sum = 0;
            for (int i = 0; i < 5000; i++) {
                sum = sum * 31 + mixed(i) + point(i) + guarded(new int[] {i, 2}, i % 3) + count(shapes) + half(i + 5) + lazily(round > 0);
            }
            System.out.println(sum);
        }
        try {
            deep(0);
        } catch (StackOverflowError e) {
            System.out.println("deep enough: " + (level > 500));
        }
    }
}

import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

/** Calls whose receivers are of one class, of two, of several with one target, of many, and of others than while the
 * caller was new: what is called, what null does, and what stack traces say. */
public class Receivers {
    interface Shape {
        int area(int scale);
        default int twice(int scale) { return 2 * area(scale); }
    }

    abstract static class Base implements Shape {
        abstract int side();
        int round(int times) { return side() * times; }
    }

    static class Square extends Base {
        @Override public int area(int scale) { return scale * scale; }
        @Override int side() { return 4; }
    }

    static class Slab extends Square {
        @Override public int area(int scale) { return scale * 3 / (scale - 7); }
    }

    static class Tall extends Slab {
        @Override int side() { return 5; }
        @Override public int twice(int scale) { return super.twice(scale) + 1; }
    }

    static final class Dot extends Base {
        @Override public int area(int scale) { throw new IllegalStateException("a dot of " + scale); }
        @Override int side() { return 0; }
        @Override synchronized int round(int times) { return -times; }
    }

    static int area(Shape shape, int scale) {
        return shape.area(scale);
    }

    static int all(Base base, int times) {
        int sum = 0;
        for (int i = 0; i < times; i++) {
            sum += base.round(i) + base.side();
            try {
                sum += base.area(i) ^ base.twice(i);
            } catch (ArithmeticException | IllegalStateException e) {
                sum += e.getMessage().length() + e.getStackTrace().length - new Throwable().getStackTrace().length;
            }
        }
        return sum;
    }

    static int folded(IntBinaryOperator operator, int count) {
        int result = 1;
        for (int i = 0; i < count; i++) result = operator.applyAsInt(result, i);
        return result;
    }

    static int applied(IntUnaryOperator first, IntUnaryOperator second, int value) {
        return first.andThen(second).applyAsInt(value);
    }

    static int hashes(Object... objects) {
        int sum = 0;
        for (Object object : objects) sum = sum * 31 + object.hashCode() + (object.equals(objects[0]) ? 1 : 0);
        return sum;
    }

    private static void shows(String what, Runnable action) {
        try {
            action.run();
            System.out.println(what + ": nothing");
        } catch (RuntimeException e) {
            StackTraceElement[] trace = e.getStackTrace();
            System.out.println(what + ": " + e.getClass().getName());
            for (int i = 0; i < 3; i++) System.out.println("  " + trace[i]);
        }
    }

    private static void showAll() {
        shows("null", () -> area(null, 1));
        shows("null in a loop", () -> all(null, 1));
        shows("a dot", () -> area(new Dot(), 3));
        shows("a slab of 7", () -> area(new Slab(), 7));
        shows("null to fold with", () -> folded(null, 1));
        shows("a fold that divides", () -> folded((a, b) -> a / b, 1));
        shows("null to hash", () -> hashes("a", null));
    }

    public static void main(String[] arguments) {
        Base[][] sets = {{new Square()}, {new Square(), new Slab()}, {new Slab(), new Tall(), new Square()}, {new Dot(), new Tall()}, {new Square(), new Slab(), new Tall(), new Dot()}};
        for (Base[] set : sets) {
            long sum = 0;
            for (int i = 0; i < 6000; i++) {
                Base base = set[i % set.length];
                if (!(base instanceof Dot)) sum += area(base, i % 5);
                if (i % 20 == 0) sum += all(base, 12);
            }
            System.out.println(set.length + " " + sum);
            showAll();
        }
        long sum = 0;
        for (int i = 0; i < 3000; i++) {
            int by = i % 3;
            sum += folded((a, b) -> a + b, 4) + folded((a, b) -> a * by + b, 3) + folded(i % 2 == 0 ? Math::max : Integer::sum, 3);
            sum += applied(a -> a + by, i < 2000 ? a -> a * 2 : a -> a - 1, i);
            sum += hashes("one", i, "two", (long) i) + (i > 1500 ? hashes('a', true, 1.5, "three") : 0);
        }
        System.out.println(sum);
        showAll();
    }
}

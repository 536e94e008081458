import gnomon.EventLog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/** Calls, allocations and events whose numbers depend on nothing but the program, of methods that a translator would
 * like to have within their callers. */
public class Figures {
    private interface Shape {
        int area(int scale);
    }

    private static class Square implements Shape {
        final int side;

        Square(int side) { this.side = side; }

        @Override public int area(int scale) { return side() * side() * scale; }
        int side() { return side; }
    }

    private static final class Grown extends Square {
        Grown(int side) { super(side); }

        @Override int side() { return super.side() + 1; }
    }

    private record Circle(int radius) implements Shape {
        @Override public int area(int scale) { return 3 * radius * radius * scale; }
    }

    private static final class Odd extends RuntimeException {
        Odd(int number) { super("odd " + number, null, false, false); }
    }

    private static int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }

    private static int halved(int n) {
        if ((n & 1) != 0) throw new Odd(n);
        return n / 2;
    }

    private static int tried(int n) {
        try {
            return halved(n);
        } catch (Odd odd) {
            return -odd.getMessage().length();
        }
    }

    private static synchronized int counted(int n) { return n + 1; }

    private static int applied(IntUnaryOperator f, int n) { return f.applyAsInt(n); }

    private static int turn(Shape shape, int n, int event) {
        int[] numbers = new int[n & 7];
        for (int i = 0; i < numbers.length; i++) numbers[i] = shape.area(i);
        if (n % 1000 == 0) EventLog.record(event, n);
        return depth(n & 3) + tried(n) + counted(n) + applied(x -> x ^ numbers.length, n) + (numbers.length > 0 ? numbers[numbers.length - 1] : 0);
    }

    private static Shape shape(int n) { return n % 3 == 0 ? new Circle(n & 15) : n % 3 == 1 ? new Square(n & 31) : new Grown(n & 7); }

    public static void main(String[] arguments) {
        int event = EventLog.createEvent("Figures.turn");
        Map<Integer, List<String>> texts = new HashMap<>();
        long sum = 0;
        for (int i = 0; i < 30_000; i++) {
            sum = sum * 31 + turn(shape(i), i, event);
            texts.computeIfAbsent(i % 77, key -> new ArrayList<>()).add("a".repeat(i & 3).concat("b"));
        }
        for (List<String> each : texts.values()) sum = sum * 31 + String.join(",", each).hashCode();
        System.out.println(sum);
    }
}

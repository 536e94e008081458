package samples;

import java.util.function.Function;
import java.util.function.Supplier;

// What only newer class files have: lambdas, concatenation and switches by invokedynamic, records, sealed types, nests,
// private interface methods.
public class Modern {
    sealed interface Shape permits Circle, Square {
        double area();

        private double twice() {
            return 2 * area();
        }

        default double more() {
            return twice() + 1;
        }

        static Shape of(double size) {
            return size < 0 ? new Square(-size) : new Circle(size);
        }
    }

    record Circle(double radius) implements Shape {
        public double area() {
            return Math.PI * radius * radius;
        }
    }

    record Square(double side) implements Shape {
        public double area() {
            return side * side;
        }
    }

    enum Level {
        LOW, HIGH {
            int weight() {
                return 10;
            }
        };

        int weight() {
            return ordinal();
        }
    }

    private int secret = 3;

    class Inner {
        int peek() {
            return secret++;
        }
    }

    String describe(Object o, Level level) {
        String text = "a " + o + " of " + level + (o instanceof Circle c ? c.radius() : 0L);
        return switch (level) {
        case LOW -> text;
        case HIGH -> text.repeat(2);
        };
    }

    <T> T apply(Function<? super Modern, T> f, Supplier<T> otherwise) {
        try (AutoCloseable guard = () -> secret--) {
            T result = f.apply(this);
            return result != null ? result : otherwise.get();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    int total(Shape... shapes) {
        int sum = 0;
        for (Shape shape : shapes) sum += shape.more();
        return sum + apply(m -> m.secret, () -> 0) + new Inner().peek() + "x".compareTo(describe(this, Level.LOW));
    }
}

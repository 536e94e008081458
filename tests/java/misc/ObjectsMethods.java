import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** java.util.Objects, and what java.lang.Record, Enum and Object give every class. */
public class ObjectsMethods {
    record Pair<A, B>(A first, B second) implements Comparable<Pair<A, B>> {
        static int made;

        Pair {
            Objects.requireNonNull(first, "first");
            made++;
        }

        Pair(A both, B other, boolean swap) {
            this(both, swap ? null : other);
        }

        @Override
        public int compareTo(Pair<A, B> other) {
            return first.toString().compareTo(other.first.toString());
        }
    }

    record Primitives(byte a, short b, char c, int d, long e, float f, double g, boolean h, int[] i) { }

    record Empty() { }

    static void attempt(Runnable action) {
        try {
            action.run();
            System.out.println("fine");
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    public static void main(String[] arguments) {
        System.out.println(Objects.equals(null, null) + " " + Objects.equals("a", null) + " " + Objects.deepEquals(new int[] {1}, new int[] {1}) + " " + Objects.hash() + " " + Objects.hash((Object) null) + " " + Objects.hashCode(null) + " " + Objects.toString(null) + " " + Objects.toString(null, "default") + " " + Objects.isNull(1) + " " + Objects.compare("a", "b", Comparator.reverseOrder()) + " " + Objects.requireNonNullElse(null, 5) + " " + Objects.requireNonNullElseGet(null, () -> 6) + " " + Objects.checkIndex(2, 3) + " " + Objects.checkFromToIndex(0, 3, 3));
        attempt(() -> Objects.requireNonNull(null));
        attempt(() -> Objects.requireNonNull(null, "message"));
        attempt(() -> Objects.requireNonNull(null, () -> "made " + 1));
        attempt(() -> Objects.requireNonNullElse(null, null));
        attempt(() -> Objects.checkIndex(3, 3));
        attempt(() -> Objects.checkIndex(-1L, 3L));
        attempt(() -> Objects.checkFromIndexSize(2, 2, 3));
        attempt(() -> Objects.checkFromToIndex(2, 1, 3));
        attempt(() -> new Pair<>(null, 1));
        Pair<String, Integer> pair = new Pair<>("x", 1);
        System.out.println(pair + " " + pair.equals(new Pair<>("x", 1)) + " " + pair.equals(new Pair<>("x", 2)) + " " + pair.equals(null) + " " + pair.hashCode() + " " + new Pair<>("x", 2, true) + " " + Pair.made + " " + pair.compareTo(new Pair<>("y", 1)) + " " + new Empty() + " " + new Empty().equals(new Empty()) + " " + new Empty().hashCode());
        Primitives one = new Primitives((byte) -1, (short) 2, '\u20ac', 4, 1L << 40, -0.0f, Double.NaN, true, null), two = new Primitives((byte) -1, (short) 2, '\u20ac', 4, 1L << 40, 0.0f, Double.NaN, true, null);
        System.out.println(one + " " + one.equals(two) + " " + one.equals(new Primitives((byte) -1, (short) 2, '\u20ac', 4, 1L << 40, -0.0f, Double.NaN, true, null)) + " " + (one.hashCode() == two.hashCode()) + " " + two.hashCode());
        System.out.println(Pair.class.isRecord() + " " + Pair.class.getRecordComponents().length + " " + Pair.class.getRecordComponents()[1].getName() + " " + Record.class.isAssignableFrom(Empty.class) + " " + List.of(new Pair<>("b", 1), new Pair<>("a", 2)).stream().sorted().toList());
        Object plain = new Object();
        System.out.println(plain.equals(plain) + " " + plain.equals(new Object()) + " " + (plain.hashCode() == plain.hashCode()) + " " + plain.toString().startsWith("java.lang.Object@") + " " + plain.toString().equals("java.lang.Object@" + Integer.toHexString(plain.hashCode())) + " " + new int[0].toString().startsWith("[I@") + " " + new int[] {1, 2}.clone()[1] + " " + Runnable.class + " " + int.class + " " + new String[0][0].getClass());
    }
}

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Records (all component types, compact and other constructors, equality of NaN and zeros, arrays, nested, generic,
 * local, static members, interfaces) and sealed types; pattern instanceof in all its scopes. */
public class RecordsAndSealed {
    record Empty() { }
    record Point(int x, int y) { Point { if (x < 0) throw new IllegalArgumentException("x=" + x); } Point(int both) { this(both, both); } static Point origin() { return new Point(0, 0); } double length() { return Math.sqrt(x * x + y * y); } Point withX(int nx) { return new Point(nx, y); } }
    record All(boolean z, byte b, short s, char c, int i, long l, float f, double d, String t, int[] a, List<?> list, Object o) { }
    record Range(int low, int high) implements Comparable<Range> { Range { if (low > high) { int t = low; low = high; high = t; } } public int compareTo(Range r) { return Integer.compare(high - low, r.high - r.low); } @Override public String toString() { return low + ".." + high; } public int low() { return low * 10; } }
    record Pair<A, B>(A first, B second) { <C> Pair<A, C> with(C c) { return new Pair<>(first, c); } static <T> Pair<T, T> twin(T t) { return new Pair<>(t, t); } }
    record Node(Node left, int value, Node right) { int sum() { return value + (left == null ? 0 : left.sum()) + (right == null ? 0 : right.sum()); } }
    record Floats(float f, double d) { }
    record Varied(String... parts) { int count() { return parts.length; } }
    record Own(String name) { @Override public boolean equals(Object o) { return o instanceof Own other && name.equalsIgnoreCase(other.name); } @Override public int hashCode() { return name.toLowerCase().hashCode(); } }

    sealed interface Shape permits Circle, Square, Group, Other { }
    record Circle(double r) implements Shape { }
    record Square(double a) implements Shape { }
    record Group(List<Shape> shapes) implements Shape { }
    static non-sealed abstract class Other implements Shape { abstract double area(); }
    static final class Triangle extends Other { double area() { return 0.5; } }
    static sealed class Animal permits Dog, Cat { String sound() { return "?"; } }
    static final class Dog extends Animal { @Override String sound() { return "woof"; } }
    static sealed class Cat extends Animal { @Override String sound() { return "meow"; } }
    static final class Lion extends Cat { @Override String sound() { return "roar " + super.sound(); } }

    static double area(Shape s) {
        if (s instanceof Circle c) return c.r() * c.r() * 3;
        if (s instanceof Square q && q.a() > 0) return q.a() * q.a();
        if (!(s instanceof Group g)) return s instanceof Other o ? o.area() : -1;
        double sum = 0;
        for (Shape each : g.shapes()) sum += area(each);
        return sum;
    }

    static String pattern(Object o) {
        if (o instanceof String s && !s.isEmpty() && s.charAt(0) == 'x') return "x" + s.length();
        if (o instanceof Integer i && i > 10 || o instanceof Long) return "large";
        if (!(o instanceof Integer n)) return o instanceof CharSequence c ? c.length() + "c" : Objects.toString(o);
        while (!(o instanceof Double d)) { n *= 2; o = n > 30 ? Double.valueOf(n) : o; }
        return n + " " + d;
    }

    static <T extends Comparable<T>> boolean generic(Object o, T t) { return o instanceof Pair<?, ?> p && p.first() instanceof String s && s.equals(String.valueOf(t)) && p.second() != null; }

    public static void main(String[] arguments) throws Exception {
        System.out.println(new Empty() + " " + new Empty().equals(new Empty()) + new Empty().hashCode() + " " + new Point(3, 4) + new Point(5) + Point.origin() + new Point(3, 4).length() + new Point(1, 2).withX(9) + new Point(1, 2).equals(new Point(1, 2)) + new Point(1, 2).equals(new Point(2, 1)) + new Point(1, 2).equals(null) + new Point(1, 2).hashCode());
        try { new Point(-1, 0); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        int[] array = {1, 2};
        All all = new All(true, (byte) -1, (short) 300, 'c', -5, 1L << 40, 1.5f, -0.0, "t", array, List.of(1, "x"), null), same = new All(true, (byte) -1, (short) 300, 'c', -5, 1L << 40, 1.5f, -0.0, "t", array, Arrays.asList(1, "x"), null);
        System.out.println(all.toString().replaceAll("\\[I@\\w+", "array") + " " + all.equals(same) + " " + (all.hashCode() == same.hashCode()) + " " + all.equals(new All(true, (byte) -1, (short) 300, 'c', -5, 1L << 40, 1.5f, 0.0, "t", array, List.of(1, "x"), null)) + " " + all.equals(new All(true, (byte) -1, (short) 300, 'c', -5, 1L << 40, 1.5f, -0.0, "t", array.clone(), List.of(1, "x"), null)));
        System.out.println(new Floats(Float.NaN, Double.NaN).equals(new Floats(Float.intBitsToFloat(0x7fc00001), Double.NaN)) + " " + new Floats(0f, 0).equals(new Floats(-0f, 0)) + " " + new Floats(1, 2).hashCode() + " " + new Floats(-0f, Double.MIN_VALUE).hashCode() + new Floats(Float.NaN, Double.NEGATIVE_INFINITY));
        System.out.println(new Range(5, 2) + " " + new Range(5, 2).low() + new Range(1, 3).equals(new Range(3, 1)) + new Range(1, 9).compareTo(new Range(0, 1)) + new Range(7, 1).hashCode());
        System.out.println(new Pair<>("a", 1).with('c') + " " + Pair.twin(null) + Pair.twin(null).hashCode() + " " + new Pair<>(new Pair<>(1, 2), List.of()).equals(new Pair<>(new Pair<>(1, 2), new ArrayList<>())) + new Pair<>("k", "v").hashCode());
        System.out.println(new Node(new Node(null, 1, null), 2, new Node(null, 3, new Node(null, 4, null))).sum() + " " + new Node(null, 1, new Node(null, 2, null)) + new Varied("a", "b").count() + new Varied().count() + new Own("ABC").equals(new Own("abc")) + new Own("x"));
        record Local(int a, String b) { Local(int a) { this(a, "d" + a); } static int made = 3; }
        System.out.println(new Local(5) + " " + Local.made + " " + new Local(5).equals(new Local(5, "d5")));
        for (Class<?> c : new Class<?>[] {Point.class, Empty.class, Local.class, Record.class, String.class}) System.out.println(c.isRecord() + " " + (c.getRecordComponents() == null ? "none" : Arrays.toString(c.getRecordComponents())) + " " + java.lang.reflect.Modifier.toString(c.getModifiers()));
        System.out.println(Point.class.getRecordComponents()[1].getAccessor().invoke(new Point(1, 2)));
        System.out.println(area(new Group(List.of(new Circle(2), new Square(3), new Group(List.of(new Triangle(), new Square(0)))))) + " " + area(null));
        System.out.println(Shape.class.isSealed() + " " + Arrays.toString(Shape.class.getPermittedSubclasses()) + " " + Other.class.isSealed() + Animal.class.isSealed() + Cat.class.getPermittedSubclasses().length + Dog.class.isSealed() + (Dog.class.getPermittedSubclasses() == null));
        for (Animal a : new Animal[] {new Dog(), new Cat(), new Lion()}) System.out.print(a.sound() + " ");
        for (Object o : new Object[] {"xyz", "", "abc", 5, 11, 7L, null, 'c', new StringBuilder("sb"), 2.5}) System.out.print(pattern(o) + ", ");
        System.out.println(generic(new Pair<>("5", 1), 5) + " " + generic(new Pair<>(5, 1), 5) + " " + generic("5", 5));
    }
}

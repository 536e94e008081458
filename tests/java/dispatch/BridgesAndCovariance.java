import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Bridges that generics and covariant results need: which method runs through which static type, what a wrong argument
 * meets, several levels, through interfaces and raw types; overloads that look alike. */
public class BridgesAndCovariance {
    static class Node<T> { T value; Node(T v) { set(v); } void set(T v) { value = v; } T get() { return value; } Node<T> self() { return this; } boolean same(T o) { return value.equals(o); } }
    static class IntNode extends Node<Integer> {
        IntNode(Integer v) { super(v); }
        @Override void set(Integer v) { value = v + 1; }
        @Override Integer get() { return value * 2; }
        @Override IntNode self() { return this; }
        int plain() { return value; }
    }
    static class Third extends IntNode { Third(int v) { super(v); } @Override Third self() { return this; } @Override void set(Integer v) { super.set(v * 10); } @Override boolean same(Integer o) { return o == 7; } }

    interface Source<T> { T next(); }
    interface NumberSource<N extends Number> extends Source<N> { N next(); }
    static class Ints implements NumberSource<Integer>, Comparable<Ints> { int n; public Integer next() { return n++; } public int compareTo(Ints o) { return n - o.n; } }
    static abstract class Shape implements Cloneable { abstract Number area(); Shape copy() { try { return (Shape) super.clone(); } catch (CloneNotSupportedException e) { throw new AssertionError(e); } } Object tag() { return "shape"; } }
    static class Circle extends Shape { double r = 2; @Override Double area() { return r * r * 3; } @Override Circle copy() { return (Circle) super.copy(); } @Override String tag() { return "circle " + super.tag(); } }
    static class Dot extends Circle { @Override Double area() { return super.area() - 12; } @Override Dot copy() { return (Dot) super.copy(); } @Override String tag() { return "dot " + super.tag(); } }

    static class Over {
        String f(Object o) { return "Object"; } String f(String s) { return "String"; } String f(Integer i) { return "Integer"; } String f(int i) { return "int"; } String f(long l) { return "long"; } String f(double d) { return "double"; } String f(Object... o) { return "Object..."; } String f(char c) { return "char"; } String f(List<String> l) { return "List"; }
    }
    static class Over2 extends Over { @Override String f(Object o) { return "2Object"; } String f(Number n) { return "2Number"; } String f(short s) { return "2short"; } }

    private static void methods(Class<?> c) {
        List<String> names = new ArrayList<>();
        for (Method m : c.getDeclaredMethods()) names.add(m.getReturnType().getSimpleName() + " " + m.getName() + Arrays.toString(m.getParameterTypes()) + (m.isBridge() ? " bridge" : "") + (m.isSynthetic() ? " synthetic" : ""));
        names.sort(Comparator.naturalOrder());
        System.out.println(c.getSimpleName() + " " + names);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] arguments) {
        for (Node<Integer> node : new Node[] {new Node<>(5), new IntNode(5), new Third(5)}) {
            node.set(7);
            System.out.println(node.get() + " " + node.self().getClass().getSimpleName() + " " + node.same(7) + " " + node.self().self().get());
            Node raw = node;
            try { raw.set("text"); System.out.println("set " + raw.value); } catch (ClassCastException e) { System.out.println("no cast"); }
            try { System.out.println(raw.same("x")); } catch (ClassCastException e) { System.out.println("no cast"); }
        }
        IntNode third = new Third(1);
        System.out.println(third.plain() + " " + third.self().plain() + " " + third.get());
        Ints ints = new Ints();
        Source<Integer> source = ints; NumberSource<Integer> numbers = ints; Source raw = ints; Comparable comparable = ints;
        System.out.println(source.next() + numbers.next() + (Integer) raw.next() + ints.next() + " " + comparable.compareTo(new Ints()));
        try { comparable.compareTo("text"); } catch (ClassCastException e) { System.out.println("no Ints"); }
        for (Shape shape : new Shape[] {new Circle(), new Dot()}) System.out.println(shape.area() + " " + shape.copy().getClass().getSimpleName() + " " + shape.tag() + " " + ((Circle) shape).copy().area());
        for (Class<?> c : new Class<?>[] {IntNode.class, Third.class, Ints.class, Circle.class, Dot.class}) methods(c);
        Over2 o = new Over2(); Over base = o;
        byte b = 1; short s = 2; Character ch = 'c'; Object text = "x";
        System.out.println(o.f(b) + o.f(s) + o.f('c') + o.f(1) + o.f(1L) + o.f(1f) + o.f(1.0) + o.f("s") + o.f(text) + o.f(ch) + o.f(5.5) + o.f(Integer.valueOf(3)) + o.f(Long.valueOf(3)) + o.f(1, 2) + o.f() + o.f(new ArrayList<String>()) + o.f((Object) null) + o.f(new int[0]) + o.f(new String[0]));
        System.out.println(base.f(b) + base.f(s) + base.f(text) + base.f(ch) + base.f(Double.valueOf(2)) + base.f(Integer.valueOf(3)) + base.f(new Object()));
        Comparator<String> byLength = new Comparator<>() { @Override public int compare(String x, String y) { return x.length() - y.length(); } };
        String[] words = {"ccc", "a", "bb"};
        Arrays.sort(words, byLength.reversed());
        System.out.println(String.join(",", words));
    }
}

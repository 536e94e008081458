import java.util.ArrayList;
import java.util.List;

/** Virtual and interface calls over deep hierarchies: overriding at every depth, many interfaces (so that slots of the
 * tables collide), defaults, diamonds, bridges, tests and casts. */
public class Dispatch {
    static class C0 { int f(int x) { return x; } int g() { return 0; } static String s() { return "C0"; } private String p() { return "p0"; } String callP() { return p(); } }
    static class C1 extends C0 { @Override int f(int x) { return super.f(x) + 1; } private String p() { return "p1"; } String callP1() { return p() + callP(); } }
    static class C2 extends C1 { @Override int g() { return 2; } static String s() { return "C2"; } }
    static class C3 extends C2 { @Override int f(int x) { return super.f(x) * 2; } }
    static class C4 extends C3 { @Override int g() { return super.g() + 4; } }
    static class C5 extends C4 { @Override int f(int x) { return super.f(x) - g(); } }
    static class C6 extends C5 { }
    static class C7 extends C6 { @Override int g() { return 70; } }
    static class C8 extends C7 { @Override int f(int x) { return super.f(x) ^ 8; } }
    static class C9 extends C8 { @Override int g() { return super.g() + 9; } }
    static class C10 extends C9 { @Override final int f(int x) { return super.f(x) + 10; } }
    static final class C11 extends C10 { @Override int g() { return -super.g(); } }

    interface I0 { int a0(); default int d() { return 0; } }
    interface I1 { int a1(); default String who() { return "I1"; } }
    interface I2 { long a2(long x, double y, int z); }
    interface I3 { int a3(); }
    interface I4 { int a4(); }
    interface I5 { int a5(); }
    interface I6 { int a6(); }
    interface I7 { int a7(); }
    interface I8 { int a8(); }
    interface I9 extends I0, I1 { @Override default int d() { return 9 + I0.super.d(); } }
    interface I10 extends I9 { int a10(); @Override default String who() { return "I10" + I9.super.who(); } }
    interface Left extends I0 { @Override default int d() { return 1; } }
    interface Right extends I0 { @Override default int d() { return 2; } }

    static class Many implements I2, I3, I4, I5, I6, I7, I8, I10 {
        public int a0() { return 100; }
        public int a1() { return 101; }
        public long a2(long x, double y, int z) { return x + (long) y + z; }
        public int a3() { return 103; }
        public int a4() { return 104; }
        public int a5() { return 105; }
        public int a6() { return 106; }
        public int a7() { return 107; }
        public int a8() { return 108; }
        public int a10() { return 110; }
    }

    static class More extends Many {
        @Override public int a7() { return super.a7() * 2; }
        @Override public int d() { return -1; }
    }

    static class Diamond implements Left, Right {
        public int a0() { return 5; }
        @Override public int d() { return Left.super.d() * 10 + Right.super.d(); }
    }

    abstract static class Shape implements Comparable<Shape> {
        abstract double area();
        @Override public int compareTo(Shape other) { return Double.compare(area(), other.area()); }
        @Override public String toString() { return getClass().getSimpleName() + area(); }
    }

    static class Square extends Shape {
        final double side;
        Square(double side) { this.side = side; }
        @Override double area() { return side * side; }
        @Override public Square clone() { return new Square(side); }
    }

    static class Circle extends Shape {
        final double radius;
        Circle(double radius) { this.radius = radius; }
        @Override double area() { return 3 * radius * radius; }
    }

    interface Source<T> { T get(int i); }
    static class Strings implements Source<String> { @Override public String get(int i) { return "s" + i; } }
    static class Doubled extends Strings { @Override public String get(int i) { return super.get(i) + super.get(i); } }

    private static String describe(Object o) {
        StringBuilder text = new StringBuilder();
        text.append(o instanceof C0).append(o instanceof C7).append(o instanceof C11).append(o instanceof I0).append(o instanceof I10).append(o instanceof Left);
        text.append(o instanceof Comparable).append(o instanceof Object[]).append(o instanceof C0[]).append(o instanceof I0[]).append(o instanceof int[]).append(o instanceof Object[][]);
        text.append(o instanceof Cloneable).append(o instanceof java.io.Serializable).append(o instanceof Comparable[]).append(o instanceof Runnable).append(o instanceof Cloneable[]);
        return text.toString().replace("true", "1").replace("false", "0");
    }

    private static String cast(Object o, int way) {
        try {
            switch (way) {
                case 0: return "" + ((C5) o).g();
                case 1: return "" + ((C11) o).g();
                case 2: return "" + ((I0) o).a0();
                case 3: return "" + ((C0[]) o).length;
                case 4: return "" + ((I9[]) o).length;
                case 5: return "" + ((int[]) o).length;
                case 6: return "" + ((Object[][]) o).length;
                case 7: return "" + ((Comparable<?>) o).getClass();
                default: return "" + ((Cloneable[]) o).length;
            }
        } catch (ClassCastException e) {
            return e.getMessage();
        }
    }

    private static int rounds(C0[] all, I0[] faces) {
        int sum = 0;
        for (int i = 0; i < 2000; i++) {
            sum = sum * 31 + all[i % all.length].f(i) + all[(i * 7) % all.length].g();
            sum += faces[i % faces.length].d() ^ faces[i % faces.length].a0();
        }
        return sum;
    }

    public static void main(String[] arguments) throws Exception {
        C0[] all = {new C0(), new C1(), new C2(), new C3(), new C4(), new C5(), new C6(), new C7(), new C8(), new C9(), new C10(), new C11()};
        for (C0 c : all) {
            System.out.println(c.getClass().getName() + " " + c.f(5) + " " + c.g() + " " + c.callP());
        }
        System.out.println(C2.s() + C11.s() + new C1().callP1());
        I0[] faces = {new Many(), new More(), new Diamond()};
        System.out.println(rounds(all, faces));
        I10 many = new More();
        System.out.println(many.a0() + many.a1() + many.a10() + many.d() + many.who() + new Many().d());
        Many more = new More();
        System.out.println(((I3) more).a3() + ((I4) more).a4() + ((I5) more).a5() + ((I6) more).a6() + ((I7) more).a7() + ((I8) more).a8() + " " + ((I2) more).a2(1L << 40, 2.9, -3));
        List<Shape> shapes = new ArrayList<>(List.of(new Square(3), new Circle(1), new Square(1), new Circle(2)));
        java.util.Collections.sort(shapes);
        System.out.println(shapes + " " + ((Square) shapes.get(0)).clone());
        Source<?>[] sources = {new Strings(), new Doubled()};
        for (Source<?> source : sources) {
            System.out.println(source.get(4));
        }
        Object[] things = {null, all[0], all[7], all[11], faces[0], faces[2], "text", 5, all, new C7[2], new More[1], new int[3], new int[2][], new String[1][1], new Object[4], new Object[1][1][1]};
        for (Object thing : things) {
            System.out.println(describe(thing));
        }
        for (int way = 0; way < 9; way++) {
            for (Object thing : things) {
                String text;
                try {
                    text = cast(thing, way);
                } catch (NullPointerException e) {
                    text = "null";
                }
                System.out.println(way + " " + text);
            }
        }
        for (Class<?> c = C11.class; c != null; c = c.getSuperclass()) {
            System.out.print(c.isInstance(all[9]) + " " + c.isAssignableFrom(C5.class) + " ");
        }
        System.out.println(I10.class.isInstance(more) + " " + int.class.getModule() + " " + int[].class.getModule() + " " + Object[].class.isAssignableFrom(int[][].class));
        Object made = Class.forName("Dispatch$C11").getDeclaredConstructor().newInstance();
        System.out.println(Dispatch.class.getDeclaredClasses().length + " " + ((C0) made).f(1) + " " + made.getClass().getSuperclass().getName());
    }
}

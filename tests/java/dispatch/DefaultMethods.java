/** Default methods: diamonds, the most specific wins, classes before interfaces, abstract again, X.super calls at
 * several levels, private and static ones, through generics and bridges, with state in the object. */
public class DefaultMethods {
    interface A { default String name() { return "A"; } default String who() { return "I am " + name() + secret(); } private String secret() { return "(a)"; } static String help() { return "A.help"; } }
    interface B extends A { default String name() { return "B" + A.super.name(); } private String secret() { return "(b)"; } default String b() { return secret() + who(); } static String help() { return "B.help"; } }
    interface C extends A { default String name() { return "C" + A.super.name(); } }
    interface D extends B, C { default String name() { return "D" + B.super.name() + C.super.name(); } }
    interface E extends A { }
    interface Bare extends A { String name(); }
    static class Plain implements A { }
    static class Both implements B, C { public String name() { return "Both " + B.super.name() + C.super.name(); } }
    static class OfD implements D, A { }
    static class Classy { public String name() { return "Classy"; } }
    static class Wins extends Classy implements D { }
    static class Later extends Plain implements B { }
    static class Earlier extends Later implements E, A { }
    static abstract class Hidden implements D { public abstract String name(); }
    static class Shown extends Hidden { public String name() { return "Shown"; } }
    static class Again implements Bare { public String name() { return "Again"; } public String toString() { return who(); } }

    interface Box<T> { T get(); default T twice(T x) { return x; } default String show(T x) { return "Box " + x; } }
    interface StringBox extends Box<String> { default String twice(String x) { return x + x; } @Override default String show(String x) { return "StringBox " + Box.super.show(x); } }
    static class Full implements StringBox { public String get() { return "full"; } }
    static class Over extends Full { @Override public String show(String x) { return "Over " + super.show(x); } @Override public String twice(String x) { return super.twice(x) + "!"; } }

    interface Counter { int count(); void count(int n); default int next() { count(count() + 1); return count(); } default Counter reset() { count(0); return this; } }
    static class Real implements Counter { private int n; public int count() { return n; } public void count(int x) { n = x; } }
    enum Kind implements A { ONE, TWO { public String name2() { return "two"; } }; String name2() { return "one"; } }
    record Point(int x, int y) implements A { }

    interface L1 { default int f() { return 1; } } interface L2 extends L1 { } interface L3 extends L2 { default int f() { return 3 + L2.super.f(); } default int g() { return 7; } } interface L4 extends L3 { } interface L5 extends L4, L2 { default int f() { return 5 * L4.super.f(); } }
    static class Deep implements L2, L5, L1 { }
    static class Deeper extends Deep implements L3 { public int f() { return 100 + super.f() + ((L3) this).g(); } }

    interface Equality { boolean equals(Object o); int hashCode(); default String text() { return toString().isEmpty() ? "" : "object"; } }
    interface Wide { default long mix(int a, long b, double c, Object d, byte e, float f, char g, short h, boolean i, long j) { return a + b * 3 + (long) c * 5 + d.hashCode() + e + (long) f + g + h + (i ? 1 : 0) + j; } }

    public static void main(String[] arguments) {
        A[] all = {new Plain(), new Both(), new OfD(), new Wins(), new Later(), new Earlier(), new Shown(), new Again(), new A() { }, new D() { }, new Point(1, 2), new A() { public String name() { return "anonymous " + A.super.name(); } }};
        for (int round = 0; round < 2; round++) for (A a : all) System.out.print(a.name() + ", " + a.who() + "; ");
        System.out.println();
        for (A a : all) if (a instanceof B) System.out.print(((B) a).b() + " ");
        System.out.println(A.help() + B.help());
        System.out.println(new Wins().name() + new Later().name() + new Earlier().who() + new OfD().name() + new Both().b() + Kind.ONE.who() + Kind.TWO.name() + Kind.TWO.name2());
        for (Full full : new Full[] {new Full(), new Over()}) {
            Box<String> box = full;
            StringBox strings = full;
            System.out.print(box.get() + box.twice("x") + box.show("y") + strings.twice("z") + strings.show("w") + full.twice("v") + " ");
        }
        @SuppressWarnings({"unchecked", "rawtypes"}) Box<Object> raw = (Box) new Full();
        try { raw.twice(5); } catch (ClassCastException e) { System.out.println("ClassCastException"); }
        Box<Integer> lambda = () -> 42;
        System.out.println(lambda.get() + lambda.twice(5) + lambda.show(7));
        Counter counter = new Real();
        for (int i = 0; i < 5; i++) counter.next();
        System.out.println(counter.count() + " " + counter.reset().next());
        System.out.println(new Deep().f() + " " + new Deeper().f() + " " + ((L1) new Deeper()).f() + " " + new L3() { }.f());
        System.out.println(new Equality() { }.text() + " " + new Wide() { }.mix(1, 2, 3.9, "d", (byte) -1, 6.5f, 'c', (short) 8, true, 1L << 40));
    }
}

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/** Compiled for an older version: private members across nested classes go through access methods and constructors,
 * strings through StringBuilder, enum switches through tables, no nests; the same results. */
public class AccessMethods {
    private int x = 1; private static long shared = 5; private String text = "t"; private int[] array = {1, 2, 3};
    private int secret(int n) { return x + n; }
    private static String fixed(Object o) { return "fixed " + o; }
    private AccessMethods() { }
    private AccessMethods(int x) { this.x = x; }

    class Inner {
        private int own = 2;
        private Inner() { }
        int touch() { x++; ++x; x += 5; int old = x--; shared *= 2; shared++; text += "u" + x; array[1]++; array[x % 3] <<= 2; return old + secret(own) + fixed(text).length() + new AccessMethods(9).x; }
    }
    private static class Hidden { private int value; private Hidden(int v) { value = v; } private Hidden() { this(3); } private class Deep { private int n = value * shared > 5 ? 1 : 2; } }
    private interface Face { int f(int a); }
    private enum Kind { A, B { @Override int w() { return 20; } }, C; int w() { return ordinal(); } private static int hidden = 4; }
    private static int on(Kind k) { switch (k) { case A: return 1; case C: return 3; default: return -Kind.hidden; } }

    static class Base { protected String p() { return "base"; } protected static int q = 6; }
    static class Derived extends Base { Supplier<String> s() { return new Supplier<String>() { public String get() { return p() + Derived.super.p() + q++; } }; } @Override protected String p() { return "derived"; } Supplier<String> l() { return () -> super.p() + p() + q; } }

    public static void main(String[] arguments) {
        AccessMethods o = new AccessMethods();
        Inner inner = o.new Inner();
        System.out.println(inner.touch() + " " + inner.own++ + " " + o.x + " " + shared + " " + o.text + " " + o.array[1] + o.array[2] + o.array[0]);
        System.out.println(new Hidden().value + new Hidden(7).new Deep().n + " " + new Hidden().getClass().getDeclaredConstructors().length);
        for (Kind k : Kind.values()) System.out.print(on(k) + " " + k.w() + " " + k + "; ");
        System.out.println(new Derived().s().get() + new Derived().l().get());
        Face f = a -> a + o.x; Face g = new Face() { public int f(int a) { return a * o.secret(a); } }; Face h = o::secret;
        System.out.println(f.f(1) + " " + g.f(2) + " " + h.f(3));
        List<String> list = new ArrayList<>(); for (String s : "b a c".split(" ")) list.add(s + shared + 'x' + null + 1.5); list.sort(Comparator.reverseOrder());
        System.out.println(list);
        switch (list.size() + "") { case "3": System.out.println("three"); break; case "4": System.out.println("four"); }
        try (AutoCloseable c = () -> { throw new IllegalStateException("close"); }) { throw new Exception("body"); } catch (Exception e) { System.out.println(e.getMessage() + e.getSuppressed()[0].getMessage()); }
        assert shared < 0 : "off";
        System.out.println(Hidden.class.getDeclaredMethods().length + " " + Inner.class.getDeclaredMethods().length);
    }
}

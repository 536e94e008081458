import java.util.ArrayList;
import java.util.List;

/** What happens while an object is made: defaults, superclass, fields and blocks in order, the rest of the constructor;
 * virtual calls before that; this(...) chains; inner classes and captured values. */
public class InstanceOrder {
    static final List<String> trace = new ArrayList<>();
    static <T> T note(String name, T value) { trace.add(name); return value; }
    static void show() { System.out.println(trace); trace.clear(); }

    static class A {
        int a = note("a", 1);
        { note("block A", 0); seen(); }
        final int last;
        A() { this(note("argument of A", 5)); note("end of A()", 0); }
        A(int n) { note("A(int)", 0); last = n; seen(); }
        void seen() { note("A.seen " + a, 0); }
    }

    static class B extends A {
        int b = note("b", 2); final int c = 3; final String d = "d", e = note("e", "e"); Integer f = 7;
        B() { super(note("argument of B", 9)); note("B()", 0); seen(); }
        B(boolean x) { note("B(boolean)", 0); }
        B(String s) { this(); note("B(String) " + s, 0); }
        { note("block B", 0); }
        @Override void seen() { note("B.seen " + a + b + c + d + e + f + last, 0); }
    }

    class Inner { int x = note("inner " + base, 1); Inner() { base++; } class Deeper { int y = x + base; } }
    int base = 10;

    static class Fields { boolean z; byte y; char c; short s; int i; long l; float f; double d; Object o; int[] array; Fields self = this; String text = z + "" + y + (int) c + s + i + l + f + d + o + array + (self == this); }

    static abstract class Template { final String result; Template() { result = build(); } abstract String build(); }

    static int counter;
    int number = counter++;
    static InstanceOrder made = new InstanceOrder();
    InstanceOrder other = counter < 3 ? new InstanceOrder() : null;

    public static void main(String[] arguments) {
        new A(); show();
        new B(); show();
        new B(true); show();
        new B("text"); show();
        InstanceOrder outer = new InstanceOrder();
        InstanceOrder.Inner inner = outer.new Inner();
        InstanceOrder.Inner.Deeper deeper = inner.new Deeper();
        System.out.println(outer.base + " " + deeper.y + " " + outer.new Inner().new Deeper().y);
        show();
        System.out.println(new Fields().text);
        String captured = "captured";
        int number = arguments.length + 4;
        System.out.println(new Template() { String own = "own"; String build() { return captured + number + own; } }.result);
        class Local extends Template { String build() { return captured + number + InstanceOrder.this_is_static(); } }
        System.out.println(new Local().result);
        System.out.println(made.number + " " + made.other.number + " " + (made.other.other == null) + " " + counter);
        try { InstanceOrder nothing = null; nothing.new Inner(); } catch (NullPointerException e) { System.out.println("no outer"); }
        new A() { { note("anonymous", 0); } @Override void seen() { note("anonymous.seen " + captured, 0); } }; show();
        List<Runnable> runs = new ArrayList<>();
        for (int i = 0; i < 3; i++) { int n = i; runs.add(new Runnable() { int calls = n * 10; public void run() { note("run " + n + " " + calls++, 0); } }); }
        for (int i = 0; i < 2; i++) for (Runnable run : runs) run.run();
        show();
    }

    private static String this_is_static() { return "static"; }
}

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Nested, inner, local and anonymous classes: which of them reach which private members, outer instances at several
 * levels, shadowed names, captured values, inheritance between them, static members, recursion. */
public class NestedClasses {
    private int x = 1;
    private static int shared = 10;
    private int secret() { return x * 100; }
    private static int hidden(int n) { return n + shared; }
    private NestedClasses() { }
    private NestedClasses(int x) { this.x = x; }

    class Inner {
        private int x = 2;
        private int own() { return secret() + NestedClasses.this.x + this.x; }
        class Deeper {
            private int x = 3;
            int all() { return x + 10 * this.x + 100 * Inner.this.x + 1000 * NestedClasses.this.x + own(); }
            void change() { NestedClasses.this.x++; Inner.this.x += 5; shared--; x *= 2; NestedClasses.this.x += Inner.this.x -= 1; }
            class Deepest { int sum() { return x + Inner.this.x + NestedClasses.this.x + hidden(1); } }
        }
    }

    static class Nested {
        private int y = 7;
        private static final int Z = 8;
        private Nested(int y) { this.y = y; }
        Nested() { this(70); }
        int reach(NestedClasses o) { return o.x + o.secret() + hidden(y) + new NestedClasses(5).x; }
        static Nested make() { return new Nested(Z); }
        private class OfNested { int z = y + Z; }
        int deep() { return new OfNested().z; }
    }

    interface Face { int X = 5; class InFace { int v = X; } static Face of(int n) { return () -> n + X; } int get(); enum Mode { ON, OFF; Mode flip() { return this == ON ? OFF : ON; } } }

    static class Parent { protected String name = "parent"; class Member { String show() { return name + " of " + Parent.this.getClass().getSimpleName(); } } String call() { return new Member().show(); } }
    static class Child extends Parent { protected String name = "child"; class Member2 extends Member { @Override String show() { return super.show() + "/" + name + "/" + Child.super.name; } } @Override String call() { return new Member2().show() + " " + super.call(); } }
    class Outsider extends Nested { Outsider() { super(); } int both() { return x + deep(); } }
    static class Alien extends NestedClasses.Inner { Alien(NestedClasses o) { o.super(); } }

    int locals(int parameter) {
        int local = parameter * 2;
        final String text = "t" + parameter;
        class Local {
            int field = local + x;
            int get(int depth) { return depth == 0 ? field + parameter + text.length() : new Local().get(depth - 1) + 1; }
        }
        class Second extends Local { @Override int get(int depth) { return super.get(depth) * 2 + new Object() { int n() { return local + field; } }.n(); } }
        Supplier<Local> make = Local::new;
        Object anonymous = new Local() { int count = local; @Override int get(int depth) { count++; return count + field + parameter; } @Override public String toString() { return "a" + get(0) + get(0) + text; } };
        x += 3;
        return new Local().get(2) + new Second().get(1) + make.get().field + anonymous.toString().hashCode();
    }

    static List<Supplier<String>> captures() {
        List<Supplier<String>> list = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int n = i; long l = i * 1000000000000L; double d = i / 3.0; char c = (char) ('a' + i); boolean b = i == 1; Object o = i == 2 ? null : "o" + i; int[] array = {i}; byte y = (byte) (i * 100); float f = i * .5f; short s = (short) -i;
            list.add(new Supplier<>() { int calls; public String get() { array[0]++; return n + " " + l + " " + d + " " + c + " " + b + " " + o + " " + array[0] + " " + y + " " + f + " " + s + " " + ++calls; } });
            list.add(() -> n + "" + array[0]--);
        }
        return list;
    }

    static String names() {
        class Local { class In { } }
        Object[] all = {new NestedClasses().new Inner().new Deeper(), new Nested(), new Local(), new Local().new In(), new Object() { }, new Object() { Object in() { return new Object() { }; } }.in(), new Face.InFace(), Face.Mode.ON};
        StringBuilder s = new StringBuilder();
        for (Object o : all) { Class<?> c = o.getClass(); s.append(c.getName()).append('|').append(c.getSimpleName()).append('|').append(c.isMemberClass()).append(c.isLocalClass()).append(c.isAnonymousClass()).append('|').append(c.getEnclosingClass()).append('|').append(c.getDeclaringClass()).append('|').append(c.getEnclosingMethod()).append('|').append(c.getNestHost().getSimpleName()).append('\n'); }
        return s.toString();
    }

    public static void main(String[] arguments) {
        NestedClasses o = new NestedClasses();
        Inner inner = o.new Inner();
        Inner.Deeper deeper = inner.new Deeper();
        System.out.println(deeper.all());
        deeper.change();
        System.out.println(deeper.all() + " " + o.x + " " + inner.x + " " + shared + " " + deeper.x + " " + deeper.new Deepest().sum());
        System.out.println(new Nested().reach(o) + " " + Nested.make().deep() + " " + new Nested(3).y + " " + o.new Outsider().both() + " " + ((Inner) new Alien(o)).own());
        System.out.println(Face.of(3).get() + " " + new Face.InFace().v + " " + Face.Mode.ON.flip() + " " + new Child().call() + " " + ((Parent) new Child()).name);
        System.out.println(o.locals(3) + " " + o.locals(4) + " " + o.x);
        List<Supplier<String>> list = captures();
        for (int i = 0; i < 2; i++) for (Supplier<String> s : list) System.out.println(s.get());
        System.out.print(names());
        try { new Alien(null); } catch (NullPointerException e) { System.out.println("no outer"); }
    }
}

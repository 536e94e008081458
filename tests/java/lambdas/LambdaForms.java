import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.*;

/** Lambdas in all forms: every primitive in and out, captured values of every type and many of them, this and outer
 * this, in fields, initialisers, constructors, interfaces, static and generic code, recursive, nested, in loops,
 * throwing. */
public class LambdaForms {
    interface Z { boolean f(boolean x); } interface B { byte f(byte x); } interface S { short f(short x); } interface C { char f(char x); } interface I { int f(int x); } interface J { long f(long x); } interface F { float f(float x); } interface D { double f(double x); } interface V { void f(); }
    interface Many { String f(boolean a, byte b, short c, char d, int e, long f, float g, double h, String i, int[] j, Object k); }
    interface Thrower<X extends Exception> { int f(int x) throws X; }
    interface Outer<T> { Inner<T> f(T t); interface Inner<T> { T g(int n); } }
    interface WithDefault { int f(int x); default WithDefault then(WithDefault o) { return x -> o.f(f(x)); } static WithDefault id() { return x -> x; } boolean equals(Object o); String toString(); }

    int field = 5;
    static int shared = 7;
    final Supplier<Integer> inField = () -> field++;
    static final Supplier<Integer> IN_STATIC = () -> shared++;
    final Supplier<Supplier<String>> nestedField;
    { IntSupplier s = () -> field * 10; field = s.getAsInt(); }
    LambdaForms(int x) { nestedField = () -> () -> this.field + "/" + x + "/" + shared; }
    class Inside { int field = 3; IntSupplier s = () -> field + LambdaForms.this.field * 100; IntSupplier deep() { return () -> { IntSupplier t = () -> this.field + LambdaForms.this.field; return t.getAsInt() + s.getAsInt(); }; } }
    enum Kind { PLUS((a, b) -> a + b), TIMES((a, b) -> a * b); final IntBinaryOperator op; Kind(IntBinaryOperator op) { this.op = op; } }
    interface Constants { IntUnaryOperator TWICE = x -> x * 2; Supplier<String> TEXT = () -> "text"; }
    static class Base { String who() { return "base"; } Supplier<String> superior() { return () -> who(); } }
    static class Derived extends Base { @Override String who() { return "derived"; } @Override Supplier<String> superior() { Supplier<String> a = () -> super.who(), b = super.superior(), c = () -> Derived.super.superior().get(); return () -> a.get() + b.get() + c.get() + this.who(); } }

    static void primitives() {
        boolean z = true; byte b = -100; short s = 300; char c = 'x'; int i = -5; long l = 1L << 40; float f = 1.5f; double d = -0.0;
        Z zf = x -> x ^ z; B bf = x -> (byte) (x + b); S sf = x -> (short) (x * s); C cf = x -> (char) (x + c - 'a'); I nf = x -> x - i; J jf = x -> x | l; F ff = x -> x / f; D df = x -> x + d; V v = () -> shared += i;
        v.f();
        System.out.println(zf.f(true) + " " + bf.f((byte) -100) + " " + sf.f((short) 300) + " " + cf.f('b') + " " + nf.f(1) + " " + jf.f(1) + " " + ff.f(3) + " " + df.f(-0.0) + " " + shared);
        int[] array = {1}; String t = "t"; Object o = null; List<String> list = new ArrayList<>();
        Many many = (p, q, r, u, w, x, y, e, g, h, k) -> { list.add(g); array[0] += h.length; return p + " " + q + r + u + w + x + y + e + g + h.length + k + z + b + s + c + i + l + f + d + t + array[0] + o + list; };
        System.out.println(many.f(false, (byte) 1, (short) 2, '3', 4, 5L, 6f, 7.0, "8", new int[9], 'k') + many.f(true, (byte) -1, (short) -2, '#', -4, -5L, -6f, -7.0, "", new int[0], null));
    }

    static void functional() {
        Function<Integer, Function<Integer, Function<Integer, Integer>>> curried = a -> b -> c -> a * 100 + b * 10 + c;
        System.out.println(curried.apply(1).apply(2).apply(3));
        Supplier<Supplier<Supplier<String>>> deep = () -> () -> () -> "deep";
        System.out.println(deep.get().get().get());
        Function<Integer, Integer>[] fact = array(1);
        fact[0] = n -> n < 2 ? 1 : n * fact[0].apply(n - 1);
        System.out.println(fact[0].apply(10));
        IntUnaryOperator add = x -> x + 3, mul = x -> x * 5;
        System.out.println(add.andThen(mul).applyAsInt(1) + " " + add.compose(mul).applyAsInt(1) + " " + ((IntPredicate) x -> x > 3).negate().or(x -> x == 100).test(100));
        WithDefault w = x -> x + 1;
        System.out.println(w.then(x -> x * 10).then(WithDefault.id()).then(w).f(4));
        Outer<String> outer = t -> n -> t.repeat(n);
        System.out.println(outer.f("ab").g(3));
        Runnable r = () -> { class Local { int n = shared; int get() { return ((IntSupplier) () -> n * 2).getAsInt(); } } System.out.println(new Local().get()); };
        r.run();
        Object cast = (Runnable & java.io.Serializable) () -> System.out.println("intersection");
        ((Runnable) cast).run();
        System.out.println((cast instanceof java.io.Serializable) + " " + (cast instanceof Runnable));
        boolean yes = shared != 0;
        Supplier<Object> conditional = yes ? () -> "yes" : () -> 1;
        System.out.println(conditional.get() + " " + (yes ? (IntSupplier) () -> 1 : (IntSupplier) () -> 2).getAsInt());
        Comparator<String> byLength = (x, y) -> x.length() - y.length();
        String[] words = {"ccc", "bb", "a", "dddd", "ee"};
        Arrays.sort(words, byLength.thenComparing(Comparator.reverseOrder()));
        System.out.println(Arrays.toString(words));
    }

    @SafeVarargs static <T> Function<T, T>[] array(int n, Function<T, T>... all) { return Arrays.copyOf(all, n); }

    static void throwing() throws Exception {
        Thrower<java.io.IOException> t = x -> { if (x > 0) throw new java.io.IOException("x" + x); return x; };
        try { System.out.println(t.f(0) + t.f(1)); } catch (java.io.IOException e) { System.out.println(e.getMessage()); }
        Thrower<RuntimeException> u = x -> 10 / x;
        try { u.f(0); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        Callable<Integer> c = () -> { try { return u.f(0); } finally { shared = 1000; } };
        try { c.call(); } catch (Exception e) { System.out.println(e + " " + shared); }
        Callable<Integer> always = () -> { throw new IllegalStateException("always"); };
        try { always.call(); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
    }

    static String identity() {
        List<Object> made = new ArrayList<>();
        for (int i = 0; i < 2; i++) { int n = i; made.add((Runnable) () -> { }); made.add((IntSupplier) () -> n); }
        Runnable one = () -> { };
        return (made.get(0) == made.get(2)) + " " + (made.get(0).getClass() == made.get(2).getClass()) + " " + (made.get(1).getClass() == made.get(3).getClass()) + " " + one.getClass().isSynthetic() + one.getClass().isHidden() + one.getClass().isInterface() + " " + one.getClass().getInterfaces().length + one.getClass().getSimpleName().startsWith("LambdaForms$$Lambda");
    }

    static <T, R extends List<? super T>> Function<T, R> generic(Supplier<R> make, T... extra) { return t -> { R r = make.get(); r.add(t); for (T e : extra) r.add(e); return r; }; }

    public static void main(String[] arguments) throws Exception {
        LambdaForms o = new LambdaForms(9);
        System.out.println(o.inField.get() + " " + o.inField.get() + " " + IN_STATIC.get() + IN_STATIC.get() + " " + o.nestedField.get().get() + " " + o.new Inside().s.getAsInt() + " " + o.new Inside().deep().getAsInt());
        for (Kind k : Kind.values()) System.out.print(k.op.applyAsInt(6, 7) + " ");
        System.out.println(Constants.TWICE.applyAsInt(4) + Constants.TEXT.get() + new Derived().superior().get());
        primitives();
        functional();
        throwing();
        System.out.println(identity());
        System.out.println(LambdaForms.<String, List<Object>>generic(ArrayList::new, "b", "c").apply("a"));
        long sum = 0;
        for (int i = 0; i < 3000; i++) { int n = i; LongUnaryOperator f = i % 3 == 0 ? x -> x + n : i % 3 == 1 ? x -> x * 31 + n : x -> x ^ (long) n << 20; sum = f.applyAsLong(sum); }
        System.out.println(sum);
    }
}

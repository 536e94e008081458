import java.util.*;
import java.util.function.*;

/** Method references of all kinds: static, bound, unbound, super, constructors, arrays; boxing, widening and varargs
 * adaptations; private, protected, generic and overloaded targets; the receiver is evaluated once, null at once. */
public class MethodReferences {
    static int calls;
    final String name;
    MethodReferences(String name) { this.name = name; }
    MethodReferences() { this("none"); }
    MethodReferences(int a, long b) { this(a + "/" + b); }
    static int twice(int x) { return x * 2; }
    static long wide(long x) { return x + 1; }
    static Integer boxed(Integer x) { return x == null ? -1 : x + 1; }
    static double mean(double... all) { double s = 0; for (double d : all) s += d; return s / all.length; }
    static String join(String first, Object... rest) { return first + Arrays.toString(rest); }
    private String own(String s) { return name + s; }
    private static String hidden(Object o) { return "hidden " + o; }
    protected String shown() { return "shown " + name; }
    static MethodReferences make(String s) { calls++; return s == null ? null : new MethodReferences(s); }
    MethodReferences self() { calls++; return this; }
    static <T extends Comparable<T>> T larger(T a, T b) { return a.compareTo(b) >= 0 ? a : b; }
    static void sink(Object o) { System.out.print("<" + o + ">"); }
    static boolean effects(StringBuilder b) { b.append("!"); return true; }
    static class Sub extends MethodReferences { Sub(String n) { super(n); } @Override protected String shown() { Supplier<String> s = super::shown; return "sub " + s.get() + ((Supplier<String>) Sub.super::toString).get().length() * 0; } Supplier<String> mine() { return this::shown; } class Deep { Function<String, String> f = Sub.this.name::concat; } }
    interface TriFunction<A, B, C, R> { R apply(A a, B b, C c); }
    interface ToChar { char get(String s, int i); }
    interface LongToObject { Object apply(long x); }
    interface IntToLong { long apply(int x); }
    interface ByteToDouble { double apply(byte b); }
    interface Varied { String apply(String s, int a, long b); }
    interface Means { double apply(double a, double b, double c); }
    interface Face { default String hello() { return "hello " + this.getClass().getSimpleName(); } static String fixed() { return "fixed"; } }
    static class Impl implements Face { Supplier<String> a = this::hello, b = Face.super::hello, c = Face::fixed; }
    class Inner { final int n; Inner(int n) { this.n = n + name.length(); } }

    static String attempt(Supplier<?> s) { try { return String.valueOf(s.get()); } catch (RuntimeException e) { return e.getClass().getSimpleName(); } }

    public static void main(String[] arguments) {
        IntUnaryOperator a = MethodReferences::twice; Function<Integer, Integer> b = MethodReferences::twice; ToLongFunction<Integer> c = MethodReferences::twice; IntFunction<Object> d = MethodReferences::twice; IntToLongFunction e = MethodReferences::wide; Function<Integer, Long> f = MethodReferences::wide; IntToLong g = MethodReferences::twice; ByteToDouble h = MethodReferences::twice; LongToObject k = MethodReferences::wide; IntFunction<Number> m = MethodReferences::boxed; IntSupplier n = "text"::length; ToDoubleFunction<Integer> p = MethodReferences::boxed;
        System.out.println(a.applyAsInt(3) + " " + b.apply(4) + " " + c.applyAsLong(5) + " " + d.apply(6) + " " + e.applyAsLong(7) + " " + f.apply(8) + " " + g.apply(9) + " " + h.apply((byte) -128) + " " + k.apply(10).getClass() + " " + m.apply(11) + " " + n.getAsInt() + " " + p.applyAsDouble(12));
        System.out.println(attempt(() -> b.apply(null)) + " " + attempt(() -> f.apply(null)) + " " + ((Function<Integer, Integer>) MethodReferences::boxed).apply(null));
        Function<String, Integer> length = String::length; BiFunction<String, String, Boolean> starts = String::startsWith; TriFunction<String, Integer, Integer, String> sub = String::substring; Comparator<String> compare = String::compareToIgnoreCase; ToChar at = String::charAt; BiPredicate<Object, Object> equal = Object::equals; Function<Object, String> text = Object::toString; Function<List<String>, Integer> size = List::size;
        System.out.println(length.apply("four") + " " + starts.apply("abc", "ab") + " " + sub.apply("abcdef", 2, 4) + " " + compare.compare("A", "b") + " " + at.get("xyz", 1) + " " + equal.test(1, 1L) + " " + text.apply(List.of(1)) + " " + size.apply(List.of("x")) + " " + attempt(() -> length.apply(null)));
        @SuppressWarnings({"unchecked", "rawtypes"}) Function<Object, Object> raw = (Function) length;
        System.out.println(attempt(() -> raw.apply(5)));
        Supplier<MethodReferences> none = MethodReferences::new; Function<String, MethodReferences> one = MethodReferences::new; BiFunction<Integer, Long, MethodReferences> two = MethodReferences::new; BiFunction<Integer, Integer, Object> three = MethodReferences::new;
        System.out.println(none.get().name + " " + one.apply("named").name + " " + two.apply(1, 2L).name + " " + ((MethodReferences) three.apply(3, 4)).name);
        IntFunction<int[]> ints = int[]::new; Function<Integer, String[][]> nested = String[][]::new; IntFunction<List<?>[]> lists = List[]::new; Supplier<ArrayList<String>> list = ArrayList::new; Function<Collection<Integer>, Set<Integer>> set = TreeSet::new; IntFunction<StringBuilder> sized = StringBuilder::new; Function<String, StringBuilder> built = StringBuilder::new;
        System.out.println(ints.apply(3).length + nested.apply(2).getClass().getSimpleName() + lists.apply(1).length + list.get() + set.apply(List.of(3, 1, 2)) + sized.apply(50).capacity() + built.apply("b") + attempt(() -> ints.apply(-1)));
        MethodReferences o = new MethodReferences("o");
        Function<String, String> own = o::own; Function<Object, String> hidden = MethodReferences::hidden; Supplier<String> shown = o::shown, subShown = new Sub("s")::shown, mine = new Sub("m").mine(); BiFunction<MethodReferences, String, String> unbound = MethodReferences::own; IntFunction<Inner> inner = o.newInner()::apply;
        System.out.println(own.apply("+") + hidden.apply(own.apply("")) + shown.get() + subShown.get() + mine.get() + unbound.apply(o, "?") + inner.apply(5).n + new Sub("d").new Deep().f.apply("!"));
        calls = 0;
        Supplier<String> once = make("once").self()::shown;
        System.out.println(once.get() + once.get() + calls + attempt(() -> { Supplier<String> s = make(null)::shown; return "late " + s.get(); }) + calls);
        Means mean = MethodReferences::mean; Supplier<Double> meanNone = MethodReferences::mean; ToDoubleFunction<double[]> meanArray = MethodReferences::mean; Varied varied = MethodReferences::join; Function<String, String> justOne = MethodReferences::join; BiFunction<String, Object[], String> joined = MethodReferences::join; BinaryOperator<String> joinTwo = MethodReferences::join; Function<String, List<String>> asList = Arrays::asList; Supplier<List<Object>> empty = Arrays::asList; BiFunction<String, Object, String> format = String::format;
        System.out.println(mean.apply(1, 2, 6) + " " + meanNone.get() + " " + meanArray.applyAsDouble(new double[] {3, 5}) + varied.apply("v", 1, 2L) + justOne.apply("j") + joined.apply("k", new Object[] {1, null}) + joinTwo.apply("l", "m") + asList.apply("n") + empty.get() + format.apply("%s!", 7));
        BinaryOperator<Integer> larger = MethodReferences::larger; BinaryOperator<String> largerText = MethodReferences::<String>larger; Consumer<String> sink = MethodReferences::sink; IntConsumer intSink = MethodReferences::sink; Consumer<StringBuilder> effects = MethodReferences::effects; ObjIntConsumer<StringBuilder> append = StringBuilder::append; Runnable run = new StringBuilder("r")::reverse; IntConsumer drop = MethodReferences::twice;
        StringBuilder sb = new StringBuilder("s"); effects.accept(sb); append.accept(sb, 65); run.run(); drop.accept(1); sink.accept("x"); intSink.accept(5);
        System.out.println(larger.apply(3, 9) + largerText.apply("a", "b") + sb);
        Impl impl = new Impl();
        System.out.println(impl.a.get() + impl.b.get() + impl.c.get() + attempt(((Supplier<Object>) "x"::getClass)) + Optional.of("v").map(String::toUpperCase).filter("V"::equals).map(Object::hashCode).get() + Arrays.stream(new int[] {3, 1}).boxed().map(String::valueOf).reduce("", String::concat) + Map.Entry.<Integer, Integer>comparingByKey().compare(Map.entry(1, 2), Map.entry(2, 1)));
        IntBinaryOperator max = Math::max, sum = Integer::sum; DoubleUnaryOperator sqrt = Math::sqrt; ToIntFunction<String> parse = Integer::parseInt; Function<String, Integer> value = Integer::valueOf; IntPredicate digit = Character::isDigit; UnaryOperator<String> trim = String::trim; IntUnaryOperator cloneLength = x -> ((Supplier<int[]>) new int[x]::clone).get().length;
        System.out.println("" + max.applyAsInt(3, 5) + sum.applyAsInt(3, 5) + sqrt.applyAsDouble(2) + parse.applyAsInt("12") + value.apply("13") + digit.test('5') + trim.apply(" t ") + cloneLength.applyAsInt(4));
    }

    IntFunction<Inner> newInner() { return Inner::new; }
}

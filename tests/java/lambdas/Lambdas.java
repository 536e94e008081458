import java.util.function.*;
import java.util.*;
import java.io.*;
public class Lambdas {
    record P(int a, String b, double d, long l, float f, byte y, char c, boolean z, int[] arr) {}
    record E() {}
    interface I3 { long f(int a, Integer b, Object c); }
    interface Cl<T extends Comparable<T>> { int cmp(T a, T b); }
    interface Str extends Cl<String> { int cmp(String a, String b); }
    private int inst(int x) { return x + 5; }
    static long wide(int a, long b, Object c) { return a * b + c.hashCode(); }
    static int calls;
    static int side() { return ++calls; }
    public static void main(String[] args) throws Exception {
        Runnable r = () -> System.out.println("run");
        r.run();
        int k = args.length; long big = 1L << 40; double dd = 2.5; String s = "cap";
        Supplier<String> sup = () -> s + k + big + dd;
        System.out.println(sup.get().replace("" + k, "K"));
        Lambdas me = new Lambdas();
        IntUnaryOperator op = me::inst;
        System.out.println(op.applyAsInt(3));
        Function<Integer, Integer> fi = me::inst;
        System.out.println(fi.apply(10));
        ToLongFunction<Integer> tl = Integer::intValue;
        System.out.println(tl.applyAsLong(77));
        I3 w = Lambdas::wide;
        System.out.println(w.f(3, 4, "x"));
        Function<String, StringBuilder> mk = StringBuilder::new;
        System.out.println(mk.apply("new").append('!'));
        IntFunction<int[]> arr = int[]::new;
        System.out.println(arr.apply(4).length);
        Str st = String::compareTo;
        System.out.println(((Cl<String>) st).cmp("a", "b"));
        Runnable drop = Lambdas::side;
        drop.run(); drop.run();
        System.out.println(calls);
        Comparator<String> c = (Comparator<String> & Serializable) (a, b) -> b.compareTo(a) + (s.length() - 3);
        ByteArrayOutputStream bo = new ByteArrayOutputStream();
        System.out.println(c.compare("a", "b") + " " + (c instanceof Serializable));
        P p = new P(1, "two", 3.5, 4L, 5.5f, (byte) 6, '7', true, null);
        System.out.println(p + " " + p.hashCode() + " " + p.equals(new P(1, "two", 3.5, 4L, 5.5f, (byte) 6, '7', true, null)) + " " + p.equals(new P(1, "two", 3.5, 4L, 5.5f, (byte) 6, '8', true, null)) + p.equals(null));
        System.out.println(new E() + " " + new E().hashCode() + new E().equals(new E()));
        String n = null; char ch = 'c'; float f = 1.1f; Object o = new int[0].getClass();
        System.out.println("a" + n + ch + f + 1e300 + (byte) 3 + true + o + -0.0 + Double.NaN);
        try { Function<Object, Object> bad = (Function) (Function<String, Integer>) String::length; bad.apply(5); } catch (ClassCastException e) { System.out.println("CCE"); }
        try { Supplier<Object> t = () -> { throw new IllegalStateException("in lambda"); }; t.get(); } catch (IllegalStateException e) { System.out.println(e + " " + e.getStackTrace()[0].getMethodName() + " " + e.getStackTrace()[1].getMethodName()); }
        System.out.println(r.getClass().isHidden() + " " + r.getClass().getName().startsWith("Lambdas$$Lambda$") + " " + r.getClass().getSimpleName().startsWith("Lambdas$$Lambda$"));
        System.out.println(r.getClass().isSynthetic() + " " + r.getClass().getNestHost() + r.getClass().getInterfaces().length + " " + r.getClass().getPackageName().isEmpty());
    }
}

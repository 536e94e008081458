/** Many interfaces and methods of one class: more than any table of a fixed size, same names with other types, called
 * through all of them, megamorphic; receivers that come and go. */
public class InterfaceTables {
    interface I00 { int m00(); int same(); } interface I01 { int m01(); int same(); } interface I02 { int m02(int x); } interface I03 { int m02(long x); } interface I04 { long m02(double x); } interface I05 { int m05(Object o); } interface I06 { int m05(String s); }
    interface I07 extends I00, I01 { int m07(); } interface I08 extends I07, I02 { default int m08() { return m07() + m02(8); } } interface I09 { int a(); int b(); int c(); int d(); int e(); int f(); int g(); int h(); int i(); int j(); int k(); int l(); int m(); int n(); int o(); int p(); int q(); int r(); int s(); int t(); int u(); int v(); int w(); int x(); int y(); int z(); int aa(); int ab(); int ac(); int ad(); int ae(); int af(); int ag(); int ah(); int ai(); int aj(); int ak(); int al(); int am(); int an(); }
    interface G<T extends Comparable<T>> { int take(T t); T make(); }

    static class Many implements I08, I03, I04, I05, I06, I09, G<String>, Comparable<Many>, Runnable, java.util.function.IntUnaryOperator {
        final int k0;
        Many(int k0) { this.k0 = k0; }
        public int m00() { return k0; } public int m01() { return k0 + 1; } public int same() { return k0 + 2; } public int m02(int x) { return x + 3; } public int m02(long x) { return (int) x + 4; } public long m02(double x) { return (long) x + 5; }
        public int m05(Object o) { return 6; } public int m05(String s) { return 7; } public int m07() { return k0 + 8; } public int compareTo(Many o) { return Integer.compare(k0, o.k0); } public void run() { ran++; } public int applyAsInt(int x) { return x * k0; }
        public int take(String s) { return s.length(); } public String make() { return "made" + k0; }
        public int a() { return 1; } public int b() { return 2; } public int c() { return 3; } public int d() { return 4; } public int e() { return 5; } public int f() { return 6; } public int g() { return 7; } public int h() { return 8; } public int i() { return 9; } public int j() { return 10; } public int k() { return 11; } public int l() { return 12; } public int m() { return 13; } public int n() { return 14; } public int o() { return 15; } public int p() { return 16; } public int q() { return 17; } public int r() { return 18; } public int s() { return 19; } public int t() { return 20; }
        public int u() { return 21; } public int v() { return 22; } public int w() { return 23; } public int x() { return 24; } public int y() { return 25; } public int z() { return 26; } public int aa() { return 27; } public int ab() { return 28; } public int ac() { return 29; } public int ad() { return 30; } public int ae() { return 31; } public int af() { return 32; } public int ag() { return 33; } public int ah() { return 34; } public int ai() { return 35; } public int aj() { return 36; } public int ak() { return 37; } public int al() { return 38; } public int am() { return 39; } public int an() { return 40; }
    }
    static int ran;

    static class More extends Many { More() { super(100); } @Override public int m02(int x) { return -x; } @Override public int z() { return 2600; } @Override public int same() { return super.same() * 2; } @Override public String make() { return "more"; } }

    interface Op { int apply(int x); }
    static class Add implements Op { public int apply(int x) { return x + 1; } } static class Mul implements Op { public int apply(int x) { return x * 3; } } static class Neg implements Op { public int apply(int x) { return -x; } } static class Xor implements Op { public int apply(int x) { return x ^ 0x55; } } static class Shr implements Op { public int apply(int x) { return x >> 1; } }

    private static long sum(I09 i) {
        return i.a() + 3L * i.b() + 5L * i.c() + 7L * i.d() + 11L * i.e() + 13L * i.f() + i.g() * 17L + i.h() * 19L + i.i() * 23L + i.j() * 29L + i.k() + i.l() + i.m() * 31L + i.n() + i.o() + i.p() * 37L + i.q() + i.r() + i.s() * 41L + i.t() + i.u() + i.v() * 43L + i.w() + i.x() + i.y() * 47L + i.z() * 53L
            + i.aa() + i.ab() * 59L + i.ac() + i.ad() * 61L + i.ae() + i.af() * 67L + i.ag() + i.ah() * 71L + i.ai() + i.aj() * 73L + i.ak() + i.al() * 79L + i.am() + i.an() * 83L;
    }

    private static <T extends Comparable<T>> String generic(G<T> g) { return g.make() + "" + g.take(g.make()); }

    public static void main(String[] arguments) {
        for (Many many : new Many[] {new Many(10), new More()}) {
            System.out.println(sum(many) + " " + ((I00) many).same() + " " + ((I01) many).same() + " " + ((I00) many).m00() + " " + ((I01) many).m01() + " " + ((I02) many).m02(5) + " " + ((I03) many).m02(5) + " " + ((I04) many).m02(5) + " " + ((I05) many).m05("x") + " " + ((I06) many).m05("x") + " " + ((I08) many).m08() + " " + ((I07) many).m07() + " " + generic(many));
            Object o = many;
            ((Runnable) o).run();
            System.out.println(ran + " " + ((java.util.function.IntUnaryOperator) o).applyAsInt(3) + " " + ((Comparable<Many>) many).compareTo(new Many(50)));
        }
        Op[] ops = {new Add(), new Mul(), new Neg(), new Xor(), new Shr(), x -> x - 7, Integer::reverse, new Op() { int calls; public int apply(int x) { return x + calls++; } }};
        int x = 1;
        for (int i = 0; i < 5000; i++) x = ops[(i * 7 + (x & 3)) % ops.length].apply(x);
        System.out.println(x);
        Object[] things = {"text", 5, 5L, 'c', 2.5, Thread.State.NEW, new More(), new StringBuilder("sb"), java.time.DayOfWeek.MONDAY};
        int comparable = 0, sequences = 0;
        for (int i = 0; i < 300; i++) {
            Object o = things[i % things.length];
            if (o instanceof Comparable) comparable += o.hashCode() != 1 ? 1 : 0;
            if (o instanceof CharSequence) sequences += ((CharSequence) o).length();
        }
        System.out.println(comparable + " " + sequences);
        Object none = null, wrong = "text";
        try { ((Op) none).apply(1); } catch (NullPointerException e) { System.out.println("null"); }
        try { ((Op) wrong).apply(1); } catch (ClassCastException e) { System.out.println("cast"); }
    }
}

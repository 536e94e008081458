/** Operands from left to right, each once, before the operation; arguments before the call; && and || and ?: only as
 * far as needed; what happens first when two would fail. */
public class EvaluationOrder {
    private static final StringBuilder trace = new StringBuilder();

    private static int n(int x) { trace.append(x).append(' '); return x; }
    private static long w(long x) { trace.append(x).append("L "); return x; }
    private static double r(double x) { trace.append(x).append(' '); return x; }
    private static boolean b(String name, boolean x) { trace.append(name).append(' '); return x; }
    private static int[] array(int... x) { trace.append("array "); return x; }
    private static int fail(String name) { trace.append(name).append(' '); throw new IllegalStateException(name); }
    private static EvaluationOrder none(String name) { trace.append(name).append(' '); return null; }
    private static int[] nothing(String name) { trace.append(name).append(' '); return null; }

    int field;
    static int shared = 1;
    private int take(int a, long b, int c, double d) { return (int) (a + b * 10 + c * 100 + d * 1000); }

    private static void show(Object value) {
        System.out.println(trace + "= " + value);
        trace.setLength(0);
    }

    private interface Action { Object run(); }
    private static void attempt(Action action) {
        try {
            show(action.run());
        } catch (RuntimeException e) {
            show(e.getClass().getSimpleName() + ("IllegalStateException".equals(e.getClass().getSimpleName()) ? " " + e.getMessage() : ""));
        }
    }

    private static void operators() {
        show(n(1) + n(2) * n(3) - n(4) / n(5) % n(6));
        show(n(1) << n(2) >> n(3) & n(4) | n(5) ^ n(6));
        show(n(1) < n(2) == n(3) > n(4));
        show((n(1) + (n(2) + (n(3) + (n(4) + n(5))))) + w(6) + r(7.5));
        show(-n(1) + ~n(2) + (byte) n(300) + (n(3) > n(2) ? n(10) : n(20)));
        int i = 1;
        show(i + (i = 5) * i + i++ + ++i + i-- * i);
        int j = 2;
        show(j++ + (j *= 3) + j-- + (j = j++ + 1) + j);
        show("" + n(1) + n(2) + (n(3) + n(4)) + 'c' + (char) (n(1) + 'a') + w(5) + r(1));
        show(n(1) + n(2) + "" + n(3) + n(4));
    }

    private static void logic() {
        boolean yes = shared == 1, no = !yes;
        show(b("a", yes) && b("b", no) && b("c", yes));
        show(b("a", no) || b("b", yes) || b("c", no));
        show(b("a", no) && b("b", yes) || b("c", yes) && b("d", no) || b("e", yes));
        show(b("a", yes) & b("b", no) & b("c", yes));
        show(b("a", yes) | b("b", no) ^ b("c", yes));
        show(!(b("a", yes) && !(b("b", no) || b("c", yes))));
        show(b("a", yes) ? b("b", no) ? 1 : b("c", yes) ? 2 : 3 : 4);
        show(b("a", no) ? fail("not") : b("b", yes) || fail("not") == 1);
        boolean z = no;
        show((z |= b("a", yes)) && (z &= b("b", no)) || z);
        show((z = b("a", yes)) == (z ^= b("b", yes)));
    }

    private static void calls() {
        EvaluationOrder it = new EvaluationOrder();
        show(it.take(n(1), w(2), n(3), r(4)));
        show(it.take(n(1), w(it.take(n(2), w(3), n(4), r(5))), n(6), r(7)));
        show(array(n(3), n(4), n(5))[n(1)]);
        show(new int[] {n(1), n(2), array(n(3))[n(0)]}.length);
        show(new int[n(2)][n(3)][n(1)].length);
        show((it.field = n(3)) + (it.field += n(4)) * it.field--);
        int[] a = {1, 2, 3};
        int i = 0;
        a[i] = i = 2;
        show(a[0] + " " + a[1] + " " + a[2] + " " + i);
        i = 0;
        a[i++] = a[i] = i++ + i;
        show(a[0] + " " + a[1] + " " + a[2] + " " + i);
        int[] b = a;
        b[n(0)] = (b = array(7, 8, 9))[n(1)];
        show(a[0] + " " + b[0]);
        shared = 1;
        show(shared + changes() + shared + changes() * shared);
        String s = "x";
        show(s + (s = "y") + s + (s += "z") + s);
    }

    private static int changes() { return shared += 10; }

    private static void failures() {
        attempt(() -> n(1) / (n(2) - 2) + fail("not"));
        attempt(() -> fail("first") / (n(1) - 1));
        attempt(() -> none("receiver").take(n(1), w(2), fail("argument"), r(4)));
        attempt(() -> none("receiver").take(n(1), w(2), n(3), r(4)));
        attempt(() -> none("receiver").field = fail("value"));
        attempt(() -> none("receiver").field = n(1));
        attempt(() -> nothing("array")[fail("index")] = n(1));
        attempt(() -> nothing("array")[n(1)] = fail("value"));
        attempt(() -> nothing("array")[n(1)] = n(2));
        attempt(() -> nothing("array")[n(1)]);
        attempt(() -> array(1)[n(1)] = fail("value"));
        attempt(() -> array(1)[n(1)] = n(1) / n(0));
        attempt(() -> array(1)[n(-1)] + n(5));
        attempt(() -> new int[n(3)][n(-1)][fail("size")]);
        attempt(() -> new int[n(3)][n(-1)][n(2)]);
        attempt(() -> new int[n(0)][n(-1)]);
        attempt(() -> new EvaluationOrder().take(n(1), w(1) / w(0), fail("not"), r(1)));
        attempt(() -> ((Object) array(n(1))).equals(fail("argument")));
        attempt(() -> { Object text = "text"; return ((Integer) text).intValue() + n(1); });
        attempt(() -> { Object[] strings = new String[1]; strings[n(0)] = n(5); return "not"; });
        attempt(() -> { Object[] strings = new String[1]; strings[n(1)] = n(5); return "not"; });
        attempt(() -> { throw n(1) > 0 ? null : new RuntimeException(); });
        attempt(() -> { synchronized (none("lock")) { return n(1); } });
    }

    public static void main(String[] arguments) {
        operators();
        logic();
        calls();
        failures();
    }
}

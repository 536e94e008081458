/** finally in all places: nested, in loops with break and continue, returning, throwing over what is under way, in
 * constructors and switch; try with resources: order, suppressed, null, failing open and close. */
public class FinallyNests {
    static final StringBuilder trace = new StringBuilder();
    static void note(Object o) { trace.append(o).append(' '); }
    static void show(String label, Object result) { System.out.println(label + " " + trace + "-> " + result); trace.setLength(0); }

    static int returns(int way) {
        int x = 1;
        try {
            note("try");
            if (way == 0) return x;
            if (way == 1) throw new IllegalStateException("thrown");
            if (way == 2) return x / (way - 2);
            x = 2;
        } catch (IllegalStateException e) {
            note("catch");
            x = 3;
            return x;
        } catch (ArithmeticException e) {
            note("arithmetic");
            throw new RuntimeException("from catch", e);
        } finally {
            x += 10;
            note("finally" + x);
            if (way == 4) return -1;
        }
        return x;
    }

    @SuppressWarnings("finally")
    static int overrides(int way) {
        try {
            try {
                note("a");
                if (way % 2 == 0) throw new RuntimeException("first");
                return 1;
            } finally {
                note("b");
                if (way > 1) throw new IllegalArgumentException("second");
            }
        } catch (RuntimeException e) {
            note(e.getMessage());
            if (way == 3) return 2;
            throw e;
        } finally {
            note("c");
            if (way == 0) return 3;
        }
    }

    static String loops(int n) {
        String r = "";
        outer:
        for (int i = 0; i < n; i++) {
            try {
                for (int j = 0; ; j++) {
                    try {
                        if (j == 1 && i == 0) continue;
                        if (j == 2 && i == 1) continue outer;
                        if (j == 3) break;
                        if (i == 3) break outer;
                        if (i == 2 && j == 2) throw new Exception("x");
                        r += i + "" + j + " ";
                    } finally {
                        r += "f ";
                    }
                }
                r += "after ";
            } catch (Exception e) {
                r += "caught ";
            } finally {
                r += "F" + i + " ";
            }
        }
        return r;
    }

    static int depth(int n) {
        try {
            if (n == 0) throw new RuntimeException("bottom");
            return depth(n - 1) + 1;
        } finally {
            note(n);
        }
    }

    static long values(int a, long b, double c, String d) {
        long r = 0;
        try {
            r = a + b;
            if (a > 0) return r + (long) c;
            a = 100 / a;
        } catch (ArithmeticException e) {
            r = d.length();
            return r;
        } finally {
            note(a + "/" + b + "/" + c + "/" + d + "/" + r);
            r = 99;
            d = null;
        }
        return r;
    }

    static class Resource implements AutoCloseable {
        final String name; final boolean fails;
        Resource(String name, boolean opens, boolean fails) { note("open " + name); if (!opens) throw new IllegalStateException("open " + name); this.name = name; this.fails = fails; }
        @Override public void close() { note("close " + name); if (fails) throw new UnsupportedOperationException("close " + name); }
    }

    static Object resources(int bits) {
        try (Resource a = new Resource("a", true, (bits & 1) != 0); Resource none = null; Resource b = new Resource("b", (bits & 2) == 0, (bits & 4) != 0)) {
            note("body");
            if ((bits & 8) != 0) throw new RuntimeException("body");
            if ((bits & 16) != 0) return "returned";
        } catch (RuntimeException e) {
            String text = e.getMessage();
            for (Throwable s : e.getSuppressed()) text += " + " + s.getMessage();
            return text;
        } finally {
            note("finally");
        }
        return "done";
    }

    static Object existing() throws Exception {
        Resource r = new Resource("r", true, false);
        AutoCloseable lambda = () -> note("lambda closed");
        try (r; lambda) { note("using " + r.name); }
        try (Resource x = new Resource("x", true, true)) { try (Resource y = new Resource("y", true, true)) { throw new Exception("deep"); } }
    }

    static class Made { static int tries; final int x; Made() { int y = 0; try { y = 5 / (tries++ % 2); } catch (ArithmeticException e) { y = -1; } finally { x = y; note("made " + x); } } }

    static int switched(int x) { switch (x) { case 0: try { return 0; } finally { note("s0"); } case 1: try { break; } finally { note("s1"); } case 2: try { note("falls"); } finally { note("s2"); } default: return 9; } return 8; }

    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i < 5; i++) { Object r; try { r = returns(i); } catch (RuntimeException e) { r = e + " by " + e.getCause(); } show("returns " + i, r); }
        for (int i = 0; i < 4; i++) { Object r; try { r = overrides(i); } catch (RuntimeException e) { r = e; } show("overrides " + i, r); }
        for (int i = 0; i < 6; i++) show("loops", loops(i));
        try { depth(5); } catch (RuntimeException e) { show("depth", e.getMessage()); }
        show("values", values(3, 4, 5.5, "text")); show("values", values(0, 4, 5.5, "text")); show("values", values(-2, 4, 5.5, "text"));
        for (int bits = 0; bits < 32; bits++) show("resources " + bits, resources(bits));
        try { existing(); } catch (Exception e) { show("existing", e.getMessage() + " " + e.getSuppressed().length + " " + e.getSuppressed()[0].getMessage() + " " + e.getSuppressed()[1].getMessage()); }
        new Made(); new Made(); show("constructors", "");
        for (int i = 0; i < 4; i++) show("switched", switched(i));
    }
}

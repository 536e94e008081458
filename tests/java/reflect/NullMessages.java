import java.util.function.IntFunction;
import java.util.function.Supplier;

/** The messages of NullPointerExceptions that the machine raises say what was null, and those that programs make do
 * not. */
public class NullMessages {
    static class Node {
        Node next;
        Node[] many;
        int number;
        long wide;
        double fraction;
        String text;
        int[][] grid;
        static Node first;
        static int[] counts;
        Node step() { return next; }
        Node step(int by, long far, String... names) { return null; }
        static Node make(Object... of) { return null; }
        private void hide() { }
        static <T> T nothing() { return null; }
    }
    interface Face { Object look(int[] a, Node[][] b, double c); }
    static class Own extends NullPointerException {
        Own() { }
        public String getMessage() { return "own " + super.getMessage(); }
    }
    Node field;
    static int zero;
    static int seven = 7;

    interface Action { void run() throws Throwable; }

    static int number;
    static void attempt(Action action) {
        number++;
        try {
            action.run();
            System.out.println(number + ": nothing");
        } catch (NullPointerException e) {
            System.out.println(number + ": " + e.getMessage() + (e.getMessage() == null ? "" : e.getMessage().equals(e.getLocalizedMessage()) ? "" : " changed"));
        } catch (Throwable e) {
            System.out.println(number + ": " + e);
        }
    }

    static void forms(Node none, Node some, int[] ints, long[] longs, Object[] objects, Object plain) {
        byte[] bytes = null; char[] chars = null; short[] shorts = null; float[] floats = null; double[] doubles = null; boolean[] booleans = null; Face face = null;
        attempt(() -> none.next = null);
        attempt(() -> System.out.println(none.next));
        attempt(() -> System.out.println(none.number));
        attempt(() -> System.out.println(none.wide));
        attempt(() -> none.number = 1);
        attempt(() -> none.wide = 1);
        attempt(() -> none.fraction += 2);
        attempt(() -> none.step());
        attempt(() -> none.hide());
        attempt(() -> none.step(1, 2L, "a", "b").next.next = null);
        attempt(() -> some.next.next.next = none);
        attempt(() -> some.step().step().step());
        attempt(() -> some.many[3].next = null);
        attempt(() -> some.step(1, 2).step());
        attempt(() -> Node.make(1, "x").step());
        attempt(() -> Node.first.step());
        attempt(() -> Node.first.many[1] = null);
        attempt(() -> Node.counts[seven]++);
        attempt(() -> ints[0] = 1);
        attempt(() -> System.out.println(ints[0]));
        attempt(() -> System.out.println(longs[0]));
        attempt(() -> longs[1] = 2);
        attempt(() -> objects[1] = null);
        attempt(() -> System.out.println(objects[1]));
        attempt(() -> System.out.println(bytes[0]));
        attempt(() -> bytes[0] = 1);
        attempt(() -> System.out.println(booleans[0]));
        attempt(() -> booleans[0] = true);
        attempt(() -> System.out.println(chars[0]));
        attempt(() -> chars[0] = 1);
        attempt(() -> System.out.println(shorts[0]));
        attempt(() -> shorts[0] = 1);
        attempt(() -> System.out.println(floats[0]));
        attempt(() -> floats[0] = 1);
        attempt(() -> System.out.println(doubles[0]));
        attempt(() -> doubles[0] = 1);
        attempt(() -> System.out.println(ints.length));
        attempt(() -> System.out.println(objects.length));
        attempt(() -> face.look(null, null, 0));
        attempt(() -> plain.toString());
        attempt(() -> plain.hashCode());
        attempt(() -> ((String) plain).length());
        attempt(() -> ((Object[]) plain)[2].toString());
        attempt(() -> { synchronized (plain) { System.out.println("in"); } });
        attempt(() -> { throw (RuntimeException) plain; });
        attempt(() -> { int i = (Integer) plain; });
        attempt(() -> { long l = (Long) plain; });
        attempt(() -> { switch ((String) plain) { case "a": break; } });
        attempt(() -> { for (Object o : (Iterable<?>) plain) System.out.println(o); });
        attempt(() -> { for (Object o : (Object[]) plain) System.out.println(o); });
        attempt(() -> { Supplier<?> s = plain::toString; });
        attempt(() -> Node.nothing().toString());
        attempt(() -> { boolean b = Node.<Boolean>nothing(); });
    }

    static void locals(int p1, long p2, String p3, Node p4) {
        String l1 = null;
        Node[][] l2 = {{null, new Node()}, null};
        int[] l3 = null;
        Node l4 = new Node();
        try { l1.length(); } catch (NullPointerException e) { show(e); }
        try { p3.length(); } catch (NullPointerException e) { show(e); }
        try { p4.step(); } catch (NullPointerException e) { show(e); }
        try { l2[0][0].step(); } catch (NullPointerException e) { show(e); }
        try { l2[1][p1].step(); } catch (NullPointerException e) { show(e); }
        try { l2[p1 + 1][0].step(); } catch (NullPointerException e) { show(e); }
        try { l2[zero][seven - 7].step(); } catch (NullPointerException e) { show(e); }
        try { l2[l4.number][Integer.parseInt("0")].step(); } catch (NullPointerException e) { show(e); }
        try { l4.grid[1][2] = 3; } catch (NullPointerException e) { show(e); }
        l4.grid = new int[200][];
        try { l4.grid[1][2] = 3; } catch (NullPointerException e) { show(e); }
        try { l4.grid[100][2] = 3; } catch (NullPointerException e) { show(e); }
        l4.grid = new int[1000][];
        try { l4.grid[555][-1] = 3; } catch (NullPointerException e) { show(e); }
        try { l2[l4.number][l2[0].length - 2].step(); } catch (NullPointerException e) { show(e); }
        try { l4.next.next.next.next.next.next.next.next = null; } catch (NullPointerException e) { show(e); }
        l4.next = l4;
        l4.many = new Node[1];
        try { l4.next.next.next.next.next.many[0].next = null; } catch (NullPointerException e) { show(e); }
        try { l4.next.next.next.next.next.next.many[0].next = null; } catch (NullPointerException e) { show(e); }
        try { (p1 == 0 ? l1 : p3).length(); } catch (NullPointerException e) { show(e); }
        try { (p1 == 0 ? l4.text : "x").length(); } catch (NullPointerException e) { show(e); }
        try { l3[p1++]++; } catch (NullPointerException e) { show(e); }
        try { l3[0] += p2; } catch (NullPointerException e) { show(e); }
        try { (l4.next = null).step(); } catch (NullPointerException e) { show(e); }
        try { (l1 = p3).trim(); } catch (NullPointerException e) { show(e); }
        p4 = l4.next;
        try { p4.step(); } catch (NullPointerException e) { show(e); }
        while (p1 < 3) {
            p4 = p1 == 2 ? null : l4;
            try { p4.number++; } catch (NullPointerException e) { show(e); }
            p1++;
        }
        try { ((Object) null).toString(); } catch (NullPointerException e) { show(e); }
        try { ((int[]) null)[0]++; } catch (NullPointerException e) { show(e); }
        try { throw null; } catch (NullPointerException e) { show(e); }
    }

    void receiver() {
        try { field.next = null; } catch (NullPointerException e) { show(e); }
        try { this.field.step().step(); } catch (NullPointerException e) { show(e); }
        try { new NullMessages().field.step(); } catch (NullPointerException e) { show(e); }
        try { self().field.many[2].step(); } catch (NullPointerException e) { show(e); }
        try { String.valueOf((char[]) null); } catch (NullPointerException e) { System.out.println(e.getStackTrace()[0].getMethodName().length() > 0); }
    }
    NullMessages self() { return this; }

    static void show(Throwable e) { System.out.println("  " + e.getMessage()); }

    static void many(long a, double b, String c, int d, int e, int f, int g, int h, int i, int j, Object k) {
        Object l = null;
        try { k.hashCode(); } catch (NullPointerException x) { show(x); }
        try { l.hashCode(); } catch (NullPointerException x) { show(x); }
        try { c.hashCode(); } catch (NullPointerException x) { show(x); }
        c = null;
        try { c.hashCode(); } catch (NullPointerException x) { show(x); }
    }

    static void made() {
        attempt(() -> { throw new NullPointerException(); });
        attempt(() -> { throw new NullPointerException("said"); });
        attempt(() -> { throw new NullPointerException(null); });
        attempt(() -> { throw new Own(); });
        attempt(() -> java.util.Objects.requireNonNull(null));
        attempt(() -> java.util.Objects.requireNonNull(null, "required"));
        attempt(() -> NullPointerException.class.getConstructor().newInstance().hashCode());
        attempt(() -> { throw NullPointerException.class.getConstructor().newInstance(); });
        attempt(() -> { NullPointerException e = new NullPointerException(); e.fillInStackTrace(); throw e; });
        attempt(() -> {
            try {
                Node.first.step();
            } catch (NullPointerException e) {
                String before = e.getMessage();
                e.fillInStackTrace();
                System.out.println(before.equals(e.getMessage()) + " " + e);
            }
            try {
                Node.first.step();
            } catch (NullPointerException e) {
                e.setStackTrace(new StackTraceElement[0]);
                System.out.println(e);
            }
            try {
                Node.first.step();
            } catch (NullPointerException e) {
                e.fillInStackTrace();
                System.out.println(e);
            }
        });
        attempt(() -> System.arraycopy(null, 0, new int[1], 0, 1));
        attempt(() -> Class.forName(null));
        attempt(() -> new StringBuilder().append((char[]) null));
        attempt(() -> "text".compareTo(null));
        attempt(() -> "text".concat(null));
        attempt(() -> java.util.List.of((Object) null));
        attempt(() -> new java.util.ArrayDeque<String>().add(null));
        attempt(() -> new java.util.TreeMap<String, String>().put(null, ""));
        attempt(() -> Integer.parseInt(null));
        attempt(() -> { IntFunction<Object> f = null; f.apply(1); });
        attempt(() -> { Object o = null; o.wait(); });
        attempt(() -> { Object o = null; o.getClass(); });
        attempt(() -> { int[] a = null; a.clone(); });
        attempt(() -> { Thread t = null; t.start(); });
        attempt(() -> { Enum<?> e = null; e.name(); });
        attempt(() -> { Thread.State s = null; switch (s) { case NEW: break; } });
    }

    public static void main(String[] arguments) {
        forms(null, new Node(), null, null, null, null);
        locals(0, 1L, null, null);
        new NullMessages().receiver();
        many(1, 2, null, 0, 0, 0, 0, 0, 0, 0, null);
        made();
    }
}

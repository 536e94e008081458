import java.util.*;
import java.util.function.*;

/** The words of the exceptions that the machine itself raises. */
public class ErrorTexts {
    static class A { }
    static class B extends A { }
    interface I { }
    enum E { X }
    record R(int a) { }

    interface Action { Object run() throws Throwable; }

    static void attempt(String label, Action action) {
        try {
            System.out.println(label + ": " + action.run());
        } catch (Throwable e) {
            System.out.println(label + ": " + e.toString().replaceAll("@[0-9a-f]+", "@..").replaceAll("Lambda\\$\\d+/0x[0-9a-f]+", "Lambda"));
        }
    }

    static Object hide(Object o) { return o; }
    static int zero;
    static int minus = -1;

    @SuppressWarnings("unchecked")
    public static void main(String[] arguments) {
        attempt("cast", () -> (B) hide(new A()));
        attempt("cast to JDK", () -> (String) hide(new A()));
        attempt("cast from JDK", () -> (A) hide("text"));
        attempt("cast in JDK", () -> (Integer) hide("text"));
        attempt("cast modules", () -> (java.util.logging.Level) hide("text"));
        attempt("cast sql", () -> (java.sql.Date) hide(new java.util.Date(0)));
        attempt("cast array", () -> (int[]) hide(new long[1]));
        attempt("cast array to class", () -> (A) hide(new A[1]));
        attempt("cast array of ours", () -> (B[]) hide(new A[1]));
        attempt("cast arrays of JDK", () -> (String[][]) hide(new Object[1][1]));
        attempt("cast to interface", () -> (I) hide(new A()));
        attempt("cast lambda", () -> { Runnable r = () -> { }; return (I) hide(r); });
        attempt("cast enum", () -> (R) hide(E.X));
        attempt("Class.cast", () -> B.class.cast(hide(new A())));
        attempt("asSubclass", () -> A.class.asSubclass(B.class));
        attempt("generic", () -> { List<String> list = (List<String>) (List<?>) new ArrayList<>(List.of(1)); return list.get(0).length(); });
        attempt("store", () -> { Object[] a = new String[1]; a[0] = 1; return a; });
        attempt("store ours", () -> { Object[] a = new B[1]; a[0] = new A(); return a; });
        attempt("store array", () -> { Object[] a = new int[1][]; a[0] = new long[0]; return a; });
        attempt("index", () -> new int[3][2][5].length + new int[2][3].length);
        attempt("index 5", () -> new int[3][5 + zero].length + (new int[3])[5]);
        attempt("index -1", () -> (new Object[3])[minus]);
        attempt("index store", () -> { long[] a = new long[0]; a[zero] = 1; return a; });
        attempt("index byte", () -> (new byte[3])[Integer.MAX_VALUE - zero]);
        attempt("index boolean", () -> { boolean[] a = new boolean[1]; a[minus] = true; return a; });
        attempt("negative size", () -> new int[minus]);
        attempt("negative size object", () -> new String[minus * 7]);
        attempt("negative size multi", () -> new int[2][minus][3]);
        attempt("negative size multi 2", () -> new int[zero][minus]);
        attempt("division", () -> 1 / zero);
        attempt("remainder", () -> 1 % zero);
        attempt("long division", () -> 1L / zero);
        attempt("long remainder", () -> 1L % zero);
        attempt("double division", () -> 1.0 / zero);
        attempt("copy type", () -> { System.arraycopy(new int[1], 0, new long[1], 0, 1); return ""; });
        attempt("copy objects", () -> { System.arraycopy(new int[1], 0, new Object[1], 0, 1); return ""; });
        attempt("copy no array", () -> { System.arraycopy("x", 0, new Object[1], 0, 1); return ""; });
        attempt("copy to no array", () -> { System.arraycopy(new Object[1], 0, "x", 0, 1); return ""; });
        attempt("copy element", () -> { System.arraycopy(new Object[] {"a", 1}, 0, new String[2], 0, 2); return ""; });
        attempt("copy from", () -> { System.arraycopy(new int[2], 1, new int[5], 0, 2); return ""; });
        attempt("copy to", () -> { System.arraycopy(new int[5], 1, new int[2], 1, 2); return ""; });
        attempt("copy negative", () -> { System.arraycopy(new int[5], 1, new int[2], 1, -2); return ""; });
        attempt("copy from negative", () -> { System.arraycopy(new int[5], -1, new int[2], 1, 1); return ""; });
        attempt("copy to negative", () -> { System.arraycopy(new char[5], 1, new char[2], -3, 1); return ""; });
        attempt("copy objects from", () -> { System.arraycopy(new String[5], 4, new Object[2], 0, 2); return ""; });
        attempt("substring", () -> "text".substring(3, 2));
        attempt("charAt", () -> "text".charAt(4));
        attempt("builder", () -> new StringBuilder("x").deleteCharAt(3));
        attempt("list", () -> new ArrayList<>(List.of(1)).get(1));
        attempt("arrays list", () -> Arrays.asList(1).get(1));
        attempt("iterator", () -> List.of().iterator().next());
        attempt("optional", () -> Optional.empty().get());
        attempt("valueOf", () -> E.valueOf("Y"));
        attempt("parse", () -> Integer.parseInt("1x"));
        attempt("immutable", () -> List.of(1).add(2));
        attempt("modified", () -> { List<Integer> l = new ArrayList<>(List.of(1, 2, 3)); for (Integer i : l) l.remove(i); return l; });
        attempt("clone", () -> { class C { Object copy() throws Exception { return super.clone(); } } return new C().copy(); });
        attempt("wait", () -> { new Object().wait(); return ""; });
        attempt("notify", () -> { new Object().notify(); return ""; });
        attempt("huge", () -> new int[Integer.MAX_VALUE]);
        attempt("huge objects", () -> new Object[Integer.MAX_VALUE - 1]);
        attempt("loader", () -> Class.forName("not.there.Anywhere"));
        attempt("unsupported", () -> { Iterator<Integer> i = Set.of(1).iterator(); i.next(); i.remove(); return i; });
        attempt("assert", () -> { assert zero != 0 : "asserted"; return "off"; });
        attempt("overflow", () -> Math.addExact(Integer.MAX_VALUE, 1) + Math.toIntExact(1L << 40));
        attempt("switch", () -> switch (E.X) { case X -> "x"; });
    }
}

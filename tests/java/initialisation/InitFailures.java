/** Initialisers that throw: ExceptionInInitializerError once, NoClassDefFoundError after it, what their subclasses and
 * users get, errors as they are, cycles that see default values, and constructors that fail. */
public class InitFailures {
    static int zero = 0;
    static class Fails { static int x = 1 / zero; static void m() { } }
    static class FailsError { static { if (zero == 0) throw new OutOfMemoryError("on purpose"); } static int x; }
    static class FailsChecked { static int x = sneaky(); static int sneaky() { InitFailures.<RuntimeException>raise(new Exception("checked")); return 1; } }
    static class Child extends Fails { static { System.out.println("never"); } static int y = 2; }
    static class Holder { static final Fails INSTANCE = new Fails(); static int z = 3; }
    interface FailsToo { int X = 1 / zero; default void d() { } }
    static class Implements implements FailsToo { static int w = 1; }
    enum Bad { A, B(0), C; Bad() { } Bad(int by) { System.out.println("B is made"); if (1 / by > 0) System.out.println("?"); } }
    static class Nested { static { try { System.out.println(Fails.x); } catch (NoClassDefFoundError e) { System.out.println("nested: " + e.getMessage()); } } static int v = 5; }
    @SuppressWarnings("unchecked") static <T extends Throwable> void raise(Throwable t) throws T { throw (T) t; }

    static class CycleA { static int a = CycleB.b + 1; static final int CONSTANT = 100; static final Integer BOXED = 200; }
    static class CycleB { static int b = CycleA.a + 10 + CycleA.CONSTANT + (CycleA.BOXED == null ? 1000 : CycleA.BOXED); }
    static class SelfParent { static SelfParent child = new SelfChild(); static int n = 7; int seen = n; int virtual = get(); int get() { return 1; } }
    static class SelfChild extends SelfParent { static int m = 9; int later = 5; final int fixed = 6; final Integer boxed = 8; @Override int get() { return m * 100 + later * 10 + fixed + (boxed == null ? 0 : 1); } }
    static class Singleton { static final Singleton ONE = new Singleton(); static int count = 5; static int kept; int seen; Singleton() { seen = count; count++; kept++; } }

    static class Throwing { static int made; int x = ++made; { if (made == 2) throw new IllegalStateException("second"); } Throwing() { if (made == 3) raise(new java.io.IOException("third")); } Throwing(int n) { this(); x += n; } }
    static class Escapes { static Escapes escaped; final int value; Escapes() { escaped = this; if (zero == 0) throw new RuntimeException("out"); value = 5; } }

    private static void attempt(String label, Runnable action) {
        for (int i = 0; i < 2; i++) {
            try {
                action.run();
                System.out.println(label + ": fine");
            } catch (Throwable t) {
                Throwable cause = t.getCause();
                System.out.println(label + ": " + t + (cause == null ? "" : " by " + cause));
            }
        }
    }

    public static void main(String[] arguments) {
        attempt("field", () -> System.out.println(Fails.x));
        attempt("method", Fails::m);
        attempt("instance", () -> new Fails());
        attempt("subclass", () -> System.out.println(Child.y));
        attempt("subclass instance", () -> new Child());
        attempt("inherited through subclass", () -> System.out.println(Child.x));
        attempt("error", () -> System.out.println(FailsError.x));
        attempt("checked", () -> System.out.println(FailsChecked.x));
        attempt("holder", () -> System.out.println(Holder.z));
        attempt("interface", () -> System.out.println(FailsToo.X));
        attempt("implements", () -> System.out.println(Implements.w));
        attempt("enum", () -> System.out.println(Bad.A));
        attempt("nested", () -> System.out.println(Nested.v));
        attempt("by name", () -> { try { Class.forName("InitFailures$Fails"); } catch (ClassNotFoundException e) { System.out.println(e); } });
        attempt("array of it", () -> System.out.println(new Fails[1].length));
        System.out.println(CycleA.a + " " + CycleB.b);
        System.out.println(SelfChild.m + " " + SelfParent.child.seen + " " + SelfParent.child.virtual + " " + new SelfChild().virtual + " " + new SelfChild().seen);
        System.out.println(Singleton.ONE.seen + " " + Singleton.count + " " + Singleton.kept + " " + new Singleton().seen);
        for (int i = 0; i < 4; i++) attempt("object", () -> System.out.println(new Throwing(10).x));
        attempt("escapes", Escapes::new);
        System.out.println(Escapes.escaped.value);
    }
}

/** A class whose initialisation has failed: what the first thread to ask for it gets and what later ones get, with all
 * frames. */
public class FailureTraces {
    static class Runtime { static int value = fail("runtime"); static int fail(String text) { throw new IllegalStateException(text, new Exception("deeper")); } }
    static class Silent { static { if (true) throw new RuntimeException(); } static void call() { } }
    static class Failing { static { if (true) throw new AssertionError("an error"); } }
    static class Divides { static int value = 1 / Integer.parseInt("0"); }
    static class Below extends Runtime { static int other = 1; }
    interface Face { int VALUE = Runtime.fail("interface"); default void run() { } }
    static class Implements implements Face { static int own = 2; }
    static class Own extends RuntimeException {
        public StackTraceElement[] getStackTrace() { return new StackTraceElement[] {new StackTraceElement("Made", "up", "Made.java", 7)}; }
        public String getMessage() { return "asked for"; }
    }
    static class Overriding { static { if (true) throw new Own(); } }
    static class Threaded { static int value = Runtime.fail("in a thread"); }
    static class Empty { static { RuntimeException e = new RuntimeException("no frames"); e.setStackTrace(new StackTraceElement[0]); if (true) throw e; } }

    interface Action { void run() throws Throwable; }

    static void show(String label, Throwable e) {
        System.out.println(label + ": " + e + (e.getCause() == e ? " itself" : ""));
        for (StackTraceElement frame : e.getStackTrace()) {
            if (frame.getClassName().equals("FailureTraces") && frame.getMethodName().equals("attempt")) break;
            System.out.println("    " + frame);
        }
        if (e.getCause() != null) show("  cause", e.getCause());
    }

    static void attempt(String label, Action action) {
        for (int i = 1; i <= 3; i++) {
            try {
                action.run();
                System.out.println(label + " nothing");
            } catch (Throwable e) {
                show(label + " " + i, e);
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        attempt("runtime", () -> System.out.println(Runtime.value));
        attempt("silent", () -> Silent.call());
        attempt("error", () -> new Failing());
        attempt("divides", () -> Divides.value++);
        attempt("below", () -> System.out.println(Below.other));
        attempt("implements", () -> System.out.println(Implements.own));
        attempt("face", () -> System.out.println(Face.VALUE));
        attempt("overriding", () -> new Overriding());
        attempt("empty", () -> new Empty());
        Thread thread = new Thread(() -> { try { new Threaded(); } catch (Throwable e) { System.out.println(e); } }, "other thread");
        thread.start();
        thread.join();
        attempt("threaded", () -> new Threaded());
        Throwable[] causes = new Throwable[2];
        for (int i = 0; i < 2; i++) try { new Threaded(); } catch (NoClassDefFoundError e) { causes[i] = e.getCause(); }
        System.out.println(causes[0] == causes[1]);
        attempt("by name", () -> Class.forName("FailureTraces$Divides"));
    }
}

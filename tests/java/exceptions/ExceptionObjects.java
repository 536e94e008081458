import java.io.PrintWriter;
import java.io.StringWriter;

/** Throwables as objects: messages, causes, suppressed ones, printed traces with common frames, own fillInStackTrace
 * and toString, without writable traces, cycles, setStackTrace, multi-catch, precise rethrow, generic throws. */
public class ExceptionObjects {
    static class Silent extends RuntimeException { Silent() { super("silent", null, false, false); } }
    static class Light extends RuntimeException { @Override public synchronized Throwable fillInStackTrace() { return this; } }
    static class Named extends Exception { final int code; Named(int code) { super("named " + code); this.code = code; } @Override public String toString() { return "Named#" + code; } @Override public String getLocalizedMessage() { return "local"; } }
    static class Nameless extends Error { @Override public String getMessage() { return null; } }

    static void print(Throwable t) {
        StringWriter text = new StringWriter();
        t.printStackTrace(new PrintWriter(text));
        for (String line : text.toString().split("\n")) {
            if (line.contains("Suite") || line.contains("java.base")) continue;
            System.out.println(line.replaceAll("\\.\\.\\. \\d+ more", "... more"));
        }
    }

    static void a(Throwable cause) { b(cause); }
    static void b(Throwable cause) { throw new IllegalStateException("b", cause); }
    static void c() { try { a(new RuntimeException("inner")); } catch (IllegalStateException e) { RuntimeException r = new RuntimeException("c", e); r.addSuppressed(new Named(1)); r.addSuppressed(new RuntimeException("with cause", new Silent())); throw r; } }

    static void precise(int way) throws Named, InterruptedException {
        try {
            if (way == 0) throw new Named(0);
            if (way == 1) throw new InterruptedException("one");
            if (way == 2) throw new IndexOutOfBoundsException(2);
        } catch (Exception e) {
            System.out.print("[" + e.getMessage() + "] ");
            throw e;
        }
    }

    static String multi(int way) {
        try {
            switch (way) {
                case 0: throw new java.io.FileNotFoundException("file");
                case 1: throw new java.io.EOFException("end");
                case 2: Integer.parseInt("x"); break;
                case 3: throw new Named(3);
                case 4: Object o = null; o.hashCode(); break;
                default: throw new Nameless();
            }
        } catch (java.io.FileNotFoundException | NumberFormatException e) {
            return "first " + e.getMessage();
        } catch (java.io.IOException e) {
            return "second " + e.getMessage();
        } catch (Named | RuntimeException e) {
            return "third " + e.getClass().getSimpleName();
        } catch (Throwable t) {
            return "last " + t;
        }
        return "none";
    }

    @SuppressWarnings("unchecked") static <T extends Throwable> void sneak(Throwable t) throws T { throw (T) t; }

    public static void main(String[] arguments) throws Exception {
        try { c(); } catch (RuntimeException e) { print(e); }
        print(new Named(7));
        print(new Light());
        print(new Silent());
        print(new Nameless());
        Throwable[] all = {new RuntimeException(), new RuntimeException("m"), new RuntimeException((String) null), new RuntimeException(new Named(2)), new RuntimeException((Throwable) null), new RuntimeException("m", new Silent()), new Error(new Nameless()), new AssertionError(5), new AssertionError(), new AssertionError(new Silent()), new ExceptionInInitializerError("e"), new ArrayIndexOutOfBoundsException(3), new StringIndexOutOfBoundsException(-1), new IndexOutOfBoundsException(5L), new Light(), new ClassNotFoundException("c", new Silent())};
        for (Throwable t : all) System.out.println(t + " | " + t.getMessage() + " | " + t.getCause() + " | " + t.getSuppressed().length);
        RuntimeException r = new RuntimeException("self");
        try { r.addSuppressed(r); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try { r.initCause(r); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        r.initCause(new Named(9));
        try { r.initCause(null); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        try { r.addSuppressed(null); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        Silent silent = new Silent();
        silent.addSuppressed(r);
        silent.setStackTrace(new StackTraceElement[] {new StackTraceElement("C", "m", "F.java", 5)});
        System.out.println(silent.getSuppressed().length + " " + silent.getStackTrace().length);
        r.setStackTrace(new StackTraceElement[] {new StackTraceElement("a.C", "m", "F.java", 5), new StackTraceElement("a.D", "n", null, -1), new StackTraceElement("a.E", "o", "E.java", -2), new StackTraceElement("l", "mod", "1.0", "a.F", "p", "G.java", 8)});
        print(r);
        Exception x = new Exception("x"), y = new Exception("y", x);
        x.initCause(y);
        print(x);
        for (int i = 0; i < 4; i++) { try { precise(i); System.out.println("fine"); } catch (Named e) { System.out.println("Named"); } catch (InterruptedException | RuntimeException e) { System.out.println("other"); } }
        for (int i = 0; i < 6; i++) System.out.println(multi(i));
        try { ExceptionObjects.<RuntimeException>sneak(new java.io.IOException("sneaked")); } catch (Exception e) { System.out.println(e); }
        StackTraceElement e = new Throwable().getStackTrace()[0];
        System.out.println(e.getClassName() + e.getMethodName() + e.getFileName() + (e.getLineNumber() > 50) + e.isNativeMethod() + e.getModuleName() + e.equals(new Throwable().getStackTrace()[0]));
        try { throw null; } catch (NullPointerException n) { System.out.println("null thrown"); }
    }
}

import java.io.InputStream;

/** assert off (as without options) and on (a loader of the program's own says so): conditions and messages evaluated
 * only then, once; in nested classes, initialisers, interfaces; the message's types. */
public class Assertions {
    static int evaluated;

    public static class Subject {
        static String early = try1();
        static String try1() { try { assert count("early") : "in initialiser"; return "passed"; } catch (AssertionError e) { return "early " + e.getMessage(); } }
        static boolean count(String why) { evaluations++; return false; }
        public static int evaluations;
        interface Face { default String check(int x) { try { assert x > 0 : x; return "fine"; } catch (AssertionError e) { return "face " + e.getMessage(); } } }
        static class Nested implements Face { String check2() { try { assert false; return "fine"; } catch (AssertionError e) { return "nested " + e.getMessage(); } } }
        public static String all() {
            StringBuilder r = new StringBuilder(early);
            Object[] messages = {1, 2L, 'c', 1.5f, -0.0, true, "text", null, new Nested[0].length, new RuntimeException("cause")};
            for (int i = 0; i < messages.length; i++) {
                try {
                    switch (i) {
                        case 0: assert count("a") : 1; break;
                        case 1: assert count("b") : 2L; break;
                        case 2: assert count("c") : 'c'; break;
                        case 3: assert count("d") : 1.5f; break;
                        case 4: assert count("e") : -0.0; break;
                        case 5: assert count("f") : true; break;
                        case 9: assert count("g") : (Object) messages[9]; break;
                        default: assert messages[i] == "never" : messages[i]; break;
                    }
                    r.append(" none");
                } catch (AssertionError e) {
                    r.append(" <").append(e.getMessage()).append(e.getCause() == null ? "" : " by " + e.getCause().getMessage()).append('>');
                }
            }
            int x = 0;
            try { assert (x = 5) == 6 : x++; } catch (AssertionError e) { r.append(e.getMessage()); }
            java.util.function.IntSupplier lambda = () -> { assert false : "lambda"; return 3; };
            try { r.append(lambda.getAsInt()); } catch (AssertionError e) { r.append(e.getMessage()); }
            return r + " x=" + x + " " + new Nested().check(-1) + " " + new Nested().check(1) + " " + new Nested().check2() + " " + evaluations;
        }
    }

    /** Loads the subject's classes again, with another status. */
    static class Again extends ClassLoader {
        Again(ClassLoader parent) { super(parent); }
        @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("Assertions$") || name.endsWith("Again")) return super.loadClass(name, resolve);
            Class<?> known = findLoadedClass(name);
            if (known != null) return known;
            try (InputStream in = getResourceAsStream(name + ".class")) {
                byte[] file = in.readAllBytes();
                return defineClass(name, file, 0, file.length);
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        System.out.println(Subject.all());
        for (int way = 0; way < 5; way++) {
            Again loader = new Again(Assertions.class.getClassLoader());
            if (way == 1) loader.setDefaultAssertionStatus(true);
            if (way == 2) loader.setClassAssertionStatus("Assertions", true);
            if (way == 3) { loader.setDefaultAssertionStatus(true); loader.setClassAssertionStatus("Assertions$Subject", false); }
            if (way == 4) loader.setClassAssertionStatus("Assertions$Subject$Nested", true);
            System.out.println(way + ": " + loader.loadClass("Assertions$Subject").getMethod("all").invoke(null));
        }
        System.out.println(Assertions.class.desiredAssertionStatus() + " " + String.class.desiredAssertionStatus() + " " + evaluated);
    }
}

import java.io.*;
import java.lang.invoke.*;
import java.lang.reflect.*;
import java.util.*;
import java.util.function.*;
import static java.lang.invoke.MethodType.methodType;

/** Classes that Lookup.defineHiddenClass and defineClass make: names, nests, class data, traces, and what is refused.
 * */
public class HiddenClasses {
    private static String secret() { return "secret of " + HiddenClasses.class.getSimpleName(); }

    static byte[] bytes(Class<?> type) throws IOException {
        try (InputStream in = type.getResourceAsStream("/" + type.getName() + ".class")) { return in.readAllBytes(); }
    }

    interface Action { Object run() throws Throwable; }

    static String cut(Object text) { return String.valueOf(text).replaceAll("[/.]0x[0-9a-f]+|@[0-9a-f]+", "/..."); }

    static void attempt(String label, Action action) {
        try {
            System.out.println(label + ": " + cut(action.run()));
        } catch (InvocationTargetException e) {
            System.out.println(label + ": " + cut(e.getCause()));
        } catch (Throwable e) {
            System.out.println(label + ": " + cut(e));
        }
    }

    static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    public static void main(String[] arguments) throws Throwable {
        byte[] template = bytes(HiddenTemplate.class);
        MethodHandles.Lookup lookup = LOOKUP.defineHiddenClass(template, true);
        Class<?> hidden = lookup.lookupClass();
        System.out.println(cut(hidden) + " " + cut(hidden.getName()) + " " + cut(hidden.getSimpleName()) + " " + hidden.getCanonicalName() + " " + hidden.isHidden() + " " + cut(hidden.descriptorString()) + " "
            + hidden.getPackageName().isEmpty() + " " + (hidden.getClassLoader() == HiddenClasses.class.getClassLoader()) + " " + (hidden.getNestHost() == hidden) + " " + hidden.isSynthetic() + " "
            + Modifier.toString(hidden.getModifiers()) + " " + cut(hidden.arrayType()) + " " + cut(Array.newInstance(hidden, 1).getClass().getName()) + hidden.getEnclosingClass() + cut(hidden.toGenericString()));
        attempt("by name", () -> Class.forName(hidden.getName()));
        attempt("by name cut", () -> Class.forName(hidden.getName().replaceAll("/.*", "")) == HiddenTemplate.class);
        attempt("instance", () -> ((Supplier<?>) hidden.getConstructor().newInstance()).get());
        attempt("fields", () -> { Field own = hidden.getDeclaredField("own"); Object o = hidden.getConstructor().newInstance(); own.setInt(o, 9); return ((Supplier<?>) o).get(); });
        attempt("self", () -> hidden.getMethod("self").invoke(null) == hidden);
        attempt("lambda", () -> ((Function<?, ?>) hidden.getMethod("lambda").invoke(null)).getClass().isHidden());
        attempt("lambda runs", () -> { @SuppressWarnings("unchecked") Function<String, String> f = (Function<String, String>) hidden.getMethod("lambda").invoke(null); return f.apply("lambda"); });
        attempt("concat", () -> hidden.getMethod("concatenated", int.class).invoke(null, 5));
        attempt("instanceof", () -> hidden.getMethod("same", Object.class).invoke(null, hidden.getConstructor().newInstance()) + " " + hidden.getMethod("same", Object.class).invoke(null, new HiddenTemplate()));
        attempt("through handle", () -> lookup.findStatic(hidden, "concatenated", methodType(String.class, int.class)).invoke(6));
        attempt("fail", () -> hidden.getMethod("fail").invoke(null));
        try {
            hidden.getMethod("fail").invoke(null);
        } catch (InvocationTargetException e) {
            System.out.println(e.getCause().getStackTrace()[0].getMethodName().equals("fail"));
        }
        attempt("no data", () -> hidden.getMethod("data").invoke(null));
        MethodHandles.Lookup with = LOOKUP.defineHiddenClassWithClassData(template, List.of("zero", "one"), true, MethodHandles.Lookup.ClassOption.NESTMATE);
        attempt("data", () -> with.lookupClass().getMethod("data").invoke(null));
        attempt("data at", () -> with.lookupClass().getMethod("dataAt").invoke(null));
        attempt("nest mate", () -> with.lookupClass().getNestHost() + " " + with.lookupClass().isNestmateOf(HiddenClasses.class) + " " + with.lookupModes());
        attempt("private of the host", () -> with.findStatic(HiddenClasses.class, "secret", methodType(String.class)).invoke());
        attempt("private elsewhere", () -> lookup.findStatic(HiddenClasses.class, "secret", methodType(String.class)));
        attempt("two", () -> LOOKUP.defineHiddenClass(template, false).lookupClass() == hidden);
        attempt("strong", () -> LOOKUP.defineHiddenClass(template, false, MethodHandles.Lookup.ClassOption.STRONG).lookupClass().isHidden());
        attempt("final field", () -> { Class<?> c = LOOKUP.defineHiddenClass(bytes(HiddenFinals.class), true).lookupClass(); Field f = c.getDeclaredField("fixed"); f.setAccessible(true); f.set(c.getDeclaredConstructor().newInstance(), "x"); return "set"; });
        attempt("not initialised", () -> LOOKUP.defineHiddenClass(bytes(HiddenFailing.class), false).lookupClass().isHidden());
        attempt("failing", () -> LOOKUP.defineHiddenClass(bytes(HiddenFailing.class), true));
        attempt("garbage", () -> LOOKUP.defineHiddenClass(new byte[] {1, 2, 3}, false));
        attempt("cut short", () -> LOOKUP.defineHiddenClass(Arrays.copyOf(template, 100), false));
        attempt("null", () -> { try { return LOOKUP.defineHiddenClass(null, false); } catch (NullPointerException e) { return "NPE"; } });
        attempt("other package", () -> LOOKUP.in(String.class).defineHiddenClass(template, false));
        attempt("public lookup", () -> MethodHandles.publicLookup().defineHiddenClass(template, false));
        attempt("interface", () -> LOOKUP.defineHiddenClass(bytes(HiddenFace.class), true).lookupClass().isInterface());
        attempt("serial", () -> { new ObjectOutputStream(OutputStream.nullOutputStream()).writeObject(hidden.getConstructor().newInstance()); return "written"; });
    }
}

class HiddenTemplate implements Supplier<String>, Serializable {
    static int made;
    int own = 7;
    public HiddenTemplate() { made++; }
    public String get() { return "template " + own + " " + made; }
    public static Object data() throws Exception { return MethodHandles.classData(MethodHandles.lookup(), "_", Object.class); }
    public static Object dataAt() throws Exception { return MethodHandles.classDataAt(MethodHandles.lookup(), "_", String.class, 1); }
    public static void fail() { throw new IllegalStateException("from within"); }
    public static Class<?> self() { return new Object[0].getClass() == Object[].class ? MethodHandles.lookup().lookupClass() : null; }
    public static Function<String, String> lambda() { return x -> x + "!"; }
    public static String concatenated(int a) { return "a" + a; }
    public static boolean same(Object o) { return o instanceof HiddenTemplate; }
}
class HiddenFailing { static int value = Integer.parseInt("x"); }

class HiddenFinals { final String fixed = "f".trim(); HiddenFinals() { } }
interface HiddenFace { int ONE = 1; }

import other.Assembler;
import other.Assembler.Loader;
import other.Probe;

/** Classes that cannot be what they say they extend, implement or override: final, interface, class, themselves,
 * missing, too weak, in a circle. */
public class BadSupers {
    private static final int FACE = Assembler.PUBLIC | Assembler.INTERFACE | Assembler.ABSTRACT;

    private static void attempt(String label, Assembler... world) {
        Loader loader = new Loader(BadSupers.class.getClassLoader()).add(world);
        for (int round = 0; round < 2; round++) Probe.attempt(label, () -> Class.forName("A", true, loader).getSimpleName());
    }

    private static Assembler type(String name, String superName, String... faces) { return new Assembler(name, superName, faces).version(52).addConstructor(); }
    private static Assembler face(String name, String... faces) { return new Assembler(name, "java/lang/Object", faces).version(52).access(FACE); }

    private static Assembler method(Assembler a, int flags) { return a.addMethod(flags, "m", "()V", a.code(0, 1).op(0xb1)); }

    public static void main(String[] arguments) {
        attempt("fine", type("A", "B"), type("B", "java/lang/Object"));
        attempt("final superclass", type("A", "B"), type("B", "java/lang/Object").access(Assembler.PUBLIC | Assembler.FINAL | Assembler.SUPER));
        attempt("final superclass of the library", type("A", "java/lang/String"));
        attempt("interface as superclass", type("A", "B"), face("B"));
        attempt("interface of the library as superclass", type("A", "java/lang/Runnable"));
        attempt("class as interface", type("A", "java/lang/Object", "B"), type("B", "java/lang/Object"));
        attempt("class as interface's interface", face("A", "B"), type("B", "java/lang/Object"));
        attempt("own superclass", type("A", "A"));
        attempt("own interface", type("A", "java/lang/Object", "A"));
        attempt("interface extends itself", face("A", "A"));
        attempt("circle of two", type("A", "B"), type("B", "A"));
        attempt("circle of three", type("A", "B"), type("B", "C"), type("C", "A"));
        attempt("circle of interfaces", face("A", "B"), face("B", "C"), face("C", "A"));
        attempt("circle through class and interface", type("A", "B"), type("B", "java/lang/Object", "C"), face("C", "A"));
        attempt("superclass missing", type("A", "Nowhere"));
        attempt("interface missing", type("A", "java/lang/Object", "Nowhere"));
        attempt("superclass's superclass missing", type("A", "B"), type("B", "Nowhere"));
        attempt("superclass is an enum", type("A", "java/lang/Enum"));
        attempt("superclass is a final method's owner", method(type("A", "B"), Assembler.PUBLIC), method(type("B", "java/lang/Object"), Assembler.PUBLIC | Assembler.FINAL));
        attempt("final two above", method(type("A", "C"), Assembler.PUBLIC), type("C", "B"), method(type("B", "java/lang/Object"), Assembler.PUBLIC | Assembler.FINAL));
        attempt("private final is not overridden", method(type("A", "B"), Assembler.PUBLIC), method(type("B", "java/lang/Object"), Assembler.PRIVATE | Assembler.FINAL));
        attempt("static over final", method(type("A", "B"), Assembler.PUBLIC | Assembler.STATIC), method(type("B", "java/lang/Object"), Assembler.PUBLIC | Assembler.FINAL));
        attempt("private over final", method(type("A", "B"), Assembler.PRIVATE), method(type("B", "java/lang/Object"), Assembler.PUBLIC | Assembler.FINAL));
        attempt("static over instance", method(type("A", "B"), Assembler.PUBLIC | Assembler.STATIC), method(type("B", "java/lang/Object"), Assembler.PUBLIC));
        attempt("no superclass", new Assembler("A", null));
        attempt("interface with another superclass", new Assembler("A", "java/lang/Thread").version(52).access(FACE));
        attempt("same interface twice", type("A", "java/lang/Object", "java/lang/Runnable", "java/lang/Runnable"));
        attempt("array as superclass", type("A", "[I"));
        attempt("array as interface", type("A", "java/lang/Object", "[I"));
        Assembler sealed = type("B", "java/lang/Object").version(61);
        sealed.addAttribute(new Assembler.Attribute("PermittedSubclasses", new Assembler.Bytes().u2(1, sealed.type("C")).get()));
        attempt("not permitted", type("A", "B").version(61), sealed);
        Assembler sealedFace = face("B").version(61);
        sealedFace.addAttribute(new Assembler.Attribute("PermittedSubclasses", new Assembler.Bytes().u2(1, sealedFace.type("C")).get()));
        attempt("not permitted interface", type("A", "java/lang/Object", "B").version(61), sealedFace);
        Assembler permitting = type("B", "java/lang/Object").version(61);
        permitting.addAttribute(new Assembler.Attribute("PermittedSubclasses", new Assembler.Bytes().u2(1, permitting.type("A")).get()));
        attempt("permitted", type("A", "B").version(61), permitting);
        Assembler old = type("B", "java/lang/Object").version(55);
        old.addAttribute(new Assembler.Attribute("PermittedSubclasses", new Assembler.Bytes().u2(1, old.type("C")).get()));
        attempt("not sealed in an old class", type("A", "B").version(55), old);
        attempt("of a record without being one", type("A", "java/lang/Record"));
        attempt("package-private superclass elsewhere", type("A", "java/util/RegularEnumSet"));
        attempt("package-private interface elsewhere", type("A", "java/lang/Object", "java/util/Formatter$FormatString"));
    }
}

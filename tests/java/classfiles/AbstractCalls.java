import other.Assembler;
import other.Assembler.Code;
import other.Assembler.Loader;
import other.Probe;

/** Methods without a body that are called all the same: AbstractMethodError; two defaults that are equally good: the
 * same, or IncompatibleClassChangeError where the call is not by an interface; a redeclaration without body hides a
 * default. */
public class AbstractCalls {
    private static final int STATIC = Assembler.PUBLIC | Assembler.STATIC, FACE = Assembler.PUBLIC | Assembler.INTERFACE | Assembler.ABSTRACT;
    private static Loader loader;
    private static Assembler caller;
    private static int number;
    private static final java.util.Set<String> own = new java.util.HashSet<>();

    private static Assembler face(String name, String... supers) { return new Assembler(name, "java/lang/Object", supers).access(FACE).version(52); }
    private static Assembler given(Assembler a, String method, int value) { return a.addMethod(Assembler.PUBLIC, method, "()I", a.code(1, 1).op(0x10, value, 0xac)); }
    private static Assembler open(Assembler a, String method) { return a.addMethod(Assembler.PUBLIC | Assembler.ABSTRACT, method, "()I"); }
    private static Assembler type(String name, String superName, String... faces) { return new Assembler(name, superName, faces).version(52).addConstructor(); }

    private static void site(String receiver, int opcode, String owner, String method) {
        Code c = caller.code(3, 0).op(0xbb).op(0, caller.type(receiver)).op(0x59).call(0xb7, receiver, "<init>", "()V");
        if (opcode == 0xb9) c.callInterface(owner, method, "()I", 1); else c.call(opcode, owner, method, "()I");
        if (opcode == 0xb6 && receiver.equals(owner)) own.add("m" + number);
        caller.addMethod(STATIC, "m" + number++, "()Ljava/lang/Object;", c.call(0xb8, "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;").op(0xb0));
    }

    public static void main(String[] arguments) throws Throwable {
        loader = new Loader(AbstractCalls.class.getClassLoader());
        caller = new Assembler("Caller", "java/lang/Object").version(52);
        Assembler one = given(open(face("One"), "open"), "given", 1), two = given(open(face("Two"), "open"), "given", 2);
        Assembler deeper = given(face("Deeper", "One"), "given", 3), closed = open(face("Closed", "One"), "given");
        Assembler base = open(type("Base", "java/lang/Object").access(Assembler.PUBLIC | Assembler.SUPER | Assembler.ABSTRACT), "open");
        base.addMethod(Assembler.PUBLIC, "calls", "()I", base.code(1, 1).op(0x2a).call(0xb6, "Base", "open", "()I").op(0xac));
        loader.add(one, two, deeper, closed, base);
        loader.add(type("Nothing", "java/lang/Object", "One"), type("Both", "java/lang/Object", "One", "Two"), type("Chain", "java/lang/Object", "One", "Deeper"), type("Shut", "java/lang/Object", "Closed"),
            type("ShutToo", "java/lang/Object", "Closed", "One"), type("Diamond", "java/lang/Object", "Deeper", "Closed"), type("Concrete", "Base"), type("Further", "Both"));
        Assembler packaged = type("Wrong", "java/lang/Object", "One");
        packaged.addMethod(Assembler.PRIVATE, "open", "()I", packaged.code(1, 1).op(0x10, 9, 0xac));
        Assembler fixed = type("Fixed", "java/lang/Object", "One");
        fixed.addMethod(STATIC, "open", "()I", fixed.code(1, 0).op(0x10, 8, 0xac));
        Assembler weak = type("Weak", "java/lang/Object", "One");
        weak.addMethod(0, "open", "()I", weak.code(1, 1).op(0x10, 7, 0xac));
        weak.addMethod(Assembler.PROTECTED, "given", "()I", weak.code(1, 1).op(0x10, 7, 0xac));
        Assembler supers = type("Supers", "Base", "One");
        supers.addMethod(Assembler.PUBLIC, "open", "()I", supers.code(1, 1).op(0x2a).call(0xb7, "Base", "open", "()I").op(0xac));
        supers.addMethod(Assembler.PUBLIC, "face", "()I", supers.code(1, 1).op(0x2a).op2(0xb7, supers.interfaceMethod("One", "open", "()I")).op(0xac));
        supers.addMethod(Assembler.PUBLIC, "faceGiven", "()I", supers.code(1, 1).op(0x2a).op2(0xb7, supers.interfaceMethod("One", "given", "()I")).op(0xac));
        loader.add(packaged, fixed, weak, supers);
        for (String receiver : new String[] {"Nothing", "Chain", "Shut", "ShutToo", "Diamond", "Wrong", "Fixed", "Weak"}) {
            site(receiver, 0xb9, "One", "open");
            site(receiver, 0xb6, receiver, "open");
            site(receiver, 0xb9, "One", "given");
            site(receiver, 0xb6, receiver, "given");
        }
        site("Both", 0xb6, "Both", "given");
        site("Further", 0xb6, "Further", "given");
        site("Both", 0xb9, "One", "given");
        site("Both", 0xb9, "Two", "given");
        site("Further", 0xb9, "Two", "given");
        site("Further", 0xb9, "Two", "open");
        site("Chain", 0xb9, "Deeper", "given");
        site("Shut", 0xb9, "Closed", "given");
        site("Concrete", 0xb6, "Base", "open");
        site("Concrete", 0xb6, "Concrete", "open");
        site("Concrete", 0xb6, "Base", "calls");
        site("Supers", 0xb6, "Supers", "open");
        site("Supers", 0xb6, "Supers", "face");
        site("Supers", 0xb6, "Supers", "faceGiven");
        site("Base", 0xb6, "Base", "open");
        loader.add(caller);
        Class<?> type = loader.loadClass("Caller");
        for (int i = 0; i < number; i++) {
            String name = "m" + i;
            // HotSpot's words for a method that the class itself has from an interface depend on what else is there.
            for (int round = 0; round < 2; round++) {
                if (own.contains(name)) Probe.kind(name, () -> Assembler.call(type, name)); else Probe.attempt(name, () -> Assembler.call(type, name));
            }
        }
    }
}

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.Collections;
import java.util.function.Supplier;
import other.Assembler;
import other.Assembler.Attribute;
import other.Assembler.Bytes;
import other.Probe;

/** Names of tens of thousands of characters, and of more than a class file can hold: looked for, defined, in
 * descriptors, with call sites; also where the stack has nearly ended. */
public class LongNames {
    private static final String META = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;";
    private static final String CONCAT = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/invoke/CallSite;";
    private static final int STATIC = Assembler.PUBLIC | Assembler.STATIC;

    private static String named(int length) { return "long/" + "n".repeat(length - 5); }

    /** A lambda that calls an instance's method, a concatenation, an array of the class, all in a class of that name.
     * */
    private static Class<?> make(int length) throws Throwable {
        String name = named(length);
        Assembler a = new Assembler(name, "java/lang/Object").version(55).addConstructor();
        a.addMethod(Assembler.PUBLIC, "body", "()Ljava/lang/Object;", a.code(1, 1).load(a.string("from the lambda")).op(0xb0));
        int meta = a.handle(6, a.method("java/lang/invoke/LambdaMetafactory", "metafactory", META));
        int concat = a.handle(6, a.method("java/lang/invoke/StringConcatFactory", "makeConcatWithConstants", CONCAT));
        int type = a.methodType("()Ljava/lang/Object;"), body = a.handle(5, a.method(name, "body", "()Ljava/lang/Object;"));
        a.addAttribute(new Attribute("BootstrapMethods", new Bytes().u2(2, meta, 3, type, body, type, concat, 1, a.string("<\1>")).get()));
        a.addMethod(STATIC, "lambda", "()Ljava/lang/Object;", a.code(2, 0).op2(0xbb, a.type(name)).op(0x59).call(0xb7, name, "<init>", "()V")
            .op2(0xba, a.dynamic(18, 0, "get", "(L" + name + ";)Ljava/util/function/Supplier;")).op(0, 0, 0xb0));
        a.addMethod(STATIC, "text", "()Ljava/lang/Object;", a.code(1, 0).op(0x10, 42).op2(0xba, a.dynamic(18, 1, "makeConcatWithConstants", "(I)Ljava/lang/String;")).op(0, 0, 0xb0));
        a.addMethod(STATIC, "array", "()Ljava/lang/Object;", a.code(1, 0).op(0x10, 3).op2(0xbd, a.type(name)).op(0xb0));
        return a.load();
    }

    private static void look(String name) {
        try {
            Class.forName(name);
            System.out.println("found?");
        } catch (ClassNotFoundException | StackOverflowError e) {
            found++;
        }
    }

    private static int found, ends;

    /** Looks for it at each of the last frames that the stack has room for. */
    private static void down(String name) {
        try {
            down(name);
        } catch (StackOverflowError e) {
            ends++;
        }
        if (found < 60) look(name);
    }

    private static void kind(String label, Probe.Action action) {
        Probe.kind(label, action);
    }

    public static void main(String[] arguments) throws Throwable {
        for (int length : new int[] {290, 298, 400, 5000, 60000}) {
            Class<?> type = make(length);
            Probe.attempt(length + " lambda", () -> ((Supplier<?>) Assembler.call(type, "lambda")).get());
            Probe.attempt(length + " text", () -> Assembler.call(type, "text"));
            Probe.attempt(length + " array", () -> Array.getLength(Assembler.call(type, "array")) + " of " + Assembler.call(type, "array").getClass().getName().length());
            Probe.attempt(length + " name", () -> type.getName().length() + " " + type.getSimpleName().length() + " " + Array.newInstance(type, 0, 0).getClass().getName().length());
        }
        for (int length : new int[] {100, 1000, 60000, 65535, 65536, 70000}) {
            String name = "x".repeat(length);
            kind(length + " forName", () -> Class.forName(name));
            kind(length + " forName of the boot loader", () -> Class.forName("java.lang." + name, false, null));
            kind(length + " forName of arrays", () -> Class.forName("[L" + name + ";"));
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            kind(length + " static method", () -> lookup.findStatic(String.class, name, MethodType.methodType(void.class)));
            kind(length + " virtual method", () -> lookup.findVirtual(String.class, name, MethodType.methodType(void.class)));
            kind(length + " field", () -> lookup.findGetter(String.class, name, int.class));
            kind(length + " reflected method", () -> String.class.getMethod(name));
            kind(length + " reflected field", () -> String.class.getField(name));
            kind(length + " resource", () -> LongNames.class.getResource(name));
            kind(length + " package", () -> ClassLoader.getSystemClassLoader().getDefinedPackage(name));
        }
        for (int length : new int[] {290, 5000}) {
            Class<?> type = make(length);
            MethodType many = MethodType.methodType(void.class, Collections.nCopies(250, type));
            kind(length + " descriptor", () -> MethodHandles.lookup().findStatic(String.class, "none", many));
        }
        look("y".repeat(60000));
        down("y".repeat(60000));
        System.out.println("ends " + (ends > 0) + ", found " + found);
    }
}

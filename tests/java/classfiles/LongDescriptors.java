import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Collections;
import other.Assembler;
import other.Assembler.Attribute;
import other.Assembler.Bytes;
import other.Assembler.Code;
import other.Probe;

/** Descriptors and names that are as long as a class file can hold them, where something is added to them: a method
 * handle before the arguments, brackets before a class's name. */
public class LongDescriptors {
    private static final int STATIC = Assembler.PUBLIC | Assembler.STATIC;
    private static final String BOOTSTRAP = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;";
    private static final String META = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;";

    private static String named(int length) { return "long/" + "d".repeat(length - 5); }

    private static MethodHandle answer(MethodType type) {
        Object text = type.parameterCount() + " arguments";
        return MethodHandles.dropArguments(MethodHandles.constant(Object.class, text), 0, type.parameterList());
    }

    public static CallSite link(MethodHandles.Lookup lookup, String name, MethodType type) { return new ConstantCallSite(answer(type)); }

    private static Code nulls(Assembler a, int count) {
        Code code = a.code(count + 1, 1);
        for (int i = 0; i < count; i++) code.op(0x01);
        return code;
    }

    /** A call of a method handle, and one of invokedynamic, with so many arguments of a class whose name has so many
     * characters. */
    private static void call(int count, int length) {
        String name = named(length), type = ("L" + name + ";").repeat(count), label = count + " arguments of " + length;
        Assembler.Loader loader = new Assembler.Loader(LongDescriptors.class.getClassLoader());
        loader.add(new Assembler(name, "java/lang/Object").version(55).addConstructor());
        Probe.kind(label + ", a handle", () -> {
            Assembler a = new Assembler("Handle" + count + "of" + length, "java/lang/Object").version(55);
            Code code = a.code(count + 1, 1).op(0x2a);
            for (int i = 0; i < count; i++) code.op(0x01);
            a.addMethod(STATIC, "m", "(Ljava/lang/invoke/MethodHandle;)Ljava/lang/Object;", code.call(0xb6, "java/lang/invoke/MethodHandle", "invokeExact", "(" + type + ")Ljava/lang/Object;").op(0xb0));
            loader.add(a);
            MethodHandle handle = answer(MethodType.methodType(Object.class, Collections.nCopies(count, loader.loadClass(name.replace('/', '.')))));
            return loader.loadClass("Handle" + count + "of" + length).getMethod("m", MethodHandle.class).invoke(null, handle);
        });
        Probe.kind(label + ", a call site", () -> {
            Assembler a = new Assembler("Site" + count + "of" + length, "java/lang/Object").version(55);
            a.addAttribute(new Attribute("BootstrapMethods", new Bytes().u2(1, a.handle(6, a.method("LongDescriptors", "link", BOOTSTRAP)), 0).get()));
            a.addMethod(STATIC, "m", "()Ljava/lang/Object;", nulls(a, count).op2(0xba, a.dynamic(18, 0, "site", "(" + type + ")Ljava/lang/Object;")).op(0, 0, 0xb0));
            return Assembler.call(loader.add(a).loadClass("Site" + count + "of" + length), "m");
        });
    }

    /** A lambda whose types take more words than a method may. */
    private static void lambda(String kind, String parameter, int count) {
        Probe.kind("a lambda with " + count + " of " + parameter + kind, () -> {
            Assembler a = new Assembler("Lambda", "java/lang/Object").version(61);
            String type = "(" + parameter.repeat(count) + ")V";
            int body = kind.isEmpty() ? a.handle(6, a.method("Lambda", "body", type)) : a.handle(9, a.interfaceMethod("java/lang/Runnable", "body", type));
            int erased = a.methodType(kind.isEmpty() ? type : "(Ljava/lang/Runnable;" + type.substring(1));
            a.addAttribute(new Attribute("BootstrapMethods", new Bytes().u2(1, a.handle(6, a.method("java/lang/invoke/LambdaMetafactory", "metafactory", META)), 3, erased, body, erased).get()));
            a.addMethod(STATIC, "m", "()Ljava/lang/Object;", a.code(1, 0).op2(0xba, a.dynamic(18, 0, "run", "()Ljava/lang/Runnable;")).op(0, 0, 0xb0));
            Object made = Assembler.call(a.load(), "m");
            return made instanceof Runnable;
        });
    }

    /** Arrays of two classes meet whose superclass has a name of this length; the old verifier looks for what they have
     * in common. */
    private static void meet(int length, int dimensions) {
        Probe.kind("arrays of " + dimensions + " dimensions below a name of " + length, () -> {
            String name = named(length);
            Assembler.Loader loader = new Assembler.Loader(LongDescriptors.class.getClassLoader());
            loader.add(new Assembler(name, "java/lang/Object").addConstructor(), new Assembler("One", name).addConstructor(), new Assembler("Two", name).addConstructor());
            Assembler a = new Assembler("Meet", "java/lang/Object");
            String brackets = "[".repeat(dimensions - 1);
            a.addMethod(STATIC, "m", "(I)Ljava/lang/Object;", a.code(1, 1).op(0x1a).jump(0x99, "two")
                .op(0x04).op2(0xbd, a.type(dimensions == 1 ? "One" : brackets + "LOne;")).jump(0xa7, "end")
                .label("two").op(0x05).op2(0xbd, a.type(dimensions == 1 ? "Two" : brackets + "LTwo;")).label("end").op(0xb0));
            Class<?> type = loader.add(a).loadClass("Meet");
            Object made = type.getMethod("m", int.class).invoke(null, 0);
            return made.getClass().getName() + " of " + java.lang.reflect.Array.getLength(made);
        });
    }

    public static void main(String[] arguments) throws Throwable {
        for (int count : new int[] {250, 251, 252, 253, 254, 255}) call(count, 240);
        for (int length : new int[] {32700, 32735, 32736, 32740, 32745, 32748}) call(2, length);
        lambda("", "J", 127);
        lambda("", "J", 128);
        lambda("", "J", 32767);
        lambda("", "J", 32768);
        lambda("", "J", 32800);
        lambda("", "I", 65530);
        lambda(", of an interface", "J", 127);
        lambda(", of an interface", "J", 128);
        lambda(", of an interface", "J", 32768);
        for (int length : new int[] {60000, 65520, 65532, 65533, 65535}) {
            meet(length, 1);
            meet(length, 2);
        }
    }
}

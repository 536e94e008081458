import java.lang.reflect.InvocationTargetException;
import other.Assembler;
import other.Assembler.Code;

/** What the verifier lets through because an interface is no class to it: objects that implement nothing called,
 * stored, returned, thrown through interface types, cast and sent through arrays. */
public class ThinDisguises {
    interface Body { Code write(Assembler a, Code c); }

    private static void attack(String label, Body body) {
        Attack.kind(label, () -> {
            Assembler i = new Assembler("I", "java/lang/Object").version(52).access(0x601).addMethod(0x401, "m", "()I").addMethod(0x401, "toString", "()Ljava/lang/String;");
            i.addMethod(1, "d", "()I", i.code(1, 1).op(0x08, 0xac)).addMethod(2, "p", "()I", i.code(1, 1).op(0x07, 0xac)).addMethod(9, "s", "()I", i.code(1, 0).op(0x06, 0xac));
            Assembler right = new Assembler("R", "java/lang/Object", "I").version(52).addConstructor(), partly = new Assembler("P", "java/lang/Object", "I").version(52).addConstructor();
            right.addMethod(1, "m", "()I", right.code(1, 1).op(0x04, 0xac));
            partly.addMethod(2, "m", "()I", partly.code(1, 1).op(0x05, 0xac)).addMethod(9, "d", "()I", partly.code(1, 0).op(0x05, 0xac));
            Assembler a = new Assembler("A", "java/lang/Object").version(49).addConstructor().addField(9, "f", "LI;").addField(9, "fs", "[LI;");
            a.addMethod(9, "take", "(LI;)LI;", a.code(1, 1).op(0x2a, 0xb0));
            a.addMethod(9, "run", "(Ljava/lang/Object;)V", body.write(a, a.code(6, 3)).op(0xb1));
            Class<?> type = new Assembler.Loader(ThinDisguises.class.getClassLoader()).add(i, right, partly, a).loadClass("A");
            Object[] given = {"text", new int[2], null, type.getClassLoader().loadClass("R").getDeclaredConstructor().newInstance(), type.getClassLoader().loadClass("P").getDeclaredConstructor().newInstance(), type};
            for (Object each : given) {
                Attack.kind(label + " of " + (each == null ? null : each.getClass().getName()), () -> {
                    try {
                        type.getMethod("run", Object.class).invoke(null, each);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
            }
        });
    }

    public static void main(String[] arguments) {
        attack("called", (a, c) -> c.op(0x2a).callInterface("I", "m", "()I", 1).op(0x57));
        attack("default called", (a, c) -> c.op(0x2a).callInterface("I", "d", "()I", 1).op(0x57));
        attack("private called", (a, c) -> c.op(0x2a).callInterface("I", "p", "()I", 1).op(0x57));
        attack("static called", (a, c) -> c.op(0x2a).callInterface("I", "s", "()I", 1).op(0x57));
        attack("Object's through the interface", (a, c) -> c.op(0x2a).callInterface("I", "toString", "()Ljava/lang/String;", 1).op(0x57));
        attack("no such method", (a, c) -> c.op(0x2a).callInterface("I", "none", "()I", 1).op(0x57));
        attack("no interface", (a, c) -> c.op(0x2a).callInterface("java/lang/String", "length", "()I", 1).op(0x57));
        attack("virtually", (a, c) -> c.op(0x2a).call(0xb6, "I", "m", "()I").op(0x57));
        attack("in a field", (a, c) -> c.op(0x2a).access(0xb3, "A", "f", "LI;").access(0xb2, "A", "f", "LI;").callInterface("I", "m", "()I", 1).op(0x57));
        attack("as an argument and result", (a, c) -> c.op(0x2a).call(0xb8, "A", "take", "(LI;)LI;").callInterface("I", "m", "()I", 1).op(0x57));
        attack("in an array", (a, c) -> c.op(0x04).op2(0xbd, a.type("I")).op(0x59, 0x03, 0x2a, 0x53, 0x03, 0x32).callInterface("I", "m", "()I", 1).op(0x57));
        attack("as an array", (a, c) -> c.op(0x2a).op2(0xc0, a.type("[LI;")).op(0x59).access(0xb3, "A", "fs", "[LI;").op(0x03, 0x32, 0x57));
        attack("cast", (a, c) -> c.op(0x2a).op2(0xc0, a.type("I")).callInterface("I", "m", "()I", 1).op(0x57));
        attack("thousand calls", (a, c) -> { for (int i = 0; i < 1000; i++) c.op(0x2a).callInterface("I", i % 2 == 0 ? "d" : "m", "()I", 1).op(0x57); return c; });
        attack("as a Runnable", (a, c) -> c.op(0x2a).callInterface("java/lang/Runnable", "run", "()V", 1));
        attack("as a CharSequence", (a, c) -> c.op(0x2a).callInterface("java/lang/CharSequence", "length", "()I", 1).op(0x57));
        attack("as a Cloneable in an array", (a, c) -> c.op(0x04).op2(0xbd, a.type("java/lang/Cloneable")).op(0x03, 0x2a, 0x53));
    }
}

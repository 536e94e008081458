import other.Assembler;
import other.Assembler.Code;
import other.Assembler.Loader;
import other.Probe;

/** Members that are of another kind than their user was compiled for: static or not, class or interface:
 * IncompatibleClassChangeError. And receivers that do not implement the interface. */
public class ChangedClasses {
    private static final int STATIC = Assembler.PUBLIC | Assembler.STATIC;
    private static Assembler caller;
    private static Loader loader;
    private static int number;

    /** In a class of its own: what one site gets wrong leaves the others. */
    private static void site(Code code) {
        caller.addMethod(STATIC, "run", "()Ljava/lang/Object;", code);
        loader.add(caller);
        caller = new Assembler("Caller" + ++number, "java/lang/Object").version(52);
    }
    private static Code made(int stack) { return caller.code(stack, 2).op(0xbb).op(0, caller.type("Target")).op(0x59).call(0xb7, "Target", "<init>", "()V"); }

    public static void main(String[] arguments) throws Throwable {
        Assembler target = new Assembler("Target", "java/lang/Object").addConstructor();
        target.addField(STATIC, "shared", "I").addField(Assembler.PUBLIC, "own", "I");
        target.addMethod(STATIC, "shared", "()I", target.code(1, 0).op(0x04, 0xac));
        target.addMethod(Assembler.PUBLIC, "own", "()I", target.code(1, 1).op(0x05, 0xac));
        target.addMethod(Assembler.PRIVATE, "secret", "()I", target.code(1, 1).op(0x05, 0xac));
        Assembler face = new Assembler("Face", "java/lang/Object").access(Assembler.PUBLIC | Assembler.INTERFACE | Assembler.ABSTRACT).version(52);
        face.addMethod(Assembler.PUBLIC | Assembler.ABSTRACT, "faced", "()I");
        face.addMethod(STATIC, "shared", "()I", face.code(1, 0).op(0x06, 0xac));
        face.addMethod(Assembler.PUBLIC, "given", "()I", face.code(1, 1).op(0x07, 0xac));
        face.addMethod(Assembler.PRIVATE, "hidden", "()I", face.code(1, 1).op(0x08, 0xac));
        Assembler implementation = new Assembler("Implementation", "java/lang/Object", "Face").addConstructor();
        implementation.addMethod(Assembler.PUBLIC, "faced", "()I", implementation.code(1, 1).op(0x10, 42, 0xac));
        loader = new Loader(ChangedClasses.class.getClassLoader()).add(target, face, implementation);
        caller = new Assembler("Caller0", "java/lang/Object").version(52);
        String boxed = "(I)Ljava/lang/Integer;";
        site(made(3).access(0xb4, "Target", "shared", "I").call(0xb8, "java/lang/Integer", "valueOf", boxed).op(0xb0));
        site(made(3).op(0x04).access(0xb5, "Target", "shared", "I").op(0x01, 0xb0));
        site(caller.code(3, 0).access(0xb2, "Target", "own", "I").call(0xb8, "java/lang/Integer", "valueOf", boxed).op(0xb0));
        site(caller.code(3, 0).op(0x04).access(0xb3, "Target", "own", "I").op(0x01, 0xb0));
        site(made(3).call(0xb6, "Target", "shared", "()I").call(0xb8, "java/lang/Integer", "valueOf", boxed).op(0xb0));
        site(caller.code(3, 0).call(0xb8, "Target", "own", "()I").call(0xb8, "java/lang/Integer", "valueOf", boxed).op(0xb0));
        site(made(3).callInterface("Target", "own", "()I", 1).call(0xb8, "java/lang/Integer", "valueOf", boxed).op(0xb0));
        site(made(3).callInterface("Face", "faced", "()I", 1).call(0xb8, "java/lang/Integer", "valueOf", boxed).op(0xb0));
        site(made(3).callInterface("Face", "given", "()I", 1).call(0xb8, "java/lang/Integer", "valueOf", boxed).op(0xb0));
        site(made(3).callInterface("Face", "shared", "()I", 1).call(0xb8, "java/lang/Integer", "valueOf", boxed).op(0xb0));
        site(made(3).callInterface("Face", "hidden", "()I", 1).call(0xb8, "java/lang/Integer", "valueOf", boxed).op(0xb0));
        site(caller.code(3, 0).call(0xb8, "Face", "shared", "()I").call(0xb8, "java/lang/Integer", "valueOf", boxed).op(0xb0));
        site(caller.code(3, 0).op2(0xb8, caller.interfaceMethod("Face", "shared", "()I")).call(0xb8, "java/lang/Integer", "valueOf", boxed).op(0xb0));
        site(caller.code(3, 0).op2(0xb8, caller.interfaceMethod("Target", "shared", "()I")).call(0xb8, "java/lang/Integer", "valueOf", boxed).op(0xb0));
        site(caller.code(3, 0).op2(0xb8, caller.interfaceMethod("Face", "given", "()I")).call(0xb8, "java/lang/Integer", "valueOf", boxed).op(0xb0));
        site(caller.code(3, 0).op(0xbb).op(0, caller.type("Implementation")).op(0x59).call(0xb7, "Implementation", "<init>", "()V").callInterface("Face", "faced", "()I", 1).call(0xb8, "java/lang/Integer", "valueOf", boxed).op(0xb0));
        site(caller.code(3, 0).op(0xbb).op(0, caller.type("Implementation")).op(0x59).call(0xb7, "Implementation", "<init>", "()V").call(0xb6, "Face", "faced", "()I").call(0xb8, "java/lang/Integer", "valueOf", boxed).op(0xb0));
        site(caller.code(3, 0).op(0xbb).op(0, caller.type("Implementation")).op(0x59).call(0xb7, "Implementation", "<init>", "()V").call(0xb6, "Implementation", "given", "()I").call(0xb8, "java/lang/Integer", "valueOf", boxed).op(0xb0));
        site(caller.code(3, 0).load(caller.string("text")).callInterface("Face", "faced", "()I", 1).call(0xb8, "java/lang/Integer", "valueOf", boxed).op(0xb0));
        site(caller.code(3, 0).op(0x04, 0xbc, 10).callInterface("Face", "faced", "()I", 1).call(0xb8, "java/lang/Integer", "valueOf", boxed).op(0xb0));
        site(caller.code(3, 0).op(0x01).callInterface("Face", "faced", "()I", 1).call(0xb8, "java/lang/Integer", "valueOf", boxed).op(0xb0));
        site(caller.code(3, 0).op(0x01).callInterface("Target", "own", "()I", 1).call(0xb8, "java/lang/Integer", "valueOf", boxed).op(0xb0));
        site(caller.code(3, 0).op(0xbb).op(0, caller.type("Face")).op(0xb0));
        site(made(3).op(0xc0).op(0, caller.type("Face")).op(0xb0));
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < number; i++) {
                Class<?> type = loader.loadClass("Caller" + i);
                Probe.attempt(type.getName(), () -> String.valueOf(Assembler.call(type, "run")).replaceAll("@[0-9a-f]+", ""));
            }
        }
    }
}

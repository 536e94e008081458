import other.Assembler;
import other.Assembler.Code;
import other.Assembler.Loader;
import other.Probe;

/** Fields and methods that are not there: NoSuchFieldError and NoSuchMethodError, the same again at the second attempt,
 * only when the instruction is reached. */
public class MissingMembers {
    private static final int STATIC = Assembler.PUBLIC | Assembler.STATIC;
    private static Assembler caller;
    private static int number;

    private static void site(Code code) { caller.addMethod(STATIC, "m" + number++, "()Ljava/lang/Object;", code); }

    private static Loader world() {
        Assembler target = new Assembler("Target", "Base", "Face").addConstructor();
        target.addField(STATIC, "number", "I").addField(Assembler.PUBLIC, "instance", "J");
        target.addMethod(STATIC, "twice", "(I)I", target.code(2, 1).op(0x1a, 0x05, 0x68, 0xac));
        target.addMethod(Assembler.PUBLIC, "own", "()V", target.code(0, 1).op(0xb1));
        target.addMethod(Assembler.PUBLIC, "faced", "()V", target.code(0, 1).op(0xb1));
        Assembler base = new Assembler("Base", "java/lang/Object").addConstructor();
        base.addField(STATIC, "inherited", "I").addMethod(STATIC, "inherited", "()V", base.code(0, 0).op(0xb1));
        Assembler face = new Assembler("Face", "java/lang/Object").access(Assembler.PUBLIC | Assembler.INTERFACE | Assembler.ABSTRACT);
        face.addMethod(Assembler.PUBLIC | Assembler.ABSTRACT, "faced", "()V");
        face.addField(STATIC | Assembler.FINAL, "CONSTANT", "I");
        return new Loader(MissingMembers.class.getClassLoader()).add(target, base, face);
    }

    public static void main(String[] arguments) throws Throwable {
        Loader loader = world();
        caller = new Assembler("Caller", "java/lang/Object");
        String owner = "Target";
        site(caller.code(4, 0).access(0xb2, owner, "none", "I").op(0x57, 0x01, 0xb0));
        site(caller.code(4, 0).access(0xb2, owner, "number", "J").op(0x58, 0x01, 0xb0));
        site(caller.code(4, 0).op(0x04).access(0xb3, owner, "none", "I").op(0x01, 0xb0));
        site(caller.code(4, 0).op(0xbb).op(0, caller.type(owner)).op(0x59).call(0xb7, owner, "<init>", "()V").access(0xb4, owner, "none", "Ljava/lang/String;").op(0xb0));
        site(caller.code(4, 0).op(0xbb).op(0, caller.type(owner)).op(0x59).call(0xb7, owner, "<init>", "()V").op(0x04).access(0xb5, owner, "instance", "I").op(0x01, 0xb0));
        site(caller.code(4, 0).access(0xb2, owner, "inherited", "I").op(0x57).load(caller.string("found")).op(0xb0));
        site(caller.code(4, 0).access(0xb2, owner, "CONSTANT", "I").op(0x57).load(caller.string("found")).op(0xb0));
        site(caller.code(4, 0).access(0xb2, "Face", "number", "I").op(0x57, 0x01, 0xb0));
        site(caller.code(4, 0).call(0xb8, owner, "none", "()V").op(0x01, 0xb0));
        site(caller.code(4, 0).op(0x04).call(0xb8, owner, "twice", "(I)J").op(0x58, 0x01, 0xb0));
        site(caller.code(4, 0).call(0xb8, owner, "twice", "()I").op(0x57, 0x01, 0xb0));
        site(caller.code(4, 0).call(0xb8, owner, "inherited", "()V").load(caller.string("found")).op(0xb0));
        site(caller.code(4, 0).op(0x01).call(0xb6, owner, "none", "(ILjava/lang/String;[[J)V".replace("ILjava/lang/String;[[J", "")).op(0x01, 0xb0));
        site(caller.code(8, 0).op(0x01, 0x04, 0x01, 0x01).call(0xb6, owner, "none", "(ILjava/lang/String;[[J)Ljava/util/List;").op(0xb0));
        site(caller.code(4, 0).op(0xbb).op(0, caller.type(owner)).op(0x59, 0x04).call(0xb7, owner, "<init>", "(I)V").op(0xb0));
        site(caller.code(4, 0).op(0x01).callInterface("Face", "none", "()V", 1).op(0x01, 0xb0));
        site(caller.code(4, 0).op(0x01).callInterface("Face", "own", "()V", 1).op(0x01, 0xb0));
        site(caller.code(4, 0).op(0x01).callInterface("Face", "hashCode", "()I", 1).op(0x57, 0x01, 0xb0));
        site(caller.code(4, 0).op(0x01).call(0xb6, "[I", "none", "()V").op(0x01, 0xb0));
        site(caller.code(4, 0).op(0x07, 0xbc, 10).call(0xb6, "[I", "clone", "()Ljava/lang/Object;").call(0xb6, "java/lang/Object", "getClass", "()Ljava/lang/Class;").op(0xb0));
        site(caller.code(4, 0).op(0x07, 0xbc, 10).call(0xb6, "[I", "getClass", "()Ljava/lang/Class;").op(0xb0));
        site(caller.code(4, 0).call(0xb8, "java/lang/Math", "sinus", "(D)D".replace("D)D", ")V")).op(0x01, 0xb0));
        site(caller.code(4, 0).load(caller.string("x")).call(0xb6, "java/lang/String", "isEmptier", "()Z").op(0x57, 0x01, 0xb0));
        site(caller.code(4, 0).access(0xb2, "java/lang/Integer", "MAXIMUM", "I").op(0x57, 0x01, 0xb0));
        // Never reached: nothing happens
        Code c = caller.code(4, 0).op(0x03).jump(0x99, "out").call(0xb8, owner, "none", "()V").call(0xb8, "Nowhere", "none", "()V").label("out").load(caller.string("passed")).op(0xb0);
        site(c);
        loader.add(caller);
        Class<?> type = loader.loadClass("Caller");
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < number; i++) {
                String name = "m" + i;
                Probe.attempt(name, () -> Assembler.call(type, name));
            }
        }
    }
}

import other.Assembler;

/** Classes that may not be: the JDK's names in java..., in a loader of the program's, by every way to define one. */
public class LookAlikes {
    public static void main(String[] arguments) throws Throwable {
        for (String name : new String[] {"java/lang/Object", "java/lang/String", "java/lang/Integer", "java/lang/Thread", "java/lang/invoke/MethodHandle", "java/lang/ref/Reference", "java/util/Mine"}) {
            byte[] file = new Assembler(name, name.equals("java/lang/Object") ? null : "java/lang/Object").bytes();
            Attack.kind(name, () -> new Attack.Shadow().define(file));
        }
        Attack.kind("lookup in java.lang", () -> java.lang.invoke.MethodHandles.lookup().in(String.class).defineClass(new Assembler("java/lang/Mine", "java/lang/Object").bytes()));
        Attack.kind("lookup in another package", () -> java.lang.invoke.MethodHandles.lookup().defineClass(new Assembler("jdk/internal/misc/Mine", "java/lang/Object").bytes()));
        Attack.kind("hidden in another package", () -> java.lang.invoke.MethodHandles.lookup().defineHiddenClass(new Assembler("jdk/internal/misc/Unsafe", "java/lang/Object").bytes(), true));
        // Names that the virtual machine gives a meaning to, in a loader that may have them
        Assembler magic = new Assembler("p/Magic", "jdk/internal/reflect/MagicAccessorImpl");
        Attack.kind("the reflection's magic superclass", () -> new Attack.Shadow().define(magic.bytes()));
        Assembler own = new Assembler("jdk/internal/reflect/MagicAccessorImpl", "java/lang/Object").addConstructor();
        own.addMethod(9, "run", "()Ljava/lang/Object;", own.code(2, 0).op(0x10, 7).op(0xb0));  // an int as a reference
        Attack.kind("an own magic class is verified", () -> Assembler.call(new Attack.Shadow().define(own.bytes()), "run"));
        Assembler polymorphic = new Assembler("p/Handle", "java/lang/Object").addConstructor();
        polymorphic.addMethod(Assembler.PUBLIC | Assembler.NATIVE | Assembler.VARARGS | Assembler.FINAL, "invokeExact", "([Ljava/lang/Object;)Ljava/lang/Object;");
        polymorphic.addMethod(9, "run", "()Ljava/lang/Object;", polymorphic.code(3, 0).op2(0xbb, polymorphic.type("p/Handle")).op(0x59).call(0xb7, "p/Handle", "<init>", "()V").op(0x04).call(0xb6, "p/Handle", "invokeExact", "(I)V").op(0x01, 0xb0));
        Attack.kind("no signature polymorphism of one's own", () -> Assembler.call(new Attack.Shadow().define(polymorphic.bytes()), "run"));
        // Annotations of the JDK's own on a program's members
        Assembler annotated = new Assembler("p/Annotated", "java/lang/Object").addConstructor();
        Assembler.Bytes marks = new Assembler.Bytes().u2(6);
        for (String each : new String[] {"jdk/internal/vm/annotation/IntrinsicCandidate", "jdk/internal/vm/annotation/ForceInline", "jdk/internal/vm/annotation/Hidden", "jdk/internal/reflect/CallerSensitive", "java/lang/invoke/MethodHandle$PolymorphicSignature", "jdk/internal/vm/annotation/Stable"}) marks.u2(annotated.utf("L" + each + ";"), 0);
        Assembler.Attribute visible = new Assembler.Attribute("RuntimeVisibleAnnotations", marks.get());
        annotated.addField(9, "stable", "I", visible);
        annotated.addMethod(9, "run", "()Ljava/lang/Object;", annotated.code(2, 0).access(0xb2, "p/Annotated", "stable", "I").op(0x04, 0x60, 0x59).access(0xb3, "p/Annotated", "stable", "I").call(0xb8, "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;").op(0xb0), visible);
        Class<?> type = new Attack.Shadow().define(annotated.bytes());
        for (int i = 0; i < 3; i++) Attack.attempt("annotated", () -> { try { return Assembler.call(type, "run"); } catch (Throwable e) { return e; } });
    }
}

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import other.Assembler;
import other.Assembler.Bytes;

/** What the JDK parses by recursion, given to it much deeper than anybody writes: annotations, signatures, descriptors,
 * method types. */
public class DeepTexts {
    @Retention(RetentionPolicy.RUNTIME) public @interface Nested { Object2[] value() default {}; }
    public @interface Object2 {}

    public static void main(String[] arguments) throws Throwable {
        for (int depth : new int[] {10, 20_000}) {
            Assembler a = new Assembler("A", "java/lang/Object");
            Bytes annotations = new Bytes().u2(1, a.utf("LDeepTexts$Nested;"), 1, a.utf("value"));
            for (int i = 0; i < depth; i++) annotations.u1('[').u2(1);
            annotations.u1('I').u2(a.number(1));
            a.addAttribute(new Assembler.Attribute("RuntimeVisibleAnnotations", annotations.get()));
            Attack.exhaust("annotations in annotations, " + depth, () -> { try { a.load().getAnnotations(); } catch (java.lang.annotation.AnnotationFormatError e) { /* as good */ } });
            Assembler b = new Assembler("B", "java/lang/Object");
            b.addAttribute(new Assembler.Attribute("Signature", new Bytes().u2(b.utf("Ljava/util/List<".repeat(Math.min(depth, 3_000)) + "TX;" + ">;".repeat(Math.min(depth, 3_000)))).get()));
            Attack.exhaust("types of types, " + depth, () -> { try { b.load().getGenericSuperclass().toString(); } catch (java.lang.reflect.GenericSignatureFormatError | TypeNotPresentException | NullPointerException e) { /* as good */ } });
            Assembler c = new Assembler("C", "java/lang/Object");
            c.addMethod(9, "m", "()V", c.code(0, 0).op(0xb1), new Assembler.Attribute("Signature", new Bytes().u2(c.utf("()" + "[".repeat(depth) + "I")).get()));
            Attack.exhaust("arrays of arrays, " + depth, () -> { try { c.load().getMethods()[0].toGenericString(); } catch (Error e) { if (e instanceof VirtualMachineError) throw e; } });
        }
        java.lang.invoke.MethodType type = java.lang.invoke.MethodType.methodType(void.class);
        for (int i = 0; i < 254; i++) type = type.appendParameterTypes(Object.class);
        java.lang.invoke.MethodType longest = type;
        Attack.kind("255 parameters", () -> longest.appendParameterTypes(Object.class, Object.class));
        Attack.kind("128 longs", () -> { java.lang.invoke.MethodType t = java.lang.invoke.MethodType.methodType(void.class, java.util.Collections.nCopies(200, long.class)); java.lang.invoke.MethodHandles.empty(t); });
        java.lang.invoke.MethodHandle handle = java.lang.invoke.MethodHandles.identity(int.class);
        for (int i = 0; i < 2_000; i++) handle = java.lang.invoke.MethodHandles.filterReturnValue(handle, java.lang.invoke.MethodHandles.identity(int.class));
        java.lang.invoke.MethodHandle chain = handle;
        Attack.exhaust("handles on handles", () -> { if ((int) chain.invokeExact(5) != 5) throw new IllegalStateException(); });
        Attack.kind("type without end", () -> java.lang.invoke.MethodType.fromMethodDescriptorString("(" + "[".repeat(300) + "I)V", null));
    }
}

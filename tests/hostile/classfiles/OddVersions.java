import other.Assembler;
import other.Assembler.Attribute;
import other.Assembler.Bytes;

/** Every version there was and will be, with and without preview; flags that exclude each other; attributes twice, at
 * the wrong place, with wrong lengths; debug tables that point everywhere. */
public class OddVersions {
    public static void main(String[] arguments) throws Throwable {
        for (int major : new int[] {0, 1, 44, 45, 46, 50, 51, 55, 56, 60, 61, 62, 70, 65_535}) {
            for (int minor : new int[] {0, 1, 3, 65_535}) {
                Attack.kind("version " + major + "." + minor, () -> { Assembler a = new Assembler("V", "java/lang/Object").version(major); a.minor = minor; a.addConstructor().load().getDeclaredConstructor().newInstance(); });
            }
        }
        for (int bit = 0; bit < 16; bit++) {
            int flag = 1 << bit;
            Attack.kind("class flag " + bit, () -> new Assembler("F", "java/lang/Object").access(flag).load());
            Attack.kind("interface flag " + bit, () -> new Assembler("F", "java/lang/Object").access(0x600 | flag).load());
            Attack.kind("field flag " + bit, () -> new Assembler("F", "java/lang/Object").addField(flag | 1, "f", "I").load());
            Attack.kind("field of an interface, flag " + bit, () -> new Assembler("F", "java/lang/Object").access(0x601).addField(flag | 25, "f", "I").load());
            Attack.kind("method flag " + bit, () -> { Assembler a = new Assembler("F", "java/lang/Object"); a.addMethod(flag | 8, "m", "()V", a.code(0, 9).op(0xb1)).load(); });
            Attack.kind("abstract method, flag " + bit, () -> new Assembler("F", "java/lang/Object").access(0x421).addMethod(flag | 0x400, "m", "()V").load());
            Attack.kind("constructor flag " + bit, () -> { Assembler a = new Assembler("F", "java/lang/Object"); a.addMethod(flag, "<init>", "()V", a.code(1, 1).op(0xb1)).load(); });
            Attack.kind("initialiser flag " + bit, () -> { Assembler a = new Assembler("F", "java/lang/Object").version(52); a.addMethod(flag, "<clinit>", "()V", a.code(1, 1).op(0xb1)).load(); });
        }
        for (String name : new String[] {"Code", "ConstantValue", "Exceptions", "Signature", "SourceFile", "InnerClasses", "LineNumberTable", "StackMapTable", "BootstrapMethods", "NestHost", "Record", "RuntimeVisibleAnnotations", "AnnotationDefault", "MethodParameters", "EnclosingMethod", "Synthetic", "Deprecated"}) {
            for (int length : new int[] {0, 1, 2, 3, 8}) {
                Attribute attribute = new Attribute(name, new byte[length]);
                Attack.kind(name + " of " + length + " in a class", () -> new Assembler("A", "java/lang/Object").version(61).addAttribute(attribute).load().getDeclaredClasses());
                Attack.kind(name + " of " + length + " in a field", () -> new Assembler("A", "java/lang/Object").version(61).addField(9, "f", "I", attribute).load().getDeclaredFields()[0].getAnnotations());
                Attack.kind(name + " of " + length + " in a method", () -> new Assembler("A", "java/lang/Object").version(61).access(0x421).addMethod(0x401, "m", "()V", attribute).load().getDeclaredMethods()[0].getParameters());
            }
            Attack.kind(name + " twice", () -> { Assembler a = new Assembler("A", "java/lang/Object").version(61); a.addAttribute(new Attribute(name, new Bytes().u2(0).get())).addAttribute(new Attribute(name, new Bytes().u2(0).get())).load(); });
        }
        for (int[] constant : new int[][] {{'I', 3}, {'J', 5}, {'I', 5}, {'J', 3}, {'F', 3}, {'Z', 3}, {'L', 8}, {'L', 3}, {'[', 8}}) {
            Attack.kind("constant value " + (char) constant[0] + constant[1], () -> {
                Assembler a = new Assembler("A", "java/lang/Object");
                int index = constant[1] == 3 ? a.number(7) : constant[1] == 5 ? a.number(7L) : a.string("x");
                Object value = a.addField(25, "f", constant[0] == 'L' ? "Ljava/lang/String;" : constant[0] == '[' ? "[I" : "" + (char) constant[0], new Attribute("ConstantValue", new Bytes().u2(index).get())).load().getField("f").get(null);
                System.out.println(value);
            });
        }
        Attack.kind("lines everywhere", () -> { Assembler a = new Assembler("A", "java/lang/Object"); Assembler.Code c = a.code(2, 0); for (int i = 0; i < 30_000; i++) c.line(65_535 - i % 65_536); a.addMethod(9, "run", "()Ljava/lang/Object;", c.op(0x04, 0x03, 0x6c).line(3).op(0x57, 0x01, 0xb0)); Assembler.call(a.load(), "run"); });
        Attack.kind("parameters that are not", () -> { Assembler a = new Assembler("A", "java/lang/Object"); a.addMethod(9, "m", "(I)V", a.code(0, 1).op(0xb1), new Attribute("MethodParameters", new Bytes().u1(3).u2(0, 0, 0, 0, a.utf(""), 0xffff).get())).load().getDeclaredMethods()[0].getParameters(); });
        Attack.kind("throws what is none", () -> { Assembler a = new Assembler("A", "java/lang/Object"); a.addMethod(9, "m", "()V", a.code(0, 0).op(0xb1), new Attribute("Exceptions", new Bytes().u2(2, a.type("java/lang/Error"), a.type("no/Such")).get())).load().getDeclaredMethods()[0].getExceptionTypes(); });
        Attack.kind("default of an annotation that is none", () -> new Assembler("A", "java/lang/Object").access(0x2601).addMethod(0x401, "m", "()I", new Attribute("AnnotationDefault", new byte[] {'Q', 0, 1})).load().getDeclaredMethods()[0].getDefaultValue());
    }
}

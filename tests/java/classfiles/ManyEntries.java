import other.Assembler;
import other.Assembler.Attribute;
import other.Assembler.Bytes;
import other.Assembler.Loader;
import other.Probe;

/** Tables of thousands of entries of which no two may be the same: all different, and with the first again at the end.
 * */
public class ManyEntries {
    private static final int COUNT = 3000;

    private static void define(String label, Assembler a) {
        byte[] file = a.bytes();
        Probe.kind(label, () -> Class.forName("A", true, new Loader(ManyEntries.class.getClassLoader()).add("A", file)).getName());
    }

    private static void innerClasses() {
        Assembler a = new Assembler("A", "java/lang/Object");
        Bytes table = new Bytes().u2(COUNT);
        for (int i = 0; i < COUNT; i++) table.u2(a.type("A"), 0, a.utf("Inner" + i), 0);
        define("inner classes, all different", a.addAttribute(new Attribute("InnerClasses", table.get())));
    }

    private static void variables(String label, int last, boolean typed) {
        Assembler a = new Assembler("A", "java/lang/Object");
        Bytes table = new Bytes().u2(COUNT + 1);
        for (int i = 0; i < COUNT; i++) table.u2(0, 1, a.utf("variable" + i), a.utf("I"), 0);
        byte[] entries = table.u2(0, 1, a.utf("variable" + last), a.utf("I"), 0).get();
        Bytes code = new Bytes().u2(0, 1).u4(1).u1(0xb1).u2(0, typed ? 2 : 1).u2(a.utf("LocalVariableTable")).u4(entries.length).raw(entries);
        if (typed) code.u2(a.utf("LocalVariableTypeTable")).u4(12).u2(1, 0, 1, a.utf("variable" + (last + 1)), a.utf("TT;"), 0);
        define("variables, " + label, a.addMethod(Assembler.STATIC, "m", "()V", new Attribute("Code", code.get())));
    }

    private static void members(String label, int last) {
        Assembler a = new Assembler("A", "java/lang/Object");
        for (int i = 0; i < COUNT; i++) a.addField(0, "f" + i, "I");
        define("fields, " + label, a.addField(0, "f" + last, "I"));
    }

    public static void main(String[] arguments) {
        innerClasses();
        variables("all different", COUNT, false);
        variables("one twice", 0, false);
        variables("a type for none", COUNT, true);
        members("all different", COUNT);
        members("one twice", 0);
    }
}

import other.Assembler;
import other.Assembler.Code;
import other.Assembler.Loader;

/** Classes with as many members as there can be, below one with as many: tables that are searched, one for each of
 * another. */
public class ManyMembers {
    public static void main(String[] arguments) throws Throwable {
        ClassLoader own = ManyMembers.class.getClassLoader();
        Attack.ticking("20,000 methods over 20,000", () -> {
            Assembler a = new Assembler("A", "java/lang/Object").addConstructor(), b = new Assembler("B", "A").addConstructor();
            for (int i = 0; i < 20_000; i++) {
                a.addMethod(1, "m" + i, "()V", a.code(0, 1).op(0xb1));
                b.addMethod(1, "m" + i, "()V", b.code(0, 1).op(0xb1));
            }
            Loader loader = new Loader(own).add(a, b);
            System.out.println(loader.loadClass("B").getDeclaredConstructor().newInstance() != null);
        });
        Attack.ticking("20,000 of an interface", () -> {
            Assembler a = new Assembler("A", "java/lang/Object").version(52).access(0x601), b = new Assembler("B", "java/lang/Object", "A").version(52).addConstructor();
            for (int i = 0; i < 20_000; i++) {
                a.addMethod(1, "m" + i, "()V", a.code(0, 1).op(0xb1));
                if (i % 2 == 0) b.addMethod(1, "m" + i, "()V", b.code(0, 1).op(0xb1));
            }
            Loader loader = new Loader(own).add(a, b);
            Object object = loader.loadClass("B").getDeclaredConstructor().newInstance();
            loader.loadClass("A").getMethod("m19999").invoke(object);
        });
        Attack.ticking("calls of the last of many", () -> {
            Assembler a = new Assembler("A", "java/lang/Object");
            Code calls = a.code(0, 0);
            for (int i = 0; i < 20_000; i++) {
                a.addMethod(9, "m" + i, "()V", a.code(0, 0).op(0xb1));
                calls.call(0xb8, "A", "m" + i, "()V");
            }
            a.addMethod(9, "run", "()Ljava/lang/Object;", a.code(1, 0).call(0xb8, "A", "all", "()V").op(0x01, 0xb0));
            a.addMethod(9, "all", "()V", calls.op(0xb1));
            Assembler.call(new Loader(own).add(a).loadClass("A"), "run");
        });
        Attack.ticking("constants of the same text hash", () -> {
            // "Aa" and "BB" have the same String.hashCode: names of twelve such pairs
            Assembler a = new Assembler("A", "java/lang/Object");
            for (int i = 0; i < 1 << 14; i++) {
                StringBuilder name = new StringBuilder();
                for (int bit = 0; bit < 14; bit++) name.append((i >> bit & 1) == 0 ? "Aa" : "BB");
                a.addField(9, name.toString(), "I");
                name.toString().intern();
            }
            System.out.println(new Loader(own).add(a).loadClass("A").getDeclaredFields().length);
        });
    }
}

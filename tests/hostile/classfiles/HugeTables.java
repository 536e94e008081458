import java.util.Random;
import other.Assembler;
import other.Assembler.Bytes;
import other.Assembler.Code;

/** As much of everything as a class file can name: locals, stack, code, switches, handlers, line numbers, fields,
 * methods, constants, attributes. */
public class HugeTables {
    public static void main(String[] arguments) throws Throwable {
        Attack.exhaust("65535 locals and as much stack", () -> {
            Assembler a = new Assembler("H", "java/lang/Object");
            a.addMethod(9, "run", "()Ljava/lang/Object;", a.code(65535, 65535).op(0x01).op(0xc4, 0x3a).op(0xff, 0xfe).op(0xc4, 0x19, 0xff, 0xfe).op(0xb0));
            run(a);
        });
        Attack.attempt("65535 locals, recursing", () -> {
            Assembler a = new Assembler("H", "java/lang/Object");
            a.addMethod(9, "run", "()Ljava/lang/Object;", a.code(65535, 65535).call(0xb8, "H", "run", "()Ljava/lang/Object;").op(0xb0));
            try {
                return run(a);
            } catch (StackOverflowError e) {
                return "StackOverflowError";
            }
        });
        Attack.attempt("65535 bytes of nop", () -> {
            Assembler a = new Assembler("H", "java/lang/Object");
            Code c = a.code(1, 0);
            for (int i = 0; i < 65533; i++) c.op(0x00);
            a.addMethod(9, "run", "()Ljava/lang/Object;", c.op(0x01, 0xb0));
            return run(a);
        });
        Attack.attempt("65536 bytes", () -> {
            Assembler a = new Assembler("H", "java/lang/Object");
            Code c = a.code(1, 0);
            for (int i = 0; i < 65534; i++) c.op(0x00);
            a.addMethod(9, "run", "()Ljava/lang/Object;", c.op(0x01, 0xb0));
            try {
                return run(a);
            } catch (ClassFormatError e) {
                return "ClassFormatError";
            }
        });
        Attack.attempt("a table of 16,000 targets", () -> {
            Assembler a = new Assembler("H", "java/lang/Object");
            String[] targets = new String[16_000];
            for (int i = 0; i < targets.length; i++) targets[i] = "t" + i % 100;
            Code c = a.code(1, 0).op2(0x11, 15_999).table(0, "t0", targets);
            for (int i = 0; i < 100; i++) c.label("t" + i).load(a.string("s" + i)).op(0xb0);
            a.addMethod(9, "run", "()Ljava/lang/Object;", c);
            return run(a);
        });
        Attack.attempt("a lookup of 8,000 keys", () -> {
            Assembler a = new Assembler("H", "java/lang/Object");
            Object[] targets = new Object[16_000];
            for (int i = 0; i < targets.length; i += 2) { targets[i] = i * 100_000 - 700_000_000; targets[i + 1] = "t" + i % 100; }
            Code c = a.code(1, 0).load(a.number(8_000 * 100_000 - 700_000_000)).lookup("t0", targets);
            for (int i = 0; i < 100; i++) c.label("t" + i).load(a.string("s" + i)).op(0xb0);
            a.addMethod(9, "run", "()Ljava/lang/Object;", c);
            return run(a);
        });
        for (int[] table : new int[][] {{0xaa, 5, 4}, {0xaa, Integer.MIN_VALUE, Integer.MAX_VALUE}, {0xaa, 0, Integer.MAX_VALUE}, {0xab, -1, 0}, {0xab, Integer.MAX_VALUE, 0}, {0xab, 0x20000000, 0}}) {
            Attack.kind("a switch from " + table[1] + " to " + table[2], () -> {
                Assembler a = new Assembler("H", "java/lang/Object");
                Code c = a.code(1, 0).op(0x03, table[0], 0, 0, 0, 0, 0, 20);
                for (int k = 1; k < (table[0] == 0xaa ? 3 : 2); k++) for (int i = 24; i >= 0; i -= 8) c.op(table[k] >> i & 255);
                a.addMethod(9, "run", "()Ljava/lang/Object;", c.op(0x01, 0xb0, 0x01, 0xb0, 0x01, 0xb0));
                run(a);
            });
        }
        Attack.attempt("5,000 handlers", () -> {
            Assembler a = new Assembler("H", "java/lang/Object");
            Code c = a.code(2, 1).label("a").op(0x03, 0x03, 0x6c, 0x57).label("b").op(0x01, 0xb0).label("h").op(0x57).label("i").op(0x57).load(a.string("caught")).op(0xb0);
            c = a.code(2, 1).label("a").op(0x03, 0x03, 0x6c, 0x57).label("b").op(0x01, 0xb0).label("h").op(0x57).load(a.string("caught")).op(0xb0);
            for (int i = 0; i < 4_999; i++) c.handler("a", "b", "h", "no/Such" + i % 50);
            c.handler("a", "b", "h", null);
            a.addMethod(9, "run", "()Ljava/lang/Object;", c);
            try {
                return run(a);
            } catch (NoClassDefFoundError e) {
                return "NoClassDefFoundError";
            }
        });
        Attack.attempt("65535 handlers of everything", () -> {
            Assembler a = new Assembler("H", "java/lang/Object");
            Code c = a.code(2, 1).label("a").op(0x03, 0x03, 0x6c, 0x57).label("b").op(0x01, 0xb0).label("h").op(0x57).load(a.string("caught")).op(0xb0);
            for (int i = 0; i < 65_535; i++) c.handler("a", "b", "h", null);
            a.addMethod(9, "run", "()Ljava/lang/Object;", c);
            return run(a);
        });
        Attack.attempt("30,000 fields", () -> {
            Assembler a = new Assembler("H", "java/lang/Object").addConstructor();
            for (int i = 0; i < 15_000; i++) a.addField(1, "f" + i, i % 3 == 0 ? "J" : "Ljava/lang/Object;").addField(9, "s" + i, "I");
            return a.load().getDeclaredConstructor().newInstance() != null;
        });
        Attack.attempt("as many fields as there can be of a name each", () -> {
            Assembler a = new Assembler("H", "java/lang/Object").addConstructor();
            for (int i = 0; i < 65_400; i++) a.addField(1, "f", "L" + i + ";");
            return a.load().getDeclaredConstructor().newInstance() != null;
        });
        Attack.attempt("60,000 methods", () -> {
            Assembler a = new Assembler("H", "java/lang/Object").addConstructor();
            for (int i = 0; i < 60_000; i++) a.addMethod(1, "m" + i, "()V", a.code(0, 1).op(0xb1));
            Class<?> type = a.load();
            return type.getMethod("m59999").invoke(type.getDeclaredConstructor().newInstance());
        });
        Attack.attempt("65,000 constants", () -> {
            Assembler a = new Assembler("H", "java/lang/Object");
            for (int i = 0; i < 65_000; i++) a.number(i + 100_000);
            a.addMethod(9, "run", "()Ljava/lang/Object;", a.code(1, 0).op(0x01, 0xb0));
            return run(a);
        });
        Attack.attempt("an attribute of 4 MB that nobody knows", () -> {
            Assembler a = new Assembler("H", "java/lang/Object");
            a.addMethod(9, "run", "()Ljava/lang/Object;", a.code(1, 0).op(0x01, 0xb0));
            return run(a.addAttribute(new Assembler.Attribute("Unknown", new byte[4 << 20])));
        });
        Attack.kind("attributes whose lengths are beyond the file", () -> new Attack.Shadow().define(java.util.Arrays.copyOf(new Assembler("H", "java/lang/Object").addAttribute(new Assembler.Attribute("Unknown", new byte[100])).bytes(), 80)));
        Attack.kind("inner classes in circles", () -> {
            Assembler a = new Assembler("H", "java/lang/Object");
            a.addAttribute(new Assembler.Attribute("InnerClasses", new Bytes().u2(2, a.type("H"), a.type("H$I"), a.utf("H"), 1, a.type("H$I"), a.type("H"), a.utf("I"), 1).get()));
            try {
                a.load().getDeclaringClass();
            } catch (NoClassDefFoundError e) {
                // HotSpot has forgotten the attribute by then
            }
        });
        Attack.kind("nest hosts in circles", () -> {
            Assembler a = new Assembler("H", "java/lang/Object").version(55), b = new Assembler("I", "java/lang/Object").version(55);
            a.addAttribute(new Assembler.Attribute("NestHost", new Bytes().u2(a.type("I")).get()));
            b.addAttribute(new Assembler.Attribute("NestHost", new Bytes().u2(b.type("H")).get()));
            new Assembler.Loader(HugeTables.class.getClassLoader()).add(a, b).loadClass("H").getNestHost();
        });
    }

    private static Object run(Assembler a) throws Exception {
        try {
            return Assembler.call(a.load(), "run");
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new Exception(e);
        }
    }
}

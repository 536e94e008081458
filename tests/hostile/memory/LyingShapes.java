import java.lang.reflect.InvocationTargetException;
import java.util.EnumMap;
import java.util.EnumSet;
import other.Assembler;
import other.Assembler.Attribute;
import other.Assembler.Bytes;
import other.Assembler.Loader;

/** Classes that say they are enums, records, sealed, nest mates, inner, annotations, and are not; what reflection and
 * collections believe of them. */
public class LyingShapes {
    private static final ClassLoader OWN = LyingShapes.class.getClassLoader();

    private static Assembler enumeration(String name, int constants, boolean values) {
        Assembler a = new Assembler(name, "java/lang/Enum").access(0x4031).addField(0x4019, "X", "L" + name + ";");
        a.addMethod(2, "<init>", "(Ljava/lang/String;I)V", a.code(3, 3).op(0x2a, 0x2b, 0x1c).call(0xb7, "java/lang/Enum", "<init>", "(Ljava/lang/String;I)V").op(0xb1));
        Assembler.Code c = a.code(8, 0).op(0x10, constants).op2(0xbd, a.type(name));
        for (int i = 0; i < constants; i++) c.op(0x59, 0x10, i).op2(0xbb, a.type(name)).op(0x59).load(a.string("X")).op2(0x11, i * 1000 - 3).call(0xb7, name, "<init>", "(Ljava/lang/String;I)V").op(0x53);
        if (values) a.addMethod(9, "values", "()[L" + name + ";", c.op(0xb0));
        return a;
    }

    public static void main(String[] arguments) throws Throwable {
        for (int constants : new int[] {0, 2, 5}) {
            Class<?> e = enumeration("E", constants, true).load();
            Attack.attempt("ordinals like none, " + constants, () -> e.getEnumConstants().length);
            Attack.kind("EnumSet.allOf", () -> EnumSet.allOf((Class) e).toString());
            Attack.kind("EnumSet.of", () -> EnumSet.of((Enum) e.getEnumConstants()[0]).contains(e.getEnumConstants()[1]));
            Attack.kind("EnumMap", () -> new EnumMap((Class) e).put((Enum) e.getEnumConstants()[1], "x"));
            Attack.kind("valueOf", () -> Enum.valueOf((Class) e, "X"));
        }
        Attack.attempt("no values()", () -> enumeration("E", 1, false).load().getEnumConstants());
        Attack.kind("Enum without a right", () -> new Assembler("E", "java/lang/Enum").addMethod(1, "<init>", "()V").load().getDeclaredConstructors());
        Assembler given = new Assembler("E", "java/lang/Enum").access(0x4031).addMethod(9, "values", "()Ljava/lang/Object;");
        Attack.kind("values() without code", () -> given.load().getEnumConstants());

        Object[][] records = {{"java/lang/Record", 0x31, 1, "I"}, {"java/lang/Object", 0x31, 1, "I"}, {"java/lang/Record", 0x21, 1, "I"}, {"java/lang/Record", 0x31, 2, "J"}, {"java/lang/Record", 0x31, 0, "I"}};
        for (Object[] r : records) {
            Attack.attempt("record " + r[0] + " " + r[1] + " " + r[2] + r[3], () -> {
                Assembler a = new Assembler("R", (String) r[0]).version(61).access((Integer) r[1]).addField(18, "x", "I").addConstructor();
                Bytes list = new Bytes().u2((Integer) r[2]);
                for (int i = 0; i < (Integer) r[2]; i++) list.u2(a.utf("x"), a.utf((String) r[3]), 0);
                Class<?> type = a.addAttribute(new Attribute("Record", list.get())).load();
                String said = type.isRecord() + "";
                if (type.getRecordComponents() == null) return said;
                for (var c : type.getRecordComponents()) said += " " + c + " " + c.getAccessor();
                return said;
            });
        }
        Attack.kind("record's components beyond", () -> { Assembler a = new Assembler("R", "java/lang/Record").version(61).access(0x31); a.addAttribute(new Attribute("Record", new Bytes().u2(9).get())).load().getRecordComponents(); });
        Attack.kind("two records in one", () -> { Assembler a = new Assembler("R", "java/lang/Record").version(61).access(0x31); a.addAttribute(new Attribute("Record", new Bytes().u2(0).get())).addAttribute(new Attribute("Record", new Bytes().u2(0).get())).load(); });

        Assembler sealed = new Assembler("S", "java/lang/Object").version(61).access(0x421).addConstructor();
        sealed.addAttribute(new Attribute("PermittedSubclasses", new Bytes().u2(2, sealed.type("Q"), sealed.type("java/lang/String")).get()));
        Assembler permitted = new Assembler("Q", "S").version(61).addConstructor(), other = new Assembler("N", "S").version(61).addConstructor();
        Attack.kind("permitted", () -> new Loader(OWN).add(sealed, permitted).loadClass("Q"));
        Attack.kind("not permitted", () -> new Loader(OWN).add(sealed, other).loadClass("N"));
        Attack.kind("old and not permitted", () -> new Loader(OWN).add(sealed, new Assembler("N", "S").version(49).addConstructor()).loadClass("N"));
        Attack.kind("permitted, of another loader", () -> { Loader first = new Loader(OWN).add(sealed); new Loader(first).add(permitted).loadClass("Q"); });
        Attack.attempt("who is permitted", () -> new Loader(OWN).add(sealed, permitted).loadClass("S").getPermittedSubclasses().length);
        Attack.kind("final and sealed", () -> { Assembler a = new Assembler("S", "java/lang/Object").version(61).access(0x31); a.addAttribute(new Attribute("PermittedSubclasses", new Bytes().u2(1, a.type("Q")).get())).load(); });
        Attack.kind("nobody is permitted", () -> { Assembler a = new Assembler("S", "java/lang/Object").version(61); a.addAttribute(new Attribute("PermittedSubclasses", new Bytes().u2(0).get())).load(); });

        // A class that says it is a nest mate of one that does not say so, and reads its private field
        for (String host : new String[] {"Host", "java/lang/String", "LyingShapes", "[I", "no/Such"}) {
            Attack.kind("nest of " + host, () -> {
                Assembler h = new Assembler("Host", "java/lang/Object").version(55).addField(10, "secret", "I");
                Assembler m = new Assembler("M", "java/lang/Object").version(55);
                m.addAttribute(new Attribute("NestHost", new Bytes().u2(m.type(host)).get()));
                m.addMethod(9, "run", "()Ljava/lang/Object;", m.code(1, 0).access(0xb2, "Host", "secret", "I").op(0x57, 0x01, 0xb0));
                Class<?> type = new Loader(OWN).add(h, m).loadClass("M");
                System.out.println(type.getNestHost().getName());
                Assembler.call(type, "run");
            });
        }
        Attack.kind("members that are none", () -> { Assembler a = new Assembler("Host", "java/lang/Object").version(55); a.addAttribute(new Attribute("NestMembers", new Bytes().u2(2, a.type("java/lang/String"), a.type("no/Such")).get())).load().getNestMembers(); });
        Attack.kind("host and member", () -> { Assembler a = new Assembler("Host", "java/lang/Object").version(55); a.addAttribute(new Attribute("NestMembers", new Bytes().u2(1, a.type("X")).get())).addAttribute(new Attribute("NestHost", new Bytes().u2(a.type("X")).get())).load(); });
        Attack.kind("enclosing descriptor", () -> { Assembler a = new Assembler("C", "java/lang/Object"); a.addAttribute(new Attribute("EnclosingMethod", new Bytes().u2(a.type("java/lang/String"), a.named("none", "xyz")).get())).load().getEnclosingMethod(); });
        Attack.attempt("says it is String's", () -> { Assembler a = new Assembler("C", "java/lang/Object"); try { return a.addAttribute(new Attribute("InnerClasses", new Bytes().u2(1, a.type("C"), a.type("java/lang/String"), a.utf("C"), 10).get())).load().getDeclaringClass(); } catch (Error e) { return e.getClass(); } });
        Attack.attempt("annotation that is none", () -> { Assembler a = new Assembler("C", "java/lang/Object"); return a.addAttribute(new Attribute("RuntimeVisibleAnnotations", new Bytes().u2(2, a.utf("Ljava/lang/String;"), 0, a.utf("Lno/Such;"), 0).get())).load().getAnnotations().length; });
        Attack.kind("annotations cut off", () -> { Assembler a = new Assembler("C", "java/lang/Object"); a.addAttribute(new Attribute("RuntimeVisibleAnnotations", new Bytes().u2(7, a.utf("Ljava/lang/Deprecated;")).get())).load().getAnnotations(); });
        Attack.kind("annotation of odd tags", () -> { Assembler a = new Assembler("C", "java/lang/Object"); a.addAttribute(new Attribute("RuntimeVisibleAnnotations", new Bytes().u2(1, a.utf("Ljava/lang/Deprecated;"), 1, a.utf("since")).u1('?').u2(1).get())).load().getAnnotations(); });
        Attack.kind("a module in a class", () -> { Assembler a = new Assembler("C", "java/lang/Object").version(55); a.addAttribute(new Attribute("Module", new byte[50])).load(); });
        Attack.kind("a class that is a module", () -> new Assembler("module-info", null).version(55).access(0x8000).load());
    }
}

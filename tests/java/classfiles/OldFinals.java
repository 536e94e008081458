import other.Assembler;
import other.Assembler.Code;
import other.Assembler.Loader;
import other.Out;

/** Final fields that methods store to: before class file version 53 any method of the class may, and what it stores is
 * seen from then on; later ones get an IllegalAccessError. */
public class OldFinals {
    private static final int STATIC = Assembler.PUBLIC | Assembler.STATIC, FINAL = Assembler.PUBLIC | Assembler.FINAL;
    private static final String[] TYPES = {"I", "J", "F", "D", "Z", "Ljava/lang/Object;"};
    private static final int[][] BEFORE = {{0x04}, {0x0a}, {0x0c}, {0x0f}, {0x03}, {0x01}}, AFTER = {{0x05}, {0x09}, {0x0d}, {0x0e}, {0x04}};

    private static Code value(Assembler a, Code c, int i, boolean after) { return !after ? c.op(BEFORE[i]) : i < AFTER.length ? c.op(AFTER[i]) : c.load(a.string("stored")); }

    private static Code show(Code c, String type) { return c.print("(" + (type.equals("Z") ? "I" : type) + ")V"); }

    // Stores name the class by `stored`, which may be a subclass.
    private static void add(Assembler a, int i, String stored) {
        String type = TYPES[i], s = "s" + i, f = "f" + i;
        a.addField(STATIC | Assembler.FINAL, s, type).addField(FINAL, f, type);
        a.addMethod(STATIC, "set" + i, "()V", value(a, a.code(2, 0), i, true).access(0xb3, stored, s, type).op(0xb1));
        a.addMethod(STATIC, "get" + i, "()V", show(a.code(2, 0).access(0xb2, "Old", s, type), type).op(0xb1));
        a.addMethod(Assembler.PUBLIC, "change" + i, "()V", value(a, a.code(3, 1).op(0x2a), i, true).access(0xb5, "Old", f, type).op(0xb1));
        // The field, and once more behind a call that stores to it.
        Code twice = show(a.code(3, 1).op(0x2a).access(0xb4, "Old", f, type), type);
        twice.op(0x2a).call(0xb6, "Old", "change" + i, "()V");
        a.addMethod(Assembler.PUBLIC, "twice" + i, "()V", show(twice.op(0x2a).access(0xb4, "Old", f, type), type).op(0xb1));
    }

    private static void initialisers(Assembler a) {
        Code statics = a.code(3, 1), instance = a.code(3, 1).op(0x2a).call(0xb7, "java/lang/Object", "<init>", "()V");
        for (int i = 0; i < TYPES.length; i++) {
            value(a, statics, i, false).access(0xb3, "Old", "s" + i, TYPES[i]);
            value(a, instance.op(0x2a), i, false).access(0xb5, "Old", "f" + i, TYPES[i]);
        }
        a.addMethod(8, "<clinit>", "()V", statics.op(0xb1));
        a.addMethod(Assembler.PUBLIC, "<init>", "()V", instance.op(0xb1));
    }

    private static void call(Class<?> type, Object receiver, String name) throws Exception {
        try {
            type.getMethod(name).invoke(receiver);
        } catch (java.lang.reflect.InvocationTargetException e) {
            Out.print(e.getCause().getClass().getSimpleName());
        }
    }

    private static void run(int version, String stored) throws Exception {
        Assembler a = new Assembler("Old", "java/lang/Object").version(version);
        initialisers(a);
        for (int i = 0; i < TYPES.length; i++) add(a, i, stored);
        Assembler below = new Assembler("Below", "Old").addConstructor();
        Class<?> type = new Loader(OldFinals.class.getClassLoader()).add(a, below).loadClass("Old");
        for (int i = 0; i < TYPES.length; i++) {
            call(type, null, "get" + i);
            call(type, null, "set" + i);
            call(type, null, "get" + i);
            for (int times = 0; times < 3; times++) call(type, type.getConstructor().newInstance(), "twice" + i);
            System.out.println(version + " " + stored + " " + TYPES[i] + ": " + Out.take());
        }
    }

    public static void main(String[] arguments) throws Exception {
        for (int version : new int[] {49, 52, 53}) {
            for (String stored : new String[] {"Old", "Below"}) run(version, stored);
        }
    }
}

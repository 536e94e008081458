import java.lang.reflect.Field;
import java.lang.reflect.Method;
import other.Assembler;
import other.Assembler.Code;
import other.Assembler.Loader;
import other.Probe;

/** ints where a boolean, byte, char or short is meant, as only hand-made code has them: what arguments, arrays, fields,
 * results and the library make of them. */
public class NarrowValues {
    private static final int STATIC = Assembler.PUBLIC | Assembler.STATIC;
    private static final int[] VALUES = {0, 1, 2, 3, -1, -2, 0x100, 0x101, 0x180, 0x8000, 0x12345, Integer.MIN_VALUE};
    private static final String[] KINDS = {"Z", "B", "C", "S"};
    private static Assembler a;
    private static int number;

    private static Code start() { return a.code(8, 4); }
    private static void end(Code code) { a.addMethod(STATIC, "m" + number++, "()V", code.op(0xb1)); }

    /** Methods of one class: arrays that come as arguments, are made, come from fields; kinds as in KINDS. */
    private static void addStores(String kind) {
        int array = new int[] {4, 8, 5, 9}["ZBCS".indexOf(kind)], store = new int[] {0x54, 0x54, 0x55, 0x56}["ZBCS".indexOf(kind)], load = store - 0x21;
        a.addMethod(STATIC, "given", "([" + kind + "I)I", a.code(4, 2).op(0x2a, 0x03, 0x1b, store, 0x2a, 0x03, load, 0xac));
        a.addMethod(STATIC, "made" + kind, "(I)I", a.code(4, 2).op(0x04, 0xbc, array, 0x59, 0x4c, 0x03, 0x1a, store, 0x2b, 0x03, load, 0xac));
        // Stored in a loop, and the array is null at first.
        a.addMethod(STATIC, "late" + kind, "(I)I", a.code(4, 3).op(0x01, 0x4c, 0x06, 0x3d).label("again").op(0x2b).jump(0xc6, "none").op(0x2b, 0x03, 0x1a, store).label("none")
            .op(0x2b).jump(0xc7, "made").op(0x04, 0xbc, array, 0x4c).label("made").op(0x84, 2, 255, 0x1c).jump(0x9a, "again").op(0x2b, 0x03, load, 0xac));
        a.addMethod(STATIC, "nested" + kind, "(I)I", a.code(5, 2).op(0x04, 0x04, 0xc5).op(0, a.type("[[" + kind), 2).op(0x4c, 0x2b, 0x03, 0x32, 0x03, 0x1a, store, 0x2b, 0x03, 0x32, 0x03, load, 0xac));
    }

    private static Class<?> stores(String name, String... kinds) throws Exception {
        a = new Assembler(name, "java/lang/Object");
        for (String kind : kinds) addStores(kind);
        return a.load();
    }

    private static void callStores(Class<?> type) throws Exception {
        for (Method method : java.util.Arrays.stream(type.getDeclaredMethods()).sorted(java.util.Comparator.comparing(Method::toString)).toList()) {
            StringBuilder text = new StringBuilder(method.toString()).append(':');
            for (int value : VALUES) {
                Class<?> first = method.getParameterTypes()[0];
                text.append(' ').append(first == int.class ? method.invoke(null, value) : method.invoke(null, java.lang.reflect.Array.newInstance(first.getComponentType(), 1), value));
            }
            System.out.println(text);
        }
    }

    public static boolean[] booleans = new boolean[2];
    public static int[] integers = new int[2];
    public static boolean flag;
    public static byte small;
    public static char letter;
    public static short brief;

    public static sun.misc.Unsafe unsafe;

    public static void main(String[] arguments) throws Throwable {
        Field theUnsafe = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        theUnsafe.setAccessible(true);
        unsafe = (sun.misc.Unsafe) theUnsafe.get(null);
        for (String kind : KINDS) callStores(stores("Only" + kind, kind));
        callStores(stores("Both", "Z", "B"));
        callStores(stores("All", KINDS));

        a = new Assembler("Odd", "java/lang/Object").addConstructor();
        for (String kind : KINDS) {
            a.addMethod(STATIC, "a" + kind, "(" + kind + ")I", a.code(1, 1).op(0x1a, 0xac));
            a.addMethod(STATIC, "c" + kind, "(" + kind + ")" + kind, a.code(1, 1).op(0x1a, 0xac));
            a.addMethod(Assembler.PUBLIC, "v" + kind, "(" + kind + ")I", a.code(1, 2).op(0x1b, 0xac));
        }
        for (int value : VALUES) {
            for (String kind : KINDS) {
                Code c = start().load(a.number(value)).call(0xb8, "Odd", "a" + kind, "(" + kind + ")I").print("(I)V");
                c.load(a.number(value)).call(0xb8, "Odd", "c" + kind, "(" + kind + ")" + kind).print("(I)V");
                c.op(0xbb).op(0, a.type("Odd")).op(0x59).call(0xb7, "Odd", "<init>", "()V").load(a.number(value)).call(0xb6, "Odd", "v" + kind, "(" + kind + ")I").print("(I)V");
                end(c.load(a.number(value)).call(0xb8, "java/lang/String", "valueOf", "(" + (kind.equals("Z") || kind.equals("C") ? kind : "I") + ")Ljava/lang/String;").print("(Ljava/lang/Object;)V"));
            }
            // The library's own stores
            end(start().op(0x05, 0xbc, 4, 0x59).load(a.number(value)).call(0xb8, "java/util/Arrays", "fill", "([ZZ)V").op(0x03, 0x33).print("(I)V"));
            end(start().op(0x05, 0xbc, 8, 0x59).load(a.number(value)).call(0xb8, "java/util/Arrays", "fill", "([BB)V").op(0x03, 0x33).print("(I)V"));
            end(start().access(0xb2, "NarrowValues", "booleans", "[Z").op(0x04).load(a.number(value)).call(0xb8, "java/lang/reflect/Array", "setBoolean", "(Ljava/lang/Object;IZ)V")
                .access(0xb2, "NarrowValues", "booleans", "[Z").op(0x04, 0x33).print("(I)V").access(0xb2, "NarrowValues", "booleans", "[Z").op(0x04).call(0xb8, "java/lang/reflect/Array", "getBoolean", "(Ljava/lang/Object;I)Z").print("(I)V"));
            for (String kind : new String[] {"Byte", "Char", "Short"}) {
                end(start().access(0xb2, "NarrowValues", "integers", "[I").op(0x04).load(a.number(value)).call(0xb8, "java/lang/reflect/Array", "set" + kind, "(Ljava/lang/Object;I" + kind.charAt(0) + ")V")
                    .access(0xb2, "NarrowValues", "integers", "[I").op(0x04, 0x2e).print("(I)V"));
            }
            // What holds any byte is read as a boolean.
            String unsafe = "sun/misc/Unsafe";
            end(start().access(0xb2, "NarrowValues", "unsafe", "Lsun/misc/Unsafe;").op(0x4b).op(0x2a).op(0x05, 0xbc, 8, 0x59, 0x4c).load2(a.number((long) sun.misc.Unsafe.ARRAY_BYTE_BASE_OFFSET)).load(a.number(value)).call(0xb6, unsafe, "putByte", "(Ljava/lang/Object;JB)V")
                .op(0x2a, 0x2b).load2(a.number((long) sun.misc.Unsafe.ARRAY_BYTE_BASE_OFFSET)).call(0xb6, unsafe, "getBoolean", "(Ljava/lang/Object;J)Z").print("(I)V"));
            Object[][] fields = {{"flag", "Z", "Boolean"}, {"small", "B", "Byte"}, {"letter", "C", "Char"}, {"brief", "S", "Short"}};
            for (Object[] field : fields) {
                String type = "java/lang/reflect/Field", name = (String) field[0], kind = (String) field[1], word = (String) field[2];
                end(start().load(a.string(name)).call(0xb8, "NarrowValues", "field", "(Ljava/lang/String;)Ljava/lang/reflect/Field;").op(0x01).load(a.number(value)).call(0xb6, type, "set" + word, "(Ljava/lang/Object;" + kind + ")V")
                    .access(0xb2, "NarrowValues", name, kind).print("(I)V").load(a.string(name)).call(0xb8, "NarrowValues", "field", "(Ljava/lang/String;)Ljava/lang/reflect/Field;").op(0x01).call(0xb6, type, "get" + word, "(Ljava/lang/Object;)" + kind).print("(I)V"));
            }
        }
        Class<?> type = new Loader(NarrowValues.class.getClassLoader()).add(a).loadClass("Odd");
        for (int i = 0; i < number; i++) {
            String name = "m" + i;
            Probe.attempt(name, () -> Assembler.call(type, name));
        }
    }

    public static Field field(String name) throws Exception { return NarrowValues.class.getField(name); }
}

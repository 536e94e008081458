import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.util.Arrays;

/** What javac does not write: constants of method handles and types, computed constants, call sites of a program's own
 * bootstrap methods. */
public class Constants {
    private static int calls;

    public static CallSite site(MethodHandles.Lookup lookup, String name, MethodType type, Object... arguments) throws Exception {
        System.out.println("site " + name + type + Arrays.toString(arguments));
        return new ConstantCallSite(lookup.findStatic(Constants.class, name, type));
    }

    public static CallSite changing(MethodHandles.Lookup lookup, String name, MethodType type) throws Exception {
        return new MutableCallSite(lookup.findStatic(Constants.class, name, type));
    }

    public static CallSite failing(MethodHandles.Lookup lookup, String name, MethodType type) {
        throw new IllegalStateException("no site " + ++calls);
    }

    public static Object value(MethodHandles.Lookup lookup, String name, Class<?> type) {
        System.out.println("value " + name + " " + type);
        return type == long.class ? (Object) (1L << 40) : type == byte.class ? (Object) (byte) -3 : type == double.class ? (Object) 2.5 : name;
    }

    public static String join(String a, int b, long c, double d) {
        return a + b + c + d;
    }

    /** A class file of static methods without arguments, each of which loads one thing and returns it. */
    private static final class Maker {
        private final ByteArrayOutputStream poolBytes = new ByteArrayOutputStream(), methodBytes = new ByteArrayOutputStream(), bootstrapBytes = new ByteArrayOutputStream();
        private final DataOutputStream pool = new DataOutputStream(poolBytes), methods = new DataOutputStream(methodBytes), bootstraps = new DataOutputStream(bootstrapBytes);
        private int entries, methodCount, bootstrapCount;

        int utf8(String text) throws IOException {
            pool.write(1);
            pool.writeUTF(text);
            return ++entries;
        }

        int entry(int tag, int... values) throws IOException {
            pool.write(tag);
            if (tag == 15) pool.write(values[0]);
            else pool.writeShort(values[0]);
            if (values.length > 1) pool.writeShort(values[1]);
            return ++entries;
        }

        int integer(int value) throws IOException {
            pool.write(3);
            pool.writeInt(value);
            return ++entries;
        }

        int type(String name) throws IOException { return entry(7, utf8(name)); }
        int string(String text) throws IOException { return entry(8, utf8(text)); }
        int nameAndType(String name, String descriptor) throws IOException { return entry(12, utf8(name), utf8(descriptor)); }
        int handle(int kind, int tag, String holder, String name, String descriptor) throws IOException {
            return entry(15, kind, entry(tag, type(holder), nameAndType(name, descriptor)));
        }

        int bootstrap(int handle, int... arguments) throws IOException {
            bootstraps.writeShort(handle);
            bootstraps.writeShort(arguments.length);
            for (int argument : arguments) bootstraps.writeShort(argument);
            return bootstrapCount++;
        }

        void method(String name, String result, int returns, int... code) throws IOException {
            methods.writeShort(9);
            methods.writeShort(utf8(name));
            methods.writeShort(utf8("()" + result));
            methods.writeShort(1);
            methods.writeShort(utf8("Code"));
            methods.writeInt(12 + code.length + 1);
            methods.writeShort(8);
            methods.writeShort(0);
            methods.writeInt(code.length + 1);
            for (int b : code) methods.write(b);
            methods.write(returns);
            methods.writeShort(0);
            methods.writeShort(0);
            methodCount++;
        }

        byte[] finish(String name) throws IOException {
            int self = type(name), object = type("java/lang/Object"), attribute = utf8("BootstrapMethods");
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeInt(0xcafebabe);
            out.writeInt(61);
            out.writeShort(entries + 1);
            poolBytes.writeTo(out);
            out.writeShort(0x21);
            out.writeShort(self);
            out.writeShort(object);
            out.writeInt(0);
            out.writeShort(methodCount);
            methodBytes.writeTo(out);
            out.writeShort(1);
            out.writeShort(attribute);
            out.writeInt(2 + bootstrapBytes.size());
            out.writeShort(bootstrapCount);
            bootstrapBytes.writeTo(out);
            return bytes.toByteArray();
        }
    }

    private static final int LDC_W = 0x13, LDC2_W = 0x14, DYNAMIC = 0xba, ARETURN = 0xb0, IRETURN = 0xac, LRETURN = 0xad, DRETURN = 0xaf;
    private static final String LOOKUP = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;", SITE = "Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;";

    private static Class<?> make() throws Exception {
        Maker maker = new Maker();
        int value = maker.bootstrap(maker.handle(6, 10, "Constants", "value", LOOKUP + "Ljava/lang/Class;)Ljava/lang/Object;"));
        int text = maker.entry(17, value, maker.nameAndType("text", "Ljava/lang/String;"));
        int wide = maker.entry(17, value, maker.nameAndType("wide", "J")), narrow = maker.entry(17, value, maker.nameAndType("narrow", "B"));
        int floating = maker.entry(17, value, maker.nameAndType("floating", "D"));
        int type = maker.entry(16, maker.utf8("(ILjava/lang/String;[J)V"));
        int length = maker.handle(5, 10, "java/lang/String", "length", "()I"), list = maker.handle(8, 10, "java/util/ArrayList", "<init>", "()V");
        int bound = maker.bootstrap(maker.handle(6, 10, "Constants", "site", LOOKUP + "Ljava/lang/invoke/MethodType;[Ljava/lang/Object;)Ljava/lang/invoke/CallSite;"),
            maker.integer(7), maker.string("seven"), type, length, text, maker.type("java/util/List"), narrow);
        int changing = maker.bootstrap(maker.handle(6, 10, "Constants", "changing", LOOKUP + SITE)), failing = maker.bootstrap(maker.handle(6, 10, "Constants", "failing", LOOKUP + SITE));
        int join = maker.entry(18, bound, maker.nameAndType("join", "(Ljava/lang/String;IJD)Ljava/lang/String;"));
        int again = maker.entry(18, changing, maker.nameAndType("join", "(Ljava/lang/String;IJD)Ljava/lang/String;")), never = maker.entry(18, failing, maker.nameAndType("never", "()I"));
        maker.method("type", "Ljava/lang/Object;", ARETURN, LDC_W, type >> 8, type);
        maker.method("length", "Ljava/lang/Object;", ARETURN, LDC_W, length >> 8, length);
        maker.method("list", "Ljava/lang/Object;", ARETURN, LDC_W, list >> 8, list);
        maker.method("text", "Ljava/lang/Object;", ARETURN, LDC_W, text >> 8, text);
        maker.method("wide", "J", LRETURN, LDC2_W, wide >> 8, wide);
        maker.method("narrow", "I", IRETURN, LDC_W, narrow >> 8, narrow);
        maker.method("floating", "D", DRETURN, LDC2_W, floating >> 8, floating);
        maker.method("join", "Ljava/lang/Object;", ARETURN, LDC_W, text >> 8, text, 8, 10, LDC2_W, floating >> 8, floating, DYNAMIC, join >> 8, join, 0, 0);
        maker.method("again", "Ljava/lang/Object;", ARETURN, LDC_W, text >> 8, text, 5, LDC2_W, wide >> 8, wide, 15, DYNAMIC, again >> 8, again, 0, 0);
        maker.method("never", "I", IRETURN, DYNAMIC, never >> 8, never, 0, 0);
        return MethodHandles.lookup().defineClass(maker.finish("Made"));
    }

    public static void main(String[] arguments) throws Throwable {
        Class<?> made = make();
        for (int round = 0; round < 2; round++) {
            for (String name : new String[] {"type", "length", "list", "text", "wide", "narrow", "floating", "join", "again", "never"}) {
                try {
                    System.out.println(name + ": " + made.getMethod(name).invoke(null));
                } catch (java.lang.reflect.InvocationTargetException e) {
                    System.out.println(name + ": " + e.getCause());
                }
            }
        }
        MethodHandle length = (MethodHandle) made.getMethod("length").invoke(null), list = (MethodHandle) made.getMethod("list").invoke(null);
        System.out.println((int) length.invokeExact("four") + " " + list.invoke());
    }
}

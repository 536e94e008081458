import java.util.Arrays;
import other.Assembler;
import other.Assembler.Code;

/** Natives and collections whose work a program makes large by one size: of a string, of a count, of a method's jumps,
 * of a class's fields; another thread has to have its turns. */
public class HugeSizes {
    static Object kept;
    static int sum;

    /** Never what the last one was, so that each has to be looked through. */
    private static String text(int length, int number) {
        char[] all = new char[length];
        Arrays.fill(all, 'x');
        all[length - 1] = (char) ('a' + number);
        return new String(all);
    }

    /** HotSpot makes the same walk, and has no limit. Blocks that each jump to the one before, the first one last: a
     * walk over the code finds one more with each pass. */
    private static Object jumps(int count) throws Throwable {
        Assembler a = new Assembler("J", "java/lang/Object").version(49);
        Code c = a.code(2, 1).wideJump(0xc8, "b0");
        c.label("end").op(0x01).call(0xb6, "java/lang/Object", "hashCode", "()I").op(0x57, 0x01, 0xb0);
        for (int i = count - 1; i >= 0; i--) c.label("b" + i).jump(0xa7, i == count - 1 ? "end" : "b" + (i + 1));
        a.addMethod(9, "run", "()Ljava/lang/Object;", c);
        return Assembler.call(a.load(), "run");
    }

    /** An instance with as many references as a class file can name fields, in a class that has as many above it. */
    private static Class<?> fields() throws Exception {
        Assembler a = new Assembler("F", "java/lang/Object").addConstructor();
        for (int i = 0; i < 32_000; i++) a.addField(1, "f" + i, "Ljava/lang/Object;").addField(1, "f" + i, "[I");
        return a.load();
    }

    private static void collect(int objects, int times) throws Exception {
        Class<?> type = fields();
        Object[] all = new Object[objects];
        for (int i = 0; i < objects; i++) all[i] = type.getConstructor().newInstance();
        kept = all;
        System.gc();
        java.lang.reflect.Field[] some = new java.lang.reflect.Field[500];
        for (int i = 0; i < some.length; i++) some[i] = type.getField("f" + i * 64);
        for (int k = 0; k < times; k++) {
            for (Object one : all) for (java.lang.reflect.Field field : some) if (field.getType() == Object.class) field.set(one, new int[1]);
            for (int i = 0; i < 40; i++) sum += new byte[1 << 19].length;
            for (int i = 0; i < 20_000; i++) sum += new byte[1 << 10].length;
        }
        for (Object one : all) for (java.lang.reflect.Field field : some) if (field.get(one) == null && field.getType() == Object.class) throw new AssertionError();
        kept = null;
    }

    public static void main(String[] arguments) throws Throwable {
        int large = Attack.some(48 << 20);
        Attack.ticking("interned", () -> { for (int i = 0; i < 2; i++) { String s = text(large, i); sum += s.intern() == s ? 0 : 1; sum += text(large, i).intern() == s ? 0 : 1; } });
        System.out.println("others: " + sum);
        Attack.ticking("class names", () -> { for (int i = 0; i < 2; i++) Class.forName(text(large, i)); });
        Attack.ticking("array names", () -> Class.forName("[".repeat(large)));
        Attack.ticking("names with a slash", () -> Class.forName(text(large, 0) + "/"));
        Attack.ticking("empty arrays", () -> { for (int i = 0; i < 2; i++) sum += new byte[Attack.some(4_000_000)][0].length; });
        Attack.ticking("empty arrays of two dimensions", () -> { for (int i = 0; i < 2; i++) sum += new byte[Attack.some(2_000_000)][1][0].length; });
        Attack.ticking("jumps backwards", () -> {
            try {
                jumps(Integer.getInteger("hostile.levels", 20_000));
            } catch (NullPointerException e) {
                sum += e.getMessage() == null ? 0 : 1; // what takes too long need not be said
            }
        });
        Attack.ticking("fields of references", () -> collect(Attack.some(32), Attack.some(8)));
    }
}

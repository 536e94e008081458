import other.Assembler;
import other.Assembler.Code;

/** Methods with many values on their operand stack call themselves until the stack is used up, however large a frame
 * is. */
public class LargeFrames {
    static final int[] VALUES = {100, 700, 3000, 6000, 9000};

    // Each value is the one before it and the parameter: dup2, lload_n, ladd. At the end all are added.
    private static Code body(Code code, int load, int count) {
        code.op(load);
        for (int i = 0; i < count; i++) code.op(0x5c, load, 0x61);
        return code;
    }

    private static Code sum(Code code, int count) {
        for (int i = 0; i <= count; i++) code.op(0x61);
        return code.op(0xad);
    }

    static int small(int n) { return n == 0 ? 0 : small(n - 1) + 1; }

    static void tell(String what, Body body) throws Throwable {
        try {
            System.out.println(what + ": " + body.run());
        } catch (java.lang.reflect.InvocationTargetException e) {
            System.out.println(what + ": " + e.getCause());
        }
        System.out.println(small(200));
    }

    interface Body { Object run() throws Throwable; }

    public static void main(String[] arguments) throws Throwable {
        Assembler a = new Assembler("Large", "java/lang/Object").addConstructor();
        for (int count : VALUES) {
            int stack = 2 * count + 8;
            Code code = body(a.code(stack, 2), 0x1e, count).op(0x1e, 0x0a, 0x61).call(0xb8, "Large", "down" + count, "(J)J");
            a.addMethod(Assembler.PUBLIC | Assembler.STATIC, "down" + count, "(J)J", sum(code, count));
            code = body(a.code(stack, 4), 0x20, count).op(0x2a, 0x2b, 0x20, 0x0a, 0x61).call(0xb6, "Large", "lock" + count, "(Ljava/lang/Object;J)J");
            a.addMethod(Assembler.PUBLIC | Assembler.SYNCHRONIZED, "lock" + count, "(Ljava/lang/Object;J)J", sum(code, count));
        }
        Class<?> large = a.load();
        Object object = large.getConstructor().newInstance();
        for (int count : VALUES) {
            for (int turn = 0; turn < 2; turn++) tell("down" + count, () -> large.getMethod("down" + count, long.class).invoke(null, 1L));
            tell("lock" + count, () -> large.getMethod("lock" + count, Object.class, long.class).invoke(object, "an argument", 1L));
            System.out.println(Thread.holdsLock(object));
        }
    }
}

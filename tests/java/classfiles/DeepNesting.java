import java.lang.reflect.Method;
import other.Assembler;
import other.Assembler.Code;

/** Methods that nest as deep as their size allows: conditional expressions, each within the last, and elements of
 * elements. They are translated on a thread with little stack. */
public class DeepNesting {
    // As many as jumps of 32,767 bytes reach over.
    private static final int CONDITIONS = 3900, ELEMENTS = 9000;

    // (x ? (x ? ... (x ? 1 : 2) ... : 2) : 2) == 2: a chain of joins, each of which hands on what the last one brought.
    private static void conditions(Assembler a) {
        Code c = a.code(2, 1);
        for (int i = 0; i < CONDITIONS; i++) c.op(0x1a).jump(0x99, "else" + i);
        c.op(0x04);
        for (int i = CONDITIONS - 1; i >= 0; i--) c.jump(0xa7, "end" + i).label("else" + i).op(0x05).label("end" + i);
        c.op(0x05).jump(0xa0, "differs").op(0x04, 0xac).label("differs").op(0x03, 0xac);
        a.addMethod(Assembler.PUBLIC | Assembler.STATIC, "conditions", "(I)I", c);
    }

    // x = (Object[]) x[0], over and over, then x.hashCode(). What is unknown at the first translation has the method
    // translated again.
    private static void elements(Assembler a) {
        Code c = a.code(2, 1).op(0x2a).jump(0xc7, "there").access(0xb2, "NoSuch", "x", "I").op(0x57).label("there");
        int type = a.type("[Ljava/lang/Object;");
        for (int i = 0; i < ELEMENTS; i++) c.op(0x2a, 0x03, 0x32).op2(0xc0, type).op(0x4b);
        a.addMethod(Assembler.PUBLIC | Assembler.STATIC, "elements", "([Ljava/lang/Object;)I", c.op(0x2a).call(0xb6, "java/lang/Object", "hashCode", "()I").op(0xac));
    }

    // As many dimensions as there can be, so that the class of each element is known to the last.
    private static void dimensions(Assembler a) {
        Code c = a.code(2, 1);
        c.op(0x2a);
        for (int i = 0; i < 255; i++) c.op(0x03, i < 254 ? 0x32 : 0x2e);
        a.addMethod(Assembler.PUBLIC | Assembler.STATIC, "dimensions", "(" + "[".repeat(255) + "I)I", c.op(0xac));
    }

    private static Object deepArray() {
        Object array = new int[] {255};
        for (int i = 1; i < 255; i++) {
            Object outer = java.lang.reflect.Array.newInstance(array.getClass(), 1);
            java.lang.reflect.Array.set(outer, 0, array);
            array = outer;
        }
        return array;
    }

    private static void show(Method method, int stackBytes, int times, Object argument) throws InterruptedException {
        Thread caller = new Thread(null, () -> {
            try {
                Object last = null;
                for (int i = 0; i < times; i++) last = method.invoke(null, argument);
                System.out.println(method.getName() + ": " + (method.getName().equals("elements") ? (Object) last.equals(System.identityHashCode(argument)) : last));
            } catch (Throwable thrown) {
                System.out.println(thrown);
            }
        }, "caller", stackBytes);
        caller.start();
        caller.join();
    }

    public static void main(String[] arguments) throws Exception {
        Assembler a = new Assembler("Deep", "java/lang/Object");
        conditions(a);
        elements(a);
        dimensions(a);
        Class<?> type = a.load();
        Object[] self = new Object[1];
        self[0] = self;
        for (int x = 0; x < 2; x++) show(type.getMethod("conditions", int.class), 1, 1, x);
        show(type.getMethod("elements", Object[].class), 1, 6000, self);
        Object array = deepArray();
        show(type.getMethod("dimensions", array.getClass()), 8 << 20, 6000, array);
    }
}

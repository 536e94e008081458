import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import other.Assembler;
import other.Assembler.Code;
import other.Out;

/** Monitors that a method leaves without having entered them, or has entered and does not leave (JVMS 2.11.10):
 * IllegalMonitorStateException, and nothing is left locked. */
public class UnstructuredLocks {
    private static final int STATIC = Assembler.PUBLIC | Assembler.STATIC, ENTER = 0xc2, EXIT = 0xc3, POP = 0x57, DUP = 0x59, RETURN = 0xb1, ALOAD_0 = 0x2a, ALOAD_1 = 0x2b;
    private static final String OBJECTS = "(Ljava/lang/Object;Ljava/lang/Object;)V", NULL_POINTER = "java/lang/NullPointerException";
    private static Assembler a;
    private static int number;

    interface Writing { void write(Code c); }

    private static String holder(Object o) {
        boolean[] free = new boolean[1];
        Thread other = new Thread(() -> {
            synchronized (o) { free[0] = true; }
        });
        if (Thread.holdsLock(o)) return "held here";
        other.start();
        try {
            other.join(20000);
        } catch (InterruptedException e) {
            return e.toString();
        }
        return free[0] ? "free" : "held";
    }

    /** The method with two objects, x and y, as its locals 0 and 1; y may be x. How often the caller has x: `held`
     * times. */
    private static void run(String label, MethodHandle method, Object x, Object y, int held) {
        if (held > 0) {
            synchronized (x) { run(label, method, x, y, held - 1); }
            return;
        }
        String result = "returns";
        try {
            method.invoke(x, y);
        } catch (Throwable e) {
            result = e.getClass() + ": " + e.getMessage();
        }
        System.out.print(label + ": " + result + " " + Out.take() + " ");
    }

    private static void attempt(String label, int flags, Writing writing) throws Throwable {
        a = new Assembler("Assembled" + ++number, "java/lang/Object").version(number % 2 == 0 ? 49 : 48);
        Code c = a.code(8, 8);
        writing.write(c);
        a.addMethod(STATIC | flags, "run", OBJECTS, c);
        Class<?> type = a.load();
        MethodHandle method = MethodHandles.lookup().findStatic(type, "run", MethodType.methodType(void.class, Object.class, Object.class));
        for (int round = 0; round < 2; round++) {
            for (int held = 0; held < 2; held++) {
                Object x = flags == 0 ? new Object() : type, y = new Object();
                if (flags != 0 && round == 1) x = new Object();
                run(label, method, x, y, held);
                System.out.println(holder(x) + ", " + holder(y) + ", class " + holder(type));
                if (round == 1) run(label + " with one", method, x, x, held);
                if (round == 1) System.out.println(holder(x));
            }
        }
    }

    private static void attempt(String label, Writing writing) throws Throwable { attempt(label, 0, writing); }

    private static void throwNew(Code c) { c.op2(0xbb, a.type(NULL_POINTER)).op(DUP).call(0xb7, NULL_POINTER, "<init>", "()V").op(0xbf); }
    private static Code say(Code c, int number) { return c.op(0x10, number).print("(I)V"); }

    public static void main(String[] arguments) throws Throwable {
        attempt("enters", c -> c.op(ALOAD_0, ENTER, RETURN));
        attempt("leaves", c -> c.op(ALOAD_0, EXIT, RETURN));
        attempt("enters and leaves", c -> c.op(ALOAD_0, ENTER, ALOAD_0, EXIT, RETURN));
        attempt("enters twice, leaves once", c -> c.op(ALOAD_0, ENTER, ALOAD_0, ENTER, ALOAD_0, EXIT, RETURN));
        attempt("enters once, leaves twice", c -> say(c.op(ALOAD_0, ENTER, ALOAD_0, EXIT), 1).op(ALOAD_0, EXIT, RETURN));
        attempt("leaves, enters", c -> c.op(ALOAD_0, EXIT, ALOAD_0, ENTER, RETURN));
        attempt("crosswise", c -> c.op(ALOAD_0, ENTER, ALOAD_1, ENTER, ALOAD_0, EXIT, ALOAD_1, EXIT, RETURN));
        attempt("the other one", c -> c.op(ALOAD_0, ENTER, ALOAD_1, EXIT, RETURN));
        attempt("one of two", c -> c.op(ALOAD_0, ENTER, ALOAD_1, ENTER, ALOAD_1, EXIT, RETURN));
        attempt("null", c -> c.op(0x01, ENTER, RETURN));
        attempt("leaves null", c -> c.op(ALOAD_0, ENTER, 0x01, EXIT, RETURN));
        attempt("swapped in between", c -> c.op(ALOAD_0, ENTER, ALOAD_0, 0x4d, ALOAD_1, 0x4b, 0x2c, EXIT, RETURN));
        attempt("another in the local", c -> c.op(ALOAD_0, ENTER, ALOAD_1, 0x4b, ALOAD_0, EXIT, RETURN));
        attempt("throws with it", c -> { c.op(ALOAD_0, ENTER); throwNew(c); });
        attempt("throws having left it", c -> { c.op(ALOAD_0, ENTER, ALOAD_0, EXIT); throwNew(c); });
        attempt("catches the return's", c -> {
            c.op(ALOAD_0, ENTER).label("from").op(RETURN).label("to").op(POP);
            say(c, 2).op(ALOAD_0, EXIT, RETURN).handler("from", "to", "to", "java/lang/IllegalMonitorStateException");
        });
        attempt("catches the exit's", c -> {
            c.label("from").op(ALOAD_0, EXIT).label("to").op(RETURN).label("handler").op(POP);
            say(c, 3).op(RETURN).handler("from", "to", "handler", null);
        });
        attempt("catches the exit's, with another entered", c -> {
            c.op(ALOAD_1, ENTER).label("from").op(ALOAD_0, EXIT).label("to").op(ALOAD_1, EXIT, RETURN).label("handler").op(POP);
            say(c, 4).op(ALOAD_1, EXIT, RETURN).handler("from", "to", "handler", null);
        });
        attempt("handler for some", c -> {
            c.op(ALOAD_0, ENTER).label("from");
            throwNew(c);
            c.label("to").op(POP, ALOAD_0, EXIT, RETURN).handler("from", "to", "to", "java/lang/ArithmeticException");
        });
        attempt("handler for the right one", c -> {
            c.op(ALOAD_0, ENTER).label("from");
            throwNew(c);
            c.label("to").op(POP, ALOAD_0, EXIT, RETURN).handler("from", "to", "to", NULL_POINTER);
        });
        attempt("in a loop, never left", c -> c.op(0x03, 0x3d).label("loop").op(ALOAD_0, ENTER, 0x84, 2, 1, 0x1c, 0x10, 9).jump(0xa1, "loop").op(RETURN));
        attempt("in a loop, left in a second one", c -> c.op(0x03, 0x3d).label("loop").op(ALOAD_0, ENTER, 0x84, 2, 1, 0x1c, 0x10, 9).jump(0xa1, "loop")
            .label("back").op(ALOAD_0, EXIT, 0x84, 2, 255, 0x1c).jump(0x9a, "back").op(RETURN));
        attempt("in a loop, left once too often", c -> c.op(0x03, 0x3d).label("loop").op(ALOAD_0, ENTER, 0x84, 2, 1, 0x1c, 0x10, 9).jump(0xa1, "loop")
            .label("back").op(ALOAD_0, EXIT, 0x84, 2, 255, 0x1c).jump(0x9c, "back").op(RETURN));
        attempt("two in turns in a loop", c -> c.op(0x03, 0x3d).label("loop").op(ALOAD_0, ENTER, ALOAD_0, 0x4e, ALOAD_1, 0x4b, 0x2d, 0x4c, 0x84, 2, 1, 0x1c, 0x10, 6)
            .jump(0xa1, "loop").op(ALOAD_0, EXIT, ALOAD_1, EXIT, ALOAD_0, EXIT, ALOAD_1, EXIT, ALOAD_1, EXIT, ALOAD_0, EXIT, RETURN));
        attempt("one way only", c -> c.op(ALOAD_0, ALOAD_1).jump(0xa5, "same").op(ALOAD_0, ENTER).label("same").op(ALOAD_0, EXIT, RETURN));
        attempt("synchronized, left by hand", Assembler.SYNCHRONIZED, c -> say(c.op(ALOAD_0, EXIT), 5).op(RETURN));
        attempt("synchronized, left and entered", Assembler.SYNCHRONIZED, c -> c.op(ALOAD_0, EXIT, ALOAD_0, ENTER, RETURN));
        attempt("synchronized, left and another entered", Assembler.SYNCHRONIZED, c -> c.op(ALOAD_0, EXIT, ALOAD_1, ENTER, RETURN));
        attempt("synchronized, entered", Assembler.SYNCHRONIZED, c -> c.op(ALOAD_0, ENTER, RETURN));
        attempt("synchronized, entered and left", Assembler.SYNCHRONIZED, c -> c.op(ALOAD_0, ENTER, ALOAD_0, EXIT, RETURN));
        attempt("synchronized, throws", Assembler.SYNCHRONIZED, c -> throwNew(c));
        attempt("synchronized, throws with another", Assembler.SYNCHRONIZED, c -> { c.op(ALOAD_1, ENTER); throwNew(c); });
        attempt("synchronized, left, throws", Assembler.SYNCHRONIZED, c -> { c.op(ALOAD_0, EXIT); throwNew(c); });
        attempt("waits", c -> c.op(ALOAD_0, ENTER, ALOAD_0, ENTER, ALOAD_0, 0x0a).call(0xb6, "java/lang/Object", "wait", "(J)V").op(ALOAD_0, EXIT, ALOAD_0, EXIT, ALOAD_0, EXIT, RETURN));
        attempt("collects", c -> c.op(ALOAD_0, ENTER, ALOAD_1, ENTER).call(0xb8, "java/lang/System", "gc", "()V").op(ALOAD_0, EXIT).call(0xb8, "java/lang/System", "gc", "()V").op(RETURN));
        callees();
        inThread();
    }

    /** One method enters, another leaves: neither may. */
    private static void callees() throws Throwable {
        a = new Assembler("Callees", "java/lang/Object");
        a.addMethod(STATIC, "enter", "(Ljava/lang/Object;)V", a.code(1, 1).op(ALOAD_0, ENTER, RETURN));
        a.addMethod(STATIC, "leave", "(Ljava/lang/Object;)V", a.code(1, 1).op(ALOAD_0, EXIT, RETURN));
        a.addMethod(STATIC, "enterAndLeave", "(Ljava/lang/Object;)V", a.code(1, 1).op(ALOAD_0).call(0xb8, "Callees", "enter", "(Ljava/lang/Object;)V").op(ALOAD_0).call(0xb8, "Callees", "leave", "(Ljava/lang/Object;)V").op(RETURN));
        a.addMethod(STATIC, "left", "(Ljava/lang/Object;)V", a.code(1, 1).op(ALOAD_0, ENTER, ALOAD_0).call(0xb8, "Callees", "leave", "(Ljava/lang/Object;)V").op(RETURN));
        Class<?> type = a.load();
        for (String name : new String[] {"enter", "leave", "enterAndLeave", "left"}) {
            MethodHandle method = MethodHandles.lookup().findStatic(type, name, MethodType.methodType(void.class, Object.class));
            for (int i = 0; i < 2000; i++) {
                Object x = new Object();
                String result = "returns";
                try {
                    method.invoke(x);
                } catch (IllegalMonitorStateException e) {
                    result = e.toString();
                }
                if (i % 1000 == 0) System.out.println(name + ": " + result + " " + holder(x));
            }
        }
    }

    /** A thread that would end with something entered. */
    private static void inThread() throws Throwable {
        a = new Assembler("InThread", "java/lang/Object", "java/lang/Runnable").addConstructor();
        a.addField(STATIC, "lock", "Ljava/lang/Object;");
        a.addMethod(Assembler.PUBLIC, "run", "()V", a.code(1, 1).access(0xb2, "InThread", "lock", "Ljava/lang/Object;").op(ENTER, RETURN));
        Class<?> type = a.load();
        Object lock = new Object();
        type.getField("lock").set(null, lock);
        Thread thread = new Thread((Runnable) type.getConstructor().newInstance());
        thread.setUncaughtExceptionHandler((t, e) -> System.out.println("uncaught " + e));
        thread.start();
        thread.join();
        System.out.println(holder(lock));
    }
}

import other.Assembler;
import other.Assembler.Code;

/** Monitors left twice, left by a thread that has not entered them, entered a thousand and more times, and what can
 * have none. */
public class HeldLocks {
    interface Body { Code write(Assembler a, Code c); }

    private static void attempt(String label, Body body) throws Exception {
        Object lock = new Object();
        Assembler a = new Assembler("L", "java/lang/Object");
        a.addMethod(9, "run", "(Ljava/lang/Object;)V", body.write(a, a.code(4, 3)));
        Class<?> type = a.load();
        Thread thread = new Thread(() -> Attack.kind(label, () -> {
            try {
                type.getMethod("run", Object.class).invoke(null, lock);
            } catch (java.lang.reflect.InvocationTargetException e) {
                throw e.getCause();
            }
        }));
        thread.start();
        thread.join();
        Thread next = new Thread(() -> System.out.println(label + ", another thread has it: " + Thread.holdsLock(lock)));
        next.start();
        next.join();
        Thread taker = new Thread(() -> { synchronized (lock) { System.out.println(label + ", it is free"); } });
        taker.setDaemon(true);
        taker.start();
        taker.join(300);
        if (taker.isAlive()) System.out.println(label + ", it is locked for ever");
    }

    public static void main(String[] arguments) throws Exception {
        attempt("left twice", (a, c) -> c.op(0x2a, 0xc2, 0x2a, 0xc3, 0x2a, 0xc3, 0xb1));
        attempt("never entered", (a, c) -> c.op(0x2a, 0xc3, 0xb1));
        attempt("1,500 times", (a, c) -> { for (int i = 0; i < 1500; i++) c.op(0x2a, 0xc2); for (int i = 0; i < 1500; i++) c.op(0x2a, 0xc3); return c.op(0xb1); });
        attempt("entered and kept", (a, c) -> c.op(0x2a, 0xc2, 0xb1));
        attempt("entered twice, left once", (a, c) -> c.op(0x2a, 0xc2, 0x2a, 0xc2, 0x2a, 0xc3, 0xb1));
        attempt("left by a throw", (a, c) -> c.op(0x2a, 0xc2, 0x01, 0xbf));
        attempt("left in another order", (a, c) -> c.op(0x2a, 0xc2).op2(0xbb, a.type("java/lang/Object")).op(0x59).call(0xb7, "java/lang/Object", "<init>", "()V").op(0x4c, 0x2b, 0xc2, 0x2a, 0xc3, 0x2b, 0xc3, 0xb1));
        attempt("null", (a, c) -> c.op(0x01, 0xc2, 0xb1));
        attempt("of what is no object", (a, c) -> c.op(0x04, 0xc2, 0xb1));
    }
}

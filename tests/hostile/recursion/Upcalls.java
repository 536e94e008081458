import java.security.AccessController;
import java.security.PrivilegedAction;
import other.Assembler;
import other.Assembler.Bytes;

/** Recursion whose every turn goes through the kernel and back: reflection, class loading, initialisers, bootstrap
 * methods, privileged actions, proxies of natives, stack walks; the stack ends at any depth of them. */
@SuppressWarnings("removal")
public class Upcalls {
    static int n;
    static class Made { Made() throws Exception { n++; Made.class.getDeclaredConstructor().newInstance(); } }
    static Object privileged() { return AccessController.doPrivileged((PrivilegedAction<Object>) Upcalls::privileged); }
    static long walked(int depth) { return depth % 500 == 499 ? StackWalker.getInstance().walk(s -> s.limit(3).count() + walked(depth + 1)) : walked(depth + 1); }
    public static java.lang.invoke.CallSite site(java.lang.invoke.MethodHandles.Lookup l, String name, java.lang.invoke.MethodType type) throws Throwable { Assembler.call(linking(), "run"); return null; }
    private static Class<?> linking() throws Exception {
        Assembler a = new Assembler("S", "java/lang/Object").version(52);
        a.addAttribute(new Assembler.Attribute("BootstrapMethods", new Bytes().u2(1, a.handle(6, a.method("Upcalls", "site", "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;")), 0).get()));
        a.addMethod(9, "run", "()Ljava/lang/Object;", a.code(2, 0).op2(0xba, a.dynamic(18, 0, "x", "()Ljava/lang/Object;")).op(0, 0, 0xb0));
        return a.load();
    }
    static class Loading extends ClassLoader {
        @Override public Class<?> loadClass(String name) throws ClassNotFoundException { return Class.forName(name + "x", false, this); }
    }
    static class Initialising extends ClassLoader {
        static int next;
        Class<?> make() {
            Assembler a = new Assembler("I" + next++, "java/lang/Object");
            a.addMethod(8, "<clinit>", "()V", a.code(1, 0).call(0xb8, "Upcalls", "initialise", "()V").op(0xb1));
            byte[] file = a.bytes();
            return defineClass(null, file, 0, file.length);
        }
    }
    public static void initialise() throws Exception { nested(); }
    public static void nested() throws Exception { Class<?> type = new Initialising().make(); Class.forName(type.getName(), true, type.getClassLoader()); }

    /** The error itself, or one that carries it: which frame it meets is a machine's own affair. */
    private static void deep(String label, Attack.Action action) {
        Attack.exhaust(label, () -> {
            try {
                action.run();
            } catch (java.lang.reflect.InvocationTargetException | LinkageError | InternalError | ClassNotFoundException | java.lang.reflect.UndeclaredThrowableException e) {
                // as good
            }
        });
    }

    public static void main(String[] arguments) throws Throwable {
        Thread[] large = new Thread[1];
        for (int round = 0; round < 2; round++) {
            Attack.Action all = () -> {
                deep("constructors", Made::new);
                deep("privileged", Upcalls::privileged);
                deep("walked", () -> walked(0));
                deep("loaders", () -> new Loading().loadClass("X"));
                deep("bootstraps", () -> Assembler.call(linking(), "run"));
                deep("initialisers", Upcalls::nested);
                for (int offset = 0; offset < Attack.some(40); offset++) at(offset);
            };
            if (round == 0) {
                all.run();
            } else {
                large[0] = new Thread(null, () -> Attack.kind("small stack", all), "small", 200_000);
                large[0].start();
                large[0].join();
            }
        }
        System.out.println(n > 100);
    }

    /** Near the end of the stack, each time a little further: natives, first calls, class loading, locks, allocation,
     * exceptions. */
    private static void at(int offset) {
        try {
            at = 0;
            fall(offset);
        } catch (StackOverflowError | OutOfMemoryError e) {
            n++;
        }
    }
    private static int at;
    private static int fall(int offset) {
        try {
            return fall(offset) + 1;
        } catch (StackOverflowError e) {
            if (at++ > 20) throw e;
            long[] pad = new long[offset];
            synchronized (pad) {
                try {
                    new Object().hashCode();
                    System.identityHashCode(Upcalls.class.getMethods());
                    new Throwable().getStackTrace();
                    String.valueOf(offset + n).intern();
                    Class.forName("java.util.concurrent.Phaser", true, null);
                    int[][] many = new int[3][4];
                    System.arraycopy(many[0], 0, many[1], 0, 4);
                    Integer.parseInt("x");
                } catch (StackOverflowError | NumberFormatException | ClassNotFoundException | LinkageError f) {
                    n++;
                }
            }
            throw e;
        }
    }
}

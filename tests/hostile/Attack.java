import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.concurrent.Callable;
import sun.misc.Unsafe;

/** What the hostile programs share: running an attack, and saying how it ended in words that are the same on every
 * virtual machine. */
public class Attack {
    public interface Action { void run() throws Throwable; }

    /** The error's class and message, or that there was none. */
    public static void attempt(String label, Callable<?> action) {
        try {
            System.out.println(label + ": " + action.call());
        } catch (Throwable e) {
            System.out.println(label + ": " + e);
        }
    }

    /** The error's class alone: each machine has its own words for it. */
    public static void kind(String label, Action action) {
        String end = "nothing";
        try {
            action.run();
        } catch (Throwable e) {
            end = e.getClass().getName();
        }
        System.out.println(label + ": " + end);
    }

    /** As `kind`, but one LinkageError is as good as another: which check comes first is a machine's own affair. */
    public static void linkage(String label, Action action) {
        kind(label, () -> {
            try {
                action.run();
            } catch (LinkageError e) {
                throw new LinkageError();
            }
        });
    }

    /** Runs until memory or stack is exhausted, whichever the machine notices first, or the action is done: how much
     * there is, is a machine's own affair. */
    public static void exhaust(String label, Action action) {
        String end = "survived";
        try {
            action.run();
        } catch (OutOfMemoryError | StackOverflowError e) {
            // as good
        } catch (Throwable e) {
            end = e.toString();
        }
        System.out.println(label + ": " + end);
    }

    /** Runs the action while another thread counts time slices; says whether that thread got its turns. */
    public static void ticking(String label, Action action) throws InterruptedException {
        Ticker ticker = new Ticker();
        ticker.start();
        String end = "done";
        try {
            action.run();
        } catch (Throwable e) {
            end = e.getClass().getName();
        }
        ticker.interrupt();
        ticker.join();
        System.out.println(label + ": " + end + (ticker.longest < LIMIT_MS ? "" : ", another thread stood still for " + ticker.longest + " ms"));
    }

    /** As much as this machine has time for: a slow one is given a smaller share. */
    public static int some(int n) { return Math.max(1, n / Integer.getInteger("hostile.share", 1)); }

    private static final long LIMIT_MS = Long.getLong("hostile.pause", 2000);

    private static class Ticker extends Thread {
        volatile long longest;

        @Override public void run() {
            long last = System.nanoTime();
            for (boolean on = true; on; ) {
                try {
                    Thread.sleep(1);
                } catch (InterruptedException e) {
                    on = false;
                }
                long now = System.nanoTime();
                longest = Math.max(longest, (now - last) / 1_000_000);
                last = now;
            }
        }
    }

    private static class Accessible { boolean override; volatile Object accessCheckCache; }  // laid out as AccessibleObject

    /** Has a member of the JDK's insides be called, as a program that is started with `--add-opens` can do. */
    @SuppressWarnings("deprecation")
    public static <T extends AccessibleObject> T opened(T member) throws ReflectiveOperationException {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe) field.get(null);
        unsafe.putBoolean(member, unsafe.objectFieldOffset(Accessible.class.getDeclaredField("override")), true);
        return member;
    }

    /** Calls an opened method, and throws what it throws. */
    public static Object call(Method method, Object receiver, Object... arguments) throws Throwable {
        try {
            return opened(method).invoke(receiver, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Shadows a package: defines what it is given, and asks the boot loader for the rest. */
    public static class Shadow extends ClassLoader {
        public Shadow() { super(null); }
        public Class<?> define(byte[] file) { return defineClass(null, file, 0, file.length); }
    }
}

import java.lang.invoke.MethodHandles;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

// Loaded again and again by Unload, each time by another loader.
public class Payload implements Supplier<Object> {
    public static Object shared = new Object[] {"shared"};
    static int[] numbers = new int[200];
    static final String NAME = "payload";

    public interface Face { String face(); }

    public static class Inner implements Supplier<Object> {
        final String text = NAME + Other.text();
        @Override public Object get() { return text; }
        @Override public String toString() { return "an inner object"; }
    }

    public static class Failing {
        static int value = Integer.parseInt("not a number");
    }

    public Payload() { numbers[3]++; }

    @Override public Object get() { return new Inner(); }

    public static int twice(int x) { return 2 * x; }

    public static Supplier<Object> lambda(int x) { return () -> NAME + x + numbers.length; }

    public static void await(CountDownLatch inside, CountDownLatch leave) throws InterruptedException {
        inside.countDown();
        leave.await();
        numbers[1] = 1;
    }

    public static String collect() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 3; i++) {
            System.gc();
            text.append(new Payload().get().getClass().getSimpleName()).append(numbers[3]).append("literal".length());
        }
        return text.toString();
    }

    /** The class's own monitor, which is in use while much is allocated. */
    public static synchronized String locked() throws InterruptedException {
        int hash = System.identityHashCode(Payload.class), sum = 0;
        for (int i = 0; i < 2_000_000; i++) sum += new int[8].length;
        boolean holds = Thread.holdsLock(Payload.class);
        Payload.class.wait(1);
        return sum + " " + holds + Thread.holdsLock(Payload.class) + (hash == Payload.class.hashCode());
    }

    public static void fail() { throw new IllegalStateException("failed on purpose"); }

    public static Object missing() { return Absent.call(); }

    public static Class<?> hide(byte[] bytes) throws IllegalAccessException {
        return MethodHandles.lookup().defineHiddenClass(bytes, true).lookupClass();
    }
}

// Not there at run time: the test takes its class file away.
class Absent {
    static Object call() { return null; }
}

import gnomon.Domain;
import gnomon.Naming;
import gnomon.Portal;
import gnomon.PortalCopyException;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.Arrays;
import sun.misc.Unsafe;

/**
 * What copies cost that are made to be slow: 100,000 objects of 1,000 classes in turn take no longer than four times
 * what as many of one class take; and constants of an enum whose names have been changed, 5,000 times, are refused and
 * leave nothing in the machine's table of names.
 */
@SuppressWarnings({"deprecation", "removal"})
public class Alternating {
    static final int OBJECTS = 100_000;
    static final int CLASSES = 1_000;

    enum Kind { ONE, TWO }

    interface Counts extends Portal {
        int count(Object[] all);

        String name(Kind kind);
    }

    public static class Service implements Counts {
        @Override
        public int count(Object[] all) {
            return all.length;
        }

        @Override
        public String name(Kind kind) {
            return kind.name();
        }

        public static void main(String[] arguments) throws InterruptedException {
            Naming.register("counts", new Service());
            Thread.sleep(Long.MAX_VALUE);
        }
    }

    /** Empty arrays of as many types. */
    private static Object[] objects(int types) {
        Class<?>[] elements = {int.class, long.class, byte.class, char.class, Object.class};
        Object[] all = new Object[OBJECTS];
        Class<?>[] arrays = new Class<?>[types];
        for (int i = 0; i < types; i++) arrays[i] = Array.newInstance(elements[i % elements.length], new int[i / elements.length + 1]).getClass();
        for (int i = 0; i < all.length; i++) all[i] = Array.newInstance(arrays[i % types].getComponentType(), 0);
        return all;
    }

    private static long nanoseconds(Counts counts, Object[] all) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            long start = System.nanoTime();
            if (counts.count(all) != OBJECTS) throw new AssertionError();
            least = Math.min(least, System.nanoTime() - start);
        }
        return least;
    }

    private static void rename(Unsafe unsafe, long offset, Counts counts, int first, int end) throws Exception {
        int refused = 0;
        for (int i = first; i < end; i++) {
            unsafe.putObject(Kind.ONE, offset, "name".repeat(25) + i);
            try {
                counts.name(Kind.ONE);
            } catch (PortalCopyException e) {
                refused++;
            }
        }
        unsafe.putObject(Kind.ONE, offset, "ONE");
        if (refused != end - first) throw new AssertionError(refused);
    }

    public static void main(String[] arguments) throws Exception {
        Domain domain = Domain.start(new Domain.Options("counts").main("Alternating$Service").heap(256L << 20));
        Counts counts = Naming.lookup("counts", Counts.class);
        Object[] alike = objects(1), different = objects(CLASSES);
        nanoseconds(counts, different); // classes are made
        long of = nanoseconds(counts, different), against = nanoseconds(counts, alike);
        System.out.println(of < 4 * against ? "classes: in time" : "classes: " + of + " ns against " + against);
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe) field.get(null);
        Field name = Arrays.stream(Enum.class.getDeclaredFields()).filter(each -> each.getName().equals("name")).findFirst().get();
        long offset = unsafe.objectFieldOffset(name);
        System.out.println(counts.name(Kind.ONE) + " " + counts.name(Kind.TWO));
        rename(unsafe, offset, counts, 0, 100);
        long before = Domain.machineMemory().get("names");
        rename(unsafe, offset, counts, 100, 5100);
        long more = Domain.machineMemory().get("names") - before;
        System.out.println(more == 0 ? "names: nothing is left" : "names: " + more + " bytes are left");
        domain.terminate();
        domain.await();
    }
}

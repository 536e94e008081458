import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** Takes all native memory that there is, in pieces of ever fewer bytes, and gives none back. */
public class TakesAll {
    public static void main(String[] arguments) throws Exception {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe) field.get(null);
        for (int bytes = 64 << 20; bytes >= 32; bytes /= 2) take(unsafe, bytes);
    }

    private static void take(Unsafe unsafe, int bytes) {
        try {
            while (true) unsafe.allocateMemory(bytes);
        } catch (OutOfMemoryError none) {
            return;
        }
    }
}

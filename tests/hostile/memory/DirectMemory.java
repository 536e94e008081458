import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import sun.misc.Unsafe;

/** Direct buffers at and beyond their ends, cleaned twice, cleaned through what is not their owner; sun.misc.Unsafe
 * used rightly, and with sizes that cannot be. */
@SuppressWarnings({"removal", "deprecation"})
public class DirectMemory {
    int number = 7;
    Object any = "any";

    public static void main(String[] arguments) throws Throwable {
        ByteBuffer direct = ByteBuffer.allocateDirect(64).order(ByteOrder.nativeOrder());
        for (int index : new int[] {-1, 57, 64, Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE - 7}) {
            Attack.kind("getLong " + index, () -> direct.getLong(index));
            Attack.kind("put " + index, () -> direct.put(index, (byte) 1));
            Attack.kind("bulk " + index, () -> direct.put(index, new byte[8], 0, 8));
            Attack.kind("slice " + index, () -> direct.slice(index, 8));
            Attack.kind("position " + index, () -> direct.duplicate().position(index));
        }
        LongBuffer longs = direct.asLongBuffer();
        Attack.kind("as longs", () -> longs.put(8, 1));
        Attack.kind("bulk beyond", () -> direct.get(new byte[10], 5, 8));
        Attack.kind("bulk of too many", () -> direct.duplicate().get(new byte[100]));
        Attack.kind("bulk overflows", () -> direct.get(0, new byte[10], Integer.MAX_VALUE, 2));
        Attack.kind("read only", () -> direct.asReadOnlyBuffer().putInt(0, 1));
        Attack.kind("put into itself", () -> direct.put(direct));
        Attack.kind("negative size", () -> ByteBuffer.allocateDirect(-1));
        Attack.kind("compact", () -> System.out.println(direct.duplicate().position(60).compact().position()));
        Attack.kind("overlapping", () -> System.out.println(direct.duplicate().position(3).limit(40).slice().put(direct.duplicate().limit(37)).position()));
        for (int i = 0; i < 2_000; i++) ByteBuffer.allocateDirect(1 << 20);  // dropped: 2 GiB in 64 MiB
        System.out.println("dropped");
        Attack.exhaust("kept", () -> { List<ByteBuffer> all = new ArrayList<>(); for (;;) all.add(ByteBuffer.allocateDirect(1 << 20)); });

        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe) field.get(null);
        ByteBuffer once = ByteBuffer.allocateDirect(32);
        ByteBuffer part = once.slice();
        Attack.kind("clean a slice", () -> unsafe.invokeCleaner(part));
        Attack.kind("clean a duplicate", () -> unsafe.invokeCleaner(once.duplicate()));
        Attack.kind("clean", () -> unsafe.invokeCleaner(once));
        Attack.kind("clean twice", () -> unsafe.invokeCleaner(once));
        Attack.kind("clean a heap's", () -> unsafe.invokeCleaner(ByteBuffer.allocate(5)));
        Attack.kind("getUnsafe", () -> System.out.println(Unsafe.getUnsafe() == unsafe));
        Attack.kind("allocate -1", () -> unsafe.allocateMemory(-1));
        Attack.kind("allocate all", () -> unsafe.allocateMemory(Long.MAX_VALUE));
        Attack.kind("allocate 1 TiB", () -> unsafe.freeMemory(unsafe.allocateMemory(1L << 46)));
        Attack.attempt("allocate 0", () -> unsafe.allocateMemory(0));
        Attack.kind("free 0", () -> unsafe.freeMemory(0));
        Attack.kind("reallocate to 0", () -> System.out.println(unsafe.reallocateMemory(unsafe.allocateMemory(100), 0)));
        Attack.kind("reallocate -1", () -> unsafe.reallocateMemory(0, -1));
        Attack.kind("set -1", () -> unsafe.setMemory(0, -1, (byte) 0));
        Attack.kind("copy -1", () -> unsafe.copyMemory(new byte[8], Unsafe.ARRAY_BYTE_BASE_OFFSET, new byte[8], Unsafe.ARRAY_BYTE_BASE_OFFSET, -1));
        Attack.kind("copy of objects", () -> unsafe.copyMemory(new Object[8], Unsafe.ARRAY_OBJECT_BASE_OFFSET, new byte[8], Unsafe.ARRAY_BYTE_BASE_OFFSET, 4));
        Attack.kind("instance of an interface", () -> unsafe.allocateInstance(Runnable.class));
        Attack.kind("instance of an abstract class", () -> unsafe.allocateInstance(Number.class));
        Attack.kind("instance of an array", () -> unsafe.allocateInstance(int[].class));
        Attack.kind("instance of int", () -> unsafe.allocateInstance(int.class));
        Attack.kind("instance of Class", () -> unsafe.allocateInstance(Class.class));
        Attack.attempt("instance without constructor", () -> ((DirectMemory) unsafe.allocateInstance(DirectMemory.class)).number);
        Attack.kind("offset of null", () -> unsafe.objectFieldOffset(null));
        Attack.kind("offset in a lambda", () -> { Runnable r = () -> System.out.println(unsafe); unsafe.objectFieldOffset(r.getClass().getDeclaredFields()[0]); });
        Attack.kind("throws", () -> unsafe.throwException(new java.io.IOException()));
        Attack.kind("index scale of no array", () -> System.out.println(unsafe.arrayIndexScale(int[].class)));
        long offset = unsafe.objectFieldOffset(DirectMemory.class.getDeclaredField("number")), any = unsafe.objectFieldOffset(DirectMemory.class.getDeclaredField("any"));
        DirectMemory object = new DirectMemory();
        for (int i = 0; i < 5_000; i++) unsafe.getAndAddInt(object, offset, 1);
        System.out.println(object.number + " " + unsafe.compareAndSwapObject(object, any, "any", object) + " " + (object.any == object));
        long memory = unsafe.allocateMemory(1 << 16);
        unsafe.setMemory(memory, 1 << 16, (byte) 0x11);
        for (int i = 0; i < 8; i++) unsafe.copyMemory(memory + i, memory + 1000 + 3 * i, 500);
        unsafe.putLong(memory + 3, 0x0102030405060708L);
        System.out.println(Long.toHexString(unsafe.getLong(memory)) + " " + unsafe.getAddress(memory + 4));
        unsafe.freeMemory(memory);
        unsafe.park(false, 1);
        unsafe.unpark(null);
        Attack.kind("load average", () -> System.out.println(unsafe.getLoadAverage(new double[3], 5)));
    }
}

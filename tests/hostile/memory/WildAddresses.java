import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.Arrays;
import sun.misc.Unsafe;

/**
 * What ends HotSpot: sun.misc.Unsafe with addresses where nothing is, with nulls and wrong classes, memory that is
 * freed twice. On Gnomon each is an InternalError, another Java error or nothing; nowhere else is it tried. Addresses
 * of the kernel's own memory are not among them: docs/architecture.md says what protects that.
 */
@SuppressWarnings({"removal", "deprecation"})
public class WildAddresses {
    private static final long[] WILD = {1, 0xfff0, 0x2_0000_0000L, 0x7f_ffff_f000L, 0x0fff_ffff_f000L, 0x7fff_ffff_f000L, 0x8000_0000_0000L, 0x0123_4567_89ab_cdefL, Long.MIN_VALUE, Long.MAX_VALUE - 7, -1, -8};
    private static int faults;

    private static void wild(Attack.Action action) {
        try {
            action.run();
            for (int i = 0; i < 3; i++) Thread.yield();  // the error may come with the next poll
        } catch (InternalError e) {
            faults++;
            if (!e.getMessage().contains("unsafe memory access")) System.out.println(e);
        } catch (Throwable e) {
            System.out.println(e);
        }
    }

    private static void quiet(Attack.Action action) {
        try {
            action.run();
        } catch (InternalError | NullPointerException e) {
            faults++;
        } catch (Throwable e) {
            System.out.println(e);
        }
    }

    private static long sum(Unsafe unsafe, long address) {
        long sum = 0;
        for (int i = 0; i < 100; i++) sum += unsafe.getLong(address + 8 * i);
        return sum;
    }

    // The JDK's own Unsafe: what sun.misc.Unsafe has not.
    private static void swap() throws Throwable {
        Object inner = Attack.opened(Unsafe.class.getDeclaredField("theInternalUnsafe")).get(null);
        Method swap = inner.getClass().getDeclaredMethod("copySwapMemory0", Object.class, long.class, Object.class, long.class, long.class, long.class);
        byte[] from = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}, to = new byte[16];
        long start = Unsafe.ARRAY_BYTE_BASE_OFFSET;
        for (long bytes : new long[] {8, 12, -8, Long.MIN_VALUE}) {
            for (long element : new long[] {0, 1, 3, 8, 9, 16, -2, Long.MIN_VALUE, Long.MAX_VALUE}) {
                if (bytes == 8 && element == 8) continue;
                try {
                    Attack.call(swap, inner, from, start, to, start, bytes, element);
                    System.out.println(bytes + " by " + element + ": swapped");
                } catch (IllegalArgumentException e) {
                    // as where the class library checks it
                }
            }
        }
        for (long address : WILD) {
            int before = faults;
            wild(() -> Attack.call(swap, inner, null, address, to, start, 16L, 8L));
            wild(() -> Attack.call(swap, inner, from, start, null, address, 16L, 2L));
            if (faults != before + 2) System.out.println("not refused at " + Long.toHexString(address));
        }
        if (!Arrays.equals(to, new byte[16])) System.out.println("written: " + Arrays.toString(to));
        Attack.call(swap, inner, from, start, to, start, 16L, 8L);
        if (to[0] != 8 || to[15] != 9) System.out.println(Arrays.toString(to));
    }

    private static void attack() throws Throwable {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe) field.get(null);
        int tried = 0;
        for (long address : WILD) {
            Attack.Action[] all = {() -> unsafe.getInt(address), () -> unsafe.putInt(address, 5), () -> unsafe.getByte(address), () -> unsafe.putByte(address, (byte) 5), () -> unsafe.getShort(address), () -> unsafe.putShort(address, (short) 5), () -> unsafe.getLong(address), () -> unsafe.putLong(address, 5), () -> unsafe.getChar(address),
                () -> unsafe.getFloat(address), () -> unsafe.putFloat(address, 1), () -> unsafe.getDouble(address), () -> unsafe.putDouble(address, 1), () -> unsafe.getIntVolatile(null, address), () -> unsafe.putLongVolatile(null, address, 5), () -> unsafe.getAndAddInt(null, address, 5), () -> unsafe.getAndSetLong(null, address, 5),
                () -> unsafe.compareAndSwapInt(null, address, 1, 2), () -> unsafe.compareAndSwapLong(null, address, 1, 2), () -> unsafe.getBoolean(null, address), () -> unsafe.setMemory(address, 100, (byte) 5), () -> unsafe.setMemory(address, 1L << 40, (byte) 5), () -> unsafe.copyMemory(address, address + 100, 64), () -> sum(unsafe, address)};
            for (Attack.Action each : all) { wild(each); tried++; }
            for (String name : new String[] {"getInt", "getLong", "getDouble", "getByte"}) {
                wild(() -> { try { Unsafe.class.getMethod(name, long.class).invoke(unsafe, address); } catch (java.lang.reflect.InvocationTargetException e) { throw e.getCause(); } });
                tried++;
            }
        }
        if (faults < tried * 9 / 10) System.out.println("only " + faults + " of " + tried);
        swap();
        for (long address : new long[] {1, 8, 0x7777_7777L, 0x70_0000_0008L, -16, Long.MAX_VALUE}) {
            quiet(() -> unsafe.freeMemory(address));
            quiet(() -> unsafe.reallocateMemory(address, 100));
        }
        long memory = unsafe.allocateMemory(100);
        quiet(() -> unsafe.freeMemory(memory));
        quiet(() -> unsafe.freeMemory(memory + 16));
        quiet(() -> unsafe.allocateInstance(null));
        quiet(() -> unsafe.throwException(null));
        quiet(() -> unsafe.unpark("text"));
        quiet(() -> unsafe.unpark(new int[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24}));
        ByteBuffer gone = ByteBuffer.allocateDirect(1 << 20);
        unsafe.invokeCleaner(gone);
        wild(() -> gone.getLong(1 << 19));
    }

    public static void main(String[] arguments) throws Throwable {
        if ("Gnomon".equals(System.getProperty("java.vm.name"))) {
            attack();
        }
        System.out.println("goes on");
    }
}

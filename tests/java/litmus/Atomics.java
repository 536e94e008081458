import static other.litmus.Litmus.NOTHING;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import other.litmus.Litmus;

/** Read-modify-write operations lose nothing, on fields and arrays of all kinds; and no value is seen of which half is
 * another one's. */
public class Atomics {
    private static final int THREADS = 3;
    private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class), LONGS = MethodHandles.arrayElementVarHandle(long[].class),
        BYTES = MethodHandles.arrayElementVarHandle(byte[].class), SHORTS = MethodHandles.arrayElementVarHandle(short[].class);
    private static final AtomicIntegerFieldUpdater<Atomics> UPDATER = AtomicIntegerFieldUpdater.newUpdater(Atomics.class, "updated");
    private volatile int updated;
    private int inside;

    private interface Step { void take(); }

    /** All threads take the step, tries in all; `sum` is what has come of it. */
    private static void count(Litmus litmus, String name, Step step, java.util.function.LongSupplier sum) throws InterruptedException {
        int each = litmus.tries() / THREADS;
        Litmus.Meeting meeting = new Litmus.Meeting(THREADS);
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            threads[i] = new Thread(() -> {
                meeting.await();
                for (int j = 0; j < each; j++) step.take();
            });
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
        litmus.tell(name, (long) each * THREADS, Math.abs((long) each * THREADS - sum.getAsLong()), 0);
    }

    private static void counters(Litmus litmus) throws InterruptedException {
        AtomicInteger number = new AtomicInteger();
        count(litmus, "AtomicInteger.getAndAdd", () -> number.getAndAdd(1), number::get);
        AtomicLong wide = new AtomicLong();
        count(litmus, "AtomicLong.incrementAndGet", wide::incrementAndGet, wide::get);
        AtomicLong replaced = new AtomicLong();
        count(litmus, "AtomicLong.compareAndSet", () -> {
            long old;
            do old = replaced.get(); while (!replaced.compareAndSet(old, old + 1));
        }, replaced::get);
        AtomicReference<Integer> reference = new AtomicReference<>(0);
        count(litmus, "AtomicReference.compareAndSet", () -> {
            Integer old;
            do old = reference.get(); while (!reference.compareAndSet(old, old + 1));
        }, reference::get);
        AtomicReference<Integer> updating = new AtomicReference<>(0);
        count(litmus, "AtomicReference.updateAndGet", () -> updating.updateAndGet(old -> old + 1), updating::get);
        Atomics object = new Atomics();
        count(litmus, "AtomicIntegerFieldUpdater", () -> UPDATER.incrementAndGet(object), () -> object.updated);
        count(litmus, "synchronized", () -> { synchronized (object) { object.inside++; } }, () -> object.inside);
    }

    private static void arrays(Litmus litmus) throws InterruptedException {
        AtomicIntegerArray numbers = new AtomicIntegerArray(4);
        count(litmus, "AtomicIntegerArray.addAndGet", () -> numbers.addAndGet(3, 1), () -> numbers.get(3));
        AtomicLongArray wides = new AtomicLongArray(4);
        count(litmus, "AtomicLongArray.getAndIncrement", () -> wides.getAndIncrement(2), () -> wides.get(2));
        AtomicReferenceArray<Integer> references = new AtomicReferenceArray<>(new Integer[] {0, 0});
        count(litmus, "AtomicReferenceArray.accumulateAndGet", () -> references.accumulateAndGet(1, 1, Integer::sum), () -> references.get(1));
        int[] ints = new int[4];
        count(litmus, "VarHandle of int[]", () -> INTS.getAndAdd(ints, 1, 1), () -> ints[1]);
        long[] longs = new long[4];
        count(litmus, "VarHandle of long[]", () -> LONGS.getAndAddRelease(longs, 1, 1L), () -> longs[1]);
        byte[] bytes = new byte[8];
        count(litmus, "VarHandle of byte[]", () -> BYTES.getAndAdd(bytes, 5, (byte) 1), () -> expected(bytes[5], 8, litmus));
        short[] shorts = new short[8];
        count(litmus, "VarHandle of short[]", () -> SHORTS.getAndAdd(shorts, 3, (short) 1), () -> expected(shorts[3], 16, litmus));
        byte[] bits = new byte[8];
        count(litmus, "bitwise VarHandle of byte[]", () -> BYTES.getAndBitwiseXor(bits, 2, (byte) 1), () -> expected(bits[2], 1, litmus));
    }

    /** All tries, if the lowest bits are those of their number. */
    private static long expected(int value, int bits, Litmus litmus) {
        long all = litmus.tries() / THREADS * (long) THREADS;
        return (value - all & (1L << bits) - 1) == 0 ? all : 0;
    }

    /** Neighbours in one word are written by different threads, with plain stores. */
    private static void neighbours(Litmus litmus) throws InterruptedException {
        byte[] bytes = new byte[4];
        AtomicInteger next = new AtomicInteger();
        ThreadLocal<Integer> own = ThreadLocal.withInitial(next::getAndIncrement);
        long[] counts = new long[THREADS];
        count(litmus, "neighbours in byte[]", () -> {
            int i = own.get();
            bytes[i]++;
            counts[i]++;
        }, () -> {
            long sum = 0;
            for (int i = 0; i < THREADS; i++) sum += bytes[i] == (byte) counts[i] ? counts[i] : 0;
            return sum;
        });
    }

    private static final long ONES = -1L;

    private static void halves(Litmus litmus) {
        litmus.test("long", s -> s.a != 0, NOTHING, s -> { s.wide = ONES; s.wide = 0; s.wide = ONES; }, s -> { long seen = s.wide; s.a = seen == 0 || seen == ONES ? 0 : 1; });
        double odd = Double.longBitsToDouble(0x3ff5_5555_aaaa_aaabL);
        litmus.test("double", s -> s.a != 0, NOTHING, s -> { s.real = odd; s.real = 0; s.real = odd; }, s -> { double seen = s.real; s.a = seen == 0 || seen == odd ? 0 : 1; });
        litmus.test("one compareAndSet of two", s -> s.a + s.b != 1, NOTHING,
            s -> s.a = Litmus.X.compareAndSet(s, 0, 1) ? 1 : 0, s -> s.b = Litmus.X.compareAndSet(s, 0, 2) ? 1 : 0);
        litmus.test("one getAndSet of two", s -> (s.a == 0) == (s.b == 0), NOTHING, s -> s.a = (int) Litmus.X.getAndSet(s, 1), s -> s.b = (int) Litmus.X.getAndSet(s, 2));
    }

    public static void main(String[] arguments) throws InterruptedException {
        Litmus litmus = new Litmus(arguments);
        counters(litmus);
        arrays(litmus);
        neighbours(litmus);
        halves(litmus);
        litmus.end();
    }
}

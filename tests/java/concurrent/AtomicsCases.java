import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** java.util.concurrent.atomic: every class, alone and under threads; VarHandles on fields of the small types. */
public class AtomicsCases {
    volatile int counter;
    volatile String text = "start";
    byte small;
    boolean flag;
    short[] shorts = new short[4];

    static void threads(Runnable body) throws InterruptedException {
        List<Thread> all = new ArrayList<>();
        for (int t = 0; t < 4; t++) all.add(new Thread(body));
        for (Thread thread : all) thread.start();
        for (Thread thread : all) thread.join();
    }

    public static void main(String[] arguments) throws Exception {
        AtomicInteger integer = new AtomicInteger(5);
        System.out.println(integer.getAndIncrement() + " " + integer.incrementAndGet() + " " + integer.getAndAdd(3) + " " + integer.addAndGet(-20) + " " + integer.compareAndSet(1, 2) + " " + integer.compareAndSet(-10, 7) + " " + integer.getAndUpdate(x -> x * x) + " " + integer.updateAndGet(x -> -x) + " " + integer.accumulateAndGet(4, Math::max) + " " + integer.getAndSet(9) + " " + integer + " " + integer.compareAndExchange(9, 10) + " " + integer.getPlain() + " " + integer.weakCompareAndSetVolatile(10, 11) + " " + integer.getAcquire());
        AtomicLong wide = new AtomicLong(Long.MAX_VALUE);
        System.out.println(wide.incrementAndGet() + " " + wide.getAndAccumulate(5, (a, b) -> a / b) + " " + wide.intValue() + " " + wide.doubleValue() + " " + wide.compareAndExchangeAcquire(0, 1));
        AtomicBoolean bool = new AtomicBoolean();
        System.out.println(bool.getAndSet(true) + " " + bool.compareAndSet(true, false) + " " + bool);
        AtomicReference<String> reference = new AtomicReference<>("a");
        System.out.println(reference.getAndUpdate(s -> s + "b") + " " + reference.compareAndSet(new String("ab"), "x") + " " + reference.accumulateAndGet("c", String::concat) + " " + reference);
        AtomicStampedReference<String> stamped = new AtomicStampedReference<>("s", 1);
        int[] stamp = new int[1];
        System.out.println(stamped.compareAndSet("s", "t", 1, 2) + " " + stamped.get(stamp) + stamp[0] + " " + stamped.attemptStamp("t", 9) + " " + stamped.getStamp() + " " + stamped.compareAndSet("t", "u", 2, 3));
        AtomicMarkableReference<String> marked = new AtomicMarkableReference<>("m", false);
        System.out.println(marked.attemptMark("m", true) + " " + marked.isMarked() + " " + marked.getReference());
        AtomicIntegerArray ints = new AtomicIntegerArray(3);
        AtomicLongArray longs = new AtomicLongArray(new long[] {1, 2});
        AtomicReferenceArray<String> strings = new AtomicReferenceArray<>(2);
        System.out.println(ints.incrementAndGet(2) + " " + ints + " " + longs.getAndAdd(1, 40) + " " + longs + " " + strings.compareAndSet(0, null, "z") + " " + strings + " " + strings.length());
        try {
            ints.get(3);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        AtomicsCases object = new AtomicsCases();
        AtomicIntegerFieldUpdater<AtomicsCases> counter = AtomicIntegerFieldUpdater.newUpdater(AtomicsCases.class, "counter");
        AtomicReferenceFieldUpdater<AtomicsCases, String> text = AtomicReferenceFieldUpdater.newUpdater(AtomicsCases.class, String.class, "text");
        threads(() -> {
            for (int i = 0; i < 500; i++) {
                counter.incrementAndGet(object);
                text.updateAndGet(object, old -> old.length() > 20 ? "x" : old + "y");
            }
        });
        System.out.println(object.counter + " " + (object.text.length() <= 21) + " " + counter.getAndSet(object, 3));
        for (String name : List.of("small", "shorts", "none")) {
            try {
                AtomicIntegerFieldUpdater.newUpdater(AtomicsCases.class, name);
            } catch (RuntimeException e) {
                System.out.println(e.getMessage());
            }
        }
        LongAdder adder = new LongAdder();
        LongAccumulator most = new LongAccumulator(Long::max, Long.MIN_VALUE);
        DoubleAdder real = new DoubleAdder();
        DoubleAccumulator product = new DoubleAccumulator((a, b) -> a * b, 1);
        threads(() -> {
            for (int i = 0; i < 500; i++) {
                adder.add(i);
                most.accumulate(i * 31 % 499);
                real.add(0.5);
            }
            product.accumulate(2);
        });
        System.out.println(adder + " " + most.get() + " " + real.sum() + " " + product.getThenReset() + " " + product + " " + adder.sumThenReset() + " " + adder.intValue());

        MethodHandles.Lookup lookup = MethodHandles.lookup();
        VarHandle small = lookup.findVarHandle(AtomicsCases.class, "small", byte.class), flag = lookup.findVarHandle(AtomicsCases.class, "flag", boolean.class), element = MethodHandles.arrayElementVarHandle(short[].class);
        System.out.println((byte) small.getAndAdd(object, (byte) 100) + " " + (byte) small.getAndAdd(object, (byte) 100) + " " + object.small + " " + small.compareAndSet(object, (byte) -56, (byte) 1) + " " + (byte) small.getAndBitwiseOr(object, (byte) 6) + " " + object.small + " " + (boolean) flag.getAndSet(object, true) + " " + flag.compareAndSet(object, true, false) + " " + (boolean) flag.getAndBitwiseXor(object, true) + " " + object.flag);
        element.setVolatile(object.shorts, 1, (short) 500);
        System.out.println((short) element.getAndAdd(object.shorts, 1, (short) 1) + " " + (short) element.compareAndExchange(object.shorts, 1, (short) 501, (short) 7) + " " + object.shorts[1] + " " + object.shorts[0] + object.shorts[2]);
        threads(() -> {
            for (int i = 0; i < 300; i++) {
                element.getAndAdd(object.shorts, 2, (short) 1);
                element.getAndAdd(object.shorts, 3, (short) 2);
            }
        });
        System.out.println(object.shorts[2] + " " + object.shorts[3] + " " + small.coordinateTypes() + " " + small.varType() + " " + element.isAccessModeSupported(VarHandle.AccessMode.GET_AND_BITWISE_AND));
    }
}

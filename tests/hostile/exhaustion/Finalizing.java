import java.lang.ref.Cleaner;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Finalizers that revive, throw, allocate, lock, make more of themselves; cleaners that throw; references enqueued by
 * hand, cleared, subclassed, in rings; weak maps whose keys lie. */
@SuppressWarnings({"removal", "deprecation"})
public class Finalizing {
    static volatile Object revived;
    static final AtomicInteger finalized = new AtomicInteger(); // two threads run finalizers
    static volatile int cleaned;
    static class Lazarus { int deaths; @Override protected void finalize() { deaths++; revived = this; finalized.incrementAndGet(); } }
    static class Thrower { @Override protected void finalize() { finalized.incrementAndGet(); throw new OutOfMemoryError("no"); } }
    static class Deep { @Override protected void finalize() { finalized.incrementAndGet(); deep(0); } static int deep(int n) { return deep(n + 1) + 1; } }
    static class Mother { final int left; Mother(int left) { this.left = left; } @Override protected void finalize() { finalized.incrementAndGet(); if (left > 0) new Mother(left - 1); } }
    static class Starting { @Override protected void finalize() { finalized.incrementAndGet(); new Thread(() -> finalized.incrementAndGet()).start(); } }
    static class Collecting { @Override protected void finalize() { finalized.incrementAndGet(); System.gc(); System.runFinalization(); } }
    static class Locking { @Override protected void finalize() throws Exception { synchronized (this) { finalized.incrementAndGet(); notifyAll(); wait(0, 1); } hashCode(); } }
    static class Half { Half() { throw new IllegalStateException(); } @Override protected void finalize() { revived = this; } int value = 5; }
    static class Liar { final int n; Liar(int n) { this.n = n; } @Override public int hashCode() { return n % 3 == 0 ? (int) System.nanoTime() : 1; } @Override public boolean equals(Object o) { if (n % 7 == 0) throw new IllegalStateException(); return super.equals(o); } }
    static class Own extends WeakReference<Object> { Own(Object o, ReferenceQueue<Object> q) { super(o, q); } @Override public Object get() { return "own"; } @Override public void clear() { } }

    private static Reference<Object> refer(int i, ReferenceQueue<Object> queue, ReferenceQueue<Object> second) {
        return i % 3 == 0 ? new WeakReference<>(new Object(), queue) : i % 3 == 1 ? new PhantomReference<>(new Object(), second) : new SoftReference<>(new byte[1000], queue);
    }

    private static void until(String label, java.util.function.BooleanSupplier done) throws Exception {
        for (int i = 0; i < 500 && !done.getAsBoolean(); i++) { System.gc(); System.runFinalization(); Thread.sleep(i < 100 ? 2 : 20); }
        System.out.println(label + " " + done.getAsBoolean());
    }

    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i < 5; i++) new Lazarus();
        until("lazarus", () -> finalized.get() >= 5);
        revived = null;
        System.gc();
        finalized.set(0);
        for (int i = 0; i < 500; i++) new Thrower();
        for (int i = 0; i < 3; i++) new Deep();
        until("throwing", () -> finalized.get() >= 503);
        finalized.set(0);
        new Mother(20);
        until("mothers", () -> finalized.get() >= 21);
        finalized.set(0);
        for (int i = 0; i < 20; i++) { new Starting(); new Locking(); }
        for (int i = 0; i < 3; i++) new Collecting();
        until("starting, locking, collecting", () -> finalized.get() >= 63);
        Attack.kind("half", Half::new);
        until("half an object", () -> revived instanceof Half);
        System.out.println(((Half) revived).value);
        Cleaner cleaner = Cleaner.create();
        for (int i = 0; i < 300; i++) { int n = i; cleaner.register(new Object(), () -> { cleaned++; if (n % 2 == 0) throw new IllegalStateException(); }); }
        until("cleaned", () -> cleaned >= 300);
        Object self = new Object();
        Cleaner.Cleanable twice = cleaner.register(self, () -> cleaned++);
        cleaned = 0;
        twice.clean();
        twice.clean();
        System.out.println("once " + cleaned);
        Attack.kind("cleaner of null", () -> cleaner.register(null, () -> { }));

        ReferenceQueue<Object> queue = new ReferenceQueue<>(), second = new ReferenceQueue<>();
        Own own = new Own(new Object(), queue);
        System.out.println(own.get() + " " + own.enqueue() + " " + own.enqueue() + " " + own.isEnqueued() + " " + (queue.poll() == own) + " " + queue.poll());
        List<Reference<Object>> kept = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) kept.add(refer(i, queue, second));
        Reference<Object> ring = new WeakReference<>(null, queue);
        for (int i = 0; i < 1000; i++) ring = new WeakReference<>(ring, queue);
        kept.get(3).enqueue();
        kept.get(6).clear();
        System.gc();
        int[] seen = {0};
        until("phantoms", () -> { while (second.poll() != null) seen[0]++; return seen[0] >= 6_667; });
        Attack.kind("phantom without a queue", () -> new PhantomReference<>(new Object(), null).enqueue());
        Attack.kind("clone", () -> Reference.class.getDeclaredMethod("clone").setAccessible(true));
        Attack.kind("remove", () -> queue.remove(-1));
        WeakHashMap<Object, Object> map = new WeakHashMap<>();
        int thrown = 0;
        for (int i = 0; i < 3_000; i++) {
            try {
                map.put(new Liar(i), i);
            } catch (IllegalStateException e) {
                thrown++;
            }
            if (i % 1000 == 0) System.gc();
        }
        map = null;
        Reference.reachabilityFence(self);
        Reference.reachabilityFence(kept);
        System.out.println("goes on " + (thrown >= 0));
    }
}

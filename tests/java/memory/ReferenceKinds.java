import java.lang.ref.Cleaner;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Soft, weak and phantom references, their queues, cleaners. */
public class ReferenceKinds {
    static class Named extends WeakReference<Object> {
        final String name;

        Named(String name, Object referent, ReferenceQueue<Object> queue) {
            super(referent, queue);
            this.name = name;
        }
    }

    static void byHand() throws InterruptedException {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Object object = new Object();
        Reference<Object> weak = new WeakReference<>(object, queue), soft = new SoftReference<>(object, queue), phantom = new PhantomReference<>(object, queue);
        System.out.println((weak.get() == object) + " " + (soft.get() == object) + " " + phantom.get());
        System.out.println(weak.refersTo(object) + " " + soft.refersTo(object) + " " + phantom.refersTo(object) + " " + phantom.refersTo(null));
        System.out.println(weak.enqueue() + " " + weak.enqueue() + " " + (queue.poll() == weak) + " " + queue.poll() + " " + weak.get());
        soft.clear();
        phantom.clear();
        System.out.println(soft.get() + " " + soft.refersTo(null) + " " + phantom.refersTo(object) + " " + phantom.enqueue() + " " + (queue.remove() == phantom));
        System.out.println(queue.remove(10) + " " + object.getClass());
        Reference.reachabilityFence(object);
        try {
            queue.remove(-1);
        } catch (IllegalArgumentException exception) {
            System.out.println(exception.getMessage());
        }
    }

    static void byCollector() throws InterruptedException {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Object kept = new Object();
        List<Reference<Object>> references = new ArrayList<>();
        references.add(new Named("kept", kept, queue));
        references.add(new Named("dropped", new Object(), queue));
        references.add(new PhantomReference<>(new int[100], queue));
        references.add(new PhantomReference<>(new long[500_000], queue));
        references.add(new WeakReference<>(new byte[3_000_000], queue));
        references.add(new SoftReference<>("soft " + references.size(), queue));
        references.add(new WeakReference<>("literal", queue));
        WeakReference<Object> toSoft = new WeakReference<>(references.get(5).get());
        int count = 0;
        for (int i = 0; i < 500 && count < 4; i++) {
            System.gc();
            Reference<?> reference = queue.remove(10);
            if (reference == null) continue;
            count++;
            if (reference instanceof Named named) System.out.println(named.name + " is gone");
            else if (reference.get() != null) throw new AssertionError();
        }
        System.out.println("enqueued " + count + ", left " + queue.poll());
        System.out.println(references.get(0).refersTo(kept) + " " + references.get(5).get() + " " + (toSoft.get() == references.get(5).get()) + " " + references.get(6).get());
    }

    static void chains() throws InterruptedException {
        // A weak reference to what only a phantom one keeps from dying does not see it; one in an unreachable object is
        // itself gone.
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        WeakReference<Object> inner = new WeakReference<>(new WeakReference<>(new Object(), queue));
        for (int i = 0; i < 200 && inner.get() != null; i++) {
            System.gc();
            Thread.sleep(2);
        }
        System.out.println("inner " + inner.get() + ", enqueued " + queue.remove(20));
    }

    static void cleaners() throws InterruptedException {
        Cleaner cleaner = Cleaner.create();
        AtomicInteger cleaned = new AtomicInteger();
        Cleaner.Cleanable byHand = cleaner.register(new Object(), cleaned::incrementAndGet);
        byHand.clean();
        byHand.clean();
        System.out.println("by hand " + cleaned);
        Object kept = new Object();
        cleaner.register(kept, () -> cleaned.addAndGet(1000));
        for (int i = 0; i < 20; i++) cleaner.register(new int[i], cleaned::incrementAndGet);
        for (int i = 0; i < 500 && cleaned.get() < 21; i++) {
            System.gc();
            Thread.sleep(2);
        }
        System.out.println("by the collector " + cleaned);
        Reference.reachabilityFence(kept);
    }

    public static void main(String[] arguments) throws InterruptedException {
        byHand();
        byCollector();
        chains();
        cleaners();
    }
}

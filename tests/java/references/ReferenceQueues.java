import java.lang.ref.Cleaner;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Weak, soft and phantom references, their queues, cleaners, and WeakHashMap, over System.gc(). */
public class ReferenceQueues {
    static final class Named extends WeakReference<Object> {
        final String name;

        Named(String name, Object object, ReferenceQueue<Object> queue) {
            super(object, queue);
            this.name = name;
        }
    }

    static Object kept = new Object();

    static List<Named> fill(ReferenceQueue<Object> queue) {
        List<Named> references = new ArrayList<>();
        for (int i = 0; i < 10; i++) references.add(new Named("r" + i, i == 3 ? kept : new int[i + 1], queue));
        return references;
    }

    static void weak() throws InterruptedException {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        List<Named> references = fill(queue);
        System.gc();
        TreeSet<String> names = new TreeSet<>();
        for (int i = 0; i < 9; i++) {
            Named reference = (Named) queue.remove(5000);
            if (reference == null) break;
            names.add(reference.name + (reference.get() == null));
        }
        System.out.println(names + " " + (references.get(3).get() == kept) + " " + queue.poll() + " " + references.get(3).refersTo(kept) + " " + references.get(4).refersTo(null));
        references.get(3).clear();
        System.out.println(references.get(3).get() + " " + references.get(3).enqueue() + " " + references.get(3).enqueue() + " " + (queue.poll() == references.get(3)));
        System.out.println(queue.remove(1) + " " + new WeakReference<>(kept).enqueue());
    }

    static PhantomReference<Object> phantom(ReferenceQueue<Object> queue) {
        return new PhantomReference<>(new Object(), queue);
    }

    static void phantoms() throws InterruptedException {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        PhantomReference<Object> reference = phantom(queue);
        System.out.println(reference.get() + " " + (queue.poll() == null));
        System.gc();
        Reference<?> found = queue.remove(5000);
        System.out.println((found == reference) + " " + reference.refersTo(null));
        SoftReference<byte[]> soft = new SoftReference<>(new byte[1000]);
        System.gc();
        System.out.println(soft.get() != null);
    }

    static void register(Cleaner cleaner, CountDownLatch latch, List<String> log) {
        Object object = new Object();
        cleaner.register(object, () -> {
            log.add("cleaned");
            latch.countDown();
        });
        cleaner.register(object, () -> {
            log.add("cleaned");
            latch.countDown();
            throw new IllegalStateException("is ignored");
        });
        Reference.reachabilityFence(object);
    }

    static void cleaners() throws InterruptedException {
        Cleaner cleaner = Cleaner.create();
        List<String> log = java.util.Collections.synchronizedList(new ArrayList<>());
        CountDownLatch latch = new CountDownLatch(2);
        register(cleaner, latch, log);
        Cleaner.Cleanable direct = cleaner.register(kept, () -> log.add("by hand"));
        direct.clean();
        direct.clean();
        System.gc();
        System.out.println(latch.await(5, TimeUnit.SECONDS) + " " + log.size() + " " + log.contains("by hand"));
    }

    static void maps() throws InterruptedException {
        WeakHashMap<Object, String> map = new WeakHashMap<>();
        List<Object> strong = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Object key = new StringBuilder().append(i);
            if (i % 10 == 0) strong.add(key);
            map.put(key, "v" + i);
        }
        map.put(null, "null key");
        System.gc();
        for (int i = 0; i < 500 && map.size() > 11; i++) Thread.sleep(10);
        TreeSet<String> values = new TreeSet<>(map.values());
        System.out.println(map.size() + " " + values + " " + map.get(strong.get(5)) + " " + map.containsKey(null) + " " + map.remove(strong.get(0)));
        strong.clear();
        System.gc();
        for (int i = 0; i < 500 && map.size() > 1; i++) Thread.sleep(10);
        System.out.println(map.size() + " " + map.keySet() + " " + map.entrySet());
        ThreadLocal<Object> local = new ThreadLocal<>();
        WeakReference<Object> value = new WeakReference<>(new Object());
        local.set(value.get());
        local = null;
        System.gc();
        System.out.println(value.get() == null ? "gone" : "still held by the thread's table");
    }

    public static void main(String[] arguments) throws InterruptedException {
        weak();
        phantoms();
        cleaners();
        maps();
    }
}

import java.lang.ref.Cleaner;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/** What a collector must get right, in a heap that is much smaller than what is allocated. */
public class Collect {
    static volatile int finalized;
    static volatile boolean cleaned;

    static class Finalizable {
        @Override
        protected void finalize() {
            finalized++;
        }
    }

    static class Node {
        Node left, right;
        int value;

        Node(int depth, int value) {
            this.value = value;
            if (depth == 0) return;
            left = new Node(depth - 1, 2 * value);
            right = new Node(depth - 1, 2 * value + 1);
        }

        long sum() {
            return value + (left == null ? 0 : left.sum()) + (right == null ? 0 : right.sum());
        }
    }

    static final byte[][] junk = new byte[50][];

    static void waste(int count) {
        for (int i = 0; i < count; i++) junk[i % junk.length] = new byte[10000 + i];
    }

    static void maps(int scale) {
        Map<String, Integer> map = new HashMap<>();
        for (int i = 0; i < 2000 * scale; i++) {
            String key = "k" + i % 977;
            Integer old = map.get(key);
            map.put(key, old == null ? 1 : old + 1);
        }
        int total = 0;
        for (int value : map.values()) total += value;
        System.out.println("map " + map.size() + " " + total);
    }

    static void hashes(Object[] objects, int scale) {
        int[] hashes = new int[objects.length];
        for (int i = 0; i < objects.length; i++) hashes[i] = System.identityHashCode(objects[i]);
        waste(100 * scale);
        boolean same = true;
        for (int i = 0; i < objects.length; i++) same &= hashes[i] == System.identityHashCode(objects[i]);
        System.out.println("hashes " + same);
    }

    static void locks(Object object, int scale) {
        synchronized (object) {
            waste(100 * scale);
            System.out.println("lock " + Thread.holdsLock(object));
            object.hashCode();
            System.gc();
            System.out.println("lock " + Thread.holdsLock(object));
        }
        System.out.println("lock " + Thread.holdsLock(object));
    }

    static void large(int scale) {
        Object[] references = new Object[400000];
        for (int i = 0; i < references.length; i += 1000) references[i] = "x" + i;
        long[] numbers = new long[300000];
        numbers[299999] = 42;
        for (int i = 0; i < 10 * scale; i++) junk[i % junk.length] = new byte[600000];
        Arrays.fill(junk, null);
        System.gc();
        for (int i = 500; i < references.length; i += 1000) references[i] = "y" + i;
        waste(100 * scale);
        boolean same = true;
        for (int i = 0; i < references.length; i += 500) same &= references[i].equals((i % 1000 == 0 ? "x" : "y") + i);
        System.out.println("large " + same + " " + numbers[299999]);
    }

    static void references(Object[] objects) throws InterruptedException {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        List<WeakReference<Object>> weak = new ArrayList<>();
        List<PhantomReference<Object>> phantom = new ArrayList<>();
        for (int i = 0; i < 100; i++) weak.add(new WeakReference<>(i % 2 == 0 ? objects[i] : new Object(), queue));
        for (int i = 0; i < 10; i++) phantom.add(new PhantomReference<>(new Object(), queue));
        SoftReference<Object> soft = new SoftReference<>(new Object());
        Map<Object, String> map = new WeakHashMap<>();
        for (int i = 0; i < 200; i++) map.put(i < 50 ? objects[i] : new Object(), "v" + i);
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(20);
        }
        int cleared = 0, polled = 0;
        for (WeakReference<Object> reference : weak) cleared += reference.get() == null ? 1 : 0;
        while (queue.poll() != null) polled++;
        System.out.println("weak " + cleared + ", enqueued " + polled + ", soft " + (soft.get() != null) + ", map " + map.size() + ", phantom " + phantom.get(3).get());
        for (Object object : objects) if (object == null) throw new AssertionError();
    }

    static void finalizers() throws InterruptedException {
        for (int i = 0; i < 50; i++) new Finalizable();
        Cleaner cleaner = Cleaner.create();
        cleaner.register(new Object(), () -> cleaned = true);
        for (int i = 0; i < 200 && (finalized < 50 || !cleaned); i++) {
            System.gc();
            Thread.sleep(10);
        }
        System.out.println("finalized " + finalized + ", cleaned " + cleaned);
    }

    static void strings(int scale) {
        String text = new StringBuilder("ab").append(scale).append("cde").toString();
        String interned = text.intern();
        System.gc();
        System.out.println("interned " + (interned == text) + " " + (("ab" + scale + "cde").intern() == text));
        String early = new StringBuilder("a literal that ").append("was interned").toString().intern();
        System.out.println("literal " + (early == "a literal that was interned"));
        System.gc();
        System.out.println("literal " + (early == "a literal that was interned"));
    }

    static void threads() throws InterruptedException {
        Thread[] threads = new Thread[4];
        int[] lengths = new int[threads.length];
        for (int i = 0; i < threads.length; i++) {
            int id = i;
            threads[i] = new Thread(() -> {
                List<String> list = new ArrayList<>();
                for (int k = 0; k < 1500; k++) {
                    list.add("t" + id + ":" + k);
                    if (k % 100 == 0) Thread.yield();
                }
                for (String text : list) lengths[id] += text.length();
            });
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
        System.out.println("threads " + Arrays.toString(lengths));
    }

    static void full() {
        SoftReference<Object> soft = new SoftReference<>(new Object());
        try {
            Object[] list = new Object[1];
            for (;;) {
                Object[] next = new Object[20000];
                next[0] = list;
                list = next;
            }
        } catch (OutOfMemoryError error) {
            System.out.println(error.getMessage() + ", soft " + (soft.get() != null));
        }
        try {
            List<byte[]> list = new ArrayList<>();
            for (;;) list.add(new byte[3000000]);
        } catch (OutOfMemoryError error) {
            System.out.println(error.getMessage());
        }
        try {
            System.out.println(new long[Integer.MAX_VALUE - 8].length);
        } catch (OutOfMemoryError error) {
            System.out.println(error.getMessage());
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        int scale = Integer.parseInt(arguments[0]);
        Object[] objects = new Object[500];
        for (int i = 0; i < objects.length; i++) objects[i] = new Object();
        Node kept = new Node(10, 1);
        long sum = kept.sum();
        maps(scale);
        for (int i = 0; i < 3 * scale; i++) if (new Node(8, i).sum() < 0) return;
        hashes(objects, scale);
        locks(objects[3], scale);
        large(scale);
        references(objects);
        finalizers();
        strings(scale);
        threads();
        if (arguments.length > 1) full();
        System.out.println("kept " + (kept.sum() == sum));
    }
}

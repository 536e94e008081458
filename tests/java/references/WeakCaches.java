import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** A cache on weak references that cleans itself up, interning of values, chains of weak references, resurrection by
 * get. */
public class WeakCaches {
    static final class Cache<K, V> {
        private final class Entry extends WeakReference<V> {
            final K key;

            Entry(K key, V value) {
                super(value, queue);
                this.key = key;
            }
        }

        private final Map<K, Entry> entries = new HashMap<>();
        private final ReferenceQueue<V> queue = new ReferenceQueue<>();
        private final Function<K, V> maker;
        int made;

        Cache(Function<K, V> maker) {
            this.maker = maker;
        }

        @SuppressWarnings("unchecked")
        private void expunge() {
            for (Object dead; (dead = queue.poll()) != null;) entries.remove(((Entry) dead).key, dead);
        }

        V get(K key) {
            expunge();
            Entry entry = entries.get(key);
            V value = entry == null ? null : entry.get();
            if (value == null) {
                made++;
                value = maker.apply(key);
                entries.put(key, new Entry(key, value));
            }
            return value;
        }

        int size() {
            expunge();
            return entries.size();
        }
    }

    static final class Link {
        final WeakReference<Link> next;
        final byte[] ballast = new byte[100];

        Link(Link next) {
            this.next = new WeakReference<>(next);
        }
    }

    static int length(Link link) {
        int count = 0;
        for (; link != null; link = link.next.get()) count++;
        return count;
    }

    static Link chain() {
        Link[] links = new Link[50];
        for (int i = 0; i < links.length; i++) links[i] = new Link(i == 0 ? null : links[i - 1]);
        System.gc();
        System.out.println("chain " + length(links[49]));
        return links[49];
    }

    static long use(Cache<Integer, int[]> cache, int[][] held) {
        long sum = 0;
        for (int i = 0; i < 300; i++) {
            int[] value = cache.get(i);
            if (i % 50 == 0) held[i / 50] = value;
            sum += value[0];
        }
        return sum;
    }

    public static void main(String[] arguments) throws InterruptedException {
        Cache<Integer, int[]> cache = new Cache<>(key -> new int[] {key * 2, 1, 2, 3});
        int[][] held = new int[6][];
        System.out.println(use(cache, held) + " " + (cache.made >= 300));
        for (int round = 0; round < 100 && cache.size() > 6; round++) {
            System.gc();
            Thread.sleep(5);
        }
        int made = cache.made;
        System.out.println(cache.size() + " " + (cache.get(50) == held[1]) + " " + (cache.made == made) + " " + cache.get(51)[0] + " " + (cache.made == made + 1));
        Link last = chain();
        for (int round = 0; round < 100 && length(last) > 1; round++) {
            System.gc();
            Thread.sleep(5);
        }
        System.out.println("chain " + length(last));
        SoftReference<int[]> soft = new SoftReference<>(new int[100]);
        int[] strong = soft.get();
        soft.clear();
        System.out.println(soft.get() == null && strong.length == 100);
        WeakReference<String> literal = new WeakReference<>("a literal that stays");
        WeakReference<Class<?>> type = new WeakReference<>(WeakCaches.class);
        WeakReference<Thread> thread = new WeakReference<>(Thread.currentThread());
        WeakReference<Integer> boxed = new WeakReference<>(100);
        System.gc();
        System.out.println(literal.get() + " " + type.get().getName() + " " + (thread.get() == Thread.currentThread()) + " " + boxed.get());
    }
}

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Eight threads that allocate: weak maps, large arrays, trees, short-lived threads. Each checks its own data.
 * Argument: MiB to allocate altogether. */
public class Soak {
    static final AtomicLong allocated = new AtomicLong();
    static long limit;

    static final class Key {
        final int number;

        Key(int number) {
            this.number = number;
        }
    }

    static void check(boolean right, String what) {
        if (!right) throw new AssertionError(what);
    }

    static void large(SplittableRandom random, long[][] kept) {
        int bytes = 100_000 + random.nextInt(900_000), place = random.nextInt(kept.length);
        long[] array = new long[bytes / 8];
        for (long element : array) check(element == 0, "new memory is not zero");
        array[0] = array.length;
        array[array.length - 1] = array.length;
        if (kept[place] != null) check(kept[place][0] == kept[place].length, "a large array has changed");
        kept[place] = array;
        allocated.addAndGet(bytes);
    }

    static void weak(SplittableRandom random, Map<Key, String> map, List<Key> keys) {
        for (int i = 0; i < 300; i++) {
            Key key = new Key(random.nextInt());
            map.put(key, "value " + key.number);
            if (i % 10 != 0) continue;
            if (keys.size() == 500) keys.set(random.nextInt(500), key);
            else keys.add(key);
        }
        for (Key key : keys) check(("value " + key.number).equals(map.get(key)), "a weak map has lost a key that is alive");
        allocated.addAndGet(300 * 120 + 500 * 60);
    }

    static void thread(long seed) throws InterruptedException {
        long[] sum = new long[1];
        Thread thread = new Thread(() -> {
            Node node = new Node(8, seed);
            node.verify(seed);
            sum[0] = node.check;
        });
        thread.start();
        thread.join();
        check(sum[0] == seed, "a thread has ended without its result");
        allocated.addAndGet(511 * 24);
    }

    static void run(int number) throws InterruptedException {
        SplittableRandom random = new SplittableRandom(number);
        long[][] kept = new long[3][];
        Map<Key, String> map = new WeakHashMap<>();
        List<Key> keys = new ArrayList<>();
        Node tree = new Node(12, number);
        while (allocated.get() < limit) {
            large(random, kept);
            weak(random, map, keys);
            if (random.nextInt(20) == 0) thread(random.nextInt());
            long seed = random.nextInt();
            new Node(10, seed).verify(seed);
            allocated.addAndGet(2047 * 24);
            tree.verify(number);
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        limit = Long.parseLong(arguments[0]) << 20;
        Thread[] threads = new Thread[8];
        boolean[] right = new boolean[threads.length];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                try {
                    run(number);
                    right[number] = true;
                } catch (InterruptedException exception) {
                    throw new AssertionError(exception);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
        for (boolean one : right) check(one, "a thread has failed");
        System.out.println("all right");
    }
}

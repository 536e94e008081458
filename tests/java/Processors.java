import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/** Threads that share a monitor, an atomic number, a map and a queue, make objects and look at them again; each counts
 * its calls of round(). */
public class Processors {
    private static final Object LOCK = new Object();
    private static final AtomicLong NUMBER = new AtomicLong();
    private static final ConcurrentHashMap<Integer, Integer> MAP = new ConcurrentHashMap<>();
    private static final ArrayBlockingQueue<Integer> QUEUE = new ArrayBlockingQueue<>(10);
    private static int shared;

    static void round(int thread, int i, Random random, List<int[]> kept) throws Exception {
        synchronized (LOCK) {
            shared++;
        }
        NUMBER.incrementAndGet();
        MAP.merge(i % 100, 1, Integer::sum);
        int[] made = new int[1 + random.nextInt(200)];
        Arrays.fill(made, i);
        if (i % 10 == 0) kept.add(made);
        if (kept.size() > 200) check(kept);
        if (i % 50 == 0 && thread % 2 == 0) QUEUE.put(i);
        if (i % 50 == 0 && thread % 2 != 0) QUEUE.take();
        if (("a" + i).hashCode() != new StringBuilder("a").append(i).toString().hashCode()) throw new Error("strings");
        if (System.identityHashCode(made) != System.identityHashCode(made)) throw new Error("hash");
        try {
            if (i % 97 == 0) ((Object) null).toString();
        } catch (NullPointerException expected) {
            NUMBER.addAndGet(0);
        }
    }

    private static void check(List<int[]> kept) {
        for (int[] array : kept) {
            for (int value : array) {
                if (value != array[0]) throw new Error("an array has changed");
            }
        }
        kept.clear();
    }

    private static void work(int thread, int rounds, CountDownLatch done) {
        Random random = new Random(thread);
        List<int[]> kept = new ArrayList<>();
        try {
            for (int i = 0; i < rounds; i++) round(thread, i, random, kept);
        } catch (Exception e) {
            throw new Error(e);
        }
        check(kept);
        done.countDown();
    }

    public static void main(String[] arguments) throws Exception {
        int threads = Integer.parseInt(arguments[0]), rounds = Integer.parseInt(arguments[1]);
        CountDownLatch done = new CountDownLatch(threads);
        for (int i = 0; i < threads; i++) {
            int thread = i;
            new Thread(() -> work(thread, rounds, done)).start();
        }
        done.await();
        int sum = 0;
        for (int value : MAP.values()) sum += value;
        System.out.println(shared + " " + NUMBER + " " + sum + " " + QUEUE.size());
    }
}

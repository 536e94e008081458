import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** The concurrent maps, sets and lists: their methods, and many threads on one. */
public class ConcurrentCollections {
    static void together(int threads, java.util.function.IntConsumer body) throws InterruptedException {
        CountDownLatch start = new CountDownLatch(1);
        List<Thread> all = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int number = t;
            Thread thread = new Thread(() -> {
                try {
                    start.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                body.accept(number);
            });
            thread.start();
            all.add(thread);
        }
        start.countDown();
        for (Thread thread : all) thread.join();
    }

    static void maps() throws InterruptedException {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>(4);
        together(4, number -> {
            for (int i = 0; i < 500; i++) {
                map.merge(i % 97, 1, Integer::sum);
                map.computeIfAbsent(1000 + i, key -> key * 2);
                map.compute(-1, (key, value) -> value == null ? 1 : value + 1);
                map.put(10_000 * (number + 1) + i, i);
                map.remove(10_000 * (number + 1) + i);
            }
        });
        int sum = 0;
        for (int i = 0; i < 97; i++) sum += map.get(i);
        System.out.println(sum + " " + map.get(-1) + " " + map.mappingCount() / 10);
        map.keySet().removeIf(key -> key >= 1000);
        System.out.println(map.size() + " " + map.reduceValues(10, Integer::sum) + " " + map.search(1, (key, value) -> key == 50 ? "found" : null) + " " + map.reduceKeysToInt(5, key -> key, 0, Math::max) + " " + map.reduceToLong(1, (key, value) -> (long) key * value, 0, Long::sum));
        StringBuilder bad = new StringBuilder();
        for (Runnable action : List.<Runnable>of(() -> map.put(null, 1), () -> map.put(1, null), () -> map.get(null), () -> map.merge(1, null, Integer::sum), () -> new ConcurrentHashMap<>(-1), () -> map.computeIfAbsent(5000, key -> map.computeIfAbsent(5000, other -> 1)))) {
            try {
                action.run();
                bad.append("fine ");
            } catch (RuntimeException e) {
                bad.append(e.getClass().getSimpleName()).append(' ').append(e.getMessage() != null && e instanceof IllegalStateException ? e.getMessage() : "").append("; ");
            }
        }
        System.out.println(bad);
        ConcurrentHashMap.KeySetView<String, Boolean> keys = ConcurrentHashMap.newKeySet();
        together(3, number -> {
            for (int i = 0; i < 100; i++) keys.add("k" + i % 40);
        });
        System.out.println(keys.size() + " " + keys.contains("k39") + " " + keys.remove("k0") + " " + map.keySet(7).add(7777) + " " + map.get(7777));

        ConcurrentSkipListMap<Integer, String> skip = new ConcurrentSkipListMap<>();
        together(4, number -> {
            for (int i = 0; i < 300; i++) {
                skip.put(i * 4 + number, "v" + number);
                if (i % 3 == 0) skip.remove(i * 4 + number);
                skip.computeIfPresent(i * 4 + (number + 1) % 4, (key, value) -> value);
            }
        });
        System.out.println(skip.size() + " " + skip.firstKey() + " " + skip.lastEntry() + " " + skip.ceilingEntry(600) + " " + skip.headMap(20) + " " + skip.descendingMap().firstKey() + " " + skip.subMap(100, true, 120, false).keySet() + " " + skip.pollFirstEntry());
        ConcurrentSkipListSet<String> set = new ConcurrentSkipListSet<>(List.of("d", "a", "c", "b"));
        System.out.println(set + " " + set.higher("b") + " " + set.descendingSet() + " " + set.tailSet("b", false));
    }

    static void sequences() throws InterruptedException {
        CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>(List.of(1, 2, 3));
        Iterator<Integer> snapshot = list.iterator();
        list.add(4);
        list.addIfAbsent(4);
        list.set(0, 10);
        int seen = 0;
        while (snapshot.hasNext()) seen = seen * 10 + snapshot.next();
        try {
            snapshot.remove();
        } catch (UnsupportedOperationException e) {
            System.out.println("snapshot only");
        }
        list.sort((a, b) -> b - a);
        System.out.println(seen + " " + list + " " + list.addAllAbsent(List.of(2, 5, 5)) + " " + list + " " + list.subList(1, 3) + " " + new CopyOnWriteArraySet<>(List.of("x", "y", "x")));
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
        AtomicInteger taken = new AtomicInteger(), total = new AtomicInteger();
        together(4, number -> {
            for (int i = 1; i <= 200; i++) {
                queue.add(i);
                Integer got = queue.poll();
                if (got != null) {
                    taken.incrementAndGet();
                    total.addAndGet(got);
                }
            }
        });
        for (int got : queue) {
            taken.incrementAndGet();
            total.addAndGet(got);
        }
        System.out.println(taken + " " + total);
        ConcurrentLinkedDeque<Integer> deque = new ConcurrentLinkedDeque<>();
        together(2, number -> {
            for (int i = 0; i < 100; i++)
                if (number == 0) deque.addFirst(-i - 1);
                else deque.addLast(i + 1);
        });
        System.out.println(deque.size() + " " + deque.peekFirst() + " " + deque.peekLast() + " " + deque.pollFirst() + " " + deque.removeLastOccurrence(50) + " " + deque.stream().mapToInt(i -> i).sum());
        Map<String, TreeSet<Integer>> index = new ConcurrentHashMap<>();
        together(3, number -> {
            for (int i = 0; i < 60; i++) index.compute("m" + i % 5, (key, value) -> {
                TreeSet<Integer> next = value == null ? new TreeSet<>() : value;
                next.add(key.length() + number);
                return next;
            });
        });
        System.out.println(new TreeMap<>(index));
    }

    public static void main(String[] arguments) throws InterruptedException {
        maps();
        sequences();
    }
}

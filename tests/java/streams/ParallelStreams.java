import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Parallel streams give what sequential ones give: order kept, stateful operations, exceptions out of tasks, a pool of
 * one's own. */
public class ParallelStreams {
    public static void main(String[] arguments) throws Exception {
        List<Integer> numbers = IntStream.range(0, 2000).boxed().collect(Collectors.toList());
        List<Integer> expected = numbers.stream().filter(i -> i % 3 == 1).map(i -> i * 7 % 101).toList();
        System.out.println(numbers.parallelStream().filter(i -> i % 3 == 1).map(i -> i * 7 % 101).toList().equals(expected));
        System.out.println(numbers.parallelStream().map(i -> i * 7919 % 503).distinct().sorted().limit(10).toList());
        System.out.println(numbers.parallelStream().skip(100).limit(5).toList() + " " + numbers.parallelStream().takeWhile(i -> i < 300).count() + " " + numbers.parallelStream().dropWhile(i -> i < 1995).toList());
        System.out.println(numbers.parallelStream().findFirst() + " " + numbers.parallelStream().filter(i -> i > 1500).findFirst() + " " + numbers.parallelStream().filter(i -> i > 1500).findAny().isPresent() + " " + numbers.parallelStream().anyMatch(i -> i == 1999));
        System.out.println(numbers.parallelStream().reduce(0, Integer::sum) + " " + numbers.parallelStream().map(String::valueOf).collect(Collectors.joining()).hashCode() + " " + numbers.parallelStream().mapToLong(i -> (long) i * i).sum());
        System.out.println(new TreeMap<>(numbers.parallelStream().collect(Collectors.groupingBy(i -> i % 7, Collectors.counting()))) + " " + new TreeMap<>(numbers.parallelStream().collect(Collectors.groupingByConcurrent(i -> i % 7, Collectors.summingInt(i -> i)))));
        List<Integer> ordered = Collections.synchronizedList(new ArrayList<>());
        numbers.parallelStream().limit(500).forEachOrdered(ordered::add);
        System.out.println(ordered.equals(numbers.subList(0, 500)));
        Set<Integer> all = ConcurrentHashMap.newKeySet();
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
        LongAdder adder = new LongAdder();
        AtomicInteger atomic = new AtomicInteger();
        numbers.parallelStream().forEach(i -> {
            all.add(i);
            queue.add(i);
            adder.add(i);
            atomic.incrementAndGet();
        });
        System.out.println(all.size() + " " + new HashSet<>(queue).equals(all) + " " + adder.sum() + " " + atomic.get());
        int[] sorted = new java.util.Random(3).ints(5000).parallel().sorted().toArray();
        boolean ascending = true;
        for (int i = 1; i < sorted.length; i++) ascending &= sorted[i - 1] <= sorted[i];
        System.out.println(ascending + " " + sorted.length + " " + Arrays.stream(sorted).parallel().distinct().count());
        System.out.println(Stream.iterate(1, i -> i + 1).parallel().limit(200).mapToInt(i -> i).sum() + " " + Stream.of(numbers, numbers).parallel().flatMap(List::stream).mapToInt(i -> i).sum());
        Object[] array = numbers.parallelStream().map(i -> i % 2 == 0 ? "even" : i).toArray();
        System.out.println(array.length + " " + array[10] + " " + array[11]);
        try {
            numbers.parallelStream().map(i -> 10 / (i - 777)).forEach(i -> { });
        } catch (ArithmeticException e) {
            System.out.println(e.getClass().getName());
        }
        ForkJoinPool pool = new ForkJoinPool(3);
        Map<Boolean, Long> halves = pool.submit(() -> numbers.parallelStream().collect(Collectors.partitioningBy(i -> i < 500, Collectors.counting()))).get();
        System.out.println(halves);
        pool.shutdown();
        System.out.println(numbers.parallelStream().sequential().isParallel() + " " + numbers.stream().parallel().isParallel() + " " + numbers.parallelStream().unordered().skip(1000).count());
        System.out.println(IntStream.range(0, 1000).parallel().mapToObj(i -> "s" + i).sorted().skip(990).toList() + " " + IntStream.range(0, 1000).parallel().boxed().max((a, b) -> Integer.compare(a % 100, b % 100)).get());
        StringBuffer buffer = numbers.parallelStream().limit(30).collect(StringBuffer::new, (text, i) -> text.append(i), StringBuffer::append);
        System.out.println(buffer);
    }
}

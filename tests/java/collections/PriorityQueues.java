import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;

/** PriorityQueue: order of the heap, removal from the middle while iterating, comparators, growth. */
public class PriorityQueues {
    record Task(String name, int urgency) { }

    public static void main(String[] arguments) {
        PriorityQueue<Integer> queue = new PriorityQueue<>(List.of(5, 3, 8, 1, 9, 2, 7));
        System.out.println(queue + " " + queue.peek() + " " + queue.size());
        queue.offer(0);
        queue.add(4);
        System.out.println(queue + " " + queue.poll() + " " + queue.remove() + " " + queue.contains(8) + " " + queue.remove(8) + " " + queue.remove(88));
        System.out.println(Arrays.toString(queue.toArray()) + " " + Arrays.toString(queue.toArray(new Integer[8])));
        StringBuilder order = new StringBuilder();
        while (!queue.isEmpty()) order.append(queue.poll()).append(' ');
        System.out.println(order + "" + queue.poll() + " " + queue.peek());

        PriorityQueue<Task> tasks = new PriorityQueue<>(Comparator.comparingInt(Task::urgency).reversed().thenComparing(Task::name));
        for (String name : "write read sleep eat walk think".split(" ")) tasks.add(new Task(name, name.length()));
        while (tasks.size() > 2) System.out.println(tasks.poll());
        System.out.println(tasks);

        PriorityQueue<Integer> random = new PriorityQueue<>(2, Collections.reverseOrder());
        int seed = 7;
        for (int i = 0; i < 500; i++) {
            seed = seed * 1664525 + 1013904223;
            random.add((seed >>> 4) % 1000);
        }
        Iterator<Integer> iterator = random.iterator();
        int seen = 0;
        while (iterator.hasNext()) {
            seen++;
            if (iterator.next() % 3 == 0) iterator.remove();
        }
        List<Integer> drained = new ArrayList<>();
        for (Integer value; (value = random.poll()) != null;) drained.add(value);
        List<Integer> sorted = new ArrayList<>(drained);
        sorted.sort(Comparator.reverseOrder());
        System.out.println(seen + " " + drained.size() + " " + drained.equals(sorted) + " " + drained.subList(0, 10));

        try {
            new PriorityQueue<Object>().addAll(List.of(1, "two"));
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        try {
            new PriorityQueue<Integer>().add(null);
        } catch (NullPointerException e) {
            System.out.println("no null");
        }
        try {
            new PriorityQueue<Integer>().element();
        } catch (java.util.NoSuchElementException e) {
            System.out.println(e);
        }
        try {
            new PriorityQueue<Integer>(0);
        } catch (IllegalArgumentException e) {
            System.out.println(e);
        }
        PriorityQueue<String> bulk = new PriorityQueue<>(new java.util.TreeSet<>(List.of("b", "a", "c")));
        bulk.removeIf(text -> text.equals("b"));
        bulk.addAll(List.of("z", "B"));
        bulk.retainAll(List.of("z", "B", "a"));
        System.out.println(bulk + " " + bulk.comparator());
        bulk.forEach(text -> System.out.print(text + ","));
        System.out.println(bulk.stream().sorted().toList());
    }
}

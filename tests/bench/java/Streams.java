import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Streams over numbers and objects: filtered, mapped, summed and grouped by lambdas. */
class Streams {
    private record Item(int size, String kind) { }

    private static final List<Item> ITEMS = items();

    private static List<Item> items() {
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < 500; i++) items.add(new Item(i * 37 % 101, "kind " + i % 7));
        return items;
    }

    static int round() {
        int sum = IntStream.range(0, 2000).filter(i -> (i & 3) != 0).map(i -> i * i).sum();
        sum += ITEMS.stream().filter(item -> item.size() > 20).mapToInt(Item::size).sum();
        Map<String, Integer> groups = ITEMS.stream().collect(Collectors.groupingBy(Item::kind, Collectors.summingInt(Item::size)));
        sum += groups.values().stream().reduce(0, (a, b) -> a * 31 + b);
        return sum + ITEMS.stream().map(Item::kind).distinct().collect(Collectors.joining(",")).length();
    }
}

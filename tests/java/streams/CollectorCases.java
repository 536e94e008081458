import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** All of java.util.stream.Collectors, nested in each other, and collectors made by hand. */
public class CollectorCases {
    enum Kind { FRUIT, ROOT, LEAF }

    record Food(String name, Kind kind, int weight, double price) { }

    static final List<Food> FOODS = List.of(new Food("apple", Kind.FRUIT, 150, 0.4), new Food("carrot", Kind.ROOT, 70, 0.15), new Food("kale", Kind.LEAF, 300, 2.2), new Food("pear", Kind.FRUIT, 170, 0.55),
        new Food("beet", Kind.ROOT, 210, 0.8), new Food("plum", Kind.FRUIT, 40, 0.2), new Food("lettuce", Kind.LEAF, 250, 1.1));

    static void groups() {
        System.out.println(new TreeMap<>(FOODS.stream().collect(Collectors.groupingBy(Food::kind, Collectors.mapping(Food::name, Collectors.toList())))));
        System.out.println("" + FOODS.stream().collect(Collectors.groupingBy(Food::kind, () -> new EnumMap<>(Kind.class), Collectors.summingInt(Food::weight))));
        System.out.println("" + FOODS.stream().collect(Collectors.groupingBy(food -> food.name().length(), TreeMap::new, Collectors.counting())));
        System.out.println(FOODS.stream().collect(Collectors.partitioningBy(food -> food.price() > 0.5, Collectors.mapping(Food::name, Collectors.joining("/", "<", ">")))));
        System.out.println("" + FOODS.stream().collect(Collectors.groupingBy(Food::kind, TreeMap::new, Collectors.averagingDouble(Food::price))));
        System.out.println("" + FOODS.stream().collect(Collectors.groupingBy(Food::kind, TreeMap::new, Collectors.collectingAndThen(Collectors.maxBy(Comparator.comparingInt(Food::weight)), best -> best.map(Food::name).orElse("none")))));
        System.out.println("" + FOODS.stream().collect(Collectors.groupingBy(Food::kind, TreeMap::new, Collectors.filtering(food -> food.weight() > 160, Collectors.mapping(Food::name, Collectors.toCollection(TreeSet::new))))));
        System.out.println("" + FOODS.stream().collect(Collectors.groupingBy(Food::kind, TreeMap::new, Collectors.flatMapping(food -> food.name().chars().mapToObj(c -> (char) c), Collectors.toCollection(TreeSet::new)))));
        System.out.println("" + FOODS.stream().collect(Collectors.groupingBy(Food::kind, TreeMap::new, Collectors.groupingBy(food -> food.weight() / 100, TreeMap::new, Collectors.reducing("", Food::name, String::concat)))));
        System.out.println(new TreeMap<>(FOODS.stream().collect(Collectors.groupingByConcurrent(Food::kind, Collectors.summingLong(Food::weight)))));
    }

    static void maps() {
        System.out.println(new TreeMap<>(FOODS.stream().collect(Collectors.toMap(Food::name, Food::weight))));
        System.out.println("" + FOODS.stream().collect(Collectors.toMap(Food::kind, Food::name, (left, right) -> left + "+" + right, LinkedHashMap::new)));
        try {
            FOODS.stream().collect(Collectors.toMap(Food::kind, Food::weight));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            Stream.of("a").collect(Collectors.toMap(text -> text, text -> null));
        } catch (NullPointerException e) {
            System.out.println("null value");
        }
        try {
            Stream.of("a", null).collect(Collectors.groupingBy(text -> text));
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(new TreeMap<>(FOODS.stream().collect(Collectors.toUnmodifiableMap(Food::name, Food::kind))).firstEntry() + " " + new TreeMap<>(FOODS.stream().collect(Collectors.toConcurrentMap(Food::kind, Food::weight, Integer::sum))));
        System.out.println(new TreeSet<>(FOODS.stream().map(Food::kind).collect(Collectors.toSet())) + " " + FOODS.stream().map(Food::name).collect(Collectors.toCollection(LinkedList::new)).getLast() + " " + new TreeSet<>(Stream.of(3, 1, 3).collect(Collectors.toUnmodifiableSet())));
    }

    static void numbers() {
        System.out.println(FOODS.stream().collect(Collectors.summarizingInt(Food::weight)) + " " + FOODS.stream().collect(Collectors.summarizingLong(food -> food.weight() * 1000000000L)));
        DoubleSummaryStatistics statistics = FOODS.stream().collect(Collectors.summarizingDouble(Food::price));
        System.out.println(statistics + " " + statistics.getAverage() + " " + new DoubleSummaryStatistics() + " " + new java.util.IntSummaryStatistics());
        System.out.println(FOODS.stream().collect(Collectors.averagingInt(Food::weight)) + " " + FOODS.stream().collect(Collectors.averagingLong(Food::weight)) + " " + FOODS.stream().collect(Collectors.summingDouble(Food::price)) + " " + Stream.<Food>empty().collect(Collectors.averagingInt(Food::weight)));
        System.out.println(Stream.of(1e100, 1.0, -1e100).collect(Collectors.summingDouble(x -> x)) + " " + Stream.generate(() -> 0.1).limit(10).collect(Collectors.summingDouble(x -> x)) + " " + Stream.of(Double.MAX_VALUE, Double.MAX_VALUE).collect(Collectors.averagingDouble(x -> x)) + " " + Stream.of(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY).collect(Collectors.summingDouble(x -> x)));
        System.out.println(Stream.of(1, 2, 3, 4).collect(Collectors.reducing(Integer::sum)) + " " + Stream.of(1, 2, 3, 4).collect(Collectors.reducing(1, (left, right) -> left * right)) + " " + Stream.<Integer>empty().collect(Collectors.minBy(Comparator.naturalOrder())));
        System.out.println(Stream.of(3, 9, 4).collect(Collectors.teeing(Collectors.minBy(Comparator.<Integer>naturalOrder()), Collectors.maxBy(Comparator.<Integer>naturalOrder()), (low, high) -> low.get() + ".." + high.get())) + " "
            + IntStream.rangeClosed(1, 10).boxed().collect(Collectors.teeing(Collectors.counting(), Collectors.averagingInt(x -> x), (count, average) -> count * average)));
    }

    static void byHand() {
        Collector<String, StringJoiner, String> joiner = Collector.of(() -> new StringJoiner("|", "[", "]").setEmptyValue("nothing"), StringJoiner::add, StringJoiner::merge, StringJoiner::toString);
        System.out.println(Stream.of("x", "y").collect(joiner) + " " + Stream.<String>empty().collect(joiner) + " " + joiner.characteristics());
        Collector<Integer, int[], Integer> evens = Collector.of(() -> new int[1], (count, value) -> count[0] += value % 2 == 0 ? 1 : 0, (left, right) -> {
            left[0] += right[0];
            return left;
        }, count -> count[0], Collector.Characteristics.UNORDERED);
        System.out.println(IntStream.range(0, 1001).boxed().parallel().collect(evens) + " " + evens.characteristics());
        System.out.println(Collectors.toList().characteristics() + " " + Collectors.counting().characteristics() + " " + Collectors.joining().characteristics().size());
        ArrayList<Integer> collected = Stream.of(1, 2, 3).collect(ArrayList::new, (list, value) -> list.add(0, value), ArrayList::addAll);
        System.out.println(collected + " " + Set.copyOf(collected).size() + " " + Map.of(1, collected));
        System.out.println(Stream.of("a", "b", "c").collect(Collectors.joining()) + " " + Stream.of("a", "b", "c").collect(Collectors.joining(", ")) + " " + Stream.<CharSequence>of().collect(Collectors.joining(",", "(", ")")));
        Map<Boolean, List<Integer>> halves = Stream.of(1, 2, 3).collect(Collectors.partitioningBy(x -> x > 5));
        System.out.println(halves + " " + halves.get(true) + " " + halves.getClass().getSimpleName());
    }

    public static void main(String[] arguments) {
        groups();
        maps();
        numbers();
        byHand();
    }
}

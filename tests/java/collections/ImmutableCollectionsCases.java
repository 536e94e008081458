import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** List.of, Set.of, Map.of, copyOf: sizes of all implementations, nulls, duplicates, refused changes. */
public class ImmutableCollectionsCases {
    static void refuse(String what, Runnable action) {
        try {
            action.run();
            System.out.println(what + " allowed");
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e);
        }
    }

    public static void main(String[] arguments) {
        List<List<Integer>> lists = List.of(List.of(), List.of(1), List.of(1, 2), List.of(1, 2, 3), List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
        for (List<Integer> list : lists)
            System.out.println(list + " " + list.size() + " " + list.hashCode() + " " + list.contains(2) + " " + list.indexOf(11) + " " + list.lastIndexOf(1) + " " + Arrays.toString(list.toArray(new Integer[2])) + " " + list.equals(new ArrayList<>(list)));
        System.out.println(lists.get(5).subList(3, 6) + " " + lists.get(5).subList(3, 6).subList(1, 2) + " " + lists.get(2).subList(0, 0) + " " + lists.get(3).stream().map(i -> i * i).toList());
        refuse("get", () -> List.of(1, 2).get(2));
        refuse("get one", () -> List.of(1).get(1));
        refuse("get many", () -> lists.get(5).get(-1));
        refuse("null", () -> List.of(1, null));
        refuse("contains null", () -> List.of(1, 2).contains(null));
        refuse("add", () -> List.of(1).add(2));
        refuse("set", () -> lists.get(5).set(0, 1));
        refuse("remove if", () -> lists.get(0).removeIf(i -> true));
        refuse("replace all", () -> lists.get(2).replaceAll(i -> i));
        refuse("duplicate", () -> Set.of("a", "b", "a"));
        refuse("duplicate pair", () -> Set.of(7, 7));
        refuse("duplicate key", () -> Map.of("k", 1, "k", 2));
        refuse("null value", () -> Map.of("k", null));
        refuse("set add", () -> Set.of(1, 2, 3).add(1));
        refuse("map put", () -> Map.of().put(1, 1));
        refuse("entry", () -> Map.entry("k", "v").setValue("w"));
        refuse("map get null", () -> Map.of(1, 2).get(null));

        Set<Integer> set = Set.of(5, 1, 4, 2, 3, 9, 8, 7, 6, 0, 11, 10);
        System.out.println(new TreeSet<>(set) + " " + set.contains(11) + " " + set.contains(12) + " " + set.hashCode() + " " + set.equals(new TreeSet<>(set)));
        Map<String, Integer> map = Map.ofEntries(Map.entry("one", 1), Map.entry("two", 2), Map.entry("three", 3));
        System.out.println(new TreeMap<>(map) + " " + map.get("two") + " " + map.get("four") + " " + map.containsValue(3) + " " + map.hashCode() + " " + map.getOrDefault("x", -1));
        int sum = 0;
        for (Map.Entry<String, Integer> entry : Map.of("a", 1, "b", 2, "c", 3, "d", 4, "e", 5, "f", 6, "g", 7, "h", 8, "i", 9, "j", 10).entrySet()) sum += entry.getKey().charAt(0) * entry.getValue();
        System.out.println(sum + " " + Map.entry("k", 5) + " " + Map.entry(1, 2).equals(new java.util.AbstractMap.SimpleEntry<>(1, 2)));
        List<Integer> source = new ArrayList<>(List.of(3, 4));
        List<Integer> copy = List.copyOf(source);
        source.add(5);
        System.out.println(copy + " " + (List.copyOf(copy) == copy) + " " + Set.copyOf(List.of(1, 1, 1)) + " " + Map.copyOf(Map.of(1, 2)) + " " + (Set.copyOf(set) == set));
        refuse("copy null", () -> List.copyOf(Arrays.asList(1, null)));
        System.out.println(Arrays.asList(1, 2).getClass().getSimpleName() + " " + List.of().getClass().getSimpleName() + " " + List.of(1, 2).getClass().getSimpleName() + " " + Set.of(1, 2, 3).getClass().getSimpleName() + " " + Map.of(1, 1).getClass().getSimpleName());
        refuse("asList", () -> Arrays.asList(1, 2).add(3));
        Integer[] array = {1, 2, 3};
        List<Integer> backed = Arrays.asList(array);
        backed.set(0, 99);
        backed.sort(java.util.Comparator.reverseOrder());
        System.out.println(Arrays.toString(array) + " " + backed.indexOf(2));
        System.out.println(java.util.stream.Stream.of(1, null, 2).toList() + " " + java.util.stream.Stream.of(2, 1).collect(java.util.stream.Collectors.toUnmodifiableList()));
    }
}

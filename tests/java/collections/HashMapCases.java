import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/** HashMap and HashSet: order by bucket, null keys, colliding keys that become a tree, resizing, the methods with
 * functions. */
public class HashMapCases {
    /** Every instance falls into one of three buckets; comparable, so that a bin becomes a tree that is searched by
     * order. */
    record Clash(int value) implements Comparable<Clash> {
        @Override
        public int hashCode() {
            return value % 3;
        }

        @Override
        public int compareTo(Clash other) {
            return Integer.compare(value, other.value);
        }
    }

    /** Clashes too, but cannot be compared: a tree of these is searched on both sides. */
    static final class Blind {
        final String name;

        Blind(String name) {
            this.name = name;
        }

        @Override
        public int hashCode() {
            return 42;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Blind && ((Blind) other).name.equals(name);
        }
    }

    static void order() {
        Map<String, Integer> map = new HashMap<>();
        for (String word : "the quick brown fox jumps over the lazy dog and runs away from the quick brown bear".split(" ")) map.merge(word, 1, Integer::sum);
        System.out.println(map);
        System.out.println(map.keySet() + " " + map.values());
        map.put(null, -1);
        System.out.println(map.get(null) + " " + map.containsKey(null) + " " + map.containsValue(-1) + " " + map.size());
        System.out.println(map.remove("fox") + " " + map.remove("fox") + " " + map.remove("dog", 2) + " " + map.remove("dog", 1));
        System.out.println(map.hashCode() + " " + map.equals(new HashMap<>(map)));
    }

    static void trees() {
        Map<Clash, Integer> map = new HashMap<>();
        for (int i = 0; i < 200; i++) map.put(new Clash(i * 7 % 200), i);
        int sum = 0;
        for (int i = 0; i < 200; i++) sum += map.get(new Clash(i)) * i;
        System.out.println(map.size() + " " + sum + " " + map.get(new Clash(777)));
        for (int i = 0; i < 200; i += 2) map.remove(new Clash(i));
        List<Integer> left = new ArrayList<>();
        for (Clash key : map.keySet()) left.add(key.value());
        left.sort(null);
        System.out.println(left.size() + " " + left.get(0) + " " + left.get(99));
        map.entrySet().removeIf(entry -> entry.getKey().value() > 5);
        System.out.println(map);

        Map<Blind, String> blind = new HashMap<>();
        for (int i = 0; i < 60; i++) blind.put(new Blind("b" + i), "v" + i);
        System.out.println(blind.size() + " " + blind.get(new Blind("b33")) + " " + blind.get(new Blind("b60")));
        for (int i = 0; i < 57; i++) blind.remove(new Blind("b" + i));
        System.out.println(blind.size() + " " + blind.get(new Blind("b58")));
    }

    static void functions() {
        Map<Integer, String> map = new HashMap<>();
        System.out.println(map.putIfAbsent(1, "one") + " " + map.putIfAbsent(1, "uno") + " " + map.computeIfAbsent(2, key -> "two" + key) + " " + map.computeIfAbsent(3, key -> null));
        System.out.println(map.computeIfPresent(1, (key, value) -> value + key) + " " + map.computeIfPresent(2, (key, value) -> null) + " " + map.computeIfPresent(9, (key, value) -> "x"));
        System.out.println(map.compute(4, (key, value) -> value + "!") + " " + map.compute(4, (key, value) -> null) + " " + map);
        System.out.println(map.merge(5, "a", String::concat) + " " + map.merge(5, "b", String::concat) + " " + map.merge(5, "c", (left, right) -> null) + " " + map);
        System.out.println(map.replace(1, "first") + " " + map.replace(1, "no", "yes") + " " + map.replace(1, "first", "yes") + " " + map.getOrDefault(7, "default"));
        map.replaceAll((key, value) -> key + "=" + value);
        map.forEach((key, value) -> System.out.println(key + " -> " + value));
        try {
            map.computeIfAbsent(100, key -> map.put(101, "inner"));
        } catch (java.util.ConcurrentModificationException e) {
            System.out.println("caught " + e);
        }
        try {
            map.merge(1, null, String::concat);
        } catch (NullPointerException e) {
            System.out.println("null value");
        }
        try {
            new HashMap<>(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            new HashMap<>(1, Float.NaN);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }

    static void growth() {
        Map<Integer, Integer> map = new HashMap<>(1, 4f);
        for (int i = 0; i < 5000; i++) map.put(i * 65537, i);
        long sum = 0;
        int place = 0;
        for (Map.Entry<Integer, Integer> entry : map.entrySet()) sum += (long) entry.getKey() * ++place;
        System.out.println(map.size() + " " + sum);
        for (Map.Entry<Integer, Integer> entry : map.entrySet()) entry.setValue(entry.getValue() * 2);
        System.out.println(map.get(65537 * 4999) + " " + map.get(1));
        map.values().removeIf(value -> value % 3 != 0);
        map.keySet().retainAll(List.of(0, 65537 * 3, 65537 * 30, 5));
        System.out.println(map);
        HashSet<Object> set = new HashSet<>(List.of(1, 2L, 'c', "s", 1.5, true));
        System.out.println(set.contains(2) + " " + set.contains(2L) + " " + set.add('c') + " " + set.size());
        @SuppressWarnings("unchecked")
        Map<Integer, Integer> copy = (Map<Integer, Integer>) ((HashMap<Integer, Integer>) map).clone();
        map.clear();
        System.out.println(copy + " " + map.isEmpty());
    }

    public static void main(String[] arguments) {
        order();
        trees();
        functions();
        growth();
    }
}

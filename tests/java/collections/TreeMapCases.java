import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** TreeMap and TreeSet: neighbours, views with either bound, views of views, descending, polling, comparators that
 * throw. */
public class TreeMapCases {
    static void neighbours() {
        NavigableMap<Integer, String> map = new TreeMap<>();
        for (int i = 10; i <= 100; i += 10) map.put(i, "v" + i);
        for (int key : new int[] {5, 10, 15, 95, 100, 105})
            System.out.println(key + ": " + map.lowerKey(key) + " " + map.floorKey(key) + " " + map.ceilingKey(key) + " " + map.higherKey(key) + " " + map.floorEntry(key) + " " + map.higherEntry(key));
        System.out.println(map.firstEntry() + " " + map.lastEntry() + " " + map.pollFirstEntry() + " " + map.pollLastEntry() + " " + map.size());
        try {
            map.firstEntry().setValue("x");
        } catch (UnsupportedOperationException e) {
            System.out.println("snapshot entry");
        }
        for (Map.Entry<Integer, String> entry : map.entrySet()) entry.setValue(entry.getValue().toUpperCase());
        System.out.println(map);
    }

    static void views() {
        NavigableMap<Integer, Integer> map = new TreeMap<>();
        for (int i = 0; i < 20; i++) map.put(i, i * i);
        NavigableMap<Integer, Integer> middle = map.subMap(5, false, 12, true);
        System.out.println(middle + " " + middle.size());
        System.out.println(middle.headMap(8) + " " + middle.tailMap(8) + " " + middle.headMap(8, true) + " " + middle.tailMap(8, false));
        System.out.println(middle.descendingMap() + " " + middle.descendingMap().subMap(10, 7) + " " + middle.descendingKeySet().headSet(9));
        middle.remove(7);
        map.put(6, -6);
        middle.put(12, -12);
        System.out.println(middle + " " + map.containsKey(7));
        for (int key : new int[] {5, 13}) {
            try {
                middle.put(key, 0);
            } catch (IllegalArgumentException e) {
                System.out.println(key + " " + e.getMessage());
            }
        }
        try {
            middle.subMap(3, 6);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            map.subMap(6, 3);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        middle.clear();
        System.out.println(map.keySet() + " " + middle.isEmpty() + " " + middle.firstEntry() + " " + middle.pollLastEntry());
        SortedMap<Integer, Integer> reverse = map.descendingMap();
        System.out.println(reverse.firstKey() + " " + reverse.headMap(15) + " " + reverse.comparator().compare(1, 2));
    }

    static void comparators() {
        TreeMap<String, Integer> insensitive = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        insensitive.put("Apple", 1);
        insensitive.put("apple", 2);
        insensitive.put("BANANA", 3);
        System.out.println(insensitive + " " + insensitive.get("APPLE") + " " + insensitive.containsKey("banana"));
        TreeMap<String, Integer> nulls = new TreeMap<>(Comparator.nullsFirst(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder())));
        for (String word : Arrays.asList("ccc", "a", null, "bb", "b", "aa", "c")) nulls.put(word, nulls.size());
        System.out.println(nulls);
        try {
            new TreeMap<Object, Integer>().put(new Object(), 1);
        } catch (ClassCastException e) {
            System.out.println("not comparable");
        }
        try {
            new TreeMap<String, Integer>().put(null, 1);
        } catch (NullPointerException e) {
            System.out.println("null key");
        }
        TreeMap<Object, Integer> mixed = new TreeMap<>();
        mixed.put("s", 1);
        try {
            mixed.put(1, 1);
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
    }

    static void sets() {
        NavigableSet<String> set = new TreeSet<>(Arrays.asList("kiwi apple fig pear plum date lime nut".split(" ")));
        System.out.println(set + " " + set.descendingSet() + " " + set.first() + " " + set.last());
        System.out.println(set.lower("fig") + " " + set.floor("g") + " " + set.ceiling("g") + " " + set.higher("pear") + " " + set.higher("plum"));
        System.out.println(set.subSet("d", "l") + " " + set.headSet("fig", true) + " " + set.tailSet("nut", false));
        System.out.println(set.pollFirst() + set.pollLast() + set.add("fig") + set.remove("zzz"));
        NavigableSet<Integer> numbers = Collections.unmodifiableNavigableSet(new TreeSet<>(Arrays.asList(3, 1, 2)));
        try {
            numbers.pollFirst();
        } catch (UnsupportedOperationException e) {
            System.out.println("unmodifiable " + numbers.ceiling(2));
        }
        TreeSet<Integer> large = new TreeSet<>();
        int seed = 17;
        for (int i = 0; i < 3000; i++) {
            seed = seed * 1103515245 + 12345;
            if (seed < 0) large.remove((seed >>> 8) % 500);
            else large.add((seed >>> 8) % 500);
        }
        int hash = 0;
        for (int value : large) hash = hash * 31 + value;
        System.out.println(large.size() + " " + hash + " " + large.subSet(100, 110));
        System.out.println(new TreeMap<>(Map.of(3, "c", 1, "a", 2, "b")).equals(Map.of(1, "a", 2, "b", 3, "c")) + " " + new TreeMap<>(Map.of(1, 2)).hashCode());
    }

    public static void main(String[] arguments) {
        neighbours();
        views();
        comparators();
        sets();
    }
}

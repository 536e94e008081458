import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** LinkedHashMap in order of insertion and of access, as a cache that forgets; LinkedHashSet. */
public class LinkedMaps {
    static final class Cache<K, V> extends LinkedHashMap<K, V> {
        private static final long serialVersionUID = 1;
        private final int limit;
        private final transient List<K> forgotten = new ArrayList<>();

        Cache(int limit) {
            super(16, 0.75f, true);
            this.limit = limit;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            if (size() <= limit) return false;
            forgotten.add(eldest.getKey());
            return true;
        }
    }

    public static void main(String[] arguments) {
        Map<String, Integer> map = new LinkedHashMap<>();
        for (String word : "one two three four five".split(" ")) map.put(word, word.length());
        map.put("one", 11);
        map.remove("three");
        map.put("three", 33);
        map.putIfAbsent("two", 0);
        map.merge("six", 6, Integer::sum);
        System.out.println(map);
        Iterator<Map.Entry<String, Integer>> iterator = map.entrySet().iterator();
        while (iterator.hasNext())
            if (iterator.next().getValue() % 2 == 0) iterator.remove();
        System.out.println(map + " " + map.keySet() + " " + map.values());
        map.replaceAll((key, value) -> -value);
        map.forEach((key, value) -> System.out.print(key + value + ";"));
        System.out.println();

        Cache<Integer, String> cache = new Cache<>(4);
        for (int i = 0; i < 6; i++) cache.put(i, "v" + i);
        System.out.println(cache + " forgot " + cache.forgotten);
        System.out.println(cache.get(2) + " " + cache.getOrDefault(3, "?") + " " + cache.get(77));
        System.out.println(cache);
        cache.putIfAbsent(4, "again");
        cache.computeIfAbsent(9, key -> "v" + key);
        cache.containsKey(2);
        System.out.println(cache + " forgot " + cache.forgotten);
        cache.compute(2, (key, value) -> value + "+");
        cache.replace(3, "three");
        System.out.println(cache + " forgot " + cache.forgotten);
        try {
            for (Integer key : cache.keySet()) cache.get(key);
        } catch (java.util.ConcurrentModificationException e) {
            System.out.println("access changes the order");
        }

        LinkedHashSet<Character> letters = new LinkedHashSet<>();
        for (char c : "mississippi".toCharArray()) letters.add(c);
        System.out.println(letters + " " + letters.remove('s') + " " + letters.add('s') + " " + letters);
        letters.retainAll(List.of('s', 'm'));
        System.out.println(letters + " " + letters.hashCode() + " " + letters.equals(java.util.Set.of('m', 's')));
        Map<List<Integer>, String> keyed = new LinkedHashMap<>(Map.of(List.of(1, 2), "x"));
        keyed.put(new ArrayList<>(List.of(1, 2)), "y");
        System.out.println(keyed);
    }
}

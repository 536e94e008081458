import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** IdentityHashMap: keys by identity, many of them, so that hash codes and places hold while objects move. */
public class IdentityMaps {
    record Point(int x, int y) { }

    public static void main(String[] arguments) {
        Map<Object, String> map = new IdentityHashMap<>();
        Point first = new Point(1, 2), second = new Point(1, 2);
        map.put(first, "first");
        map.put(second, "second");
        map.put(null, "null");
        System.out.println(map.size() + " " + map.get(first) + " " + map.get(second) + " " + map.get(null) + " " + map.get(new Point(1, 2)));
        String text = "text", copy = new String("text");
        map.put(text, "literal");
        System.out.println(map.get("text") + " " + map.get(copy) + " " + map.get(copy.intern()));
        System.out.println(map.remove(second) + " " + map.remove(second) + " " + map.size() + " " + map.containsValue("first") + " " + map.containsValue(new String("first")));
        Map<Integer, String> boxes = new IdentityHashMap<>();
        boxes.put(127, "small");
        boxes.put(100000, "large");
        Integer large = 100000;
        System.out.println(boxes.get(127) + " " + (boxes.get(large) == null));

        List<Object> keys = new ArrayList<>();
        IdentityHashMap<Object, Integer> many = new IdentityHashMap<>();
        for (int i = 0; i < 2000; i++) {
            Object key = new int[i % 7];
            keys.add(key);
            many.put(key, i);
        }
        List<byte[]> garbage = new ArrayList<>();
        for (int round = 0; round < 4; round++) {
            for (int i = 0; i < 200; i++) {
                garbage.add(new byte[2000]);
                if (i % 10 == 0) garbage.clear();
            }
            System.gc();
            int wrong = 0;
            for (int i = 0; i < keys.size(); i++) if (many.get(keys.get(i)) != i) wrong++;
            System.out.println("round " + round + " wrong " + wrong);
            for (int i = round; i < keys.size(); i += 5) many.remove(keys.get(i));
            for (int i = round; i < keys.size(); i += 5) many.put(keys.get(i), i);
        }
        long sum = 0;
        for (Map.Entry<Object, Integer> entry : many.entrySet()) sum += entry.getValue() * (long) ((int[]) entry.getKey()).length;
        System.out.println(many.size() + " " + sum);
        many.values().removeIf(value -> value % 2 == 0);
        many.keySet().removeIf(key -> ((int[]) key).length > 3);
        System.out.println(many.size());

        Set<Object> set = Collections.newSetFromMap(new IdentityHashMap<>());
        System.out.println(set.add(first) + " " + set.add(second) + " " + set.add(first) + " " + set.size() + " " + first.equals(second));
        int hash = System.identityHashCode(first);
        System.gc();
        System.out.println((hash == System.identityHashCode(first)) + " " + (first.hashCode() == second.hashCode()) + " " + System.identityHashCode(null));
        @SuppressWarnings("unchecked")
        Map<Object, Integer> clone = (Map<Object, Integer>) many.clone();
        System.out.println(clone.equals(many) + " " + (clone.hashCode() == many.hashCode()));
    }
}

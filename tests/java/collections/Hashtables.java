import java.util.Collections;
import java.util.Dictionary;
import java.util.Enumeration;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Hashtable and Dictionary: order, refusal of null, enumerations that do not fail, self reference, rehashing. */
public class Hashtables {
    static final class Loud extends Hashtable<String, Integer> {
        private static final long serialVersionUID = 1;
        static int rehashed;

        Loud() {
            super(3, 1f);
        }

        @Override
        protected void rehash() {
            rehashed++;
            super.rehash();
        }
    }

    public static void main(String[] arguments) {
        Hashtable<String, Object> table = new Hashtable<>();
        for (String word : "zero one two three four five six seven eight nine ten eleven".split(" ")) table.put(word, word.length());
        System.out.println(table + " " + table.size() + " " + table.contains(3) + " " + table.containsKey("six") + " " + table.get("none"));
        Enumeration<String> keys = table.keys();
        String first = keys.nextElement();
        table.remove("five");
        int left = 0;
        for (; keys.hasMoreElements(); keys.nextElement()) left++;
        System.out.println(first + " " + (left >= 10) + " " + Collections.list(table.elements()).size());
        for (Runnable bad : List.<Runnable>of(() -> table.put(null, 1), () -> table.put("x", null), () -> table.get(null), () -> table.contains(null), () -> new Hashtable<>(-1), () -> new Hashtable<String, Integer>().keys().nextElement())) {
            try {
                bad.run();
                System.out.println("fine");
            } catch (RuntimeException e) {
                System.out.println(e.getClass().getSimpleName() + (e instanceof NullPointerException ? "" : " " + e.getMessage()));
            }
        }
        table.put("self", table);
        System.out.println(table.toString().contains("self=(this Map)") + " " + table.hashCode());
        table.remove("self");
        System.out.println(table.equals(new TreeMap<>(table)) + " " + table.hashCode() + " " + table.clone().equals(table));
        Loud loud = new Loud();
        for (int i = 0; i < 30; i++) loud.put("k" + i, i);
        System.out.println(Loud.rehashed + " " + loud.get("k29"));
        loud.keySet().removeIf(key -> key.endsWith("1"));
        loud.replaceAll((key, value) -> value * 2);
        System.out.println(new TreeMap<>(loud).headMap("k15") + " " + loud.merge("k2", 5, Integer::sum) + " " + loud.computeIfAbsent("new", String::length) + " " + loud.compute("k3", (key, value) -> null) + " " + loud.getOrDefault("k3", -1) + " " + loud.putIfAbsent("k4", 0));
        Dictionary<Integer, String> dictionary = new Hashtable<>(Map.of(1, "a"));
        System.out.println(dictionary.get(1) + dictionary.size() + dictionary.isEmpty() + dictionary.remove(1) + dictionary.elements().hasMoreElements());
        Map<List<Integer>, Integer> mutable = new Hashtable<>();
        List<Integer> key = new java.util.ArrayList<>(List.of(1));
        mutable.put(key, 1);
        key.add(2);
        System.out.println(mutable.get(key) + " " + mutable.containsValue(1) + " " + mutable);
    }
}

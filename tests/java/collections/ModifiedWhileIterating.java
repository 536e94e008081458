import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Which collections notice a change under an iterator, which do not, and what ListIterator allows. */
public class ModifiedWhileIterating {
    static void change(Collection<Integer> collection) {
        String name = collection.getClass().getSimpleName();
        for (int i = 0; i < 5; i++) collection.add(i);
        int seen = 0;
        try {
            for (Integer value : collection) {
                seen++;
                if (value == 2) collection.add(100);
            }
            System.out.println(name + " saw " + seen + " of " + collection.size());
        } catch (ConcurrentModificationException e) {
            System.out.println(name + " noticed after " + seen + " " + e.getMessage());
        }
        try {
            collection.forEach(value -> {
                if (value == 3) collection.add(200);
            });
            System.out.println(name + " forEach done");
        } catch (ConcurrentModificationException e) {
            System.out.println(name + " forEach noticed");
        }
        try {
            collection.removeIf(value -> {
                if (value == 1) collection.add(300);
                return value == 0;
            });
            System.out.println(name + " removeIf done");
        } catch (ConcurrentModificationException e) {
            System.out.println(name + " removeIf noticed");
        } catch (UnsupportedOperationException e) {
            System.out.println(name + " removeIf unsupported");
        }
    }

    static void change(Map<String, Integer> map) {
        String name = map.getClass().getSimpleName();
        for (String key : List.of("a", "b", "c", "d")) map.put(key, 1);
        try {
            for (String key : map.keySet()) {
                map.put(key, 2);
                if (key.equals("b")) map.put("z", 3);
            }
            System.out.println(name + " not noticed");
        } catch (ConcurrentModificationException e) {
            System.out.println(name + " noticed");
        }
        try {
            map.forEach((key, value) -> map.put(key + key, value));
            System.out.println(name + " forEach not noticed");
        } catch (ConcurrentModificationException e) {
            System.out.println(name + " forEach noticed");
        } catch (OutOfMemoryError e) {
            System.out.println(name + " endless");
        }
    }

    static void listIterators(List<String> list) {
        ListIterator<String> iterator = list.listIterator(2);
        System.out.println(iterator.nextIndex() + " " + iterator.previousIndex() + " " + iterator.previous() + " " + iterator.next());
        iterator.set("C");
        iterator.add("new");
        System.out.println(list + " " + iterator.nextIndex());
        try {
            iterator.set("again");
        } catch (IllegalStateException e) {
            System.out.println("set after add");
        }
        iterator.previous();
        iterator.remove();
        try {
            iterator.remove();
        } catch (IllegalStateException e) {
            System.out.println("remove twice");
        }
        while (iterator.hasPrevious()) iterator.previous();
        try {
            iterator.previous();
        } catch (NoSuchElementException e) {
            System.out.println("at the start");
        }
        list.add("outside");
        try {
            iterator.next();
        } catch (ConcurrentModificationException e) {
            System.out.println("outside noticed");
        }
        List<String> sub = list.subList(1, 3);
        sub.replaceAll(String::toUpperCase);
        sub.remove(0);
        System.out.println(list + " " + sub);
        list.remove(0);
        try {
            sub.size();
        } catch (ConcurrentModificationException e) {
            System.out.println("sublist noticed");
        }
    }

    public static void main(String[] arguments) {
        for (Collection<Integer> collection : List.<Collection<Integer>>of(new ArrayList<>(), new LinkedList<>(), new Vector<>(), new HashSet<>(), new TreeSet<>(), new PriorityQueue<>(), new CopyOnWriteArrayList<>())) change(collection);
        for (Map<String, Integer> map : List.<Map<String, Integer>>of(new HashMap<>(), new LinkedHashMap<>(), new TreeMap<>(), new WeakHashMap<>())) change(map);
        Map<String, Integer> concurrent = new ConcurrentHashMap<>(Map.of("a", 1, "b", 2));
        for (String key : concurrent.keySet()) concurrent.remove(key);
        System.out.println(concurrent);
        listIterators(new ArrayList<>(Arrays.asList("a", "b", "c", "d")));
        listIterators(new LinkedList<>(Arrays.asList("a", "b", "c", "d")));
        Iterator<Integer> last = new ArrayList<>(List.of(1)).iterator();
        last.next();
        last.remove();
        System.out.println(last.hasNext());
    }
}

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** The methods of java.util.Collections: algorithms and wrappers. */
public class CollectionsMethods {
    static void algorithms() {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 12; i++) list.add(i);
        Collections.rotate(list, 5);
        System.out.println(list);
        Collections.rotate(list.subList(2, 8), -2);
        System.out.println(list);
        Collections.shuffle(list, new Random(1));
        System.out.println(list);
        Collections.reverse(list);
        Collections.swap(list, 0, 11);
        System.out.println(list + " " + Collections.max(list) + " " + Collections.min(list) + " " + Collections.max(list, Comparator.comparing(String::valueOf)));
        Collections.sort(list, Collections.reverseOrder());
        System.out.println(list + " " + Collections.binarySearch(list, 7, Collections.reverseOrder()) + " " + Collections.binarySearch(list, 70, Collections.reverseOrder()));
        Collections.sort(list);
        LinkedList<Integer> linked = new LinkedList<>(list);
        System.out.println(Collections.binarySearch(list, 5) + " " + Collections.binarySearch(linked, 11) + " " + Collections.binarySearch(linked, -3));
        Collections.rotate(linked, 200);
        Collections.shuffle(linked, new Random(2));
        System.out.println(linked + " " + Collections.frequency(linked, 3) + " " + Collections.disjoint(linked, List.of(12, 13)) + " " + Collections.disjoint(linked, List.of(11)));
        List<String> words = new ArrayList<>(List.of("a", "b", "a", "c", "a", "b", "c"));
        System.out.println(Collections.replaceAll(words, "a", "z") + " " + words + " " + Collections.indexOfSubList(words, List.of("b", "c")) + " " + Collections.lastIndexOfSubList(words, List.of("z", "b")) + " " + Collections.indexOfSubList(words, List.of("q")));
        Collections.fill(words, "f");
        System.out.println(words + " " + Collections.addAll(words, "g", "h") + " " + words + " " + Collections.nCopies(3, "n") + " " + Collections.nCopies(2, 1).hashCode());
        List<Integer> target = new ArrayList<>(Collections.nCopies(5, 0));
        Collections.copy(target, List.of(1, 2, 3));
        System.out.println(target);
        try {
            Collections.copy(new ArrayList<>(), target);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        Enumeration<Integer> enumeration = Collections.enumeration(List.of(4, 5));
        System.out.println(Collections.list(enumeration) + " " + Collections.emptyEnumeration().hasMoreElements());
    }

    static void refuse(String what, Runnable action) {
        try {
            action.run();
            System.out.println(what + " allowed");
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + (e.getMessage() == null ? "" : " " + e.getMessage()));
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static void wrappers() {
        List<String> base = new ArrayList<>(List.of("x", "y"));
        List<String> view = Collections.unmodifiableList(base);
        base.add("z");
        System.out.println(view + " " + view.equals(base) + " " + (view.hashCode() == base.hashCode()));
        refuse("add", () -> view.add("q"));
        refuse("remove by iterator", () -> {
            var iterator = view.iterator();
            iterator.next();
            iterator.remove();
        });
        refuse("sort", () -> view.sort(null));
        refuse("sublist clear", () -> view.subList(0, 1).clear());
        Map<String, Integer> map = Collections.unmodifiableMap(new TreeMap<>(Map.of("a", 1)));
        refuse("entry", () -> map.entrySet().iterator().next().setValue(3));
        refuse("merge", () -> map.merge("a", 1, Integer::sum));
        refuse("keys", () -> map.keySet().remove("a"));
        Collection<String> collection = Collections.unmodifiableCollection(base);
        System.out.println(collection + " " + collection.equals(base));
        List checked = Collections.checkedList(new ArrayList<>(), String.class);
        checked.add("fine");
        refuse("checked", () -> checked.add(5));
        refuse("checked all", () -> checked.addAll(Arrays.asList("ok", 6)));
        Map checkedMap = Collections.checkedMap(new HashMap<>(), String.class, Integer.class);
        checkedMap.put("a", 1);
        refuse("checked key", () -> checkedMap.put(1, 1));
        refuse("checked value", () -> checkedMap.put("b", "b"));
        List<Integer> synchronised = Collections.synchronizedList(new ArrayList<>(List.of(3, 1, 2)));
        synchronised.sort(null);
        System.out.println(synchronised + " " + Collections.synchronizedMap(new TreeMap<>(Map.of(1, 2))));
        System.out.println(Collections.singleton(5) + " " + Collections.singletonList(null) + " " + Collections.singletonMap("k", "v") + " " + Collections.emptyList() + Collections.emptySet() + Collections.emptyMap());
        refuse("empty add", () -> Collections.emptyList().add(null));
        refuse("empty clear", () -> Collections.emptyList().clear());
        refuse("singleton add", () -> Collections.singleton(1).add(2));
        System.out.println(Collections.emptyIterator().hasNext() + " " + Collections.emptyList().equals(List.of()) + " " + Collections.emptySortedSet());
        System.out.println(new ArrayList<>(Collections.asLifoQueue(new java.util.ArrayDeque<>(List.of(1, 2, 3)))) + " " + Collections.unmodifiableSortedMap(new TreeMap<>(Map.of(2, 3, 1, 4))).headMap(2));
    }

    public static void main(String[] arguments) {
        algorithms();
        wrappers();
    }
}

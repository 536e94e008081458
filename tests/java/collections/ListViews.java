import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.RandomAccess;
import java.util.Vector;

/** Lists under all their methods, the same for ArrayList, LinkedList, Vector and a list of one's own: sublists of
 * sublists, bulk changes, equality. */
public class ListViews {
    static final class Own extends AbstractList<Integer> {
        private Integer[] items = new Integer[0];

        @Override
        public Integer get(int index) {
            return items[index];
        }

        @Override
        public int size() {
            return items.length;
        }

        @Override
        public Integer set(int index, Integer value) {
            Integer old = items[index];
            items[index] = value;
            return old;
        }

        @Override
        public void add(int index, Integer value) {
            List<Integer> copy = new ArrayList<>(Arrays.asList(items));
            copy.add(index, value);
            items = copy.toArray(items);
            modCount++;
        }

        @Override
        public Integer remove(int index) {
            List<Integer> copy = new ArrayList<>(Arrays.asList(items));
            Integer old = copy.remove(index);
            items = copy.toArray(new Integer[0]);
            modCount++;
            return old;
        }
    }

    static void attempt(Runnable action) {
        try {
            action.run();
            System.out.print("fine; ");
        } catch (RuntimeException e) {
            System.out.print(e.getClass().getSimpleName() + "; ");
        }
    }

    static void exercise(List<Integer> list) {
        System.out.println(list.getClass().getSimpleName() + " " + (list instanceof RandomAccess));
        for (int i = 0; i < 12; i++) list.add(i / 2, i);
        System.out.println(list + " " + list.addAll(3, List.of(100, 101)) + " " + list.remove((Integer) 7) + " " + list.remove(0) + " " + list + " " + list.indexOf(100) + " " + list.lastIndexOf(3));
        List<Integer> outer = list.subList(2, 10), inner = outer.subList(1, 5);
        inner.set(0, -1);
        inner.add(55);
        inner.remove(1);
        inner.addAll(1, List.of(60, 61));
        System.out.println(inner + " " + outer + " " + list + " " + inner.contains(55) + " " + outer.indexOf(61));
        Collections.sort(inner, Collections.reverseOrder());
        outer.replaceAll(x -> x + 1);
        inner.removeIf(x -> x > 60);
        System.out.println(list + " " + outer.size() + " " + inner.size());
        ListIterator<Integer> iterator = inner.listIterator(inner.size());
        while (iterator.hasPrevious()) {
            int value = iterator.previous();
            if (value % 2 == 0) iterator.set(value * 10);
            else iterator.remove();
        }
        System.out.println(inner + " " + list + " " + list.equals(new ArrayList<>(list)) + " " + list.equals(new LinkedList<>(list)) + " " + list.hashCode());
        System.out.println(list.retainAll(List.of(1, 2, 3, 4, 5, 6)) + " " + list + " " + list.containsAll(List.of(1)) + " " + list.removeAll(List.of(2, 3)) + " " + Arrays.toString(list.toArray()));
        attempt(() -> outer.size());
        attempt(() -> list.get(list.size()));
        attempt(() -> list.add(99, 1));
        attempt(() -> list.subList(3, 1));
        attempt(() -> list.subList(-1, 1));
        attempt(() -> list.subList(0, 999));
        attempt(() -> list.listIterator(-1));
        attempt(() -> list.set(-1, 1));
        attempt(() -> list.toArray(new String[list.size()]));
        list.subList(0, list.size()).clear();
        System.out.println(list.isEmpty() + " " + list + " " + list.subList(0, 0).equals(List.of()) + " " + list.addAll(List.of()));
    }

    public static void main(String[] arguments) {
        for (List<Integer> list : List.<List<Integer>>of(new ArrayList<>(), new LinkedList<>(), new Vector<>(), new Own(), Collections.synchronizedList(new ArrayList<>()), Collections.checkedList(new ArrayList<>(), Integer.class))) exercise(list);
        ArrayList<Integer> growing = new ArrayList<>(0);
        growing.ensureCapacity(100);
        for (int i = 0; i < 5000; i++) growing.add(i % 7 == 0 ? 0 : growing.size(), i);
        growing.trimToSize();
        System.out.println(growing.size() + " " + growing.get(0) + " " + growing.get(2500) + " " + growing.hashCode());
    }
}

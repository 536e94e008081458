import java.util.AbstractCollection;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.AbstractQueue;
import java.util.AbstractSequentialList;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.RandomAccess;
import java.util.Set;

/** Collections of one's own on the abstract ones: what the abstract methods make of a few operations. */
public class OwnCollections {
    static final class Squares extends AbstractList<Integer> implements RandomAccess {
        private final int size;

        Squares(int size) {
            this.size = size;
        }

        @Override
        public Integer get(int index) {
            java.util.Objects.checkIndex(index, size);
            return index * index;
        }

        @Override
        public int size() {
            return size;
        }
    }

    static final class Chars extends AbstractSet<Character> {
        private final String text;

        Chars(String text) {
            this.text = text;
        }

        @Override
        public Iterator<Character> iterator() {
            return text.chars().distinct().mapToObj(c -> (char) c).iterator();
        }

        @Override
        public int size() {
            return (int) text.chars().distinct().count();
        }
    }

    static final class Lengths extends AbstractMap<String, Integer> {
        private final String[] words;

        Lengths(String... words) {
            this.words = words;
        }

        @Override
        public Set<Map.Entry<String, Integer>> entrySet() {
            return new AbstractSet<>() {
                @Override
                public Iterator<Map.Entry<String, Integer>> iterator() {
                    return Arrays.stream(words).<Map.Entry<String, Integer>>map(word -> new AbstractMap.SimpleEntry<>(word, word.length())).iterator();
                }

                @Override
                public int size() {
                    return words.length;
                }
            };
        }
    }

    static final class Linked extends AbstractSequentialList<String> {
        private final LinkedList<String> base = new LinkedList<>();

        @Override
        public ListIterator<String> listIterator(int index) {
            return base.listIterator(index);
        }

        @Override
        public int size() {
            return base.size();
        }
    }

    static final class Last extends AbstractQueue<String> {
        private String held;

        @Override
        public boolean offer(String text) {
            if (held != null) return false;
            held = text;
            return true;
        }

        @Override
        public String poll() {
            String result = held;
            held = null;
            return result;
        }

        @Override
        public String peek() {
            return held;
        }

        @Override
        public Iterator<String> iterator() {
            return held == null ? java.util.Collections.emptyIterator() : List.of(held).iterator();
        }

        @Override
        public int size() {
            return held == null ? 0 : 1;
        }
    }

    static void attempt(Runnable action) {
        try {
            action.run();
            System.out.println("done");
        } catch (IllegalStateException | NoSuchElementException | UnsupportedOperationException | IndexOutOfBoundsException e) {
            System.out.println(e);
        }
    }

    public static void main(String[] arguments) {
        List<Integer> squares = new Squares(8);
        System.out.println(squares + " " + squares.contains(25) + " " + squares.indexOf(36) + " " + squares.lastIndexOf(37) + " " + squares.hashCode() + " " + squares.equals(List.of(0, 1, 4, 9, 16, 25, 36, 49)));
        System.out.println(squares.subList(2, 5) + " " + squares.subList(2, 5).indexOf(16) + " " + squares.stream().mapToInt(i -> i).sum() + " " + Arrays.toString(squares.toArray(new Integer[0])));
        attempt(() -> squares.add(3));
        attempt(() -> squares.get(8));
        attempt(() -> squares.subList(3, 9));
        attempt(() -> squares.clear());
        ListIterator<Integer> backward = squares.listIterator(3);
        System.out.println(backward.previous() + " " + backward.previous() + " " + backward.hasPrevious() + " " + backward.nextIndex());

        Set<Character> letters = new Chars("banana");
        System.out.println(letters + " " + letters.contains('n') + " " + letters.containsAll(List.of('a', 'b')) + " " + letters.hashCode() + " " + letters.equals(Set.of('b', 'a', 'n')) + " " + letters.isEmpty());
        attempt(() -> letters.remove('b'));
        Map<String, Integer> lengths = new Lengths("one", "three", "eleven");
        System.out.println(lengths + " " + lengths.get("three") + " " + lengths.get("two") + " " + lengths.containsKey("one") + " " + lengths.containsValue(6) + " " + lengths.keySet() + " " + lengths.values() + " " + lengths.hashCode() + " " + lengths.equals(Map.of("one", 3, "three", 5, "eleven", 6)));
        attempt(() -> lengths.put("x", 1));
        Linked linked = new Linked();
        linked.add("a");
        linked.add(0, "b");
        linked.addAll(1, List.of("c", "d"));
        linked.set(3, "e");
        linked.remove(0);
        System.out.println(linked + " " + linked.get(1) + " " + linked.equals(List.of("c", "d", "e")));
        attempt(() -> linked.get(9));
        Queue<String> last = new Last();
        System.out.println(last.add("first") + " " + last.offer("second") + " " + last + " " + last.element());
        attempt(() -> last.add("third"));
        System.out.println(last.remove() + " " + last.peek());
        attempt(last::remove);
        attempt(last::element);
        attempt(() -> last.addAll(List.of("p", "q")));
        AbstractCollection<Integer> endless = new AbstractCollection<>() {
            @Override
            public Iterator<Integer> iterator() {
                return List.of(1, 2, 3).iterator();
            }

            @Override
            public int size() {
                return 5;
            }
        };
        System.out.println(endless + " " + Arrays.toString(endless.toArray()) + " " + Arrays.toString(endless.toArray(new Integer[4])));
        var entry = new AbstractMap.SimpleImmutableEntry<>("k", 1);
        attempt(() -> entry.setValue(2));
    }
}

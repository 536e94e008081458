import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;

/** Spliterators of the collections: characteristics, sizes, splitting, late binding, and one written here. */
public class SpliteratorCases {
    static String characteristics(Spliterator<?> spliterator) {
        StringBuilder text = new StringBuilder();
        int[] bits = {Spliterator.ORDERED, Spliterator.DISTINCT, Spliterator.SORTED, Spliterator.SIZED, Spliterator.NONNULL, Spliterator.IMMUTABLE, Spliterator.CONCURRENT, Spliterator.SUBSIZED};
        String names = "ODSZNICU";
        for (int i = 0; i < bits.length; i++) text.append(spliterator.hasCharacteristics(bits[i]) ? names.charAt(i) : '-');
        return text.toString();
    }

    static <T> void leaves(Spliterator<T> spliterator, int depth, List<String> into) {
        Spliterator<T> left = depth > 0 ? spliterator.trySplit() : null;
        if (left == null) {
            List<T> content = new ArrayList<>();
            spliterator.forEachRemaining(content::add);
            into.add(content.toString());
        } else {
            leaves(left, depth - 1, into);
            leaves(spliterator, depth - 1, into);
        }
    }

    /** The numbers of a range, split at powers of two only. */
    static final class Range implements Spliterator<Integer> {
        private int next;
        private final int end;

        Range(int start, int end) {
            next = start;
            this.end = end;
        }

        @Override
        public boolean tryAdvance(Consumer<? super Integer> action) {
            if (next >= end) return false;
            action.accept(next++);
            return true;
        }

        @Override
        public Spliterator<Integer> trySplit() {
            int half = Integer.highestOneBit((end - next) / 2);
            if (half == 0) return null;
            Range left = new Range(next, next + half);
            next += half;
            return left;
        }

        @Override
        public long estimateSize() {
            return end - next;
        }

        @Override
        public int characteristics() {
            return ORDERED | SIZED | SUBSIZED | DISTINCT | SORTED | NONNULL;
        }

        @Override
        public Comparator<? super Integer> getComparator() {
            return null;
        }
    }

    public static void main(String[] arguments) {
        List<Integer> numbers = List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13);
        List<Collection<Integer>> collections = List.of(new ArrayList<>(numbers), new LinkedList<>(numbers), new ArrayDeque<>(numbers), new TreeSet<>(numbers), new LinkedHashSet<>(numbers), Arrays.asList(1, 2, 3, 4, 5), numbers);
        for (Collection<Integer> collection : collections) {
            List<String> parts = new ArrayList<>();
            leaves(collection.spliterator(), 2, parts);
            System.out.println(collection.getClass().getSimpleName() + " " + characteristics(collection.spliterator()) + " " + collection.spliterator().estimateSize() + " " + collection.spliterator().getExactSizeIfKnown() + " " + parts);
        }
        List<String> parts = new ArrayList<>();
        leaves(new Range(0, 23), 3, parts);
        System.out.println(parts + " " + StreamSupport.stream(new Range(0, 1000), true).mapToInt(i -> i).sum() + " " + StreamSupport.stream(new Range(5, 15), false).skip(3).limit(4).toList());

        ArrayList<Integer> late = new ArrayList<>(List.of(1, 2));
        Spliterator<Integer> bound = late.spliterator();
        late.add(3);
        System.out.println(bound.estimateSize());
        try {
            bound.forEachRemaining(value -> {
                if (value == 2) late.add(4);
            });
        } catch (java.util.ConcurrentModificationException e) {
            System.out.println(e);
        }
        Spliterator.OfInt ints = Arrays.spliterator(new int[] {5, 6, 7, 8}, 1, 4);
        ints.tryAdvance((int value) -> System.out.println("int " + value));
        System.out.println(ints.estimateSize() + " " + characteristics(ints));
        PrimitiveIterator.OfInt iterator = Spliterators.iterator(ints);
        int sum = 0;
        while (iterator.hasNext()) sum += iterator.nextInt();
        System.out.println(sum);
        Spliterator<String> unknown = Spliterators.spliteratorUnknownSize(List.of("a", "b", "c").iterator(), Spliterator.ORDERED);
        System.out.println(characteristics(unknown) + " " + (unknown.estimateSize() == Long.MAX_VALUE) + " " + unknown.getExactSizeIfKnown() + " " + unknown.trySplit().estimateSize());
        System.out.println(characteristics(Spliterators.emptySpliterator()) + " " + characteristics("abc".chars().spliterator()) + " " + new TreeSet<>(numbers).spliterator().getComparator());
        try {
            new ArrayList<>().spliterator().getComparator();
        } catch (IllegalStateException e) {
            System.out.println(e);
        }
        System.out.println(characteristics(new TreeSet<>(numbers).subSet(3, 8).spliterator()) + " " + new TreeSet<>(numbers).subSet(3, 8).spliterator().estimateSize());
    }
}

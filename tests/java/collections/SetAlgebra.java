import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Sets of every kind obey the same algebra; power sets; sets of sets; elements whose equality and order disagree. */
public class SetAlgebra {
    static final class Word implements Comparable<Word> {
        final String text;

        Word(String text) {
            this.text = text;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Word word && word.text.equals(text);
        }

        @Override
        public int hashCode() {
            return text.length();
        }

        @Override
        public int compareTo(Word other) {
            return text.compareToIgnoreCase(other.text);
        }

        @Override
        public String toString() {
            return text;
        }
    }

    static <T> Set<T> combine(Set<T> target, Collection<T> other, int operation) {
        switch (operation) {
            case 0 -> target.addAll(other);
            case 1 -> target.retainAll(other);
            default -> target.removeAll(other);
        }
        return target;
    }

    static Set<Set<Integer>> powerSet(List<Integer> items) {
        if (items.isEmpty()) return Set.of(Set.of());
        Set<Set<Integer>> result = new HashSet<>();
        for (Set<Integer> set : powerSet(items.subList(1, items.size()))) {
            result.add(set);
            Set<Integer> with = new HashSet<>(set);
            with.add(items.get(0));
            result.add(with);
        }
        return result;
    }

    public static void main(String[] arguments) {
        List<Supplier<Set<Integer>>> makers = List.of(HashSet::new, LinkedHashSet::new, TreeSet::new, ConcurrentHashMap::newKeySet, ConcurrentSkipListSet::new, CopyOnWriteArraySet::new, () -> Collections.synchronizedSet(new HashSet<>()), () -> Collections.newSetFromMap(new java.util.TreeMap<Integer, Boolean>(Comparator.reverseOrder())));
        for (Supplier<Set<Integer>> maker : makers) {
            StringBuilder out = new StringBuilder();
            for (int operation = 0; operation < 3; operation++) {
                Set<Integer> set = maker.get();
                for (int i = 0; i < 30; i += 2) set.add(i);
                combine(set, IntStream.range(0, 30).filter(i -> i % 3 == 0).boxed().toList(), operation);
                out.append(new TreeSet<>(set)).append(set.size()).append(' ').append(set.hashCode()).append(set.equals(new HashSet<>(set))).append(' ');
            }
            System.out.println(out);
        }
        Set<Set<Integer>> power = powerSet(List.of(1, 2, 3, 4, 5, 6));
        System.out.println(power.size() + " " + power.contains(Set.of(2, 4)) + " " + power.stream().mapToInt(Set::size).sum() + " " + power.hashCode() + " " + power.stream().filter(set -> set.size() == 2).count());
        List<Word> words = List.of(new Word("a"), new Word("A"), new Word("b"), new Word("bb"), new Word("a"));
        System.out.println(new HashSet<>(words).size() + " " + new TreeSet<>(words) + " " + new TreeSet<>(words).contains(new Word("B")) + " " + new HashSet<>(words).contains(new Word("B")) + " " + new TreeSet<>(words).equals(new HashSet<>(words)));
        Set<Object> mixed = new HashSet<>(List.of(1, 1L, 1.0, 1f, '1', "1", (short) 1, (byte) 1, List.of(1), Set.of(1)));
        System.out.println(mixed.size() + " " + mixed.contains((byte) 1) + " " + mixed.contains(List.of(1L)) + " " + mixed.remove(1.0f) + " " + mixed.size());
        List<Integer> changing = new ArrayList<>(List.of(1));
        Set<List<Integer>> lost = new HashSet<>(Set.of(changing));
        changing.add(2);
        System.out.println(lost.contains(changing) + " " + lost.size() + " " + lost.stream().anyMatch(changing::equals) + " " + new HashSet<>(lost).contains(changing));
        System.out.println("" + IntStream.range(0, 100).mapToObj(i -> "s" + i % 10).collect(Collectors.toCollection(LinkedHashSet::new)));
    }
}

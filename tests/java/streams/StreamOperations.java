import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Operations on object streams: stateless, stateful, short-circuiting, laziness in order, misuse. */
public class StreamOperations {
    static Stream<String> words() {
        return Stream.of("delta", "alpha", "echo", "bravo", "charlie", "alpha", "golf", "foxtrot");
    }

    static void elements() {
        System.out.println(words().filter(word -> word.length() == 5).map(String::toUpperCase).toList());
        System.out.println(words().distinct().sorted().toList() + " " + words().sorted(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder())).toList());
        System.out.println(words().skip(2).limit(3).toList() + " " + words().skip(100).toList() + " " + words().limit(0).toList());
        System.out.println(words().takeWhile(word -> !word.startsWith("b")).toList() + " " + words().dropWhile(word -> !word.startsWith("b")).toList());
        System.out.println(words().flatMap(word -> word.chars().mapToObj(c -> (char) c)).distinct().map(String::valueOf).collect(Collectors.joining()));
        System.out.println(words().<String>mapMulti((word, sink) -> {
            if (word.length() > 5)
                for (int i = 0; i < word.length(); i += 4) sink.accept(word.substring(i, Math.min(i + 4, word.length())));
        }).toList());
        System.out.println(words().anyMatch("golf"::equals) + " " + words().allMatch(word -> word.length() > 3) + " " + words().noneMatch(String::isEmpty) + " " + Stream.empty().allMatch(x -> false));
        System.out.println(words().findFirst() + " " + words().filter(String::isEmpty).findAny() + " " + words().min(Comparator.naturalOrder()) + " " + words().max(Comparator.comparing(String::length)) + " " + words().count());
        System.out.println(words().reduce("", (left, right) -> left + right.charAt(0)) + " " + words().reduce((left, right) -> right + left.length()) + " " + words().reduce(0, (sum, word) -> sum + word.length(), Integer::sum));
        System.out.println(Arrays.toString(words().toArray()) + " " + words().toArray(String[]::new).length);
        try {
            words().toArray(Integer[]::new);
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
    }

    static void sources() {
        System.out.println(Stream.iterate(1, x -> x * 3).limit(7).toList() + " " + Stream.iterate(1, x -> x < 200, x -> x * 2).toList());
        AtomicInteger counter = new AtomicInteger();
        System.out.println(Stream.generate(counter::incrementAndGet).limit(5).toList() + " " + Stream.ofNullable(null).count() + " " + Stream.ofNullable(1).count());
        System.out.println(Stream.concat(Stream.of(1, 2), Stream.concat(Stream.of(3), Stream.empty())).map(x -> x * x).toList());
        System.out.println(Stream.<Integer>builder().add(1).add(2).add(3).build().toList() + " " + Arrays.stream(new String[] {"a", "b", "c"}, 1, 3).toList());
        System.out.println("one\ntwo\r\nthree".lines().map(String::length).toList() + " " + "a,b,,c".chars().filter(c -> c == ',').count() + " " + java.util.regex.Pattern.compile(",").splitAsStream("a,b,,c").toList());
        Iterator<Integer> iterator = Stream.of(5, 6, 7).iterator();
        iterator.next();
        System.out.println(iterator.next() + " " + iterator.hasNext() + " " + IntStream.iterate(0, i -> i < 10, i -> i + 3).boxed().toList());
    }

    static void laziness() {
        List<String> trace = new ArrayList<>();
        Optional<Integer> found = Stream.of(5, 3, 8, 1, 9).peek(x -> trace.add("peek" + x)).map(x -> {
            trace.add("map" + x);
            return x * 10;
        }).filter(x -> x > 50).findFirst();
        System.out.println(found + " " + trace);
        trace.clear();
        Stream.of(3, 1, 2).peek(x -> trace.add("a" + x)).sorted().peek(x -> trace.add("b" + x)).limit(2).forEach(x -> trace.add("c" + x));
        System.out.println(trace);
        trace.clear();
        System.out.println(Stream.of(1, 2, 3).peek(x -> trace.add("x")).count() + " " + trace + " " + Stream.of(1, 2, 3).filter(x -> true).peek(x -> trace.add("y")).count() + " " + trace);
        trace.clear();
        Stream.of(1, 2, 3, 4).flatMap(x -> Stream.of(x, -x).peek(y -> trace.add("in" + y))).anyMatch(y -> y == -2);
        System.out.println(trace);
        List<Integer> base = new ArrayList<>(List.of(1, 2));
        Stream<Integer> late = base.stream().map(x -> x + 1);
        base.add(3);
        System.out.println(late.toList());
    }

    static void misuse() {
        Stream<Integer> once = Stream.of(1, 2);
        once.count();
        try {
            once.count();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        Stream<Integer> forked = Stream.of(1);
        forked.map(x -> x);
        try {
            forked.filter(x -> true);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            Stream.of(1).limit(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Stream.of(1, 2).map(x -> x == 2 ? null : x).findFirst().ifPresent(System.out::println);
            Stream.of((Integer) null, 2).findFirst();
        } catch (NullPointerException e) {
            System.out.println("null first");
        }
        try {
            Stream.of(2, 0, 1).map(x -> 10 / x).forEach(x -> System.out.println("got " + x));
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        List<String> closed = new ArrayList<>();
        try (Stream<Integer> stream = Stream.of(1).onClose(() -> closed.add("first")).onClose(() -> {
            closed.add("second");
            throw new IllegalStateException("on close");
        }).onClose(() -> closed.add("third"))) {
            System.out.println(stream.isParallel());
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + " " + closed);
        }
        System.out.println(Stream.of(3, 1).unordered().sequential().sorted().toList() + " " + Stream.of(Function.<Integer>identity()).map(f -> f.apply(4)).toList());
    }

    public static void main(String[] arguments) {
        elements();
        sources();
        laziness();
        misuse();
    }
}

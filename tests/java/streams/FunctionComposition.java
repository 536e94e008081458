import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;
import java.util.function.ObjIntConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/** java.util.function: composition, currying, recursion through functions, comparators, all shapes of primitives. */
public class FunctionComposition {
    interface TriFunction<A, B, C, R> {
        R apply(A a, B b, C c);

        default <S> TriFunction<A, B, C, S> andThen(Function<? super R, ? extends S> after) {
            return (a, b, c) -> after.apply(apply(a, b, c));
        }
    }

    record Person(String name, int age, Double height) { }

    static <T, R> Function<T, R> memo(Function<T, R> function) {
        Map<T, R> seen = new HashMap<>();
        return key -> {
            if (!seen.containsKey(key)) seen.put(key, function.apply(key));
            return seen.get(key);
        };
    }

    static Function<Integer, Long> fibonacci;

    public static void main(String[] arguments) throws Exception {
        Function<Integer, Integer> twice = x -> x * 2, next = x -> x + 1;
        System.out.println(twice.andThen(next).apply(5) + " " + twice.compose(next).apply(5) + " " + Function.<Integer>identity().andThen(twice).apply(3));
        Function<Integer, Function<Integer, Function<Integer, Integer>>> curried = a -> b -> c -> a * 100 + b * 10 + c;
        System.out.println(curried.apply(1).apply(2).apply(3));
        BiFunction<String, Integer, String> repeat = String::repeat;
        System.out.println(repeat.andThen(String::length).apply("ab", 4) + " " + repeat.apply("x", 3));
        TriFunction<Integer, Integer, Integer, Integer> volume = (a, b, c) -> a * b * c;
        System.out.println(volume.andThen(v -> "v" + v).apply(2, 3, 4));
        Predicate<String> empty = String::isEmpty, shortOne = text -> text.length() < 3;
        for (String text : List.of("", "ab", "abc")) System.out.print(empty.negate().and(shortOne).test(text) + " " + empty.or(shortOne).test(text) + " " + Predicate.not(shortOne).test(text) + " " + Predicate.isEqual("ab").test(text) + "; ");
        System.out.println();
        IntPredicate even = i -> i % 2 == 0;
        System.out.println(even.and(i -> i > 10).test(12) + " " + even.negate().or(i -> i == 4).test(4));
        UnaryOperator<String> upper = String::toUpperCase;
        BinaryOperator<Integer> smaller = BinaryOperator.minBy(Comparator.naturalOrder()), larger = BinaryOperator.maxBy(Comparator.comparing(x -> -x));
        System.out.println(upper.apply("abc") + " " + smaller.apply(3, 2) + " " + larger.apply(3, 2));
        IntUnaryOperator square = x -> x * x;
        DoubleUnaryOperator half = x -> x / 2;
        IntBinaryOperator xor = (a, b) -> a ^ b;
        DoubleBinaryOperator power = Math::pow;
        LongSupplier large = () -> 1L << 50;
        BooleanSupplier yes = () -> true;
        ToIntFunction<String> length = String::length;
        ToDoubleBiFunction<Integer, Integer> ratio = (a, b) -> (double) a / b;
        IntFunction<int[]> maker = int[]::new;
        System.out.println(square.andThen(x -> x + 1).compose(x -> x - 1).applyAsInt(5) + " " + half.andThen(Math::sqrt).applyAsDouble(8) + " " + xor.applyAsInt(5, 3) + " " + power.applyAsDouble(2, 10) + " " + large.getAsLong() + " " + yes.getAsBoolean() + " " + length.applyAsInt("four") + " " + ratio.applyAsDouble(1, 3) + " " + maker.apply(4).length);
        StringBuilder log = new StringBuilder();
        Consumer<String> first = text -> log.append("1").append(text);
        first.andThen(text -> log.append("2").append(text)).accept("x");
        ObjIntConsumer<StringBuilder> times = (builder, count) -> builder.append("!".repeat(count));
        times.accept(log, 3);
        System.out.println(log);
        try {
            first.andThen(text -> {
                throw new IllegalStateException(text);
            }).andThen(first).accept("y");
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + " " + log);
        }
        fibonacci = memo(n -> n < 2 ? (long) n : fibonacci.apply(n - 1) + fibonacci.apply(n - 2));
        System.out.println(fibonacci.apply(80));
        Supplier<Supplier<String>> nested = () -> () -> "deep";
        Callable<Integer> callable = () -> 7;
        System.out.println(nested.get().get() + " " + callable.call());
        List<Person> people = List.of(new Person("Zoe", 30, 1.7), new Person("Adam", 30, null), new Person("Mia", 25, 1.6), new Person("Ben", 41, 1.9));
        List<Comparator<Person>> orders = List.of(Comparator.comparing(Person::name), Comparator.comparingInt(Person::age).thenComparing(Person::name, Comparator.reverseOrder()), Comparator.comparing(Person::height, Comparator.nullsLast(Comparator.reverseOrder())),
            Comparator.comparing(Person::height, Comparator.nullsFirst(Comparator.naturalOrder())).reversed(), Comparator.<Person>comparingDouble(person -> person.name().length() / 2.0).thenComparingInt(Person::age).thenComparingLong(person -> -person.name().charAt(0)));
        for (Comparator<Person> order : orders) System.out.println(people.stream().sorted(order).map(Person::name).toList());
        Function<Object, String> wide = Object::toString;
        Function<? super Integer, ? extends CharSequence> narrow = wide;
        System.out.println(narrow.apply(12).length() + " " + ((Function<Integer, Integer> & java.io.Serializable) x -> x + 1).apply(1));
    }
}

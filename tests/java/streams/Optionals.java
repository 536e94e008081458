import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.Stream;

/** Optional in all its methods. */
public class Optionals {
    static Optional<Integer> parse(String text) {
        try {
            return Optional.of(Integer.parseInt(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    public static void main(String[] arguments) {
        for (String text : List.of("42", "x", "-7")) {
            Optional<Integer> value = parse(text);
            System.out.println(value + " " + value.isPresent() + " " + value.isEmpty() + " " + value.map(x -> x + 1) + " " + value.filter(x -> x > 0) + " " + value.flatMap(x -> parse("1" + x)) + " " + value.or(() -> Optional.of(0)) + " " + value.orElse(-1) + " " + value.orElseGet(() -> -2) + " " + value.stream().toList());
            value.ifPresent(x -> System.out.println("present " + x));
            value.ifPresentOrElse(x -> System.out.println("present " + x), () -> System.out.println("absent"));
            try {
                System.out.println(value.orElseThrow());
            } catch (NoSuchElementException e) {
                System.out.println(e.getMessage());
            }
            try {
                System.out.println(value.orElseThrow(() -> new IllegalArgumentException("none in " + text)));
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
        System.out.println(Optional.of("a").equals(Optional.of("a")) + " " + Optional.empty().equals(Optional.empty()) + " " + Optional.of("a").hashCode() + " " + Optional.empty().hashCode() + " " + (Optional.empty() == Optional.ofNullable(null)));
        System.out.println(Optional.of("a").map(x -> null) + " " + Optional.ofNullable("b").get());
        for (Runnable bad : List.<Runnable>of(() -> Optional.of(null), () -> Optional.of(1).flatMap(x -> null), () -> Optional.empty().or(() -> null), () -> Optional.of(1).map(null))) {
            try {
                bad.run();
                System.out.println("no exception");
            } catch (NullPointerException e) {
                System.out.println("null pointer");
            }
        }
        List<Integer> parsed = new ArrayList<>();
        Stream.of("1", "b", "3").map(Optionals::parse).flatMap(Optional::stream).forEach(parsed::add);
        System.out.println(parsed + " " + Optional.of(Optional.of(1)) + " " + Optional.of(new int[0]).get().length + " " + Optional.of(List.of()).map(List::size));
    }
}

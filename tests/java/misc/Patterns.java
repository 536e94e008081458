import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/** Patterns of ordinary programs: observers, visitors, builders, interpreters of expressions, state machines, iterators
 * as generators. */
public class Patterns {
    // Observers that come and go while they are told
    static final class Subject<E> {
        private final List<Consumer<? super E>> observers = new CopyOnWriteArrayList<>();

        Runnable observe(Consumer<? super E> observer) {
            observers.add(observer);
            return () -> observers.remove(observer);
        }

        void tell(E event) {
            for (Consumer<? super E> observer : observers) observer.accept(event);
        }
    }

    // Expressions: a sealed hierarchy, a parser, visitors
    sealed interface Expression permits Number, Variable, Binary, Negation { }

    record Number(double value) implements Expression { }

    record Variable(String name) implements Expression { }

    record Binary(char operator, Expression left, Expression right) implements Expression { }

    record Negation(Expression inner) implements Expression { }

    static final class Parser {
        private final String text;
        private int at;

        Parser(String text) {
            this.text = text.replace(" ", "");
        }

        static Expression parse(String text) {
            Parser parser = new Parser(text);
            Expression result = parser.sum();
            if (parser.at < parser.text.length()) throw new IllegalArgumentException("unexpected '" + parser.text.charAt(parser.at) + "' at " + parser.at);
            return result;
        }

        private boolean take(char c) {
            if (at < text.length() && text.charAt(at) == c) {
                at++;
                return true;
            }
            return false;
        }

        private Expression sum() {
            Expression left = product();
            for (;;) {
                if (take('+')) left = new Binary('+', left, product());
                else if (take('-')) left = new Binary('-', left, product());
                else return left;
            }
        }

        private Expression product() {
            Expression left = factor();
            for (;;) {
                if (take('*')) left = new Binary('*', left, factor());
                else if (take('/')) left = new Binary('/', left, factor());
                else return left;
            }
        }

        private Expression factor() {
            if (take('-')) return new Negation(factor());
            if (take('(')) {
                Expression inner = sum();
                if (!take(')')) throw new IllegalArgumentException("expected ')' at " + at);
                return inner;
            }
            int start = at;
            while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '.')) at++;
            if (start == at) throw new IllegalArgumentException("nothing at " + at);
            String token = text.substring(start, at);
            return Character.isDigit(token.charAt(0)) ? new Number(Double.parseDouble(token)) : new Variable(token);
        }
    }

    static double value(Expression expression, Map<String, Double> variables) {
        if (expression instanceof Number number) return number.value();
        if (expression instanceof Variable variable) return variables.getOrDefault(variable.name(), Double.NaN);
        if (expression instanceof Negation negation) return -value(negation.inner(), variables);
        Binary binary = (Binary) expression;
        double left = value(binary.left(), variables), right = value(binary.right(), variables);
        return switch (binary.operator()) {
            case '+' -> left + right;
            case '-' -> left - right;
            case '*' -> left * right;
            default -> left / right;
        };
    }

    static Expression derive(Expression expression, String by) {
        if (expression instanceof Number) return new Number(0);
        if (expression instanceof Variable variable) return new Number(variable.name().equals(by) ? 1 : 0);
        if (expression instanceof Negation negation) return new Negation(derive(negation.inner(), by));
        Binary b = (Binary) expression;
        Expression left = derive(b.left(), by), right = derive(b.right(), by);
        return switch (b.operator()) {
            case '+', '-' -> new Binary(b.operator(), left, right);
            case '*' -> new Binary('+', new Binary('*', left, b.right()), new Binary('*', b.left(), right));
            default -> new Binary('/', new Binary('-', new Binary('*', left, b.right()), new Binary('*', b.left(), right)), new Binary('*', b.right(), b.right()));
        };
    }

    // A state machine by enum constants with bodies
    enum State {
        START {
            @Override
            State next(char c) {
                return Character.isDigit(c) ? INTEGER : c == '-' ? SIGN : ERROR;
            }
        },
        SIGN {
            @Override
            State next(char c) {
                return Character.isDigit(c) ? INTEGER : ERROR;
            }
        },
        INTEGER {
            @Override
            State next(char c) {
                return Character.isDigit(c) ? INTEGER : c == '.' ? FRACTION : ERROR;
            }
        },
        FRACTION {
            @Override
            State next(char c) {
                return Character.isDigit(c) ? FRACTION : ERROR;
            }
        },
        ERROR {
            @Override
            State next(char c) {
                return ERROR;
            }
        };

        abstract State next(char c);
    }

    // A builder with a self type
    abstract static class Builder<T extends Builder<T>> {
        final Map<String, Object> parts = new TreeMap<>();

        abstract T self();

        T with(String key, Object value) {
            parts.put(key, value);
            return self();
        }
    }

    static final class CarBuilder extends Builder<CarBuilder> {
        @Override
        CarBuilder self() {
            return this;
        }

        CarBuilder wheels(int count) {
            return with("wheels", count);
        }

        String build() {
            return "Car" + parts;
        }
    }

    // Depth first and breadth first over a tree, as iterators
    record Tree(String name, List<Tree> children) implements Iterable<String> {
        static Tree of(String name, Tree... children) {
            return new Tree(name, List.of(children));
        }

        @Override
        public Iterator<String> iterator() {
            Deque<Tree> open = new ArrayDeque<>(List.of(this));
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return !open.isEmpty();
                }

                @Override
                public String next() {
                    if (open.isEmpty()) throw new NoSuchElementException("the tree ends");
                    Tree tree = open.pop();
                    for (int i = tree.children().size() - 1; i >= 0; i--) open.push(tree.children().get(i));
                    return tree.name();
                }
            };
        }
    }

    public static void main(String[] arguments) {
        Subject<Integer> subject = new Subject<>();
        List<String> heard = new ArrayList<>();
        Runnable[] stop = new Runnable[1];
        subject.observe(event -> heard.add("a" + event));
        stop[0] = subject.observe(event -> {
            heard.add("b" + event);
            if (event == 2) stop[0].run();
        });
        subject.observe((Object event) -> {
            if (event.equals(1)) subject.observe(late -> heard.add("late" + late));
        });
        for (int i = 1; i <= 3; i++) subject.tell(i);
        System.out.println(heard);

        Map<String, Double> variables = new HashMap<>(Map.of("x", 3.0, "y", 4.0));
        for (String text : List.of("1 + 2 * 3", "(1 + 2) * -3", "x * x - y / 2", "2 * x * y + z", "8 / 4 / 2", "1 / 0", "1 +", "(2", "2 $ 3", "--x")) {
            try {
                Expression expression = Parser.parse(text);
                System.out.println(text + " = " + value(expression, variables) + " ' " + value(derive(expression, "x"), variables) + " " + expression.hashCode());
            } catch (IllegalArgumentException e) {
                System.out.println(text + " ! " + e.getMessage());
            }
        }
        System.out.println(derive(Parser.parse("x*x"), "x"));
        for (String text : List.of("12", "-3.5", "3.", "x", "--1", "")) {
            State state = State.START;
            for (char c : text.toCharArray()) state = state.next(c);
            System.out.print(text + ":" + state + " ");
        }
        System.out.println(new CarBuilder().with("colour", "red").wheels(4).build());
        Tree tree = Tree.of("root", Tree.of("a", Tree.of("a1"), Tree.of("a2")), Tree.of("b"));
        StringBuilder names = new StringBuilder();
        for (String name : tree) names.append(name).append(' ');
        System.out.println(names + "" + tree.spliterator().estimateSize());
        Map<Character, BiFunction<Integer, Integer, Integer>> operations = new TreeMap<>(Map.of('+', Integer::sum, '-', (a, b) -> a - b, '*', Math::multiplyExact, '/', (a, b) -> a / b));
        Deque<Integer> stack = new ArrayDeque<>();
        for (String token : "3 4 + 2 * 7 / 5 -".split(" ")) {
            BiFunction<Integer, Integer, Integer> operation = operations.get(token.charAt(0));
            if (operation == null) stack.push(Integer.parseInt(token));
            else {
                int right = stack.pop();
                stack.push(operation.apply(stack.pop(), right));
            }
        }
        Function<Integer, Integer> pipeline = List.<Function<Integer, Integer>>of(x -> x + 1, x -> x * 2, x -> x - 3).stream().reduce(Function.identity(), Function::andThen);
        System.out.println(stack + " " + pipeline.apply(10));
    }
}

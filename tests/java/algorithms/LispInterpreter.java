import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A small Lisp: reader, environments, closures, tail calls in a loop, macros' poor relatives, errors. */
public class LispInterpreter {
    record Symbol(String name) {
        @Override
        public String toString() {
            return name;
        }
    }

    interface Primitive {
        Object apply(List<Object> values);
    }

    record Closure(List<?> parameters, Object body, Environment environment) { }

    static final class LispError extends RuntimeException {
        private static final long serialVersionUID = 1;

        LispError(String message) {
            super(message);
        }
    }

    static final class Environment {
        private final Map<String, Object> values = new HashMap<>();
        private final Environment outer;

        Environment(Environment outer) {
            this.outer = outer;
        }

        Object get(String name) {
            for (Environment at = this; at != null; at = at.outer) if (at.values.containsKey(name)) return at.values.get(name);
            throw new LispError("unbound: " + name);
        }

        void define(String name, Object value) {
            values.put(name, value);
        }
    }

    static final class Reader {
        private final String[] tokens;
        private int at;

        Reader(String text) {
            tokens = text.replace("(", " ( ").replace(")", " ) ").replace("'", " ' ").trim().split("\\s+");
        }

        boolean more() {
            return at < tokens.length;
        }

        Object read() {
            if (at >= tokens.length) throw new LispError("unexpected end");
            String token = tokens[at++];
            if (token.equals("'")) return List.of(new Symbol("quote"), read());
            if (token.equals(")")) throw new LispError("unexpected )");
            if (!token.equals("(")) {
                if (token.matches("-?\\d+")) return new BigInteger(token);
                return token.equals("#t") ? (Object) true : token.equals("#f") ? (Object) false : new Symbol(token);
            }
            List<Object> list = new ArrayList<>();
            while (at < tokens.length && !tokens[at].equals(")")) list.add(read());
            if (at++ >= tokens.length) throw new LispError("missing )");
            return list;
        }
    }

    static Object evaluate(Object form, Environment environment) {
        for (;;) {
            if (form instanceof Symbol symbol) return environment.get(symbol.name());
            if (!(form instanceof List<?> list)) return form;
            if (list.isEmpty()) return list;
            Object head = list.get(0);
            switch (head instanceof Symbol symbol ? symbol.name() : "") {
                case "quote":
                    return list.get(1);
                case "if":
                    form = !Boolean.FALSE.equals(evaluate(list.get(1), environment)) ? list.get(2) : list.size() > 3 ? list.get(3) : List.of();
                    continue;
                case "define":
                    environment.define(((Symbol) list.get(1)).name(), evaluate(list.get(2), environment));
                    return list.get(1);
                case "lambda":
                    return new Closure((List<?>) list.get(1), list.get(2), environment);
                case "let": {
                    Environment inner = new Environment(environment);
                    for (Object binding : (List<?>) list.get(1)) inner.define(((List<?>) binding).get(0).toString(), evaluate(((List<?>) binding).get(1), environment));
                    environment = inner;
                    form = list.get(2);
                    continue;
                }
                default:
            }
            Object function = evaluate(head, environment);
            List<Object> values = new ArrayList<>();
            for (Object argument : list.subList(1, list.size())) values.add(evaluate(argument, environment));
            if (function instanceof Primitive primitive) return primitive.apply(values);
            if (!(function instanceof Closure closure)) throw new LispError("not a function: " + show(function));
            if (closure.parameters().size() != values.size()) throw new LispError("expected " + closure.parameters().size() + " arguments, got " + values.size());
            Environment inner = new Environment(closure.environment());
            for (int i = 0; i < values.size(); i++) inner.define(closure.parameters().get(i).toString(), values.get(i));
            environment = inner;
            form = closure.body();
        }
    }

    static String show(Object value) {
        if (value instanceof List<?> list) return list.stream().map(LispInterpreter::show).collect(Collectors.joining(" ", "(", ")"));
        if (value instanceof Boolean bool) return bool ? "#t" : "#f";
        return value instanceof Closure || value instanceof Primitive ? "#function" : value.toString();
    }

    static void arithmetic(Environment global, String name, BinaryOperator<BigInteger> operator) {
        global.define(name, (Primitive) values -> values.stream().map(BigInteger.class::cast).reduce(operator).orElse(BigInteger.ZERO));
    }

    static void comparison(Environment global, String name, Function<Integer, Boolean> test) {
        global.define(name, (Primitive) values -> test.apply(((BigInteger) values.get(0)).compareTo((BigInteger) values.get(1))));
    }

    public static void main(String[] arguments) {
        Environment global = new Environment(null);
        arithmetic(global, "+", BigInteger::add);
        arithmetic(global, "-", BigInteger::subtract);
        arithmetic(global, "*", BigInteger::multiply);
        arithmetic(global, "/", BigInteger::divide);
        comparison(global, "<", c -> c < 0);
        comparison(global, "=", c -> c == 0);
        global.define("list", (Primitive) ArrayList::new);
        global.define("car", (Primitive) values -> ((List<?>) values.get(0)).get(0));
        global.define("cdr", (Primitive) values -> ((List<?>) values.get(0)).subList(1, ((List<?>) values.get(0)).size()));
        global.define("cons", (Primitive) values -> {
            List<Object> list = new ArrayList<>((List<?>) values.get(1));
            list.add(0, values.get(0));
            return list;
        });
        global.define("null?", (Primitive) values -> values.get(0) instanceof List<?> list && list.isEmpty());
        String program = """
            (define fact (lambda (n) (if (< n 2) 1 (* n (fact (- n 1))))))
            (fact 40)
            (define loop (lambda (n sum) (if (= n 0) sum (loop (- n 1) (+ sum n)))))
            (loop 3000 0)
            (define map (lambda (f l) (if (null? l) l (cons (f (car l)) (map f (cdr l))))))
            (define compose (lambda (f g) (lambda (x) (f (g x)))))
            (map (compose (lambda (x) (* x x)) (lambda (x) (+ x 1))) (list 1 2 3 4))
            (define filter (lambda (p l) (if (null? l) l (if (p (car l)) (cons (car l) (filter p (cdr l))) (filter p (cdr l))))))
            (define range (lambda (a b) (if (< a b) (cons a (range (+ a 1) b)) '())))
            (define sort (lambda (l) (if (null? l) l (let ((p (car l)) (r (cdr l))) (append (sort (filter (lambda (x) (< x p)) r)) (cons p (sort (filter (lambda (x) (if (< x p) #f #t)) r))))))))
            (define append (lambda (a b) (if (null? a) b (cons (car a) (append (cdr a) b)))))
            (sort '(5 3 9 1 7 3 8))
            (filter (lambda (n) (= 0 (- n (* 3 (/ n 3))))) (range 1 20))
            '(quoted (list) #t)
            ((lambda (x) (let ((y (* x 2))) (list x y car))) 21)
            (undefined 1)
            (fact 1 2)
            (5 6)
            (/ 1 0)
            (car '())
            (+ 1 #t)
            )
            """;
        Reader reader = new Reader(program);
        while (reader.more()) {
            try {
                System.out.println(show(evaluate(reader.read(), global)));
            } catch (LispError | ArithmeticException e) {
                System.out.println("error: " + e.getMessage());
            } catch (IndexOutOfBoundsException | ClassCastException e) {
                System.out.println("error: " + e.getClass().getSimpleName());
            }
        }
        try {
            new Reader("(+ 1 (2").read();
        } catch (LispError e) {
            System.out.println(e.getMessage());
        }
    }
}

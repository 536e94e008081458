import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;

/** The language's constructs that compile to more than one would think: inner classes, enums, switches, generics,
 * finally, string literals, characters. */
public class Language {
    enum Planet {
        MERCURY(3.3e23, 2.44e6) {
            @Override
            String describe() {
                return "hot " + super.describe();
            }
        },
        EARTH(5.97e24, 6.37e6), MARS(6.42e23, 3.39e6);

        private final double mass;
        private final double radius;

        Planet(double mass, double radius) {
            this.mass = mass;
            this.radius = radius;
        }

        String describe() {
            return name() + " " + Long.toHexString(Double.doubleToLongBits(6.67e-11 * mass / (radius * radius)));
        }
    }

    interface Named {
        String PREFIX = "named ";

        String name();

        default String greeting() {
            return PREFIX + decorate(name());
        }

        private String decorate(String text) {
            return "<" + text + ">";
        }

        static Named of(final String text) {
            return new Named() {
                @Override
                public String name() {
                    return text;
                }
            };
        }
    }

    record Pair<A, B>(A first, B second) { }

    static class Counter implements Iterable<Integer> {
        private final int limit;

        Counter(int limit) {
            this.limit = limit;
        }

        @Override
        public Iterator<Integer> iterator() {
            return new Iterator<>() {
                private int next;

                @Override
                public boolean hasNext() {
                    return next < limit;
                }

                @Override
                public Integer next() {
                    if (next == limit) {
                        throw new NoSuchElementException();
                    }
                    return next++;
                }
            };
        }
    }

    class Inner {
        int value = outer + 1;

        class Innermost {
            int sum() {
                return value + outer + Language.this.outer++;
            }
        }
    }

    private int outer = 40;

    private static String ofPlanet(Planet planet) {
        switch (planet) {
            case EARTH: return "ours";
            case MARS: return "next";
            default: return "other";
        }
    }

    private static int ofString(String text) {
        switch (text) {
            case "": return 0;
            case "AaAa": return 1;
            case "BBBB": return 2;
            case "AaBB": return 3;
            case "one":
            case "eins": return 4;
            default: return -1;
        }
    }

    private static String ofInt(int value) {
        StringBuilder text = new StringBuilder();
        switch (value) {
            case Integer.MIN_VALUE: text.append("min ");
            case -1: text.append("-1 "); break;
            case 0: text.append("0 ");
            case 1: case 2: case 3: text.append("small "); break;
            case 1000000: text.append("million ");
            default: text.append("default "); break;
            case Integer.MAX_VALUE: text.append("max ");
        }
        return text.toString();
    }

    private static String ofNewSwitch(Object value) {
        int length = value instanceof String text && text.length() > 2 ? text.length() : -1;
        return switch (length) {
            case -1 -> "none";
            case 3, 4 -> {
                String both = "short" + length;
                yield both + "!";
            }
            default -> "long";
        };
    }

    @SuppressWarnings("finally")
    private static int finallyWins(int way) {
        for (int i = 0; ; i++) {
            try {
                if (way == 0) {
                    return i;
                }
                if (way == 1) {
                    throw new IllegalStateException("lost");
                }
                if (way == 2 && i < 3) {
                    continue;
                }
                way = 0;
            } finally {
                if (i > 5) {
                    return 100 + i;
                }
                if (way == 1) {
                    break;
                }
            }
        }
        return -7;
    }

    private static int nested(int depth, StringBuilder log) {
        try {
            log.append('(').append(depth);
            if (depth == 0) {
                throw new IllegalArgumentException("bottom");
            }
            try {
                return nested(depth - 1, log) + depth;
            } finally {
                log.append('f').append(depth);
                try {
                    if (depth == 2) {
                        throw new ArithmeticException("in finally");
                    }
                } catch (ArithmeticException e) {
                    log.append('a');
                } finally {
                    log.append('F');
                }
            }
        } catch (IllegalArgumentException e) {
            log.append('!');
            if (depth < 3) {
                throw e;
            }
            return 1000;
        } finally {
            log.append(')');
        }
    }

    static class Resource implements AutoCloseable {
        private final String name;

        Resource(String name) {
            this.name = name;
            System.out.println("open " + name);
        }

        @Override
        public void close() {
            System.out.println("close " + name);
            if (name.startsWith("bad")) {
                throw new IllegalStateException("closing " + name);
            }
        }
    }

    private static void resources() {
        try (Resource a = new Resource("a"); Resource b = new Resource("bad b"); Resource c = new Resource("bad c")) {
            System.out.println("body " + a.name + b.name + c.name);
            throw new IllegalArgumentException("body");
        } catch (IllegalArgumentException e) {
            for (Throwable suppressed : e.getSuppressed()) {
                System.out.println(suppressed);
            }
        }
    }

    private static void literals() {
        String ab = "a" + "b";
        String b = "b";
        System.out.println((ab == "ab") + " " + (("a" + b) == ab) + " " + (("a" + b).intern() == ab) + " " + ("ab" == new Pair<>("ab", 1).first()));
        System.out.println("\u00e4\u20ac \ud834\udd1e \0".length() + " " + "\u20ac".charAt(0) + " " + (int) "\ud834\udd1e".charAt(1) + " " + "\ud834\udd1e".codePointAt(0));
        char c = 'z';
        c++;
        c += 1;
        c -= 0x30;
        System.out.println(c + " " + (c + 1) + " " + (char) (c + 1) + " " + (int) (char) -1 + " " + (byte) 'é' + " " + (short) '\uffff' + " " + c-- + c);
        byte small = (byte) 0x7f;
        small += 1.7;
        short medium = (short) 32767;
        medium *= medium;
        int big = 5;
        big += 3.99f;
        big <<= 33L;
        long huge = 1L << 62;
        huge >>>= -3;
        huge += big++ + ++big;
        System.out.println(small + " " + medium + " " + big + " " + huge);
        Integer boxed = 127, same = 127;
        Integer large = 1000, other = 1000;
        System.out.println((boxed == same) + " " + large.equals(other) + " " + (boxed + large) + " " + (large < boxed ? "less" : "more"));
    }

    private static String labels() {
        StringBuilder text = new StringBuilder();
        outer:
        for (int i = 0; i < 6; i++) {
            int j = 0;
            do {
                if ((i ^ j) == 5) {
                    continue outer;
                }
                if (i * j > 12) {
                    break outer;
                }
                text.append(i * 10 + j).append(',');
            } while (++j < 4);
            text.append(';');
        }
        return text.toString();
    }

    private static int varargs(Object... values) {
        return values == null ? -1 : values.length;
    }

    public static void main(String[] arguments) {
        for (Planet planet : Planet.values()) {
            System.out.println(planet.describe() + " " + ofPlanet(planet) + " " + planet.getClass() + " " + planet.compareTo(Planet.valueOf("EARTH")));
        }
        try {
            Planet.valueOf("PLUTO");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Named.of("x").greeting());
        for (String text : new String[] {"", "AaAa", "BBBB", "AaBB", "BBAa", "one", "eins", "two"}) {
            System.out.print(ofString(text) + " ");
        }
        System.out.println();
        for (int value : new int[] {Integer.MIN_VALUE, -2, -1, 0, 1, 3, 4, 1000000, 1000001, Integer.MAX_VALUE}) {
            System.out.print(ofInt(value) + "| ");
        }
        System.out.println();
        System.out.println(ofNewSwitch("abc") + ofNewSwitch("ab") + ofNewSwitch(5) + ofNewSwitch("abcdef") + ofNewSwitch(null));
        int total = 0;
        for (int value : new Counter(10)) {
            total = total * 3 + value;
        }
        System.out.println(total);
        Language language = new Language();
        Language.Inner.Innermost innermost = language.new Inner().new Innermost();
        System.out.println(innermost.sum() + " " + innermost.sum() + " " + language.outer);
        System.out.println(finallyWins(0) + " " + finallyWins(1) + " " + finallyWins(2) + " " + finallyWins(3));
        StringBuilder log = new StringBuilder();
        System.out.println(nested(5, log) + " " + log);
        resources();
        literals();
        System.out.println(labels());
        System.out.println(varargs() + " " + varargs((Object[]) null) + " " + varargs(1, "2", null) + " " + varargs((Object) new int[3]));
        Map<String, List<Pair<Integer, Long>>> map = new HashMap<>();
        for (int i = 0; i < 20; i++) {
            String key = "k" + i % 3;
            if (!map.containsKey(key)) {
                map.put(key, new ArrayList<>());
            }
            map.get(key).add(new Pair<>(i, (long) i << 40));
        }
        long sum = 0;
        for (Map.Entry<String, List<Pair<Integer, Long>>> entry : map.entrySet()) {
            for (Pair<Integer, Long> pair : entry.getValue()) {
                sum += entry.getKey().hashCode() * pair.first() ^ pair.second();
            }
        }
        System.out.println(sum);
    }
}

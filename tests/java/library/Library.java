import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A walk through the library: strings, numbers as text, collections, clone, reflection, interfaces with defaults,
 * enums, arguments. */
public class Library {
    enum Colour {
        RED, GREEN {
            @Override
            String mix() {
                return "leaf";
            }
        };

        String mix() {
            return name().toLowerCase();
        }
    }

    interface Greeter {
        String name();

        default String greet() {
            return "hello " + name();
        }
    }

    static final class Person implements Greeter, Comparable<Person>, Cloneable {
        private final String name;
        private int[] scores = {1, 2, 3};

        public Person(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public int compareTo(Person other) {
            return name.compareTo(other.name);
        }

        @Override
        public Person clone() {
            try {
                Person copy = (Person) super.clone();
                copy.scores = scores.clone();
                return copy;
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static void numbers() {
        System.out.println(1.0 / 3 + " " + 1.0f / 3 + " " + Double.MAX_VALUE + " " + Float.MIN_VALUE + " " + 0.1 + " " + 1e21 + " " + -0.0);
        System.out.println((int) Double.NaN + " " + (long) 1e30 + " " + (int) -1e10f + " " + (char) 65.9 + " " + (byte) 300 + " " + (int) 3.99e9);
        System.out.println(7 % -3 + " " + -7 / 2 + " " + 5.5 % 2.1 + " " + -5.5f % 2 + " " + Double.POSITIVE_INFINITY % 2 + " " + 1e300 % 3);
        System.out.println((1 << 33) + " " + (1L << 33) + " " + (-1 >>> 28) + " " + (-1L >>> 60) + " " + (-8 >> 1) + " " + Integer.MIN_VALUE / -1);
        System.out.println(Long.MIN_VALUE + " " + Long.toHexString(-2) + " " + Integer.toBinaryString(10) + " " + Long.parseLong("-99") + " " + Double.parseDouble("1e-5"));
        System.out.println(Math.sqrt(2) + " " + Math.abs(-3) + " " + Math.max(1.5, -0.0) + " " + Math.floor(-1.5) + " " + Math.round(2.5) + " " + Math.ceil(1.2));
        System.out.println(Integer.compareUnsigned(-1, 1) + " " + Long.divideUnsigned(-1, 10) + " " + Integer.bitCount(255) + " " + Long.numberOfTrailingZeros(64));
    }

    private static void strings() {
        String text = "Grüße, \u4e16\u754c!";
        System.out.println(text + " " + text.length() + " " + text.hashCode() + " " + text.toUpperCase() + " " + text.indexOf('\u754c'));
        System.out.println(String.join("-", "a", "b", "c") + " " + "a,b,,c".split(",").length + " " + "  trim ".trim() + "|" + "abc".contains("bc"));
        System.out.println(new StringBuilder("level").reverse().insert(0, 'x').append(true).append(1.5f) + " " + "x".repeat(5));
        System.out.println(("a" + 1).intern() == "a1");
        System.out.println(String.valueOf(new char[] {'o', 'k'}) + " " + "Hello".charAt(1) + " " + "b".compareTo("a") + " " + "aXbX".replace("X", "--"));
        switch (text.substring(0, 2)) {
            case "Gr":
                System.out.println("switch");
                break;
            default:
                System.out.println("never");
        }
    }

    private static void collections() {
        Map<String, Integer> map = new HashMap<>();
        for (String word : "the cat and the dog and the bird".split(" ")) {
            Integer count = map.get(word);
            map.put(word, count == null ? 1 : count + 1);
        }
        System.out.println(new TreeMap<>(map));
        List<Map.Entry<String, Integer>> entries = new ArrayList<>(map.entrySet());
        Collections.sort(entries, new Comparator<Map.Entry<String, Integer>>() {
            @Override
            public int compare(Map.Entry<String, Integer> a, Map.Entry<String, Integer> b) {
                int order = b.getValue() - a.getValue();
                return order != 0 ? order : a.getKey().compareTo(b.getKey());
            }
        });
        System.out.println(entries);
        List<Person> people = new ArrayList<>(Arrays.asList(new Person("Zoe"), new Person("Ada"), new Person("Max")));
        Collections.sort(people);
        for (Iterator<Person> iterator = people.iterator(); iterator.hasNext();) {
            Person person = iterator.next();
            System.out.println(person.greet());
            if (person.name().startsWith("M")) {
                iterator.remove();
            }
        }
        int[][] grid = new int[3][4];
        grid[2][3] = 7;
        System.out.println(people.size() + " " + Arrays.deepToString(grid) + " " + Arrays.toString(Colour.values()));
        int[] sorted = {5, 3, 9, -1, 0};
        Arrays.sort(sorted);
        System.out.println(Arrays.toString(sorted) + " " + Arrays.binarySearch(sorted, 9));
    }

    private static void reflection() throws Exception {
        Class<?> type = Class.forName("Library$Person");
        Object person = type.getConstructor(String.class).newInstance("Eve");
        System.out.println(type.getMethod("greet").invoke(person) + " " + type.getSimpleName() + " " + type.getInterfaces().length + " " + type.getModifiers());
        System.out.println(int[].class.getName() + " " + String[][].class.getSimpleName() + " " + Map.Entry.class.getName() + " " + person.getClass().getSuperclass());
        Person copy = ((Person) person).clone();
        copy.scores[0] = 99;
        System.out.println(((Person) person).scores[0] + " " + (copy.name == ((Person) person).name) + " " + Library.class.getPackageName().isEmpty());
        System.out.println(Library.class.getModule().isNamed() + " " + String.class.getModule() + " " + Library.class.getClassLoader().getName());
        Object array = java.lang.reflect.Array.newInstance(long.class, 2);
        java.lang.reflect.Array.set(array, 1, 5);
        System.out.println(((long[]) array)[1] + " " + java.lang.reflect.Array.getLength(array));
    }

    public static void main(String[] args) throws Exception {
        System.out.println(args.length + " " + Arrays.toString(args));
        numbers();
        strings();
        collections();
        reflection();
        System.out.println(Colour.valueOf("GREEN").mix() + " " + Colour.RED.mix() + " " + Colour.RED.compareTo(Colour.GREEN));
        System.err.println("to standard error");
        Runtime.getRuntime().addShutdownHook(new Thread() {
            @Override
            public void run() {
                System.out.println("hook");
            }
        });
        System.exit(7);
    }
}

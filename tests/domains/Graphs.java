import gnomon.Domain;
import gnomon.Naming;
import gnomon.Portal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32;

/**
 * Random graphs of objects of all kinds, which are Serializable. With "direct" the bytes of each are summed as
 * serialization writes them; otherwise each goes to another domain and back, and the sum is of what has come back: it
 * is the same as that of a graph that has never been anywhere, on any virtual machine. Arguments: how ("direct",
 * "portal"), the number of graphs of a seed, and seeds.
 */
public class Graphs {
    enum Color {
        RED, GREEN {
            @Override
            int value() {
                return 2;
            }
        },
        BLUE;

        int value() {
            return 1;
        }
    }

    record Pair(Object first, long second, Color color) implements Serializable {
    }

    static class All implements Serializable {
        private static final long serialVersionUID = 1;
        boolean z;
        byte b;
        char c;
        short s;
        int i;
        long j;
        float f;
        double d;
        Object object;
        String string;
        int[] ints;
        All next;
    }

    static class More extends All {
        private static final long serialVersionUID = 1;
        byte another;
        Object[] objects;
        final List<Object> list = new ArrayList<>();
    }

    /** Its place in a tree or a hash table is its number. */
    static class Key implements Comparable<Key>, Serializable {
        private static final long serialVersionUID = 1;
        final int number;
        Object more;

        Key(int number) {
            this.number = number;
        }

        @Override
        public int compareTo(Key other) {
            return Integer.compare(number, other.number);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key && ((Key) other).number == number;
        }

        @Override
        public int hashCode() {
            return number * 31;
        }
    }

    static class Failure extends Exception {
        private static final long serialVersionUID = 1;
        final Object what;

        Failure(String message, Throwable cause, Object what) {
            super(message, cause);
            this.what = what;
        }
    }

    interface There extends Portal {
        Object same(Object object);

        /** The sum of the bytes as they are there. */
        long sum(Object object) throws IOException;
    }

    static class Server implements There {
        public Object same(Object object) {
            return object;
        }

        public long sum(Object object) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            new ObjectOutputStream(bytes).writeObject(object);
            try {
                Object read = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
                return read.getClass() == object.getClass() ? Graphs.sum(object) : 0;
            } catch (ClassNotFoundException e) {
                throw new AssertionError(e);
            } catch (IOException | RuntimeException e) {
                return e.getClass().getName().hashCode(); // circles through keys of sorted maps cannot be read back, on any machine
            }
        }
    }

    // ---- The generator

    private final Random random;
    private final List<Object> made = new ArrayList<>();
    private int left;

    Graphs(long seed, int size) {
        random = new Random(seed);
        left = size;
    }

    private String string() {
        StringBuilder text = new StringBuilder();
        boolean isWide = random.nextInt(3) == 0;
        for (int i = random.nextInt(20); i > 0; i--) text.append((char) (isWide ? 0x4e00 + random.nextInt(1000) : 32 + random.nextInt(220)));
        return text.toString();
    }

    private <T> T keep(T object) {
        made.add(object);
        return object;
    }

    private Object array() {
        int length = random.nextInt(9);
        switch (random.nextInt(11)) {
            case 0: {
                boolean[] array = keep(new boolean[length]);
                for (int i = 0; i < length; i++) array[i] = random.nextBoolean();
                return array;
            }
            case 1: {
                byte[] array = keep(new byte[length * 50]);
                random.nextBytes(array);
                return array;
            }
            case 2: {
                char[] array = keep(new char[length]);
                for (int i = 0; i < length; i++) array[i] = (char) random.nextInt();
                return array;
            }
            case 3: {
                short[] array = keep(new short[length]);
                for (int i = 0; i < length; i++) array[i] = (short) random.nextInt();
                return array;
            }
            case 4: {
                int[] array = keep(new int[length]);
                for (int i = 0; i < length; i++) array[i] = random.nextInt();
                return array;
            }
            case 5: {
                long[] array = keep(new long[length]);
                for (int i = 0; i < length; i++) array[i] = random.nextLong();
                return array;
            }
            case 6: {
                float[] array = keep(new float[length]);
                for (int i = 0; i < length; i++) array[i] = Float.intBitsToFloat(random.nextInt() & ~0x7f800000);
                return array;
            }
            case 7: {
                double[] array = keep(new double[length]);
                for (int i = 0; i < length; i++) array[i] = random.nextGaussian();
                return array;
            }
            case 8: {
                String[] array = keep(new String[length]);
                for (int i = 0; i < length; i++) array[i] = string();
                return array;
            }
            case 9: {
                int[][] array = keep(new int[length][]);
                for (int i = 0; i < length; i++) array[i] = new int[i];
                return array;
            }
            default: {
                Object[] array = keep(new Object[length]);
                for (int i = 0; i < length; i++) array[i] = object();
                return array;
            }
        }
    }

    private Object box() {
        switch (random.nextInt(17)) {
            case 0: return random.nextBoolean();
            case 1: return (byte) random.nextInt();
            case 2: return (char) random.nextInt();
            case 3: return (short) random.nextInt();
            case 4: return random.nextInt();
            case 5: return random.nextLong();
            case 6: return random.nextFloat();
            case 7: return random.nextDouble();
            case 8: return new BigInteger(100, random);
            case 9: return new BigDecimal(new BigInteger(70, random), random.nextInt(20));
            case 10: return new UUID(random.nextLong(), random.nextLong());
            case 11: return Instant.ofEpochSecond(random.nextInt());
            case 12: return Duration.ofMillis(random.nextLong() >> 20);
            case 13: return LocalDate.ofEpochDay(random.nextInt(100_000));
            case 14: return new AtomicLong(random.nextLong());
            case 15: {
                BitSet bits = new BitSet();
                for (int i = 0; i < 10; i++) bits.set(random.nextInt(300));
                return bits;
            }
            default: return random.nextBoolean() ? Color.values()[random.nextInt(3)] : random.nextBoolean() ? All.class : int[].class;
        }
    }

    private Object plain() {
        All all = keep(random.nextBoolean() ? new All() : new More());
        all.z = random.nextBoolean();
        all.b = (byte) random.nextInt();
        all.c = (char) random.nextInt();
        all.s = (short) random.nextInt();
        all.i = random.nextInt();
        all.j = random.nextLong();
        all.f = random.nextFloat();
        all.d = random.nextDouble();
        all.object = object();
        all.string = random.nextInt(4) == 0 ? null : string();
        all.ints = new int[random.nextInt(3)];
        Object next = random.nextInt(3) == 0 ? plain() : null;
        all.next = next instanceof All ? (All) next : null;
        if (all instanceof More) {
            More more = (More) all;
            more.another = all.b;
            more.objects = new Object[] {all, object(), more.list};
            more.list.add(more);
            more.list.add(object());
        }
        return all;
    }

    private Key key() {
        Key key = new Key(random.nextInt(1000));
        if (random.nextInt(4) == 0) key.more = object();
        return key;
    }

    /** Keys whose order no machine's identity hashes decide. */
    private Object hashed() {
        switch (random.nextInt(4)) {
            case 0: return string();
            case 1: return random.nextInt(100);
            case 2: return key();
            default: return random.nextLong();
        }
    }

    private <T extends java.util.Collection<Object>> T fill(T collection, boolean isHashed) {
        keep(collection);
        for (int i = random.nextInt(isHashed ? 20 : 6); i > 0; i--) collection.add(isHashed ? hashed() : object());
        return collection;
    }

    private <T extends Map<Object, Object>> T fill(T map) {
        keep(map);
        for (int i = random.nextInt(15); i > 0; i--) map.put(hashed(), object());
        return map;
    }

    private Object notNull() {
        Object object = object();
        return object == null ? "null" : object;
    }

    private Object collection() {
        switch (random.nextInt(22)) {
            case 0: return fill(new ArrayList<>(), false);
            case 1: return fill(new LinkedList<>(), false);
            case 2: return fill(new HashSet<>(), true);
            case 3: return fill(new LinkedHashSet<>(), true);
            case 4: return fill(new HashMap<>());
            case 5: return fill(new LinkedHashMap<>());
            case 6: {
                TreeMap<Object, Object> map = keep(new TreeMap<>());
                for (int i = random.nextInt(8); i > 0; i--) map.put(key(), object());
                return map;
            }
            case 7: {
                TreeSet<Object> set = keep(new TreeSet<>(Collections.reverseOrder()));
                for (int i = random.nextInt(8); i > 0; i--) set.add(string());
                return set;
            }
            case 8: {
                Map<Color, Object> map = keep(new EnumMap<>(Color.class));
                for (Color color : Color.values()) if (random.nextBoolean()) map.put(color, object());
                return map;
            }
            case 9: return random.nextBoolean() ? EnumSet.of(Color.RED, Color.GREEN) : EnumSet.noneOf(Color.class);
            case 10: return List.of(notNull(), notNull(), notNull());
            case 11: return List.of();
            case 12: return Map.of("only", notNull());
            case 13: return Set.of(string());
            case 14: return Arrays.asList(object(), object());
            case 15: return Collections.unmodifiableList(fill(new ArrayList<>(), false));
            case 16: return Collections.synchronizedMap(fill(new HashMap<>()));
            case 17: {
                ConcurrentHashMap<Object, Object> map = keep(new ConcurrentHashMap<>());
                for (int i = random.nextInt(8); i > 0; i--) map.put(hashed(), notNull());
                return map;
            }
            case 18: {
                ConcurrentSkipListMap<Object, Object> map = keep(new ConcurrentSkipListMap<>());
                for (int i = random.nextInt(8); i > 0; i--) map.put(string(), notNull());
                return map;
            }
            case 19: return fill(new CopyOnWriteArrayList<>(), false);
            case 20: {
                ArrayDeque<Object> queue = keep(new ArrayDeque<>());
                for (int i = random.nextInt(20); i > 0; i--) queue.add(notNull());
                return queue;
            }
            default: {
                PriorityQueue<Object> queue = keep(new PriorityQueue<>());
                for (int i = random.nextInt(8); i > 0; i--) queue.add(string());
                return queue;
            }
        }
    }

    private Object failure() {
        Throwable cause = random.nextBoolean() ? null : new IllegalStateException(string());
        Exception failure = keep(random.nextBoolean() ? new Failure(string(), cause, object()) : new RuntimeException(string(), cause));
        if (random.nextBoolean()) failure.addSuppressed(new IOException(string()));
        StackTraceElement[] trace = {new StackTraceElement("a.Class", "method", random.nextBoolean() ? null : "File.java", random.nextInt(100))};
        for (Throwable at = failure; at != null; at = at.getCause()) at.setStackTrace(trace);
        for (Throwable suppressed : failure.getSuppressed()) suppressed.setStackTrace(trace);
        return failure;
    }

    /** One that there is already, or a new one; a container may come to stand inside of itself. */
    Object object() {
        if (left-- <= 0) return null;
        if (!made.isEmpty() && random.nextInt(5) == 0) return made.get(random.nextInt(made.size()));
        switch (random.nextInt(9)) {
            case 0: return array();
            case 1: return keep(string());
            case 2: return box();
            case 3:
            case 4: return plain();
            case 5:
            case 6: return collection();
            case 7: return keep(new Pair(object(), random.nextLong(), Color.values()[random.nextInt(3)]));
            default: return random.nextInt(3) == 0 ? failure() : random.nextInt(2) == 0 ? keep(key()) : null;
        }
    }

    // ---- Whether they are equal

    static long sum(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        CRC32 sum = new CRC32();
        sum.update(bytes.toByteArray());
        return sum.getValue() << 32 | bytes.size();
    }

    static Object graph(long seed, int number) {
        Graphs graphs = new Graphs(seed * 1000 + number, 10 + number % 50 * 10);
        Object[] roots = new Object[4];
        for (int i = 0; i < roots.length; i++) roots[i] = graphs.object();
        return roots;
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 0) {
            Naming.register("there", new Server());
            Thread.sleep(Long.MAX_VALUE);
        }
        boolean isDirect = arguments[0].equals("direct");
        There there = new Server();
        if (!isDirect) {
            Domain.Options options = new Domain.Options("there").main("Graphs");
            for (String key : new String[] {"gnomon.gc.stress", "gnomon.gc.protect", "gnomon.gc.verify"}) {
                if (System.getProperty(key) != null) options.property(key, System.getProperty(key));
            }
            Domain.start(options);
            there = Naming.lookup("there", There.class);
        }
        int count = Integer.parseInt(arguments[1]);
        for (int k = 2; k < arguments.length; k++) {
            long seed = Long.parseLong(arguments[k]);
            long bytes = 0;
            CRC32 all = new CRC32();
            for (int i = 0; i < count; i++) {
                Object graph = graph(seed, i);
                Object back = there.same(graph);
                long before = sum(graph);
                long after = sum(back);
                long inside = there.sum(graph);
                if (before != after || before != inside) System.out.println("seed " + seed + ", graph " + i + ": " + (before == after) + ", " + inside);
                all.update(Long.toString(after).getBytes());
                bytes += after & 0xffffffffL;
            }
            System.out.println("seed " + seed + ": " + count + " graphs, " + bytes + " bytes, sum " + all.getValue());
        }
    }
}

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.io.NotSerializableException;
import java.io.ObjectInput;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamException;
import java.io.Serializable;
import java.io.StreamCorruptedException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;

/** Serialization: graphs with cycles, transient fields, own methods, records, enums, Externalizable, replacement,
 * filters, errors. */
public class ObjectStreams {
    enum Level { LOW, HIGH }

    record Point(int x, double y, String name) implements Serializable { }

    static class Plain {
        int base = 5;
    }

    static class Node extends Plain implements Serializable {
        private static final long serialVersionUID = 42;
        String name;
        transient String secret = "secret";
        Node next;
        int[][] numbers = {{1}, {2, 3}};
        Level level = Level.HIGH;
        boolean flag = true;
        char letter = '\u20ac';
        long wide = Long.MIN_VALUE;

        Node(String name) {
            this.name = name;
        }
    }

    static class Custom implements Serializable {
        private static final long serialVersionUID = 1;
        transient List<String> items = new ArrayList<>();
        int version = 1;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeInt(items.size());
            for (String item : items) out.writeUTF(item);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            items = new ArrayList<>();
            for (int i = in.readInt(); i > 0; i--) items.add(in.readUTF() + "'");
            if (items.contains("bad'")) throw new InvalidObjectException("bad item");
        }
    }

    public static class External implements Externalizable {
        int value;

        public External() {
            value = -1;
        }

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeInt(value);
            out.writeObject("extra");
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
            value = in.readInt() * 10 + ((String) in.readObject()).length();
        }
    }

    static final class Singleton implements Serializable {
        private static final long serialVersionUID = 1;
        static final Singleton ONE = new Singleton();

        private Object readResolve() throws ObjectStreamException {
            return ONE;
        }
    }

    static final class Replaced implements Serializable {
        private static final long serialVersionUID = 1;

        private Object writeReplace() {
            return "replacement";
        }
    }

    static final class Fields implements Serializable {
        private static final long serialVersionUID = 1;
        private static final java.io.ObjectStreamField[] serialPersistentFields = {new java.io.ObjectStreamField("total", int.class)};
        int a = 3, b = 4;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.putFields().put("total", a + b);
            out.writeFields();
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            a = in.readFields().get("total", -1);
        }
    }

    static byte[] write(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }

    static Object read(byte[] bytes) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes)) {
            @Override
            protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
                try {
                    return Class.forName(description.getName(), false, ObjectStreams.class.getClassLoader());
                } catch (ClassNotFoundException e) {
                    return super.resolveClass(description);
                }
            }
        }) {
            return in.readObject();
        }
    }

    static Object through(Object object) throws IOException, ClassNotFoundException {
        return read(write(object));
    }

    public static void main(String[] arguments) throws Exception {
        Node first = new Node("first"), second = new Node("second");
        first.next = second;
        second.next = first;
        first.base = 77;
        byte[] bytes = write(first);
        Node copy = (Node) read(bytes);
        System.out.println(copy.name + " " + copy.secret + " " + copy.base + " " + copy.next.name + " " + (copy.next.next == copy) + " " + Arrays.deepToString(copy.numbers) + " " + (copy.level == Level.HIGH) + " " + copy.flag + copy.letter + copy.wide);
        System.out.println(bytes.length + " " + Arrays.hashCode(bytes));
        System.out.println(through(new Point(1, 2.5, "p")) + " " + through(Level.LOW) + " " + (through(Singleton.ONE) == Singleton.ONE) + " " + through(new Replaced()) + " " + ((Fields) through(new Fields())).a);
        Custom custom = new Custom();
        custom.items.addAll(List.of("one", "two"));
        Custom read = (Custom) through(custom);
        External external = new External();
        external.value = 4;
        System.out.println(read.items + " " + read.version + " " + ((External) through(external)).value);
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("list", new ArrayList<>(List.of(1, 2L, 3.0, 'c', "s", true, (byte) 1, (short) 2, 1.5f)));
        map.put("array", new String[] {"a", null});
        map.put("date", LocalDate.of(2024, 2, 29));
        map.put("decimal", new BigDecimal("12.345"));
        map.put("uuid", new UUID(1, 2));
        map.put("set", new TreeSet<>(List.of("z", "y")));
        map.put("enums", new EnumMap<>(Map.of(Level.HIGH, 1)));
        map.put("class", int[].class);
        map.put("immutable", List.of("x", Map.of("k", "v")));
        map.put("exception", new IllegalStateException("kept").getMessage());
        @SuppressWarnings("unchecked")
        Map<String, Object> back = (Map<String, Object>) through(map);
        System.out.println(back.get("list") + " " + Arrays.toString((String[]) back.get("array")) + " " + back.get("date") + " " + back.get("decimal") + " " + back.get("uuid") + " " + back.get("set") + " " + back.get("enums") + " " + back.get("class") + " " + back.get("immutable"));
        Throwable thrown = (Throwable) through(new IllegalArgumentException("message", new RuntimeException("cause")));
        System.out.println(thrown + " " + thrown.getCause() + " " + thrown.getStackTrace()[0].getMethodName());
        Comparable<String> lambda = (Comparable<String> & Serializable) other -> other.length() * 2;
        @SuppressWarnings("unchecked")
        Comparable<String> again = (Comparable<String>) through(lambda);
        System.out.println(again.compareTo("four"));

        custom.items.add("bad");
        for (Object bad : new Object[] {new Object[] {new Thread()}, custom, new HashMap<>(Map.of("k", new Plain()))}) {
            try {
                through(bad);
            } catch (NotSerializableException | InvalidObjectException e) {
                System.out.println(e);
            }
        }
        for (byte[] broken : List.of(new byte[] {1, 2, 3, 4}, Arrays.copyOf(bytes, 40), new byte[0])) {
            try {
                read(broken);
            } catch (StreamCorruptedException e) {
                System.out.println(e);
            } catch (IOException e) {
                System.out.println(e.getClass().getName());
            }
        }
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        ObjectOutputStream out = new ObjectOutputStream(target);
        StringBuilder shared = new StringBuilder("v1");
        out.writeObject(shared);
        shared.append("v2");
        out.writeObject(shared);
        out.reset();
        out.writeObject(shared);
        out.writeUnshared("u");
        out.writeInt(7);
        out.close();
        ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(target.toByteArray()));
        System.out.println(in.readObject() + " " + in.readObject() + " " + in.readObject() + " " + in.readUnshared() + " " + in.readInt() + " " + in.available());
        ObjectInputStream filtered = new ObjectInputStream(new ByteArrayInputStream(write(new ArrayList<>(List.of(1, 2)))));
        filtered.setObjectInputFilter(ObjectInputFilter.Config.createFilter("java.util.*;!java.lang.Integer;java.lang.Number"));
        try {
            filtered.readObject();
        } catch (InvalidClassException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(ObjectStreamClass.lookup(Node.class).getSerialVersionUID() + " " + ObjectStreamClass.lookup(Point.class).getSerialVersionUID() + " " + ObjectStreamClass.lookup(String.class) + " " + ObjectStreamClass.lookup(Plain.class) + " " + Arrays.toString(ObjectStreamClass.lookup(Node.class).getFields()));
        System.out.println(ObjectStreamClass.lookup(ArrayList.class).getField("size") + " " + ObjectStreamClass.lookupAny(Plain.class).getSerialVersionUID());
    }
}

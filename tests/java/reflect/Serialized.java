import java.io.*;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Proxy;
import java.lang.reflect.InvocationHandler;
import java.time.*;
import java.util.*;
import java.util.function.*;

/** What goes through ObjectOutputStream comes out of ObjectInputStream: of all kinds, and what fails on the way. */
public class Serialized {
    static class Plain implements Serializable {
        private static final long serialVersionUID = 42;
        int i = 1; long l = 2L << 40; byte b = -3; short s = 4; char c = 'c'; boolean z = true; float f = 1.5f; double d = -2.25; String text = "text \u00e9\u4e2d"; int[] numbers = {1, 2};
        transient int hidden = 5; static int shared = 6; final int fixed = Integer.parseInt("7"); Plain next; Object[] mixed = {1, "two", null, 3.0, 'x', new int[][] {{1}, {}}};
        public String toString() {
            return "" + i + l + b + s + c + z + f + d + text + Arrays.toString(numbers) + hidden + fixed + (next == this) + Arrays.deepToString(mixed);
        }
    }
    static class Bottom {
        int base = 1;
        Bottom() { base = 2; System.out.println("Bottom()"); }
    }
    static class Middle extends Bottom implements Serializable {
        int middle = 3;
        Middle() { base = 9; System.out.println("Middle()"); }
    }
    static class Own extends Middle {
        transient String secret = "secret";
        String other = "other";
        private void writeObject(ObjectOutputStream out) throws IOException { out.defaultWriteObject(); out.writeUTF(secret.toUpperCase()); out.writeInt(17); out.writeObject(List.of(1, 2)); }
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException { in.defaultReadObject(); secret = in.readUTF() + in.readInt() + in.readObject(); }
        public String toString() { return base + " " + middle + " " + secret + " " + other; }
    }
    static class External implements Externalizable {
        int value;
        public External() { System.out.println("External()"); }
        External(int value) { this.value = value; }
        public void writeExternal(ObjectOutput out) throws IOException { out.writeInt(value * 2); out.writeObject("more"); }
        public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException { value = in.readInt(); System.out.println(in.readObject()); }
    }
    static class Single implements Serializable {
        static final Single ONE = new Single();
        private Object readResolve() { return ONE; }
    }
    static class Replaced implements Serializable {
        final String name;
        Replaced(String name) { this.name = name; }
        private Object writeReplace() { return new Stand(name); }
        static class Stand implements Serializable {
            final String name;
            Stand(String name) { this.name = name; }
            private Object readResolve() { return new Replaced(name + " again"); }
        }
    }
    enum Colour { RED, GREEN { public String toString() { return "leaf"; } } }
    record Pair(int a, String b, double[] c) implements Serializable {
        Pair { if (a < 0) throw new IllegalArgumentException("negative"); System.out.println("Pair(" + a + ")"); }
        public String toString() { return a + b + Arrays.toString(c); }
    }
    record Generic<T extends Serializable>(T value, List<T> rest) implements Serializable { }
    static class Fields implements Serializable {
        private static final ObjectStreamField[] serialPersistentFields = {new ObjectStreamField("total", int.class), new ObjectStreamField("names", String[].class)};
        transient int x = 3, y = 4;
        private void writeObject(ObjectOutputStream out) throws IOException {
            ObjectOutputStream.PutField fields = out.putFields();
            fields.put("total", x + y);
            fields.put("names", new String[] {"x", "y"});
            out.writeFields();
        }
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            ObjectInputStream.GetField fields = in.readFields();
            x = fields.get("total", 0);
            y = ((String[]) fields.get("names", null)).length + (fields.defaulted("total") ? 100 : 0);
        }
        public String toString() { return x + " " + y; }
    }
    static class Initialised implements Serializable { static { System.out.print(""); } int x; }
    static class Uninitialised implements Serializable { int x; private String y; public Object method(int a) { return null; } Uninitialised() { } }
    static class Not { }
    static class Holder implements Serializable { Object inside = new Not(); }
    class InnerOne implements Serializable { }
    interface SerializableFunction<A, B> extends Function<A, B>, Serializable { }
    static class Handler implements InvocationHandler, Serializable {
        public Object invoke(Object proxy, java.lang.reflect.Method method, Object[] arguments) { return method.getName().equals("get") ? "proxied" : null; }
    }

    static byte[] write(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) { out.writeObject(object); }
        return bytes.toByteArray();
    }

    static final ClassLoader LOADER = Serialized.class.getClassLoader();

    @SuppressWarnings("unchecked")
    static <T> T read(byte[] bytes) throws Exception {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) { return (T) in.readObject(); }
    }

    static <T> T copy(T object) throws Exception {
        byte[] bytes = write(object);
        System.out.print(bytes.length + " ");
        return read(bytes);
    }

    interface Action { Object run() throws Throwable; }
    static void attempt(String label, Action action) {
        try {
            System.out.println(label + ": " + action.run());
        } catch (Throwable e) {
            System.out.println(label + ": " + e.toString().replaceAll("Lambda.*", "Lambda") + " by " + e.getCause());
        }
    }

    public static void main(String[] arguments) throws Exception {
        Plain plain = new Plain();
        plain.next = plain;
        plain.i = 99;
        attempt("plain", () -> copy(plain));
        attempt("own", () -> copy(new Own()));
        attempt("external", () -> copy(new External(21)).value);
        attempt("single", () -> copy(Single.ONE) == Single.ONE);
        attempt("replaced", () -> copy(new Replaced("name")).name);
        attempt("enums", () -> copy(Colour.GREEN) == Colour.GREEN && copy(Colour.RED) == Colour.RED);
        attempt("enum map", () -> copy(new EnumMap<>(Map.of(Colour.RED, 1, Colour.GREEN, 2))));
        attempt("record", () -> copy(new Pair(1, "b", new double[] {1.5, Double.NaN, -0.0})));
        attempt("generic record", () -> copy(new Generic<>("v", List.of("a", "b"))));
        attempt("fields", () -> copy(new Fields()));
        attempt("collections", () -> copy(List.of(new ArrayList<>(List.of(1, 2)), new TreeMap<>(Map.of("k", 1)), new LinkedHashSet<>(List.of("s")), Set.of(5), new BitSet(3), new ArrayDeque<>(List.of(7)),
            Collections.unmodifiableList(List.of(8)), Arrays.asList(1, 2), Optional.class, int[].class, void.class)));
        attempt("hash map", () -> copy(new HashMap<>(Map.of("a", List.of(1), "b", List.of()))).equals(Map.of("a", List.of(1), "b", List.of())));
        attempt("values", () -> copy(List.of(new java.math.BigInteger("123456789012345678901234567890"), new java.math.BigDecimal("1.50"), LocalDate.of(2020, 2, 29), Duration.ofSeconds(5),
            ZonedDateTime.of(2020, 1, 2, 3, 4, 5, 6, ZoneId.of("UTC")), UUID.fromString("00000000-0000-0001-0000-000000000002"), new Date(0), Locale.GERMANY, new StringBuilder("sb"), 1.5f, Character.valueOf('c'))));
        attempt("exception", () -> {
            Exception e = copy(new IllegalStateException("message", new IOException("cause")));
            return e + " " + e.getCause() + " " + e.getStackTrace()[0].getMethodName().startsWith("lambda$main$") + " " + (e.getStackTrace().length > 2);
        });
        attempt("floats", () -> Arrays.toString(copy(new float[] {1.5f, Float.NaN, -0f, Float.MIN_VALUE})) + Arrays.toString(copy(new double[][] {{1}, {2.5, 3}})[1]) + Arrays.toString(copy(new long[] {1, -1})));
        int base = arguments.length + 10;
        attempt("lambda", () -> { SerializableFunction<Integer, Integer> f = x -> x + base; return copy(f).apply(5); });
        attempt("reference", () -> { SerializableFunction<String, Integer> f = String::length; return copy(f).apply("four"); });
        attempt("constructor", () -> { SerializableFunction<String, Object> f = StringBuilder::new; return copy(f).apply("built"); });
        attempt("bound", () -> { String s = "bound"; Supplier<Integer> f = (Supplier<Integer> & Serializable) s::length; return copy(f).get(); });
        attempt("two", () -> { Runnable r = (Runnable & Serializable) () -> System.out.print("ran "); copy(r).run(); return copy(r).getClass() == r.getClass(); });
        attempt("form", () -> {
            SerializableFunction<Integer, Integer> f = x -> x * base;
            java.lang.reflect.Method replace = f.getClass().getDeclaredMethod("writeReplace");
            replace.setAccessible(true);
            SerializedLambda form = (SerializedLambda) replace.invoke(f);
            return form + " " + form.getCapturingClass() + form.getFunctionalInterfaceClass() + form.getFunctionalInterfaceMethodName() + form.getFunctionalInterfaceMethodSignature() + form.getImplMethodKind()
                + form.getImplClass() + form.getImplMethodSignature() + form.getInstantiatedMethodType() + form.getCapturedArgCount() + form.getCapturedArg(0);
        });
        attempt("not a lambda", () -> { Function<String, String> f = x -> x; return copy(f) == null; });
        attempt("proxy", () -> ((Supplier<?>) copy((Serializable) Proxy.newProxyInstance(LOADER, new Class<?>[] {Supplier.class, Serializable.class}, new Handler()))).get());
        attempt("not", () -> copy(new Not()));
        attempt("holder", () -> copy(new Holder()));
        attempt("inner", () -> copy(new Serialized().new InnerOne()));
        attempt("record fails", () -> {
            byte[] bytes = write(new Pair(7, "b", null));
            for (int i = 0; i < bytes.length - 4; i++) if (bytes[i] == 0 && bytes[i + 1] == 0 && bytes[i + 2] == 0 && bytes[i + 3] == 7) { bytes[i] = -1; break; }
            return read(bytes);
        });
        attempt("cut", () -> { byte[] bytes = write(plain); return read(Arrays.copyOf(bytes, bytes.length - 5)); });
        attempt("bad", () -> read(new byte[] {1, 2, 3, 4, 5, 6}));
        attempt("renamed", () -> { byte[] bytes = write(new Initialised()); bytes[20]++; return read(bytes); });
        for (Class<?> c : new Class<?>[] {Plain.class, Initialised.class, Uninitialised.class, Colour.class, Pair.class, External.class, int[].class, String.class, ArrayList.class, SerializableFunction.class, Serializable.class}) {
            ObjectStreamClass form = ObjectStreamClass.lookup(c);
            System.out.println(form + " " + (form == null ? null : form.getSerialVersionUID() + Arrays.toString(form.getFields())));
        }
        attempt("filter", () -> {
            ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(write(plain)));
            in.setObjectInputFilter(info -> info.serialClass() == Plain.class ? ObjectInputFilter.Status.REJECTED : ObjectInputFilter.Status.ALLOWED);
            return in.readObject();
        });
        attempt("shared", () -> { List<Object> one = new ArrayList<>(); List<Object> two = copy(new ArrayList<>(List.of(one, one))); return two.get(0) == two.get(1); });
        attempt("unshared", () -> {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            ObjectOutputStream out = new ObjectOutputStream(bytes) { { enableReplaceObject(true); } protected Object replaceObject(Object o) { return o instanceof String ? o + "!" : o; } };
            out.writeUnshared("s");
            out.writeObject(new Plain[0]);
            out.reset();
            out.writeObject("t");
            out.flush();
            ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())) {
                protected Class<?> resolveClass(ObjectStreamClass form) throws IOException, ClassNotFoundException { System.out.print(form.getName() + " "); return super.resolveClass(form); }
            };
            return in.readUnshared() + " " + in.readObject().getClass().getSimpleName() + " " + in.readObject();
        });
    }
}

package fuzz;

import gnomon.Memory;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Makes objects at random, of a package's classes and the library's, that refer to each other in any way. */
@SuppressWarnings({"unchecked", "rawtypes"})
class Graph {
    private static final String[] TEXTS = {"", "a", "text", "\u00fc", "\u20ac\ud83d\ude00", "\ud800", "\0", "x".repeat(300), "\u20ac".repeat(200)};
    private static int nextService;

    private final Random random;
    private final List<Class<?>> classes;
    private final List<Class<?>> twins; // of another loader, of the same names
    private final List<Object> made = new ArrayList<>();
    private final boolean isOdd; // has what cannot be copied
    private int left = 60;

    Graph(Random random, List<Class<?>> classes, List<Class<?>> twins) {
        this.random = random;
        this.classes = classes;
        this.twins = twins;
        isOdd = random.nextInt(6) == 0;
    }

    /** Objects that may be referred to again. */
    void add(Object object) {
        if (object != null) made.add(object);
    }

    /** A proxy is what its portal is: what else implements it is different from machine to machine. */
    private static boolean fits(Class<?> type, Object object) {
        boolean isProxy = object instanceof gnomon.Portal && !Fuzz.isOwn(object.getClass());
        return isProxy ? Fuzz.portals(object).stream().anyMatch(type::isAssignableFrom) : type.isInstance(object);
    }

    private int any(int count) {
        return random.nextInt(count);
    }

    Object number(Class<?> type) {
        long bits = any(3) == 0 ? random.nextLong() : any(3) - 1L;
        if (type == int.class || type == Integer.class) return (int) bits;
        if (type == long.class || type == Long.class) return bits;
        if (type == float.class || type == Float.class) return any(5) == 0 ? Float.NaN : any(5) == 0 ? -0f : (float) bits;
        if (type == double.class || type == Double.class) return any(5) == 0 ? Double.NEGATIVE_INFINITY : any(5) == 0 ? -0d : (double) bits;
        if (type == boolean.class || type == Boolean.class) return bits < 0;
        if (type == byte.class || type == Byte.class) return (byte) bits;
        if (type == short.class || type == Short.class) return (short) bits;
        return (char) bits;
    }

    Object make(Class<?> type) {
        if (type.isPrimitive()) return number(type);
        if (any(100) < 12) return null;
        if (any(100) < 30) {
            List<Object> fitting = new ArrayList<>();
            for (Object each : made) if (fits(type, each)) fitting.add(each);
            if (!fitting.isEmpty()) return fitting.get(any(fitting.size()));
        }
        if (left-- <= 0) return null;
        if (type.isArray()) return array(type.getComponentType());
        List<Supplier<Object>> ways = new ArrayList<>();
        for (Class<?> each : twins != null && any(10) == 0 ? twins : classes) if (type.isAssignableFrom(each)) ways.add(() -> instance(each));
        if (type == Object.class || ways.isEmpty()) addLibrary(ways, type);
        return ways.isEmpty() ? null : ways.get(any(ways.size())).get();
    }

    private Object array(Class<?> of) {
        int length = any(40) == 0 ? 70_000 : any(5);
        Class<?> actual = of;
        for (Class<?> each : classes) if (of.isAssignableFrom(each) && any(12) == 0) actual = each;
        Object array = Array.newInstance(actual, length);
        made.add(array);
        for (int i = 0; i < length && (length < 10 || actual.isPrimitive()); i++) Array.set(array, i, make(actual));
        return array;
    }

    private Object instance(Class<?> type) {
        try {
            if (type.isEnum()) return type.getEnumConstants()[any(type.getEnumConstants().length)];
            if (type.isRecord()) return record(type);
            Object object = type.getDeclaredConstructor().newInstance();
            made.add(object);
            fill(object, type);
            return object;
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private Object record(Class<?> type) throws ReflectiveOperationException {
        List<Object> values = new ArrayList<>();
        Constructor<?> constructor = type.getDeclaredConstructors()[0];
        for (RecordComponent component : type.getRecordComponents()) values.add(make(component.getType()));
        Object object = constructor.newInstance(values.toArray());
        made.add(object);
        return object;
    }

    private void fill(Object object, Class<?> type) throws ReflectiveOperationException {
        if (Fuzz.isOwn(type.getSuperclass())) fill(object, type.getSuperclass());
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers())) continue;
            field.setAccessible(true);
            field.set(object, field.getName().equals("id") ? ++nextService : make(field.getType()));
        }
        if (object instanceof ArrayList) for (int i = any(3); i > 0; i--) ((ArrayList<Object>) object).add(make(Object.class));
        if (object instanceof HashMap) for (int i = any(3); i > 0; i--) ((HashMap<Object, Object>) object).put(key(), make(Object.class));
        if (object instanceof Throwable) trace((Throwable) object);
        if (object instanceof Date) ((Date) object).setTime(any(1000));
    }

    private <T extends Throwable> T trace(T thrown) {
        StackTraceElement[] trace = new StackTraceElement[any(3)];
        for (int i = 0; i < trace.length; i++) trace[i] = new StackTraceElement("C" + any(9), "m", any(2) == 0 ? null : "C.java", any(100) - 3);
        thrown.setStackTrace(trace);
        for (int i = any(3); i > 0; i--) {
            Object cause = make(Throwable.class);
            try {
                if (cause != null && i == 1) thrown.initCause((Throwable) cause);
                else if (cause != null) thrown.addSuppressed((Throwable) cause);
            } catch (IllegalArgumentException | IllegalStateException e) {
                continue; // itself, or it has one
            }
        }
        return thrown;
    }

    private Object key() {
        return any(2) == 0 ? (Object) TEXTS[any(TEXTS.length)] : any(500);
    }

    private <T> T filled(T object) {
        made.add(object);
        for (int i = any(5); i > 0; i--) {
            if (object instanceof Map) ((Map) object).put(key(), object instanceof ConcurrentHashMap ? "v" : make(Object.class));
            else if (object instanceof TreeSet) ((Collection) object).add("k" + any(9));
            else if (object instanceof HashSet) ((Collection) object).add(key());
            else ((Collection) object).add(object instanceof ArrayDeque ? "e" : make(Object.class));
        }
        return object;
    }

    private Map<Object, Object> tree() {
        Map<Object, Object> map = any(2) == 0 ? new TreeMap<>() : new TreeMap<>(Collections.reverseOrder());
        made.add(map);
        for (int i = any(5); i > 0; i--) map.put("k" + any(9), make(Object.class));
        return map;
    }

    private void addLibrary(List<Supplier<Object>> ways, Class<?> type) {
        List<Supplier<Object>> all = new ArrayList<>(List.of(() -> new String(TEXTS[any(TEXTS.length)]), () -> TEXTS[any(TEXTS.length)], () -> new Object(), () -> filled(new ArrayList<>()), () -> filled(new LinkedList<>()), () -> filled(new HashMap<>()),
            () -> filled(new LinkedHashMap<>()), this::tree, () -> filled(new HashSet<>()), () -> filled(new TreeSet<>()), () -> filled(new ArrayDeque<>()), () -> filled(new ConcurrentHashMap<>()), () -> new Date(any(1000)),
            () -> BigInteger.valueOf(random.nextLong()).pow(any(9)), () -> Optional.ofNullable(make(Object.class)), () -> new UUID(any(5), any(5)), () -> new BitSet(any(70)), () -> new AtomicInteger(any(50)), () -> new StringBuilder("b" + any(50))));
        for (Class<?> each : new Class<?>[] {Integer.class, Long.class, Double.class, Float.class, Character.class, Byte.class, Short.class, Boolean.class}) all.add(() -> number(each));
        for (Class<?> each : new Class<?>[] {int[].class, long[].class, byte[].class, char[].class, String[].class, Object[].class, double[][].class}) all.add(() -> array(each.getComponentType()));
        all.add(() -> List.of("one", any(9)));
        all.add(() -> Arrays.asList(make(Object.class), make(Object.class)));
        all.add(() -> Collections.unmodifiableList(filled(new ArrayList<>())));
        all.add(() -> Collections.emptyMap());
        all.add(() -> String.CASE_INSENSITIVE_ORDER);
        all.add(() -> List.of(String.class, int.class, Object[][].class, Fuzz.Desk.class, classes.get(any(classes.size()))).get(any(5)));
        all.add(() -> trace(new IllegalStateException(TEXTS[any(TEXTS.length)])));
        all.add(() -> trace(new Error()));
        all.add(() -> List.of(Thread.State.WAITING, java.util.concurrent.TimeUnit.DAYS).get(any(2)));
        if (any(8) == 0) all.add(() -> Memory.allocate(1 + any(64)));
        if (isOdd) {
            all.addAll(List.of(() -> new Thread("odd"), () -> (Runnable) () -> { }, () -> new java.lang.ref.WeakReference<Object>("x"), () -> Graph.class.getClassLoader(), () -> new java.io.ByteArrayInputStream(new byte[1]),
                () -> Proxy.newProxyInstance(Graph.class.getClassLoader(), new Class<?>[] {Runnable.class}, (proxy, method, arguments) -> null), () -> new Object() { }));
        }
        for (Supplier<Object> each : all) {
            ways.add(each);
        }
        if (type == Object.class) return;
        // Any class that fits; each is tried once
        Collections.shuffle(ways, random);
        for (Supplier<Object> each : new ArrayList<>(ways)) {
            Object object = each.get();
            if (!type.isInstance(object)) continue;
            ways.clear();
            ways.add(() -> object);
            return;
        }
        ways.clear();
    }
}

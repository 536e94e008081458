package gnomon;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Fields of all objects, those of the JDK's classes and of records too, on any other virtual machine than Gnomon. It
 * gets at them by sun.misc.Unsafe, which the JDK leaves open, and by that the lookup that may do everything.
 */
final class LocalObjects {
    /** A field of an object. */
    static final class Slot {
        final String path; // "." and its name
        final Class<?> type;
        private final long offset;

        private Slot(Field field) throws Throwable {
            path = "." + field.getName();
            type = field.getType();
            offset = (long) OFFSET.invoke(field);
        }

        boolean isReference() {
            return !type.isPrimitive();
        }

        Object get(Object of) {
            try {
                return (Object) GET.invokeExact(of, offset);
            } catch (Throwable e) {
                throw new InternalError(e);
            }
        }

        void put(Object of, Object value) {
            try {
                PUT.invokeExact(of, offset, value);
            } catch (Throwable e) {
                throw new InternalError(e);
            }
        }

        private int size() {
            if (type == long.class || type == double.class) {
                return 8;
            }
            return type == byte.class || type == boolean.class ? 1 : type == short.class || type == char.class ? 2 : 4;
        }

        void copyNumber(Object to, Slot from, Object of) {
            try {
                switch (size()) {
                    case 8:
                        PUT_LONG.invokeExact(to, offset, (long) GET_LONG.invokeExact(of, from.offset));
                        break;
                    case 4:
                        PUT_INT.invokeExact(to, offset, (int) GET_INT.invokeExact(of, from.offset));
                        break;
                    case 2:
                        PUT_SHORT.invokeExact(to, offset, (short) GET_SHORT.invokeExact(of, from.offset));
                        break;
                    default:
                        PUT_BYTE.invokeExact(to, offset, (byte) GET_BYTE.invokeExact(of, from.offset));
                        break;
                }
            } catch (Throwable e) {
                throw new InternalError(e);
            }
        }
    }

    private static final MethodHandles.Lookup TRUSTED;
    private static final MethodHandle OFFSET, ALLOCATE, GET, PUT, GET_LONG, PUT_LONG, GET_INT, PUT_INT, GET_SHORT, PUT_SHORT, GET_BYTE, PUT_BYTE;
    private static final Set<Object> SINGLES = Collections.newSetFromMap(new IdentityHashMap<>());
    private static final ClassValue<Slot[]> SLOTS = new ClassValue<>() {
        @Override
        protected Slot[] computeValue(Class<?> type) {
            try {
                return findSlots(type);
            } catch (LinkageError e) {
                throw e;
            } catch (Throwable e) {
                throw new InternalError(e);
            }
        }
    };

    static {
        try {
            TRUSTED = findLookup();
            Class<?> unsafe = Class.forName("jdk.internal.misc.Unsafe");
            Object the = TRUSTED.findStatic(unsafe, "getUnsafe", MethodType.methodType(unsafe)).invoke();
            OFFSET = bind(the, "objectFieldOffset", long.class, Field.class);
            ALLOCATE = bind(the, "allocateInstance", Object.class, Class.class);
            GET = bind(the, "getReference", Object.class, Object.class, long.class);
            PUT = bind(the, "putReference", void.class, Object.class, long.class, Object.class);
            GET_LONG = bind(the, "getLong", long.class, Object.class, long.class);
            PUT_LONG = bind(the, "putLong", void.class, Object.class, long.class, long.class);
            GET_INT = bind(the, "getInt", int.class, Object.class, long.class);
            PUT_INT = bind(the, "putInt", void.class, Object.class, long.class, int.class);
            GET_SHORT = bind(the, "getShort", short.class, Object.class, long.class);
            PUT_SHORT = bind(the, "putShort", void.class, Object.class, long.class, short.class);
            GET_BYTE = bind(the, "getByte", byte.class, Object.class, long.class);
            PUT_BYTE = bind(the, "putByte", void.class, Object.class, long.class, byte.class);
            addSingle(Throwable.class, "SUPPRESSED_SENTINEL", List.class);
            addSingle(java.util.HashSet.class, "PRESENT", Object.class);
            addSingle(java.util.TreeSet.class, "PRESENT", Object.class);
            addSingle(Class.forName("java.util.ImmutableCollections"), "EMPTY", Object.class);
            addSingle(java.util.EnumMap.class, "NULL", Object.class);
            addSingle(IdentityHashMap.class, "NULL_KEY", Object.class);
            SINGLES.add(Boolean.TRUE);
            SINGLES.add(Boolean.FALSE);
        } catch (Throwable e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private LocalObjects() {
    }

    private static MethodHandles.Lookup findLookup() throws ReflectiveOperationException {
        Class<?> type = Class.forName("sun.misc.Unsafe");
        Field the = type.getDeclaredField("theUnsafe");
        the.setAccessible(true);
        Object unsafe = the.get(null);
        Field trusted = MethodHandles.Lookup.class.getDeclaredField("IMPL_LOOKUP");
        Object base = type.getMethod("staticFieldBase", Field.class).invoke(unsafe, trusted);
        Object offset = type.getMethod("staticFieldOffset", Field.class).invoke(unsafe, trusted);
        return (MethodHandles.Lookup) type.getMethod("getObject", Object.class, long.class).invoke(unsafe, base, offset);
    }

    private static MethodHandle bind(Object unsafe, String name, Class<?> result, Class<?>... arguments) throws ReflectiveOperationException {
        return TRUSTED.findVirtual(unsafe.getClass(), name, MethodType.methodType(result, arguments)).bindTo(unsafe);
    }

    private static void addSingle(Class<?> type, String name, Class<?> of) throws Throwable {
        SINGLES.add(TRUSTED.findStaticGetter(type, name, of).invoke());
    }

    /** Whether it is one of those objects by which the JDK's collections mark what is absent. */
    static boolean isSingle(Object object) {
        return SINGLES.contains(object);
    }

    // ---- Fields

    /** Those of the superclasses first; but for what only the virtual machine knows of an exception. */
    static Slot[] slotsOf(Class<?> type) {
        return SLOTS.get(type);
    }

    /** Why its objects are refused: reflection shows no field of a class while the class of one of them is missing. */
    static String missingOfFields(NoClassDefFoundError missing) {
        return "has a field of the class " + missing.getMessage() + ", which is not there";
    }

    private static Slot[] findSlots(Class<?> type) throws Throwable {
        Class<?> above = type.getSuperclass();
        List<Slot> slots = new ArrayList<>(above == null ? List.of() : Arrays.asList(slotsOf(above)));
        for (Field field : type.getDeclaredFields()) {
            boolean isBacktrace = type == Throwable.class && field.getName().equals("backtrace");
            if (!Modifier.isStatic(field.getModifiers()) && !isBacktrace) {
                slots.add(new Slot(field));
            }
        }
        return slots.toArray(new Slot[0]);
    }

    /** By a lookup of the one method: reflection shows none while a class that any of them names is missing. */
    static boolean hasFinalizer(Class<?> type) {
        try {
            MethodHandle finalizer = TRUSTED.findVirtual(type, "finalize", MethodType.methodType(void.class));
            return TRUSTED.revealDirect(finalizer).getDeclaringClass() != Object.class;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    /** Why the objects of one class cannot become those of another of its name; null if they can. */
    static String difference(Class<?> from, Class<?> to) {
        boolean isAbstract = !to.isEnum() && Modifier.isAbstract(to.getModifiers());
        for (; from != null && to != null && from != to; from = from.getSuperclass(), to = to.getSuperclass()) {
            if (!from.getName().equals(to.getName()) || from.isEnum() != to.isEnum() || !shapeOf(from).equals(shapeOf(to))) {
                return "has other fields";
            }
            if ((from.getClassLoader() == null) != (to.getClassLoader() == null)) {
                return "is of another kind (the class library's, or a program's)";
            }
        }
        return from != to ? "has other fields" : isAbstract ? "is abstract" : null;
    }

    private static List<String> shapeOf(Class<?> type) {
        List<String> shape = new ArrayList<>();
        for (Field field : type.getDeclaredFields()) {
            shape.add(Modifier.isStatic(field.getModifiers()) + " " + field.getType().getName() + " " + field.getName());
        }
        return shape;
    }

    /** The enum's own constant of this name; null if it has none. */
    static Object constant(Class<?> type, String name) {
        try {
            Field field = type.getDeclaredField(name);
            return Modifier.isStatic(field.getModifiers()) && field.getType() == type ? TRUSTED.unreflectGetter(field).invoke() : null;
        } catch (NoSuchFieldException e) {
            return null;
        } catch (Throwable e) {
            throw new InternalError(e);
        }
    }

    static Object allocate(Class<?> type) {
        try {
            return (Object) ALLOCATE.invokeExact(type);
        } catch (Throwable e) {
            throw new InternalError(e);
        }
    }

    /** In a heap of Gnomon's. */
    static long bytesOf(Object object) {
        long bytes = 8;
        if (object.getClass().isArray()) {
            Class<?> of = object.getClass().getComponentType();
            int size = of == long.class || of == double.class ? 8 : of == byte.class || of == boolean.class ? 1 : of == short.class || of == char.class ? 2 : 4;
            bytes = 16 + (long) size * Array.getLength(object);
        } else {
            for (Slot slot : slotsOf(object.getClass())) {
                bytes += slot.size();
            }
        }
        return (bytes + 7) / 8 * 8;
    }

    // ---- Collections that are ordered by hash codes, which the copies of keys need not have

    private static Object call(Class<?> type, String name, MethodType of, Object... arguments) {
        try {
            return TRUSTED.findSpecial(type, name, of, type).invokeWithArguments(arguments);
        } catch (Throwable e) {
            throw new InternalError(e);
        }
    }

    private static List<Map.Entry<?, ?>> entriesOf(Class<?> type, Object map) {
        List<Map.Entry<?, ?>> entries = new ArrayList<>();
        Set<?> all = (Set<?>) call(type, "entrySet", MethodType.methodType(Set.class), map);
        for (Object entry : all) {
            entries.add(new java.util.AbstractMap.SimpleImmutableEntry<>((Map.Entry<?, ?>) entry));
        }
        call(type, "clear", MethodType.methodType(void.class), map);
        return entries;
    }

    private static int spread(Object key) {
        return key == null ? 0 : key.hashCode() ^ key.hashCode() >>> 16;
    }

    /** Puts what is in it to its places; does nothing with other objects. A subclass's own methods are not called. */
    static void rehash(Object object) {
        Class<?> type = object.getClass();
        MethodType put = MethodType.methodType(Object.class, Object.class, Object.class);
        if (object instanceof HashMap) {
            MethodType putValue = MethodType.methodType(Object.class, int.class, Object.class, Object.class, boolean.class, boolean.class);
            for (Map.Entry<?, ?> entry : entriesOf(object instanceof LinkedHashMap ? LinkedHashMap.class : HashMap.class, object)) {
                call(HashMap.class, "putVal", putValue, object, spread(entry.getKey()), entry.getKey(), entry.getValue(), false, false);
            }
        } else if (object instanceof ConcurrentHashMap || object instanceof Hashtable || object instanceof IdentityHashMap) {
            Class<?> of = object instanceof ConcurrentHashMap ? ConcurrentHashMap.class : object instanceof Hashtable ? Hashtable.class : IdentityHashMap.class;
            for (Map.Entry<?, ?> entry : entriesOf(of, object)) {
                call(of, "put", put, object, entry.getKey(), entry.getValue());
            }
        } else if (type.getName().equals("java.util.ImmutableCollections$SetN")) {
            rehashTable(object, "elements", 1);
        } else if (type.getName().equals("java.util.ImmutableCollections$MapN")) {
            rehashTable(object, "table", 2);
        }
    }

    /** The table of the JDK's unmodifiable sets and maps: open addressing, with a key's value behind it. */
    private static void rehashTable(Object collection, String field, int step) {
        Object[] table;
        try {
            table = (Object[]) TRUSTED.findGetter(collection.getClass(), field, Object[].class).invoke(collection);
        } catch (Throwable e) {
            throw new InternalError(e);
        }
        Object[] before = table.clone();
        Arrays.fill(table, null);
        for (int i = 0; i < before.length; i += step) {
            if (before[i] == null) {
                continue;
            }
            int place = Math.floorMod(before[i].hashCode(), table.length / step) * step;
            while (table[place] != null) {
                place = (place + step) % table.length;
            }
            System.arraycopy(before, i, table, place, step);
        }
    }
}

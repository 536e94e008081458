package gnomon;

import java.lang.ref.Reference;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Deep copies from one domain to another on any other virtual machine than Gnomon, by the rules of the kernel's
 * (kernel/domains/copy.c), in the same order: so what is refused is so with the same words.
 */
final class LocalCopy {
    /** Its message says what cannot be copied, where it was, and why. */
    static final class Refusal extends Exception {
        private static final long serialVersionUID = 1;

        Refusal(String message) {
            super(message, null, false, false);
        }
    }

    private static final class Changed extends Exception {
        private static final long serialVersionUID = 1;

        Changed() {
            super(null, null, false, false);
        }
    }

    private enum Kind { PLAIN, SAME, MIRROR, ENUM, SERVICE, MEMORY }

    /** A class of the one domain, and that of the same name in the other. */
    private static final class Mapped {
        final Class<?> from;
        boolean hasObjects;
        Class<?> to;

        Mapped(Class<?> from) {
            this.from = from;
        }
    }

    private static final class Entry {
        final Object source;
        final Entry parent;
        final String place; // where in the parent: ".field" or "[index]"
        Kind kind = Kind.PLAIN;
        Mapped mapped; // its class; of SERVICE the interface by which the other domain knows it, unless it is that domain's own
        Class<?> type; // the other domain's, for this object
        LocalService service;
        Object copy;

        Entry(Object source, Entry parent, String place) {
            this.source = source;
            this.parent = parent;
            this.place = place;
        }
    }

    private static final int ATTEMPTS = 16;
    private static final int OBJECTS_MOST = 1 << 20;
    private static final int CLASSES_MOST = 1024;
    private static final long BYTES_MOST = 64L << 20;
    private static final int PATH_STEPS = 16;
    private static final int NAME_LENGTH = 256;

    private final LocalDomain from;
    private final LocalDomain to;
    private final ClassLoader loader;
    private final Map<Object, Entry> entries = new IdentityHashMap<>();
    private final List<Entry> order = new ArrayList<>();
    private final Map<Class<?>, Mapped> classes = new LinkedHashMap<>();
    private long bytes;

    private LocalCopy(LocalDomain from, LocalDomain to, ClassLoader loader) {
        this.from = from;
        this.to = to;
        this.loader = loader;
    }

    // ---- For calls

    /** Numbers are handed over as they are. */
    static Object[] arguments(Object[] given, Method method, LocalDomain from, LocalService service) throws Refusal {
        if (given == null) {
            return null;
        }
        Class<?>[] types = method.getParameterTypes();
        Object[] roots = new Object[given.length];
        String[] places = new String[given.length];
        for (int i = 0, slot = 0; i < given.length; i++, slot++) {
            roots[i] = types[i].isPrimitive() ? null : given[i];
            places[i] = "[" + slot + "]";
        }
        Object[] copies = copy(roots, places, types, from, service.domain, service.type.getClassLoader());
        for (int i = 0; i < given.length; i++) {
            copies[i] = types[i].isPrimitive() ? given[i] : copies[i];
        }
        return copies;
    }

    static Object result(Object result, Class<?> type, ClassLoader loader, LocalDomain from, LocalDomain to) throws Refusal {
        return copy(new Object[] {result}, new String[] {""}, new Class<?>[] {type}, from, to, loader)[0];
    }

    private static Object[] copy(Object[] roots, String[] places, Class<?>[] types, LocalDomain from, LocalDomain to, ClassLoader loader) throws Refusal {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try {
                return new LocalCopy(from, to, loader).copyAll(roots, places, types);
            } catch (Changed e) {
                // another thread has
            }
        }
        throw new Refusal("it changes while it is copied");
    }

    private Object[] copyAll(Object[] roots, String[] places, Class<?>[] types) throws Refusal, Changed {
        for (int i = 0; i < roots.length; i++) {
            add(roots[i], null, places[i]);
        }
        for (int i = 0; i < order.size(); i++) {
            lookAt(order.get(i));
        }
        loadClasses();
        for (Entry entry : order) {
            make(entry);
        }
        for (Entry entry : order) {
            if (entry.kind == Kind.PLAIN) {
                fill(entry);
            }
        }
        Object[] copies = new Object[roots.length];
        for (int i = 0; i < roots.length; i++) {
            copies[i] = copyOf(roots[i], types[i], null, places[i]);
        }
        for (Entry entry : order) {
            if (entry.kind == Kind.PLAIN) {
                LocalObjects.rehash(entry.copy);
            }
        }
        return copies;
    }

    // ---- Looking through the source

    private void add(Object source, Entry parent, String place) throws Refusal {
        if (source == null || entries.containsKey(source)) {
            return;
        }
        if (order.size() == OBJECTS_MOST) {
            throw new Refusal("more than " + OBJECTS_MOST + " objects");
        }
        Entry entry = new Entry(source, parent, place);
        entries.put(source, entry);
        order.add(entry);
    }

    private static String cut(String text) {
        return text.length() < NAME_LENGTH ? text : text.substring(0, NAME_LENGTH - 1);
    }

    private static Refusal refuse(Entry entry, String reason) {
        Deque<String> steps = new ArrayDeque<>();
        for (Entry at = entry; at != null; at = at.parent) {
            if (steps.size() == PATH_STEPS) {
                steps.removeLast();
            }
            steps.addFirst(at.place);
        }
        String path = cut(String.join("", steps));
        return new Refusal(cut(entry.source.getClass().getName()) + (path.isEmpty() ? "" : " at " + path) + ": " + reason);
    }

    private void lookAt(Entry entry) throws Refusal {
        if (LocalObjects.isSingle(entry.source)) {
            entry.kind = Kind.SAME;
            return;
        }
        classify(entry);
        if (entry.kind != Kind.PLAIN) {
            return;
        }
        try {
            bytes += LocalObjects.bytesOf(entry.source);
        } catch (NoClassDefFoundError e) {
            throw refuse(entry, LocalObjects.missingOfFields(e));
        }
        if (bytes > BYTES_MOST) {
            throw new Refusal("more than 64 MiB");
        }
        addReferences(entry);
    }

    private void addReferences(Entry entry) throws Refusal {
        if (entry.source instanceof Object[]) {
            Object[] array = (Object[]) entry.source;
            for (int i = 0; i < array.length; i++) {
                add(array[i], entry, "[" + i + "]");
            }
            return;
        }
        for (LocalObjects.Slot slot : LocalObjects.slotsOf(entry.source.getClass())) {
            if (slot.isReference()) {
                add(slot.get(entry.source), entry, slot.path);
            }
        }
    }

    private void classify(Entry entry) throws Refusal {
        Class<?> type = entry.source.getClass();
        LocalPortals.Stub stub = LocalPortals.stubOf(entry.source);
        Set<Class<?>> portals = stub == null ? LocalPortals.typesOf(type) : Set.of(stub.type);
        if (portals.size() == 1) {
            Class<?> portal = portals.iterator().next();
            entry.kind = Kind.SERVICE;
            entry.service = stub == null ? new LocalService(from, portal, (Portal) entry.source) : stub.service;
            entry.mapped = entry.service.domain == to ? null : classFor(portal, false);
            return;
        }
        if (portals.size() > 1) {
            throw refuse(entry, "it implements several portals");
        }
        Class<?> ofEnum = enumOf(type);
        if (type == Class.class) {
            Class<?> mirrored = (Class<?>) entry.source;
            if (mirrored.isHidden()) {
                throw refuse(entry, "a class without a name");
            }
            entry.kind = Kind.MIRROR;
            entry.type = mirrored;
            entry.mapped = mirrored.isPrimitive() ? null : classFor(mirrored, false);
            return;
        }
        String reason = ofEnum == null ? reasonAgainst(type) : null;
        if (reason != null) {
            throw refuse(entry, reason);
        }
        entry.kind = ofEnum != null ? Kind.ENUM : type == Memory.class ? Kind.MEMORY : Kind.PLAIN;
        entry.mapped = classFor(ofEnum != null ? ofEnum : type, true);
    }

    private static Class<?> enumOf(Class<?> type) {
        while (type != null && type.getSuperclass() != Enum.class) {
            type = type.getSuperclass();
        }
        return type;
    }

    /** Null if its objects can be copied. */
    private static String reasonAgainst(Class<?> type) {
        if (type.isArray()) {
            return null;
        }
        if (type.isHidden()) {
            return "a lambda, or another class without a name, cannot be copied";
        }
        if (Reference.class.isAssignableFrom(type) || ClassLoader.class.isAssignableFrom(type) || Thread.class.isAssignableFrom(type)
            || type == LocalDomain.class || LocalObjects.hasFinalizer(type)) {
            return "it is no plain data";
        }
        if (type.getSuperclass() == Proxy.class) {
            return "a proxy cannot be copied";
        }
        String inPackage = type.getPackageName();
        boolean may = type.getClassLoader() != null || type == Object.class || java.io.Serializable.class.isAssignableFrom(type)
            || inPackage.equals("java.util") || inPackage.equals("java.util.concurrent");
        return may ? null : "it is not Serializable, and of the JDK";
    }

    // ---- Classes of the other domain

    private static boolean isProgram(Class<?> type) {
        while (type.isArray()) {
            type = type.getComponentType();
        }
        return !type.getModule().isNamed() && type.getClassLoader() != null;
    }

    private Mapped classFor(Class<?> type, boolean hasObjects) throws Refusal {
        Mapped mapped = classes.get(type);
        if (mapped == null) {
            if (classes.size() == CLASSES_MOST) {
                throw new Refusal("more than 1024 classes");
            }
            mapped = new Mapped(type);
            classes.put(type, mapped);
        }
        mapped.hasObjects |= hasObjects;
        return mapped;
    }

    /** When all has been looked through: first each is loaded, then compared. */
    private void loadClasses() throws Refusal {
        for (Mapped mapped : classes.values()) {
            mapped.to = isProgram(mapped.from) ? load(mapped.from, mapped.hasObjects) : mapped.from;
        }
        for (Mapped mapped : classes.values()) {
            boolean isCompared = mapped.hasObjects && mapped.to != mapped.from && !mapped.to.isArray();
            String reason = isCompared ? difference(mapped.from, mapped.to) : null;
            if (reason != null) {
                throw new Refusal("the class " + mapped.from.getName().replace('.', '/') + " " + reason + " in the domain " + to.name);
            }
        }
        for (Entry entry : order) {
            entry.type = entry.mapped == null ? entry.type : entry.mapped.to;
        }
    }

    /** Why objects of the one class cannot become those of the other; null if they can. */
    private static String difference(Class<?> type, Class<?> known) {
        String difference;
        try {
            difference = LocalObjects.difference(type, known);
        } catch (NoClassDefFoundError e) {
            return LocalObjects.missingOfFields(e);
        }
        if (difference != null || enumOf(known) != null) {
            return difference;
        }
        return reasonAgainst(known) == null ? null : "cannot be copied to";
    }

    private Class<?> load(Class<?> type, boolean hasObjects) throws Refusal {
        try {
            return Class.forName(type.getName(), hasObjects, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new Refusal("the class " + type.getName().replace('.', '/') + " is not there, or cannot be initialised, in the domain " + to.name);
        }
    }

    // ---- Making the copies

    private void make(Entry entry) throws Refusal {
        switch (entry.kind) {
            case SAME:
                entry.copy = entry.source;
                break;
            case MIRROR:
                entry.copy = entry.type;
                break;
            case ENUM:
                entry.copy = constant(entry);
                break;
            case SERVICE:
                entry.copy = entry.type == null ? entry.service.object : proxy(entry);
                break;
            case MEMORY:
                entry.copy = ((Memory) entry.source).share();
                break;
            default:
                entry.copy = entry.type.isArray() ? Array.newInstance(entry.type.getComponentType(), Array.getLength(entry.source))
                    : LocalObjects.allocate(entry.type);
                break;
        }
    }

    private Object proxy(Entry entry) throws Refusal {
        try {
            return LocalPortals.proxy(entry.service, entry.type, to, null);
        } catch (NoClassDefFoundError e) {
            throw refuse(entry, LocalPortals.missingOfMethods(entry.type, e, to));
        }
    }

    private static Object constant(Entry entry) throws Refusal {
        String name = ((Enum<?>) entry.source).name();
        Object constant = name == null ? null : LocalObjects.constant(entry.type, name);
        if (constant == null) {
            throw refuse(entry, "the other domain has no such constant");
        }
        return constant;
    }

    /** A copy of what is at a place of the parent, where the other domain declares the type. */
    private Object copyOf(Object source, Class<?> type, Entry parent, String place) throws Refusal, Changed {
        if (source == null) {
            return null;
        }
        Entry entry = entries.get(source);
        if (entry == null) {
            throw new Changed();
        }
        // A proxy is what its portal is, and not what else java.lang.reflect.Proxy implements
        boolean isProxy = entry.kind == Kind.SERVICE && entry.type != null;
        if (isProxy ? !type.isAssignableFrom(entry.type) : !type.isInstance(entry.copy)) {
            String what = isProxy ? "a proxy of it" : "its copy";
            throw refuse(new Entry(source, parent, place), what + " is not a " + type.getName());
        }
        return entry.copy;
    }

    private void fill(Entry entry) throws Refusal, Changed {
        if (entry.source instanceof Object[]) {
            Object[] array = (Object[]) entry.source;
            for (int i = 0; i < array.length; i++) {
                ((Object[]) entry.copy)[i] = copyOf(array[i], entry.type.getComponentType(), entry, "[" + i + "]");
            }
        } else if (entry.type.isArray()) {
            System.arraycopy(entry.source, 0, entry.copy, 0, Array.getLength(entry.source));
        } else {
            LocalObjects.Slot[] ofSource = LocalObjects.slotsOf(entry.source.getClass());
            LocalObjects.Slot[] ofCopy = LocalObjects.slotsOf(entry.type);
            for (int i = 0; i < ofSource.length; i++) {
                if (ofSource[i].isReference()) {
                    ofCopy[i].put(entry.copy, copyOf(ofSource[i].get(entry.source), ofCopy[i].type, entry, ofSource[i].path));
                } else {
                    ofCopy[i].copyNumber(entry.copy, ofSource[i], entry.source);
                }
            }
        }
    }
}

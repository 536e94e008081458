package fuzz;

import gnomon.Memory;
import java.io.Serializable;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * A graph of objects as text: two graphs have the same text if they have the same shape, the same objects shared, and
 * the same values. Each object has a number when it is met first, and is that number afterwards; a service is what it
 * says of itself.
 */
class Text {
    private final StringBuilder out = new StringBuilder();
    private final Map<Object, Integer> numbers = new IdentityHashMap<>();
    private final boolean asSerial; // without what serialization leaves out

    private Text(boolean asSerial) {
        this.asSerial = asSerial;
    }

    static String of(Object object, boolean asSerial) {
        Text text = new Text(asSerial);
        text.put(object);
        return text.out.toString();
    }

    private static String name(Class<?> type) {
        return type.isArray() ? name(type.getComponentType()) + "[]" : type.getName().startsWith("java.") ? type.getSimpleName() : type.getName();
    }

    private void put(Object object) {
        if (object == null) {
            out.append('-');
            return;
        }
        if (object instanceof gnomon.Portal) {
            putService((gnomon.Portal) object);
            return;
        }
        if (object instanceof Class || object instanceof Enum || object instanceof Boolean) {
            out.append(object instanceof Class ? "class " + name((Class<?>) object) : object instanceof Enum ? name(((Enum<?>) object).getDeclaringClass()) + "." + ((Enum<?>) object).name() : object);
            return;
        }
        if (asSerial && object.equals("")) {
            out.append("empty"); // serialization gives the same one for all
            return;
        }
        Integer known = numbers.putIfAbsent(object, numbers.size());
        out.append('#').append(known == null ? numbers.size() - 1 : known);
        if (known != null) return;
        Class<?> type = object.getClass();
        if (type.isHidden() || type.isSynthetic() || java.lang.reflect.Proxy.isProxyClass(type)) {
            out.append("odd");
            return;
        }
        out.append(name(type)).append('{');
        if (type.isArray()) putArray(object);
        else putContent(object);
        putFields(object, type);
        out.append('}');
    }

    private void putService(gnomon.Portal service) {
        out.append("service");
        for (Class<?> each : Fuzz.portals(service)) out.append(' ').append(each.getName());
        try {
            out.append(' ').append(Fuzz.who(service));
        } catch (Throwable e) {
            out.append(' ').append(e.getClass().getSimpleName());
        }
    }

    private void putArray(Object array) {
        int length = Array.getLength(array);
        out.append(length).append(':');
        if (length > 100) {
            long sum = 0;
            for (int i = 0; i < length; i++) sum = sum * 31 + String.valueOf(array instanceof Object[] ? null : Array.get(array, i)).hashCode();
            out.append("sum ").append(sum);
        } else if (array instanceof Object[]) {
            for (Object each : (Object[]) array) {
                out.append(' ');
                put(each);
            }
        } else {
            for (int i = 0; i < length; i++) out.append(' ').append(Array.get(array, i));
        }
    }

    private static String plain(String text) {
        StringBuilder plain = new StringBuilder();
        for (char each : text.toCharArray()) plain.append(each >= ' ' && each < 127 ? "" + each : "\\u" + Integer.toHexString(each));
        return text.length() < 50 ? plain.toString() : text.length() + " of " + text.hashCode();
    }

    private void putContent(Object object) {
        if (object instanceof Map) {
            putMap((Map<?, ?>) object);
        } else if (object instanceof Collection) {
            List<Object> all = new ArrayList<>((Collection<?>) object);
            if (object instanceof java.util.Set && !(object instanceof SortedSet)) all.sort(Comparator.comparing(each -> each.getClass().getName() + each));
            for (Object each : all) {
                out.append(' ');
                put(each);
            }
        } else if (object instanceof Optional) {
            put(((Optional<?>) object).orElse(null));
        } else if (object instanceof Throwable) {
            putThrown((Throwable) object);
        } else if (object instanceof java.util.Date) {
            out.append(((java.util.Date) object).getTime());
        } else if (object instanceof Memory) {
            ByteBuffer buffer = ((Memory) object).buffer();
            for (int i = 0; i < buffer.capacity(); i++) out.append(buffer.get(i));
        } else if (object instanceof CharSequence || object instanceof Number || object instanceof Character || object instanceof java.util.UUID || object instanceof java.util.BitSet) {
            out.append(plain(object.toString()));
        }
    }

    private void putMap(Map<?, ?> map) {
        List<Map.Entry<?, ?>> all = new ArrayList<>(map.entrySet());
        if (!(map instanceof SortedMap) && !(map instanceof LinkedHashMap)) all.sort(Comparator.comparing(entry -> entry.getKey().getClass().getName() + entry.getKey()));
        for (Map.Entry<?, ?> entry : all) {
            out.append(' ');
            put(entry.getKey());
            out.append('=');
            put(entry.getValue());
        }
    }

    private void putThrown(Throwable thrown) {
        out.append(thrown.getMessage() == null ? "" : plain(thrown.getMessage())).append(" cause ");
        put(thrown.getCause());
        for (Throwable each : thrown.getSuppressed()) {
            out.append(" and ");
            put(each);
        }
        for (StackTraceElement each : thrown.getStackTrace()) out.append(" at ").append(each);
    }

    private void putFields(Object object, Class<?> type) {
        if (!Fuzz.isOwn(type)) return;
        putFields(object, type.getSuperclass());
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) || asSerial && Modifier.isTransient(field.getModifiers())) continue;
            out.append(' ').append(field.getName()).append('=');
            try {
                field.setAccessible(true);
                if (field.getType().isPrimitive()) out.append(field.get(object));
                else put(field.get(object));
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        }
    }

    // ---- What serialization makes of a graph, as far as it is a judge

    /** Whether it gives each object back as it was: no class of other loaders, each ancestor Serializable, no record in
     * a circle. */
    static boolean isForSerial(Object object) {
        Map<Object, Boolean> open = new IdentityHashMap<>();
        return isForSerial(object, open);
    }

    private static boolean isForSerial(Object object, Map<Object, Boolean> open) {
        if (object == null || object instanceof String || object instanceof Class) return true;
        Class<?> type = object.getClass();
        Boolean isOpen = open.get(object);
        if (isOpen != null) return !isOpen; // any circle: one with a record or a map in it is not kept
        if (!type.isArray() && !Fuzz.isOwn(type) && !(object instanceof ArrayList) && !(object instanceof Number) && !(object instanceof Enum) && !(object instanceof Character) && !(object instanceof Boolean)) return false;
        open.put(object, type.isRecord() || object instanceof Map);
        boolean is = true;
        for (Class<?> at = type; Fuzz.isOwn(at); at = at.getSuperclass()) {
            if (!Serializable.class.isAssignableFrom(at) || at.getClassLoader() != Text.class.getClassLoader() || Throwable.class.isAssignableFrom(at)) return false;
            for (Field field : at.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) || Modifier.isTransient(field.getModifiers()) || field.getType().isPrimitive()) continue;
                try {
                    field.setAccessible(true);
                    is &= isForSerial(field.get(object), open);
                } catch (IllegalAccessException e) {
                    throw new AssertionError(e);
                }
            }
        }
        if (object instanceof Object[]) for (Object each : (Object[]) object) is &= isForSerial(each, open);
        if (object instanceof ArrayList) for (Object each : (ArrayList<?>) object) is &= isForSerial(each, open);
        if (object instanceof Map) for (Object each : ((Map<?, ?>) object).values()) is &= isForSerial(each, open);
        open.put(object, false);
        return is;
    }
}

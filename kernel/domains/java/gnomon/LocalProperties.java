package gnomon;

import java.util.Collection;
import java.util.Enumeration;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The system properties on any other virtual machine than Gnomon, once there are domains: those of the domain that
 * asks. */
final class LocalProperties extends Properties {
    private static final long serialVersionUID = 1;
    private static final String[] MACHINES = {"java.", "os.", "user.", "file.", "path.", "line.", "sun.", "native.", "jdk.debug"};

    /** What a domain starts with: those of the virtual machine, and what it is given. */
    static Properties initial(Properties first, String classPath) {
        Properties made = new Properties();
        for (String key : first.stringPropertyNames()) {
            for (String prefix : MACHINES) {
                if (key.startsWith(prefix)) {
                    made.setProperty(key, first.getProperty(key));
                }
            }
        }
        made.setProperty("java.class.path", classPath);
        return made;
    }

    private static Properties own() {
        return LocalDomain.ofThread().properties;
    }

    @Override
    public Object setProperty(String key, String value) {
        return own().setProperty(key, value);
    }

    @Override
    public String getProperty(String key) {
        return own().getProperty(key);
    }

    @Override
    public String getProperty(String key, String otherwise) {
        return own().getProperty(key, otherwise);
    }

    @Override
    public Enumeration<?> propertyNames() {
        return own().propertyNames();
    }

    @Override
    public Set<String> stringPropertyNames() {
        return own().stringPropertyNames();
    }

    @Override
    public int size() {
        return own().size();
    }

    @Override
    public boolean isEmpty() {
        return own().isEmpty();
    }

    @Override
    public Enumeration<Object> keys() {
        return own().keys();
    }

    @Override
    public Enumeration<Object> elements() {
        return own().elements();
    }

    @Override
    public boolean contains(Object value) {
        return own().contains(value);
    }

    @Override
    public boolean containsValue(Object value) {
        return own().containsValue(value);
    }

    @Override
    public boolean containsKey(Object key) {
        return own().containsKey(key);
    }

    @Override
    public Object get(Object key) {
        return own().get(key);
    }

    @Override
    public Object put(Object key, Object value) {
        return own().put(key, value);
    }

    @Override
    public Object remove(Object key) {
        return own().remove(key);
    }

    @Override
    public void putAll(Map<?, ?> all) {
        own().putAll(all);
    }

    @Override
    public void clear() {
        own().clear();
    }

    @Override
    public Set<Object> keySet() {
        return own().keySet();
    }

    @Override
    public Collection<Object> values() {
        return own().values();
    }

    @Override
    public Set<Map.Entry<Object, Object>> entrySet() {
        return own().entrySet();
    }

    @Override
    public boolean equals(Object other) {
        return other == this || own().equals(other);
    }

    @Override
    public int hashCode() {
        return own().hashCode();
    }

    @Override
    public String toString() {
        return own().toString();
    }

    @Override
    public Object getOrDefault(Object key, Object otherwise) {
        return own().getOrDefault(key, otherwise);
    }

    @Override
    public void forEach(BiConsumer<? super Object, ? super Object> action) {
        own().forEach(action);
    }

    @Override
    public void replaceAll(BiFunction<? super Object, ? super Object, ?> function) {
        own().replaceAll(function);
    }

    @Override
    public Object putIfAbsent(Object key, Object value) {
        return own().putIfAbsent(key, value);
    }

    @Override
    public boolean remove(Object key, Object value) {
        return own().remove(key, value);
    }

    @Override
    public boolean replace(Object key, Object before, Object after) {
        return own().replace(key, before, after);
    }

    @Override
    public Object replace(Object key, Object value) {
        return own().replace(key, value);
    }

    @Override
    public Object computeIfAbsent(Object key, Function<? super Object, ?> function) {
        return own().computeIfAbsent(key, function);
    }

    @Override
    public Object computeIfPresent(Object key, BiFunction<? super Object, ? super Object, ?> function) {
        return own().computeIfPresent(key, function);
    }

    @Override
    public Object compute(Object key, BiFunction<? super Object, ? super Object, ?> function) {
        return own().compute(key, function);
    }

    @Override
    public Object merge(Object key, Object value, BiFunction<? super Object, ? super Object, ?> function) {
        return own().merge(key, value, function);
    }

    @Override
    public Object clone() {
        return own().clone();
    }
}

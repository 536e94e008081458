package other.net;

import java.net.URLClassLoader;
import java.util.function.Supplier;

/** What RemoteClasses loads from afar. */
public class Sent implements Supplier<String> {
    @Override public String get() {
        Object inner = new Object() { @Override public String toString() { return "with an inner class"; } };
        return "from " + (getClass().getClassLoader() instanceof URLClassLoader ? "afar" : "here") + ", " + inner;
    }
}

import java.lang.management.ManagementFactory;

// What is refused leaves nothing behind: classes that are there already, that are malformed, whose superclass is
// missing, and names of classes that nobody has.
public class Leftovers {
    static final int COUNT = 5_000;
    static final long BOUND = 1L << 20;
    // HotSpot keeps what it has refused for a while, and how long is its own business.
    static final boolean IS_BOUND = System.getProperty("java.vm.name").equals("Gnomon");

    static final class Loader extends ClassLoader {
        Loader() { super(Leftovers.class.getClassLoader()); }
        Class<?> define(byte[] bytes) { return defineClass(null, bytes, 0, bytes.length); }
    }

    interface Attempt { void run(int i) throws Throwable; }

    // After a collection, which is when a JVM gives back what it has refused.
    static long used() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getNonHeapMemoryUsage().getUsed();
    }

    static void repeat(String what, Attempt attempt) throws Throwable {
        String error = "none";
        long before = 0;
        for (int i = 0; i < COUNT; i++) {
            if (i == COUNT / 4) before = used();
            try {
                attempt.run(i);
            } catch (LinkageError | ClassNotFoundException e) {
                error = e.getClass().getName();
            }
        }
        long grown = used() - before;
        System.out.println(what + ": " + error + (IS_BOUND && grown > BOUND ? ", and " + grown + " bytes more" : ""));
    }

    public static void main(String[] arguments) throws Throwable {
        Loader loader = new Loader();
        byte[] file = Leftovers.class.getResourceAsStream("Payload.class").readAllBytes(), broken = file.clone();
        broken[11] ^= 0x40; // the tag of the first constant
        byte[] orphan = Writer.write("made/Orphan", "made/Absent", 1);
        loader.define(file);
        repeat("duplicates", i -> loader.define(file));
        repeat("malformed", i -> loader.define(broken));
        repeat("without a superclass", i -> loader.define(orphan));
        repeat("names", i -> Class.forName("some.pack.age.of.its.own.Class" + i));
        repeat("names of arrays", i -> Class.forName("[Lsome.pack.age.of.its.own.Class" + i + ";"));
    }
}

// Two classes, one after the other, each in a loader that is thrown away: the code of the second takes the place of the
// first one's. Both work for a while, so that samples find them.
public class Reuse {
    static final class Loader extends ClassLoader {
        Loader() { super(Reuse.class.getClassLoader()); }

        Class<?> define(String name) throws Exception {
            byte[] bytes = Reuse.class.getResourceAsStream(name + ".class").readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    static void run(String name) throws Exception {
        new Loader().define(name).getMethod("work", int.class).invoke(null, 300);
    }

    public static void main(String[] arguments) throws Exception {
        run("First");
        System.gc();
        run("Second");
    }
}

import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.util.function.Supplier;

// Loaders without end, each with ten classes: six of its own are compiled ones, the others are written by hand, under
// names that are never used again. What is in use beside the heap must stay below a bound, however many there are.
public class Endless {
    static final int CLASSES = 10;
    static final long BOUND = 200L << 20;

    static final class Loader extends ClassLoader {
        static final String[] COMPILED = {"Payload", "Payload$Inner", "Payload$Face", "Payload$Failing", "Other", "User"};
        static final byte[][] BYTES = new byte[COMPILED.length][];

        Loader() { super(Endless.class.getClassLoader()); }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            Class<?> known = findLoadedClass(name);
            for (int i = 0; known == null && i < COMPILED.length; i++) {
                if (COMPILED[i].equals(name)) known = defineClass(name, BYTES[i], 0, BYTES[i].length);
            }
            return known != null ? known : super.loadClass(name, resolve);
        }

        Class<?> make(String name, int number) throws Exception {
            byte[] bytes = Writer.write(name.replace('.', '/'), "Payload", number);
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    static String last = "";

    static long round(int i) throws Exception {
        Loader loader = new Loader();
        long sum = 0;
        for (String name : Loader.COMPILED) sum += loader.loadClass(name).getMethods().length > 0 ? 1 : 0;
        for (int k = Loader.COMPILED.length; k < CLASSES; k++) {
            Class<?> made = loader.make("made.Number" + i + "_" + k, i);
            if ((Integer) made.getMethod("number").invoke(null) != i) throw new AssertionError(made + " is not " + i);
            sum++;
        }
        Class<?> user = loader.loadClass("User");
        Supplier<?> supplier = (Supplier<?>) user.getDeclaredConstructor().newInstance();
        if (!supplier.get().equals("payload and other 8")) throw new AssertionError(supplier.get());
        Method lambda = loader.loadClass("Payload").getMethod("lambda", int.class);
        last = (String) ((Supplier<?>) lambda.invoke(null, i)).get();
        if (!last.equals("payload" + i + "200")) throw new AssertionError(last);
        return sum;
    }

    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i < Loader.COMPILED.length; i++) {
            Loader.BYTES[i] = Endless.class.getResourceAsStream(Loader.COMPILED[i] + ".class").readAllBytes();
        }
        int count = Integer.parseInt(arguments[0]);
        long sum = 0, most = 0;
        for (int i = 0; i < count; i++) {
            sum += round(i);
            if (i % 100 != 0) continue;
            long used = ManagementFactory.getMemoryMXBean().getNonHeapMemoryUsage().getUsed();
            if (used > most) most = used;
        }
        if (most > BOUND) throw new AssertionError(most + " bytes beside the heap");
        System.out.println("all right: " + sum + " classes");
        if (arguments.length > 1) System.out.println("at most " + (most >> 20) + " MiB beside the heap");
    }
}

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Class loaders of one's own: child first, same class twice, packages, errors of definition, resources, arrays,
 * visibility. */
public class OwnLoaders {
    public interface Greeting {
        String greet();
    }

    public static class Hello implements Greeting {
        static int made;
        final int number = ++made;

        @Override
        public String greet() {
            return "hello " + number + " of " + made;
        }
    }

    public static class Broken {
        static {
            if (true) throw new IllegalStateException("in the initialiser");
        }
    }

    static final class Isolating extends ClassLoader {
        final List<String> asked = new ArrayList<>();
        private final String own;

        Isolating(String name, String own) {
            super(name, OwnLoaders.class.getClassLoader());
            this.own = own;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            asked.add(name);
            if (!name.equals(own)) return super.loadClass(name, resolve);
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known != null ? known : define(name);
            }
        }

        Class<?> define(String name) throws ClassNotFoundException {
            byte[] bytes = bytes(name);
            return defineClass(name, bytes, 0, bytes.length);
        }

        Class<?> defineAs(String name, byte[] bytes, int length) {
            return defineClass(name, bytes, 0, length);
        }
    }

    static byte[] bytes(String name) throws ClassNotFoundException {
        try (InputStream in = OwnLoaders.class.getClassLoader().getResourceAsStream(name.replace('.', '/') + ".class")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    static void attempt(String what, java.util.concurrent.Callable<Object> action) {
        try {
            System.out.println(what + ": " + action.call());
        } catch (Throwable e) {
            String text = e.toString().replaceAll("@[0-9a-f]+", "@").replaceAll("in unnamed module of loader \\S+ @?", "in unnamed module of loader ");
            System.out.println(what + " threw " + (e instanceof LinkageError && text.contains("loader") ? e.getClass().getName() : text));
        }
    }

    public static void main(String[] arguments) throws Exception {
        String hello = Hello.class.getName();
        Isolating first = new Isolating("first", hello), second = new Isolating("second", hello);
        Class<?> one = first.loadClass(hello), two = Class.forName(hello, true, second);
        Greeting greeting = (Greeting) one.getDeclaredConstructor().newInstance(), other = (Greeting) two.getDeclaredConstructor().newInstance();
        one.getDeclaredConstructor().newInstance();
        System.out.println(greeting.greet() + ", " + other.greet() + ", " + new Hello().greet());
        System.out.println((one == two) + " " + one.getName().equals(two.getName()) + " " + (one == first.loadClass(hello)) + " " + one.isInstance(other) + " " + Greeting.class.isInstance(other) + " " + (one.getInterfaces()[0] == Greeting.class) + " " + one.getClassLoader().getName() + " " + first.asked.contains("java.lang.Object"));
        attempt("cast", () -> (Hello) (Object) greeting);
        attempt("define twice", () -> first.define(hello));
        attempt("wrong name", () -> second.defineAs("some.Other", bytes(hello), bytes(hello).length));
        attempt("java package", () -> first.defineAs("java.lang.Evil", bytes(hello), 10));
        attempt("truncated", () -> second.defineAs(null, bytes(Broken.class.getName()), 100));
        try {
            second.defineAs(null, new byte[] {1, 2, 3, 4, 5, 6, 7, 8}, 8);
        } catch (ClassFormatError e) {
            System.out.println(e.getMessage().startsWith("Incompatible magic value 16909060"));
        }
        attempt("not found", () -> first.loadClass("no.such.Class"));
        attempt("forName", () -> Class.forName("no.such.Class"));
        attempt("forName array", () -> Class.forName("[Ljava.lang.String;") + " " + Class.forName("[[I") + " " + Class.forName("[L" + hello + ";", false, first).getComponentType().getClassLoader().getName());
        attempt("forName primitive", () -> Class.forName("int"));
        attempt("forName slashes", () -> Class.forName("java/lang/String"));
        attempt("loadClass array", () -> first.loadClass("[I"));
        attempt("not initialised", () -> Class.forName(Broken.class.getName(), false, OwnLoaders.class.getClassLoader()).getSimpleName());
        attempt("initialiser fails", () -> Class.forName(Broken.class.getName(), true, OwnLoaders.class.getClassLoader()));
        attempt("and again", () -> new Broken());
        ClassLoader application = ClassLoader.getSystemClassLoader(), platform = ClassLoader.getPlatformClassLoader();
        System.out.println(application.getName() + " " + (application.getParent() == platform) + " " + platform.getParent() + " " + String.class.getClassLoader() + " " + java.sql.Date.class.getClassLoader().getName() + " " + int.class.getClassLoader() + " " + int[].class.getClassLoader() + " " + (OwnLoaders[].class.getClassLoader() == OwnLoaders.class.getClassLoader()));
        Thread current = Thread.currentThread();
        ClassLoader context = current.getContextClassLoader();
        current.setContextClassLoader(second);
        System.out.println(current.getContextClassLoader().getName() + " " + second.getDefinedPackages().length + " " + second.getUnnamedModule().isNamed() + " " + one.getModule().getClassLoader().getName() + " " + one.getPackageName().isEmpty() + " " + String.class.getPackage().getName() + " " + one.getModule().getName());
        current.setContextClassLoader(context);
        URL resource = OwnLoaders.class.getResource("OwnLoaders.class");
        System.out.println(resource.getPath().endsWith("OwnLoaders.class") + " " + OwnLoaders.class.getResource("none") + " " + Object.class.getResource("Object.class").getProtocol() + " " + ClassLoader.getSystemResource("java/lang/Object.class") + " " + OwnLoaders.class.getResourceAsStream("none"));
        List<Class<?>> many = new ArrayList<>();
        for (int i = 0; i < 30; i++) many.add(new Isolating("l" + i, hello).loadClass(hello));
        int sum = 0;
        for (Class<?> type : many) sum += ((Greeting) type.getDeclaredConstructor().newInstance()).greet().charAt(6);
        System.out.println(sum + " " + many.stream().distinct().count() + " " + Arrays.stream(many.get(0).getDeclaredFields()).map(java.lang.reflect.Field::getName).sorted().toList());
    }
}

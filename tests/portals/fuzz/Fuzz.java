package fuzz;

import gnomon.Domain;
import gnomon.Naming;
import gnomon.Portal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * Calls through portals at random: `FIRST COUNT [all]` takes the packages g<seed> that tests/portals/generate has
 * written. The class path begins with those of the domain that calls, then those of the one that serves, whose class
 * path is the rest. For each seed that gives a service, and its methods are called with graphs of objects; the service
 * answers with parts of them, with graphs of its own, by calling back, or by throwing. Each call prints one line: what
 * the service got, what came back, or what was refused. Whatever arrives must have the same text (Text.java) as what
 * was sent, and as what serialization makes of it, where that can.
 */
public final class Fuzz {
    private static final int CALLS = 25;

    public interface Desk extends Portal {
        /** Null if the package's service cannot be loaded there. */
        Portal open(int seed) throws Exception;

        /** What the service has got since this was asked last. */
        String got();
    }

    private static Random serving = new Random(0); // what services do, in this domain
    private static List<Class<?>> served = List.of();
    private static String got;
    private static int depth;

    private Fuzz() {
    }

    // ---- For the generated classes

    public static <T> T nothing() {
        return null;
    }

    public static int zero() {
        return 0;
    }

    public static boolean no() {
        return false;
    }

    // ---- What the packages have

    static boolean isOwn(Class<?> type) {
        return type != null && type.getName().matches("g\\d+\\..*") && !java.lang.reflect.Proxy.isProxyClass(type) && !type.isArray();
    }

    static List<Class<?>> portals(Object service) {
        List<Class<?>> all = new ArrayList<>();
        for (Class<?> at = service.getClass(); at != null; at = at.getSuperclass()) {
            for (Class<?> each : at.getInterfaces()) if (each != Portal.class && Portal.class.isAssignableFrom(each)) all.add(each);
        }
        return all;
    }

    static Object who(Portal service) throws Throwable {
        for (Class<?> each : portals(service)) {
            try {
                return call(each.getMethod("who"), service);
            } catch (NoSuchMethodException e) {
                continue;
            }
        }
        return "nobody";
    }

    private static Object call(Method method, Object object, Object... arguments) throws Throwable {
        try {
            return method.invoke(object, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        } catch (java.lang.reflect.UndeclaredThrowableException e) {
            throw e.getUndeclaredThrowable();
        }
    }

    /** Whose objects can be made. */
    private static List<Class<?>> classes(int seed, ClassLoader loader) throws IOException, ClassNotFoundException {
        List<Class<?>> all = new ArrayList<>();
        for (String name : new String(resource("names/g" + seed), StandardCharsets.UTF_8).split(" ")) {
            try {
                Class<?> type = Class.forName("g" + seed + "." + name, true, loader);
                if (!type.isInterface() && (type.isEnum() || !java.lang.reflect.Modifier.isAbstract(type.getModifiers()))) all.add(type);
            } catch (LinkageError e) {
                continue; // one that it extends is not there
            }
        }
        return all;
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = Fuzz.class.getResourceAsStream("/" + name)) {
            return in.readAllBytes();
        }
    }

    /** Has the same classes once more. */
    private static final class Twins extends ClassLoader {
        Twins() {
            super(Fuzz.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                if (known != null || !name.matches("g\\d+\\.[CERX]\\d+(\\$\\d+)?")) return known != null ? known : super.loadClass(name, resolve);
                try {
                    byte[] bytes = resource(name.replace('.', '/') + ".class");
                    return defineClass(name, bytes, 0, bytes.length);
                } catch (IOException e) {
                    throw new ClassNotFoundException(name, e);
                }
            }
        }
    }

    // ---- What services do

    private static String outcome(Throwable e) {
        String text = e.getClass().getName() + ": " + e.getMessage();
        return text.replaceAll("[\\w.]*\\$Proxy\\d+", "a proxy").replaceAll("\\$\\$Lambda\\S*", " lambda").replaceAll("gnomon.LocalDomain.Loader|jdk.internal.loader.ClassLoaders.AppClassLoader", "a loader");
    }

    public static Object serve(Object service, String method, Class<?> result, Object[] arguments) throws Exception {
        depth++;
        try {
            String text = method + Text.of(arguments, false);
            got = got == null ? text : got + " then " + text;
            Graph graph = new Graph(serving, served, null);
            for (Object each : arguments) graph.add(each);
            if (serving.nextInt(4) == 0 && depth < 3) callBack(arguments, graph);
            if (serving.nextInt(8) == 0) throw Fuzz.<RuntimeException>thrown((Throwable) graph.make(Throwable.class));
            if (result == void.class) return null;
            return result.isInstance(service) && serving.nextInt(4) == 0 ? service : graph.make(result);
        } finally {
            depth--;
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T thrown(Throwable e) throws T {
        throw e == null ? (T) new IllegalStateException("nothing to throw") : (T) e;
    }

    private static void callBack(Object[] arguments, Graph graph) {
        for (Object each : arguments) {
            if (!(each instanceof Portal) || portals(each).isEmpty()) continue;
            List<Method> methods = methods(portals(each).get(0));
            Method method = methods.get(serving.nextInt(methods.size()));
            try {
                got += " back " + Text.of(call(method, each, make(method, graph)), false);
            } catch (Throwable e) {
                got += " back " + outcome(e);
            }
            return;
        }
    }

    private static List<Method> methods(Class<?> portal) {
        return Arrays.stream(portal.getMethods()).sorted(Comparator.comparing(Method::toString)).collect(Collectors.toList());
    }

    private static Object[] make(Method method, Graph graph) {
        return Arrays.stream(method.getParameterTypes()).map(graph::make).toArray();
    }

    private static final class DeskService implements Desk {
        public Portal open(int seed) throws Exception {
            served = classes(seed, Fuzz.class.getClassLoader());
            serving = new Random(seed);
            List<Class<?>> services = served.stream().filter(each -> Portal.class.isAssignableFrom(each)).collect(Collectors.toList());
            return services.isEmpty() ? null : (Portal) services.get(serving.nextInt(services.size())).getDeclaredConstructor().newInstance();
        }

        public String got() {
            String all = got;
            got = null;
            return all;
        }
    }

    // ---- The domain that calls

    private final StringBuilder wrong = new StringBuilder();
    private boolean isVerbose;
    private int delivered;
    private int judged;

    private static Object serialized(Object object) {
        try (ByteArrayOutputStream bytes = new ByteArrayOutputStream(); ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
            out.flush();
            try (InputStream in = new ByteArrayInputStream(bytes.toByteArray()); ObjectInputStream objects = new ObjectInputStream(in)) {
                return objects.readObject();
            }
        } catch (java.io.NotSerializableException e) {
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private void judge(String label, Object[] arguments, String sent, String got) {
        delivered++;
        if (!got.equals(sent) && !got.startsWith(sent + " back ") && !got.startsWith(sent + " then ")) wrong.append(label).append(": sent ").append(sent).append("\n   got ").append(got).append('\n');
        if (!Text.isForSerial(arguments)) return;
        Object copy = serialized(arguments);
        if (copy == null) return;
        judged++;
        String method = sent.substring(0, sent.indexOf('#'));
        String serial = method + Text.of(copy, true), ours = method + Text.of(arguments, true);
        if (!serial.equals(ours)) wrong.append(label).append(": serialization makes ").append(serial).append("\n   of ").append(ours).append('\n');
    }

    /** Numbers are handed over as they are, and are no objects. */
    private static Object[] shown(Method method, Object[] arguments) {
        Object[] shown = arguments.clone();
        for (int i = 0; i < shown.length; i++) if (method.getParameterTypes()[i].isPrimitive()) shown[i] = String.valueOf(shown[i]);
        return shown;
    }

    private void calls(int seed, Desk desk) throws Throwable {
        List<Class<?>> own = classes(seed, Fuzz.class.getClassLoader()), twins = classes(seed, new Twins());
        served = own;
        serving = new Random(-seed);
        Random random = new Random(seed * 31L);
        Portal service;
        try {
            service = desk.open(seed);
        } catch (Throwable e) {
            System.out.println(seed + ": " + outcome(e));
            return;
        }
        if (service == null) {
            System.out.println(seed + ": no service");
            return;
        }
        List<Method> methods = methods(portals(service).get(0));
        List<Object> before = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            Method method = methods.get(random.nextInt(methods.size()));
            Graph graph = new Graph(random, own, random.nextInt(5) == 0 ? twins : null);
            before.forEach(graph::add);
            Object[] arguments = make(method, graph);
            Object[] shown = shown(method, arguments);
            String sent = method.getName() + Text.of(shown, false), result;
            try {
                Object returned = call(method, service, arguments);
                if (returned != null && !method.getReturnType().isPrimitive() && before.size() < 8) before.add(returned);
                result = "returns " + Text.of(returned, false);
            } catch (Throwable e) {
                result = e.getClass().getName().startsWith("gnomon.") || !isOwn(e.getClass()) ? outcome(e) : "throws " + e.getClass() + " " + e.getMessage();
            }
            String got = desk.got(), label = seed + "." + i + " " + method.getName();
            if (got != null && !method.getName().equals("who")) judge(label, shown, sent, got);
            String line = "got " + got + " and " + result;
            if (isVerbose) System.out.println(label + ": sent " + sent);
            System.out.println(label + ": " + (isVerbose || line.length() < 160 || result.contains("PortalCopyException") && got == null ? line : line.substring(0, 100) + "... " + line.length() + " of " + line.hashCode()));
        }
    }

    public static void main(String[] arguments) throws Throwable {
        if (arguments.length == 0) {
            Naming.register("fuzz", new DeskService());
            Thread.sleep(100_000_000);
        }
        String path = System.getProperty("java.class.path");
        Domain.start(new Domain.Options("serves").main("fuzz.Fuzz").classPath(path.substring(path.indexOf(':') + 1)));
        Desk desk = Naming.lookup("fuzz", Desk.class);
        Fuzz fuzz = new Fuzz();
        fuzz.isVerbose = arguments.length > 2;
        int first = Integer.parseInt(arguments[0]), count = Integer.parseInt(arguments[1]);
        for (int seed = first; seed < first + count; seed++) fuzz.calls(seed, desk);
        System.out.println(fuzz.delivered + " delivered, " + fuzz.judged + " judged by serialization");
        System.out.print(fuzz.wrong.length() == 0 ? "all right\n" : "WRONG\n" + fuzz.wrong);
        System.exit(0);
    }
}

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

// What keeps a loader and its classes, and what does not: for each way of reaching one, whether it is still there after
// System.gc(), and whether what is left works. Each case runs in methods of its own, so that no local variable of
// main's keeps anything.
public class Unload {
    // ---- Throw-away loaders: each has its own Payload and Other

    static final class Thrown extends ClassLoader {
        Thrown(ClassLoader parent) { super(parent); }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                if (known != null) return known;
                if (!name.startsWith("Payload") && !name.startsWith("Other")) return super.loadClass(name, resolve);
                byte[] bytes = bytesOf(name);
                return defineClass(name, bytes, 0, bytes.length);
            }
        }

        Class<?> define(String name, byte[] bytes) { return defineClass(name, bytes, 0, bytes.length); }
    }

    static byte[] bytesOf(String name) {
        try (var in = Unload.class.getResourceAsStream(name + ".class")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    static Thrown loader() { return new Thrown(Unload.class.getClassLoader()); }

    static Object payload(ClassLoader loader) throws Throwable {
        Constructor<?> constructor = loader.loadClass("Payload").getDeclaredConstructor();
        constructor.setAccessible(true);
        return constructor.newInstance();
    }

    static Supplier<?> supplier(ClassLoader loader) throws Throwable { return (Supplier<?>) payload(loader); }

    // ---- Looking

    static boolean isGone(Reference<?> reference) {
        for (int i = 0; i < 3 && !reference.refersTo(null); i++) {
            System.gc();
            Thread.yield(); // a reference that is cleared keeps what it has beside its referent until the reference handler has seen it
        }
        return reference.refersTo(null);
    }

    static void say(String what, Reference<?> reference) throws Throwable {
        System.out.println(what + ": " + (isGone(reference) ? "gone" : "there"));
    }

    interface Case { Object run(List<Reference<?>> watched) throws Throwable; }

    // What the case returns is all that is kept of it.
    static void check(String what, Case test) throws Throwable {
        List<Reference<?>> watched = new ArrayList<>();
        Object kept = test.run(watched);
        for (Reference<?> reference : watched) say(what, reference);
        if (kept instanceof Supplier) System.out.println(what + " says " + ((Supplier<?>) kept).get());
        Reference.reachabilityFence(kept);
        kept = null;
        for (Reference<?> reference : watched) say(what + ", let go", reference);
    }

    static <T> T watch(List<Reference<?>> watched, T object) {
        watched.add(new WeakReference<>(object));
        return object;
    }

    // ---- Cases

    static void plain() throws Throwable {
        check("a loader that has loaded nothing", w -> { watch(w, loader()); return null; });
        check("a loader with classes", w -> { supplier(watch(w, loader())).get(); return null; });
        check("its class", w -> { watch(w, loader().loadClass("Payload")); return null; });
        check("kept by the loader", w -> { Thrown l = watch(w, loader()); watch(w, l.loadClass("Payload")); return l; });
        check("kept by a class", w -> watch(w, loader()).loadClass("Payload"));
        check("kept by a class not linked", w -> watch(w, loader()).loadClass("Other"));
        check("kept by an instance", w -> supplier(watch(w, loader())));
        check("kept by an array class", w -> Array.newInstance(watch(w, loader()).loadClass("Payload"), 0).getClass());
        check("kept by an array of arrays", w -> Array.newInstance(watch(w, loader()).loadClass("Payload"), 1, 2));
        check("kept by an inner class's instance", w -> ((Supplier<?>) supplier(watch(w, loader())).get()));
        check("kept by a method", w -> watch(w, loader()).loadClass("Payload").getDeclaredMethods()[0]);
        check("kept by what a static field refers to", w -> {
            Supplier<?> s = supplier(watch(w, loader()));
            return s.getClass().getField("shared").get(null);
        });
    }

    // Translated again because of them, this knows classes that live on, and none that may go. HotSpot's own profile
    // keeps some for a while.
    static int calls(Supplier<?> supplier, int count) {
        int calls = 0;
        for (int i = 0; i < count; i++) calls += supplier.get() == null ? 0 : 1;
        return calls;
    }

    static void called() throws Throwable {
        for (int i = 0; i < 3; i++) {
            check("called often", w -> { calls(supplier(watch(w, loader())), 3000); return null; });
            int by = i;
            System.out.println(calls(() -> by, 3000) + calls(() -> "own", 3000));
        }
    }

    static void references() throws Throwable {
        check("a loader that refers to itself", w -> {
            Thrown l = watch(w, loader());
            l.loadClass("Payload").getField("shared").set(null, new Object[] {l, supplier(l)});
            return null;
        });
        check("two loaders that refer to each other", w -> {
            Thrown a = watch(w, loader()), b = watch(w, loader());
            a.loadClass("Payload").getField("shared").set(null, new Object[] {b});
            b.loadClass("Payload").getField("shared").set(null, new Object[] {a.loadClass("Payload")});
            return null;
        });
        check("a child loader is kept, and its parent", w -> {
            Thrown parent = watch(w, loader());
            parent.loadClass("Payload");
            return watch(w, new Thrown(parent)).loadClass("Payload");
        });
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Reference<?> phantom = phantom(queue), soft = soft();
        for (int i = 0; i < 20 && queue.poll() == null; i++) { System.gc(); Thread.sleep(20); }
        System.out.println("phantom enqueued: " + phantom.refersTo(null));
        System.out.println("soft: " + (soft.get() != null));
        Map<Class<?>, String> map = new WeakHashMap<>();
        enter(map);
        for (int i = 0; i < 50 && !map.isEmpty(); i++) { System.gc(); Thread.sleep(20); }
        System.out.println("weak map of classes: " + map.size());
        ClassValue<Object> value = new ClassValue<>() {
            @Override protected Object computeValue(Class<?> type) { return new Object[] {type}; }
        };
        check("a value of a class", w -> { Class<?> c = watch(w, loader().loadClass("Payload")); value.get(c); return null; });
    }

    static Reference<?> phantom(ReferenceQueue<Object> queue) throws Throwable {
        return new PhantomReference<>(loader().loadClass("Payload"), queue);
    }
    static Reference<?> soft() throws Throwable { return new SoftReference<>(loader().loadClass("Payload")); }
    static void enter(Map<Class<?>, String> map) throws Throwable {
        for (int i = 0; i < 10; i++) map.put(loader().loadClass("Payload"), "a" + i);
    }

    // ---- Code that runs

    static void running() throws Throwable {
        CountDownLatch inside = new CountDownLatch(1), leave = new CountDownLatch(1);
        List<Reference<?>> watched = new ArrayList<>();
        Thread thread = startIn(watched, inside, leave);
        inside.await();
        for (Reference<?> reference : watched) say("a thread runs in it", reference);
        leave.countDown();
        thread.join();
        thread = null;
        for (Reference<?> reference : watched) say("the thread has ended", reference);
        check("a context loader", w -> {
            Thread t = new Thread(() -> { });
            t.setContextClassLoader(watch(w, loader()));
            return t;
        });
        System.out.println("from within: " + fromWithin());
        System.out.println("locked: " + loader().loadClass("Payload").getMethod("locked").invoke(null));
    }

    static Thread startIn(List<Reference<?>> watched, CountDownLatch inside, CountDownLatch leave) throws Throwable {
        Thrown loader = watch(watched, loader());
        Method method = loader.loadClass("Payload").getMethod("await", CountDownLatch.class, CountDownLatch.class);
        Thread thread = new Thread(runner(method, inside, leave));
        thread.start();
        return thread;
    }

    static Runnable runner(Method method, CountDownLatch inside, CountDownLatch leave) {
        Object[] box = {method};
        return () -> {
            Method taken = (Method) box[0];
            box[0] = null;
            try {
                taken.invoke(null, inside, leave);
            } catch (ReflectiveOperationException e) {
                System.out.println(e);
            }
        };
    }

    // A method collects while it runs, and goes on.
    static Object fromWithin() throws Throwable { return loader().loadClass("Payload").getMethod("collect").invoke(null); }

    static void exceptions() throws Throwable {
        check("a stack trace", w -> {
            try {
                watch(w, loader()).loadClass("Payload").getMethod("fail").invoke(null);
            } catch (InvocationTargetException e) {
                Throwable thrown = e.getCause();
                return (Supplier<Object>) () -> thrown.getStackTrace()[0] + " " + thrown.getMessage();
            }
            return null;
        });
        check("an initialiser that fails", w -> {
            Class<?> failing = watch(w, loader()).loadClass("Payload$Failing");
            try {
                Class.forName("Payload$Failing", true, failing.getClassLoader());
            } catch (ExceptionInInitializerError e) {
                System.out.println(e.getCause());
            }
            return failing;
        });
        for (int i = 0; i < 3; i++) System.out.println(missing());
    }

    static String missing() throws Throwable {
        try {
            return "" + loader().loadClass("Payload").getMethod("missing").invoke(null);
        } catch (InvocationTargetException e) {
            return e.getCause().toString();
        }
    }

    // ---- Proxies, lambdas, handles, hidden classes

    interface Greeter { String greet(String name); }

    static void generated() throws Throwable {
        check("a proxy in a thrown-away loader", w -> {
            Thrown l = watch(w, loader());
            Class<?> i = l.loadClass("Payload$Face");
            Object proxy = Proxy.newProxyInstance(l, new Class<?>[] {i}, (p, m, a) -> "proxied " + m.getName());
            System.out.println(i.getMethod("face").invoke(proxy));
            return proxy;
        });
        check("lambdas", w -> {
            Class<?> c = watch(w, loader()).loadClass("Payload");
            return ((Supplier<?>) c.getMethod("lambda", int.class).invoke(null, 7));
        });
        check("a method handle", w -> {
            Class<?> c = watch(w, loader()).loadClass("Payload");
            MethodHandle handle = MethodHandles.lookup().findStatic(c, "twice", MethodType.methodType(int.class, int.class));
            System.out.println((int) handle.invokeExact(21));
            return handle;
        });
        check("a bound virtual handle", w -> {
            Supplier<?> s = supplier(watch(w, loader()));
            MethodHandle handle = MethodHandles.lookup().findVirtual(s.getClass(), "get", MethodType.methodType(Object.class)).bindTo(s);
            return (Supplier<Object>) () -> {
                try {
                    return handle.invoke() != null;
                } catch (Throwable e) {
                    return e;
                }
            };
        });
        check("an accessor that has been called often", w -> {
            Method m = watch(w, loader()).loadClass("Payload").getMethod("twice", int.class);
            int sum = 0;
            for (int i = 0; i < 40; i++) sum += (Integer) m.invoke(null, i);
            System.out.println(sum);
            return null;
        });
        check("a hidden class", w -> { watch(w, hidden(false).getClass()); return null; });
        check("a hidden class is kept by its instance", w -> { IntSupplier s = hidden(false); watch(w, s.getClass()); return s; });
        check("a strong hidden class", w -> { watch(w, hidden(true).getClass()); return null; });
        check("a hidden class in a thrown-away loader", w -> {
            Class<?> c = watch(w, loader()).loadClass("Payload");
            return watch(w, (Class<?>) c.getMethod("hide", byte[].class).invoke(null, (Object) bytesOf("Other")));
        });
        System.out.println("hidden: " + hidden(false).getAsInt() + ", " + hidden(true).getAsInt());
    }

    static IntSupplier hidden(boolean strong) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        byte[] bytes = bytesOf("Unload$Hidden");
        MethodHandles.Lookup defined = strong ? lookup.defineHiddenClass(bytes, true, MethodHandles.Lookup.ClassOption.STRONG)
                                              : lookup.defineHiddenClass(bytes, true);
        return (IntSupplier) defined.findConstructor(defined.lookupClass(), MethodType.methodType(void.class)).invoke();
    }

    static final class Hidden implements IntSupplier {
        Hidden() { }
        @Override public int getAsInt() { return 42 + "hidden".length(); }
    }

    // ---- Between loaders

    static void resolved() throws Throwable {
        // The class of one loader has resolved another loader's: it keeps it, though nothing else does.
        check("resolved through a delegate", w -> {
            Delegating delegating = new Delegating(watch(w, loader()));
            watch(w, delegating);
            Class<?> c = delegating.define("User", bytesOf("User"));
            Object made = c.getDeclaredConstructor().newInstance();
            delegating.delegate = null;
            return made;
        });
        check("a superclass of another loader", w -> {
            Thrown parent = watch(w, loader());
            Delegating delegating = new Delegating(parent);
            Class<?> made = watch(w, delegating.define("Made", Writer.write("Made", "Payload", 1)));
            delegating.delegate = null;
            return made.getDeclaredConstructor().newInstance();
        });
    }

    static final class Delegating extends ClassLoader {
        ClassLoader delegate;
        Delegating(ClassLoader delegate) {
            super(Unload.class.getClassLoader());
            this.delegate = delegate;
        }
        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            return name.startsWith("Payload") ? delegate.loadClass(name) : super.loadClass(name, resolve);
        }
        Class<?> define(String name, byte[] bytes) { return defineClass(name, bytes, 0, bytes.length); }
    }

    // ---- Without end

    static void endless() throws Throwable {
        long sum = 0;
        for (int i = 0; i < 100; i++) sum += round(i);
        System.out.println("rounds: " + sum);
        List<Reference<?>> last = new ArrayList<>();
        for (int i = 0; i < 50; i++) last.add(new WeakReference<>(payload(loader()).getClass().getClassLoader()));
        int there = 0;
        for (Reference<?> reference : last) there += isGone(reference) ? 0 : 1;
        System.out.println("still there: " + there);
    }

    static long round(int i) throws Throwable {
        Thrown l = loader();
        Class<?> c = l.loadClass("Payload");
        long sum = (Integer) c.getMethod("twice", int.class).invoke(null, i);
        sum += ((String) ((Supplier<?>) c.getMethod("lambda", int.class).invoke(null, i)).get()).length();
        sum += new Delegating(l).define("Made" + i, Writer.write("Made" + i, "Payload", i)).getName().length();
        Class<?> face = l.loadClass("Payload$Face");
        Object proxy = Proxy.newProxyInstance(l, new Class<?>[] {face}, (p, m, a) -> "x");
        sum += ((String) face.getMethod("face").invoke(proxy)).length();
        return sum + hidden(false).getAsInt();
    }

    public static void main(String[] arguments) throws Throwable {
        if (arguments.length > 0) {
            called();
            return;
        }
        plain();
        references();
        running();
        exceptions();
        generated();
        resolved();
        endless();
    }
}

import gnomon.Domain;
import gnomon.Memory;
import gnomon.Naming;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.ref.Cleaner;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.Provider;
import java.security.Security;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import sun.misc.Unsafe;

/**
 * Attacks through what a program has of the virtual machine itself: its classes and their loaders, handles, natives,
 * files, locks, what is static, references, errors at odd places, and portals that have seen better days. The head of
 * each says what it tries, and what must happen.
 */
@SuppressWarnings({"deprecation", "removal"})
class Further {
    private static Victim.Service victim;

    private Further() {
    }

    // ---- Classes

    private static byte[] bytesOf(String name) throws Exception {
        try (InputStream in = Further.class.getResourceAsStream("/" + name + ".class")) {
            return in.readAllBytes();
        }
    }

    private static byte[] renamed(String of, String from, String to) throws Exception {
        String text = new String(bytesOf(of), "ISO-8859-1");
        if (from.length() != to.length()) throw new IllegalArgumentException(to);
        return text.replace(from, to).getBytes("ISO-8859-1");
    }

    static class Mould {
        public static int run() {
            return 7;
        }
    }

    private static class Definer extends ClassLoader {
        Definer() {
            super(Further.class.getClassLoader());
        }

        Class<?> define(String name, byte[] bytes) {
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    /** Hidden classes: next to String, of broken bytes, as arguments. What is not its own package is refused, and none
     * goes through a portal. */
    static String hidden() throws Exception {
        MethodHandles.Lookup own = MethodHandles.lookup();
        byte[] mould = bytesOf("Further$Mould");
        return Attacks.outcomes(() -> MethodHandles.privateLookupIn(String.class, own).defineHiddenClass(mould, true), () -> own.in(String.class).defineHiddenClass(mould, true),
            () -> own.defineHiddenClass(renamed("Further$Mould", "Further$Mould", "java/lang/Evi"), true), () -> own.defineHiddenClass(Arrays.copyOf(mould, mould.length / 2), true), () -> own.defineHiddenClass(new byte[1 << 20], true),
            () -> victim.same(own.defineHiddenClass(mould, true).lookupClass()), () -> victim.size(own.defineHiddenClass(mould, true, MethodHandles.Lookup.ClassOption.STRONG).lookupClass().getDeclaredConstructor().newInstance()));
    }

    /** Classes in the library's packages, and in those that the kernel knows, from a loader of its own: refused, or
     * strangers there. */
    static String packages() throws Exception {
        Definer definer = new Definer();
        return Attacks.outcomes(() -> definer.define("java.lang.Evi", renamed("Further$Mould", "Further$Mould", "java/lang/Evi")), () -> definer.define("java.lang.Ev", renamed("Further$Mould", "Further$Mould", "java/lang/Evi")),
            () -> definer.define("gnomon.Evilll", renamed("Further$Mould", "Further$Mould", "gnomon/Evilll")).getName(), () -> definer.define("sun.misc.Evil", renamed("Further$Mould", "Further$Mould", "sun/misc/Evil")).getName(),
            () -> MethodHandles.privateLookupIn(Object.class, MethodHandles.lookup()), () -> definer.define("[I", bytesOf("Further$Mould")), () -> definer.define("Further$Mould", bytesOf("Further$Mould")).getName(),
            () -> definer.define("Further$Mould", bytesOf("Further$Mould")));
    }

    /** The kernel's own classes once more, in a loader of its own: whatever is linked there does what it does for its
     * own: nothing to the victim. */
    static String shadows() throws Exception {
        Definer definer = new Definer() {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                if (!name.startsWith("gnomon.")) return super.loadClass(name, resolve);
                Class<?> known = findLoadedClass(name);
                try {
                    return known != null ? known : define(name, bytesOf(name.replace('.', '/')));
                } catch (Exception e) {
                    throw new ClassNotFoundException(name, e);
                }
            }
        };
        Class<?> domain = definer.loadClass("gnomon.Domain"), memory = definer.loadClass("gnomon.Memory"), portals = definer.loadClass("gnomon.Portals");
        return Attacks.outcomes(() -> Attacks.gnomon(domain, "terminate0", 1), () -> Attacks.gnomon(domain, "usage0", 1), () -> memory.getMethod("allocate", int.class).invoke(null, 5), () -> Attacks.gnomon(portals, "callerNumber0"));
    }

    /** A loader that answers otherwise each time, calls the victim meanwhile, or throws, while results are copied for
     * it: its own calls fail, and the victim waits for nothing. */
    static String loaders() throws Exception {
        List<String> all = new ArrayList<>();
        for (int how = 0; how < 5; how++) {
            int kind = how;
            ClassLoader loader = new ClassLoader(Further.class.getClassLoader()) {
                private int asked;

                @Override
                protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                    if (!name.startsWith("Victim$")) return super.loadClass(name, resolve);
                    Class<?> known = findLoadedClass(name);
                    asked++;
                    if (name.equals("Victim$Holder") || name.equals("Victim$Shape")) {
                        if (kind == 0) return asked % 2 == 0 ? String.class : Thread.class;
                        if (kind == 1) throw new ThreadDeath();
                        if (kind == 2) return null;
                        if (kind == 3) victim.check0();
                        if (kind == 4) throw new StackOverflowError();
                    }
                    try {
                        byte[] bytes = bytesOf(name);
                        return known != null ? known : defineClass(name, bytes, 0, bytes.length);
                    } catch (Exception e) {
                        throw new ClassNotFoundException(name, e);
                    }
                }
            };
            all.add(Attacks.outcome(() -> {
                Class<?> type = Class.forName("Victim$Service", true, loader);
                Method lookup = Naming.class.getMethod("lookup", String.class, Class.class), hold = type.getDeclaredMethod("hold", Class.forName("Victim$Shape", false, Further.class.getClassLoader()));
                return hold.invoke(lookup.invoke(null, "victim", type), (Object) null);
            }));
            all.add(Attacks.outcome(() -> {
                Class<?> type = Class.forName("Victim$Service", true, loader);
                Object service = Naming.class.getMethod("lookup", String.class, Class.class).invoke(null, "victim", type);
                Method same = type.getDeclaredMethod("made", String.class);
                same.setAccessible(true);
                return same.invoke(service, "Victim$Holder").getClass().getName();
            }));
        }
        return String.join(", ", all);
    }

    // ---- Handles

    /** Its own Domain and Memory objects, their numbers changed by handles, to be the victim's: it is nobody's parent,
     * and gets no memory. */
    static String handles() throws Exception {
        MethodHandles.Lookup domains = MethodHandles.privateLookupIn(Domain.class, MethodHandles.lookup());
        Memory own = Memory.allocate(64);
        List<String> all = new ArrayList<>();
        all.add(Attacks.outcome(() -> {
            MethodHandle terminate = domains.findStatic(Domain.class, "terminate0", MethodType.methodType(void.class, int.class));
            int current = (int) domains.findStatic(Domain.class, "current0", MethodType.methodType(int.class)).invoke();
            for (int i = -5; i < 300; i++) if (i != current) terminate.invoke(i);
            return "nobody ended";
        }));
        for (int number : new int[] {0, 1, 2, 3, 77, -1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            String outcome = Attacks.outcome(() -> {
                Field field = Memory.class.getDeclaredField("number");
                field.setAccessible(true);
                Memory forged = (Memory) unsafe().allocateInstance(Memory.class);
                field.setInt(forged, number);
                return forged.buffer().getLong(8) == Victim.SECRET ? "THE SECRET" : "other";
            });
            if (!all.contains(outcome)) all.add(outcome);
        }
        return String.join(", ", all) + "; " + (own.size() == 64);
    }

    private static Unsafe unsafe() throws Exception {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        return (Unsafe) field.get(null);
    }

    /** What is no right type, through handles, arrays and reflection of arrays: the exceptions of Java. */
    static String types() {
        Object[] strings = new String[2];
        VarHandle elements = MethodHandles.arrayElementVarHandle(Victim.Service[].class);
        Object[] services = new Victim.Service[1];
        return Attacks.outcomes(() -> strings[0] = victim, () -> {
            System.arraycopy(new Object[] {victim}, 0, strings, 0, 1);
            return "copied";
        }, () -> {
            elements.set(services, 0, "x");
            return "set";
        }, () -> MethodHandles.explicitCastArguments(MethodHandles.identity(Object.class), MethodType.methodType(String.class, Object.class)).invoke((Object) victim), () -> {
            Array.set(services, 0, new Victim.BackWorker());
            return "set";
        }, () -> Array.newInstance(Victim.Service.class, new int[] {1 << 30, 1 << 30}), () -> MethodHandles.lookup().findVirtual(Victim.Service.class, "check", MethodType.methodType(int.class)).invoke(victim));
    }

    /** Fields that are final, of the library and of a proxy's class, by handles and reflection: not opened, or not
     * there. */
    static String finals() {
        MethodHandles.Lookup own = MethodHandles.lookup();
        return Attacks.outcomes(() -> {
            own.findStaticVarHandle(Integer.class, "MAX_VALUE", int.class).set(5);
            return "set";
        }, () -> own.findStaticSetter(Boolean.class, "TRUE", Boolean.class), () -> {
            Field field = Boolean.class.getField("TRUE");
            field.set(null, Boolean.FALSE);
            return "set";
        }, () -> {
            Field modifiers = Field.class.getDeclaredField("modifiers");
            modifiers.setAccessible(true);
            return "open";
        }, () -> {
            Field field = Boolean.class.getField("TRUE");
            unsafe().putObject(unsafe().staticFieldBase(field), unsafe().staticFieldOffset(field), Boolean.FALSE);
            return "written";
        }, () -> MethodHandles.privateLookupIn(victim.getClass(), own).lookupClass() != null);
    }

    // ---- Natives

    private static final int[] INTS = {0, 1, -1, 2, 3, 5, 7, 64, 255, 256, 4096, 65535, 65536, 1 << 20, Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE - 7};

    private static Object odd(Class<?> type, Random random) {
        int number = INTS[random.nextInt(INTS.length)];
        if (type == int.class) return number;
        if (type == long.class) return random.nextBoolean() ? number : random.nextBoolean() ? random.nextLong() : Long.MIN_VALUE;
        if (type == boolean.class) return random.nextBoolean();
        Object[] all = {null, null, "", "x", "victim", "**", "\0", "\ud800", "x".repeat(70_000), new byte[0], new byte[100], "main=Attacks\n".getBytes(), String.class, int.class, Victim.Service[].class, victim.getClass(), Victim.Service.class, victim, new Victim.BackWorker(), new Object(),
            Memory.allocate(8), new Throwable(), Thread.currentThread(), gnomon.Portal.class, new Object[2], new long[3]};
        for (int i = 0; i < 60; i++) {
            Object object = all[random.nextInt(all.length)];
            if (object == null || type.isInstance(object)) return object;
        }
        return null;
    }

    /** Every native of gnomon.jar's classes, by reflection, a few hundred times each with odd arguments: exceptions of
     * Java's, or what is its own. Those that wait or end it are not called so. */
    static String natives() throws Exception {
        Random random = new Random(7);
        TreeMap<String, Integer> outcomes = new TreeMap<>();
        int called = 0;
        for (String name : new String[] {"Domain", "Memory", "Portals", "EventLog", "Profiler", "SchedulerThread"}) {
            for (Method method : Class.forName("gnomon." + name).getDeclaredMethods()) {
                if (!Modifier.isNative(method.getModifiers())) continue;
                method.setAccessible(true);
                called++;
                for (int i = 0; i < 200; i++) {
                    Object[] arguments = Arrays.stream(method.getParameterTypes()).map(type -> odd(type, random)).toArray();
                    if (List.of("await0", "lookup0").contains(method.getName())) arguments[arguments.length - 1] = Math.floorMod((long) arguments[arguments.length - 1], 100_000L);
                    if (List.of("serve0", "begin0", "next0", "choose0", "start0").contains(method.getName())) {
                        if (i < 4) waiting(method, arguments);
                        continue;
                    }
                    if (method.getName().equals("terminate0") && arguments[0].equals(current())) continue;
                    String outcome = Attacks.outcome(() -> method.invoke(null, arguments));
                    if (outcome.matches("\\w*(Exception|Error)\\w*")) outcomes.merge(outcome, 1, Integer::sum);
                }
            }
        }
        return called + " natives: " + String.join(", ", outcomes.keySet());
    }

    private static int current() throws Exception {
        return (int) Attacks.gnomon(Domain.class, "current0");
    }

    /** In a thread that may never come back. */
    private static void waiting(Method method, Object[] arguments) throws InterruptedException {
        Thread thread = Attacks.start(() -> Attacks.outcome(() -> method.invoke(null, arguments)));
        thread.join(20);
        thread.interrupt();
    }

    /** That it is the scheduler of the machine: only a domain that was started as one is. */
    static String scheduler() throws Exception {
        Class<?> type = Class.forName("gnomon.SchedulerThread");
        return Attacks.outcomes(() -> Attacks.gnomon(type, "choose0", 1, 1_000_000_000_000L), () -> Attacks.gnomon(type, "check0", 3), () -> Attacks.gnomon(type, "consider0", true), () -> Attacks.gnomon(type, "tell0", 5L), () -> Attacks.gnomon(type, "told0", 1),
            () -> Attacks.gnomon(type, "weight0", 2), () -> Attacks.gnomon(type, "domain0", 2));
    }

    /** Children whose threads make themselves schedulers and answer what they are not asked
     * (tests/schedulers/Misled.java): they end alone. */
    static String misled() throws Exception {
        return "ended: " + Misled.all();
    }

    // ---- Files

    /** Descriptors by their numbers, by their names, and the host's and machine's files: none is there but its own. */
    static String descriptors() {
        List<Attacks.Action> all = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            int number = i;
            all.add(() -> {
                FileDescriptor descriptor = new FileDescriptor();
                unsafe().putInt(descriptor, unsafe().objectFieldOffset(FileDescriptor.class.getDeclaredField("fd")), number);
                new FileOutputStream(descriptor).write(1);
                return "written to " + number;
            });
            if (i > 2) all.add(() -> new FileInputStream("/dev/fd/" + number).read());
            if (i > 2) all.add(() -> new FileInputStream("/proc/self/fd/" + number).read());
        }
        for (String path : new String[] {"/proc/self/mem", "/proc/1/environ", "/dev/mem", "/dev/kmem", "/dev/sda", "/etc/shadow", "/../../etc/passwd", "/tmp/../../../../etc/passwd", "/sys/kernel/notes", "/proc/../etc/passwd", "//etc//passwd", "/tmp/victim/../../etc/passwd", "/proc/kcore", "/dev/tty"}) {
            all.add(() -> new FileInputStream(path).read());
        }
        return Attacks.outcomes(all.toArray(new Attacks.Action[0]));
    }

    /** Writes over what all domains were given at the start, the class path and the library's files: its own copies,
     * and the victim loads classes and reads files as before. */
    static String overwritten() throws Exception {
        List<String> all = new ArrayList<>();
        List<Path> paths = new ArrayList<>();
        for (String each : System.getProperty("java.class.path").split(":")) paths.add(Path.of(each));
        paths.add(Path.of(System.getProperty("java.home"), "lib", "modules"));
        paths.add(Path.of(System.getProperty("java.home"), "conf", "security", "java.security"));
        for (Path path : paths) {
            all.add(Attacks.outcome(() -> {
                if (Files.isDirectory(path)) {
                    int count = 0;
                    try (var files = Files.walk(path)) {
                        for (Path each : (Iterable<Path>) files::iterator) if (Files.isRegularFile(each)) count += Attacks.outcome(() -> Files.write(each, new byte[100])).contains("Exception") ? 0 : 1;
                    }
                    return count > 10 ? "written" : "not written";
                }
                Files.write(path, new byte[1000]);
                Files.delete(path);
                return "written";
            }));
        }
        return String.join(", ", all) + "; " + victim.made("Victim$Late").getClass().getSimpleName();
    }

    /** Locks of files at the victim's paths, links out of its tree, a path socket where the victim's file is: its own.
     * */
    static String links() throws Exception {
        Path file = Path.of("/tmp/victim");
        Files.writeString(file, "x");
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        channel.lock();
        return Attacks.outcomes(() -> Files.readString(Files.createSymbolicLink(Path.of("/tmp/out"), Path.of("/../../../etc/hostname"))), () -> Files.readString(Files.createSymbolicLink(Path.of("/tmp/loop"), Path.of("/tmp/loop"))),
            () -> Files.createLink(Path.of("/tmp/hard"), Path.of("/etc/passwd")), () -> Files.move(Path.of("/tmp"), Path.of("/moved")).toString(), () -> Files.createDirectories(Path.of("/tmp")).toString(), () -> new File("/").setWritable(false), () -> new File("/").delete());
    }

    // ---- Locks and what is static

    /** Holds the locks that any program of the library's meets: caches, mirrors of primitive types, streams, charsets,
     * groups of threads, loaders. They are its own. */
    static void occupied() throws Exception {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) group = group.getParent();
        Object[] locks = {1, 127, true, 'a', 5L, int.class, void.class, Object[].class, Charset.defaultCharset(), System.out, System.err, System.in, System.getProperties(), ClassLoader.getSystemClassLoader(), group, Thread.State.NEW, Integer.class, Void.class, Runtime.class,
            java.util.Locale.class, java.util.TimeZone.class, Security.class, MessageDigest.class, java.util.ResourceBundle.class, java.lang.ref.Reference.class, java.lang.ref.Cleaner.class, java.net.InetAddress.class, java.nio.file.FileSystems.getDefault(), Domain.class, Memory.class,
            Naming.class, gnomon.EventLog.class, Class.forName("gnomon.Portals"), Victim.class, victim, victim.getClass(), victim.memory(), "".intern(), new String[0].getClass(), java.util.Collections.EMPTY_LIST};
        Attacks.start(() -> hold(locks, 0));
        while (!go) Thread.sleep(1);
    }

    private static void hold(Object[] locks, int from) {
        go = from == locks.length;
        while (go) LockSupport.parkNanos(1_000_000_000);
        synchronized (locks[from]) {
            hold(locks, from + 1);
        }
    }

    /** Replaces what the library has one of: providers, factories, handlers, loggers, a common pool that is full, the
     * security manager. The victim's are as they were. */
    static String replaced() throws Exception {
        String before = victim.state();
        String outcome = Attacks.outcomes(() -> {
            for (Provider each : Security.getProviders()) Security.removeProvider(each.getName());
            Security.insertProviderAt(new Provider("Evil", "1", "none") { }, 1);
            Security.setProperty("securerandom.source", "file:/dev/zero");
            return Security.getProviders().length;
        }, () -> {
            java.net.URL.setURLStreamHandlerFactory(protocol -> {
                throw new Error();
            });
            java.net.Socket.setSocketImplFactory(() -> null);
            java.net.ServerSocket.setSocketFactory(() -> null);
            return "factories";
        }, () -> {
            java.util.logging.LogManager.getLogManager().reset();
            java.util.logging.Logger.getLogger("").setLevel(java.util.logging.Level.OFF);
            return "loggers";
        }, () -> {
            for (int i = 0; i < 100; i++) java.util.concurrent.ForkJoinPool.commonPool().execute(() -> LockSupport.parkNanos(Long.MAX_VALUE));
            return "pool";
        }, () -> {
            System.setSecurityManager(new SecurityManager() {
                @Override
                public void checkPermission(java.security.Permission permission) {
                    throw new SecurityException();
                }
            });
            return "manager";
        }, () -> {
            System.setProperty("java.io.tmpdir", "/nowhere");
            System.setProperty("line.separator", "x");
            java.util.TimeZone.setDefault(java.util.TimeZone.getTimeZone("Asia/Tokyo"));
            return "properties";
        });
        return outcome + "; " + before.equals(victim.state());
    }

    // ---- References, clocks, threads

    private static Object kept;
    private static volatile boolean go;

    static class Lazarus {
        @Override
        protected void finalize() {
            kept = this;
            new Lazarus();
            throw new IllegalStateException();
        }
    }

    /** References without end: cleaners, queues, phantoms, finalizers that bring their object back and make another.
     * Its own collector has the work. */
    static String references() throws Exception {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        List<Object> all = new ArrayList<>();
        Cleaner cleaner = Cleaner.create();
        for (int i = 0; i < 20_000; i++) {
            all.add(new PhantomReference<>(new Object(), queue));
            all.add(new SoftReference<>(new Object[10], queue));
            if (i % 10 == 0) cleaner.register(new Object(), () -> {
                throw new Error();
            });
            if (i % 100 == 0) new Lazarus();
        }
        for (int i = 0; i < 5; i++) System.gc();
        int found = 0;
        while (queue.remove(200) != null && found < 20_000) found++;
        java.lang.ref.Reference.reachabilityFence(all);
        return "found " + (found > 10_000);
    }

    /** Waits, parks and timers of all lengths, and 5,000 of them. Those of the victim come when they are due. */
    static String clocks() throws Exception {
        ScheduledExecutorService timers = Executors.newScheduledThreadPool(4);
        for (int i = 0; i < 5000; i++) timers.scheduleAtFixedRate(() -> { }, i % 7, 1 + i, TimeUnit.MICROSECONDS);
        for (long nanos : new long[] {Long.MAX_VALUE, Long.MIN_VALUE, 0, 1, -1}) {
            Attacks.start(() -> LockSupport.parkNanos(nanos));
            Attacks.start(() -> LockSupport.parkUntil(nanos));
            Attacks.start(() -> Attacks.outcome(() -> {
                TimeUnit.DAYS.sleep(nanos);
                return null;
            }));
        }
        long slow = victim.sleeps(5);
        timers.shutdownNow();
        return "within ten seconds: " + (slow < 10_000);
    }

    /** Stops, suspends and interrupts the thread that serves the victim's call: the call ends with what the thread got,
     * or its time is the attacker's own. */
    static String stopped() throws Exception {
        List<String> all = new ArrayList<>();
        for (int how = 0; how < 3; how++) {
            int kind = how;
            all.add(Attacks.outcome(() -> victim.callBack(depth -> {
                Thread server = Thread.currentThread();
                AtomicBoolean isDone = new AtomicBoolean();
                Attacks.start(() -> {
                    if (kind == 0) server.stop();
                    if (kind == 1) server.interrupt();
                    if (kind == 2) server.suspend();
                    LockSupport.parkNanos(20_000_000);
                    if (kind == 2) server.resume();
                    isDone.set(kind != 0); // what has been stopped does not go on
                });
                long until = System.nanoTime() + 60_000_000_000L;
                while (!isDone.get() && System.nanoTime() < until) Thread.onSpinWait();
                return kind;
            }, 0)));
        }
        return String.join(", ", all);
    }

    // ---- Errors at odd places

    /** Calls when its own heap is full, and services of its own that fill it: its own OutOfMemoryError, and the
     * victim's call back says so. */
    static String full() throws Exception {
        List<Object> all = new ArrayList<>(100_000);
        Victim.Shape shape = new Victim.Shape();
        byte[] reserve = new byte[300_000];
        int[] refused = new int[3];
        for (int size = 1 << 20; size >= 256; size /= 2) {
            try {
                for (;;) all.add(new byte[size]);
            } catch (OutOfMemoryError e) {
                continue;
            }
        }
        for (int i = 0; i < 40; i++) {
            try {
                if (i % 3 == 0) victim.shape(shape);
                if (i % 3 == 1) victim.same(reserve);
                if (i % 3 == 2) victim.callBack(depth -> new byte[8 << 20].length, 1);
            } catch (OutOfMemoryError | gnomon.PortalCopyException | java.util.concurrent.RejectedExecutionException e) {
                refused[i % 3]++;
            }
        }
        all.clear();
        return "refused: " + (refused[1] > 0) + " " + (refused[2] > 0);
    }

    private static int descend(int depth, boolean calls) {
        if (calls) victim.size(null);
        return 1 + descend(depth + 1, calls);
    }

    private static int last(int depth, int[] got) {
        try {
            return last(depth + 1, got);
        } catch (StackOverflowError e) {
            try {
                got[0] += victim.size("x");
            } catch (StackOverflowError again) {
                got[1]++;
            }
            throw e;
        }
    }

    /** Recursion without end in a service, and calls in the last frames of a stack: StackOverflowError, once there and
     * once here. */
    static String recursion() throws Exception {
        int[] got = new int[2];
        String first = Attacks.outcomes(() -> victim.callBack(depth -> descend(0, false), 0), () -> last(0, got));
        return first + ", called with little left: " + (got[0] > 0) + ", with too little: " + (got[1] > 0);
    }

    static class Endless extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public synchronized Throwable getCause() {
            throw new ThreadDeath();
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return null;
        }

        @Override
        public String toString() {
            throw new Error();
        }

        @Override
        public void printStackTrace() {
            System.exit(77);
        }

        @Override
        public int hashCode() {
            for (;;) Thread.onSpinWait();
        }

        @Override
        public boolean equals(Object other) {
            throw new ThreadDeath();
        }
    }

    /** Exceptions whose methods never return, throw or end all, thrown to the victim and sent: none of them runs in the
     * victim, and the exception arrives. */
    static String methods() throws Exception {
        return Attacks.outcome(() -> victim.callBack(depth -> {
            throw new Endless();
        }, 0)) + ", " + Attacks.outcome(() -> victim.size(new java.util.HashMap<>(java.util.Map.of("a", new Endless())))) + ", " + Attacks.outcome(() -> victim.same(new Endless()).getClass().getSimpleName());
    }

    // ---- Portals

    /** A proxy of java.lang.reflect that implements the victim's portal, whose handler returns what is of another type,
     * nothing, or throws what is not declared: the exceptions that Java has for it. */
    static String handlers() throws Exception {
        List<String> all = new ArrayList<>();
        for (Object answer : new Object[] {"text", null, 7L, new Exception("checked"), new Object[1]}) {
            Victim.Back back = (Victim.Back) Proxy.newProxyInstance(Further.class.getClassLoader(), new Class<?>[] {Victim.Back.class}, (proxy, method, arguments) -> {
                if (answer instanceof Throwable) throw (Throwable) answer;
                return answer;
            });
            all.add(Attacks.outcome(() -> victim.callBack(back, 0)));
        }
        return String.join(", ", all);
    }

    /** A third domain's service, which the victim keeps and the attacker has, after that domain has ended and others
     * have its place: DomainTerminatedException for both. */
    static String orphans() throws Exception {
        Domain third = Domain.start(new Domain.Options("third").main("Further").heap(16 << 20).argument("third"));
        Victim.Back orphan = Naming.lookup("third", Victim.Back.class, Duration.ofSeconds(60));
        victim.keep(orphan);
        String alive = victim.callKept() + " " + orphan.back(1);
        third.terminate();
        third.await();
        for (int i = 0; i < 6; i++) Domain.start(new Domain.Options("another").main("Further").heap(16 << 20).argument("other").argument("" + i)).await();
        return alive + ", " + victim.callKept() + ", " + Attacks.outcome(() -> orphan.back(1)) + ", " + Attacks.outcome(() -> victim.callBack(orphan, 1)) + ", " + Attacks.outcome(() -> Naming.lookup("third", Victim.Back.class, Duration.ofMillis(1)));
    }

    /** Ends in the middle of the victim's call to it, in a child that the victim calls: the victim gets a
     * DomainTerminatedException, and the attacker what it throws. */
    static String ending() throws Exception {
        Domain child = Domain.start(new Domain.Options("ending").main("Further").heap(16 << 20).argument("ending"));
        String outcome = Attacks.outcome(() -> victim.callBack(Naming.lookup("ending", Victim.Back.class, Duration.ofSeconds(60)), 0));
        return outcome + " " + child.await();
    }

    /** Names with odd characters and as long as can be: a name is its text, and nothing else's. */
    static String odd() throws Exception {
        List<Attacks.Action> all = new ArrayList<>();
        for (String name : new String[] {"\0", "\n", "victim\0", " victim", "victim ", "Victim", "v\u0131ctim", "\ud800", "\u20ac".repeat(85), "\u20ac".repeat(86), "[portal]", ";", "judge\n"}) {
            all.add(() -> {
                Naming.register(name, (Victim.Back) depth -> depth);
                return "registered";
            });
        }
        return Attacks.outcomes(all.toArray(new Attacks.Action[0])) + "; " + victim.caller();
    }

    /** Processes, libraries, agents, compilers: there are none. */
    static String processes() {
        return Attacks.outcomes(() -> new ProcessBuilder("/bin/sh", "-c", "reboot").start(), () -> {
            System.load("/tmp/evil.so");
            return "loaded";
        }, () -> {
            System.loadLibrary("evil");
            return "loaded";
        }, () -> ProcessHandle.of(1).isPresent(), () -> ProcessHandle.allProcesses().count() < 3, () -> javax.tools.ToolProvider.getSystemJavaCompiler() == null);
    }

    static String attack(String name) throws Throwable {
        victim = Attacks.victim;
        switch (name) {
            case "hidden": return hidden();
            case "packages": return packages();
            case "shadows": return shadows();
            case "loaders": return loaders();
            case "handles": return handles();
            case "types": return types();
            case "finals": return finals();
            case "confused": return Unmade.confused();
            case "blank": return Unmade.blank();
            case "serialized": return Unmade.serialized();
            case "guests": return natives();
            case "scheduler": return scheduler();
            case "misled": return misled();
            case "descriptors": return descriptors();
            case "overwritten": return overwritten();
            case "links": return links();
            case "held": occupied(); return null;
            case "replaced": return replaced();
            case "references": return references();
            case "clocks": return clocks();
            case "stopped": return stopped();
            case "full": return full();
            case "recursion": return recursion();
            case "methods": return methods();
            case "handlers": return handlers();
            case "orphans": return orphans();
            case "ending": return ending();
            case "odd": return odd();
            case "processes": return processes();
            default: throw new IllegalArgumentException(name);
        }
    }

    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "third":
                Naming.register("third", (Victim.Back) depth -> 3);
                Thread.sleep(1_000_000);
                break;
            case "other":
                for (int i = 0; i < 20; i++) Naming.register("other" + arguments[1] + i, (Victim.Back) depth -> 666);
                break;
            default:
                Naming.register("ending", (Victim.Back) depth -> {
                    Runtime.getRuntime().halt(3);
                    return 1;
                });
                Thread.sleep(1_000_000);
                break;
        }
    }
}

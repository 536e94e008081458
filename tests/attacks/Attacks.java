import gnomon.Domain;
import gnomon.EventLog;
import gnomon.Memory;
import gnomon.Naming;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.lang.management.ManagementFactory;
import java.lang.ref.Cleaner;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.Deflater;
import sun.misc.Unsafe;

/** One domain's attacks on another, by the names that are its arguments. */
@SuppressWarnings({"deprecation", "removal"})
public class Attacks {
    interface Action {
        Object run() throws Throwable;
    }

    static Judge.Desk judge;
    static Victim.Service victim;

    /** What an action has come to: its result, or the exception's class. */
    static String outcome(Action action) {
        try {
            return "" + action.run();
        } catch (InvocationTargetException e) {
            return e.getCause().getClass().getSimpleName();
        } catch (Throwable e) {
            return e.getClass().getSimpleName();
        }
    }

    /** The outcomes of several, each once, in the order in which they come. */
    static String outcomes(Action... actions) {
        List<String> all = new ArrayList<>();
        for (Action action : actions) {
            String outcome = outcome(() -> {
                Object result = action.run();
                for (int i = 0; i < 3; i++) Thread.yield();  // an error may come with the next poll
                return result;
            });
            if (!all.contains(outcome)) all.add(outcome);
        }
        return String.join(", ", all);
    }

    static Thread start(Runnable runnable) {
        Thread thread = new Thread(runnable, "attack");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    // ---- Memory

    static class Own {
        long number = 5;
        int[] numbers = {1, 2};
        String text = "text";
        static Object shared = "shared";
    }

    static Unsafe unsafe() throws Exception {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        return (Unsafe) field.get(null);
    }

    static String addresses() throws Exception {
        Unsafe u = unsafe();
        long there = victim.address();
        long own = u.allocateMemory(32);
        List<Action> all = new ArrayList<>();
        for (long at : new long[] {there, there + 8, own - 16, own - 8, own + 25, own + 32, 0x100000, 0x400000, 0x10000000, 0x40000000, 1, -8}) {
            all.addAll(List.of(() -> u.getLong(at), () -> { u.putLong(at, 7); return "written"; }, () -> { u.putByte(null, at + 7, (byte) 7); return "written"; }, () -> u.getLong(null, at),
                () -> u.getAndAddLong(null, at, 1), () -> u.compareAndSwapLong(null, at, Victim.SECRET, 7), () -> { u.setMemory(at, 64, (byte) 7); return "set"; },
                () -> { u.copyMemory(at, own, 32); return "read"; }, () -> { u.copyMemory(own, at, 64); return "copied"; }, () -> u.getObject(null, at), () -> u.getDouble(at), () -> { u.putOrderedLong(null, at, 7); return "put"; },
                () -> u.getAddress(at), () -> { u.putDouble(at, 7); return "put"; }, () -> { u.putObjectVolatile(null, at, ""); return "put"; }));
        }
        u.putLong(own + 24, 9);
        return outcomes(all.toArray(new Action[0])) + "; its own: " + u.getLong(own + 24);
    }

    static String objects() throws Exception {
        Unsafe u = unsafe();
        Own own = new Own();
        int[] array = new int[4];
        Object[] objects = new String[2];
        long number = u.objectFieldOffset(Own.class.getDeclaredField("number")), numbers = u.objectFieldOffset(Own.class.getDeclaredField("numbers"));
        long text = u.objectFieldOffset(Own.class.getDeclaredField("text")), shared = u.staticFieldOffset(Own.class.getDeclaredField("shared"));
        long capacity = u.objectFieldOffset(Buffer.class.getDeclaredField("capacity"));
        Object lookup = u.staticFieldBase(java.lang.invoke.MethodHandles.Lookup.class.getDeclaredField("PUBLIC_LOOKUP"));
        long base = Unsafe.ARRAY_INT_BASE_OFFSET;
        List<Action> all = new ArrayList<>(List.of(() -> u.getLong(array, base + 9), () -> { u.putInt(array, base + 16, 7); return "beyond"; }, () -> { u.putInt(array, base - 4, 1 << 30); return "longer"; }, () -> { u.putInt(array, 0L, 7); return "another class"; },
            () -> { u.putInt(own, numbers, 0x1000000); return "a forged reference"; }, () -> { u.putObject(own, numbers, "text"); return "a wrong type"; }, () -> { u.putObject(own, text, own); return "a wrong type"; }, () -> { u.putObject(objects, Unsafe.ARRAY_OBJECT_BASE_OFFSET, own); return "a wrong element"; },
            () -> { u.putObject(objects, Unsafe.ARRAY_OBJECT_BASE_OFFSET + 1, "x"); return "between"; }, () -> u.getObject(own, number), () -> u.getObject(array, base), () -> { u.putLong(own, number + 4, 7); return "between"; }, () -> { u.putLong(own, number + 4000, 7); return "beyond"; },
            () -> { u.putInt(ByteBuffer.allocateDirect(8), capacity, 1 << 30); return "a large buffer"; }, () -> { u.putBoolean(Attacks.class.getDeclaredMethods()[0], 12L, true); return "accessible"; }, () -> u.compareAndSwapObject(own, numbers, own.numbers, "text"),
            () -> u.getAndSetObject(own, text, own), () -> { u.setMemory(array, base, 64, (byte) 7); return "set"; }, () -> { u.copyMemory(array, base, array, base + 8, 16); return "copied"; }));
        for (long offset = 8; offset < 400; offset += 4) {
            long at = offset;
            all.add(() -> u.getObject(lookup, at));
            all.add(() -> { u.putInt(Own.class, at, 7); return "changed a class"; });
        }
        String refused = outcomes(all.toArray(new Action[0]));
        u.putLong(own, number, 6);
        u.putObject(own, text, "other");
        u.putObject(Own.class, shared, own);
        u.putOrderedInt(array, base + 4, 8);
        u.putObject(objects, Unsafe.ARRAY_OBJECT_BASE_OFFSET, "x");
        boolean swapped = u.compareAndSwapObject(own, text, "other", "another") && u.compareAndSwapLong(own, number, 6, 9) && u.getAndAddInt(array, base + 4, 2) == 8;
        return refused + "; its own: " + own.number + " " + own.text + " " + (Own.shared == own) + " " + array[1] + " " + objects[0] + " " + swapped + " " + u.getLong(own, number) + " " + u.getObject(own, text);
    }

    static String freed() throws Exception {
        Unsafe u = unsafe();
        ByteBuffer direct = ByteBuffer.allocateDirect(4096);
        long address = u.getLong(direct, u.objectFieldOffset(Buffer.class.getDeclaredField("address")));
        long own = u.allocateMemory(100), other = u.allocateMemory(100);
        long larger = u.reallocateMemory(other, 1000);
        u.freeMemory(own);
        String free = outcomes(() -> { u.freeMemory(victim.address()); return "freed"; }, () -> { u.freeMemory(address); return "freed"; }, () -> { u.freeMemory(own); return "twice"; }, () -> u.getLong(own),
            () -> u.reallocateMemory(victim.address(), 10), () -> u.reallocateMemory(own, 10), () -> { u.freeMemory(larger + 16); return "inside"; }, () -> u.getLong(other));
        u.invokeCleaner(direct);
        direct.putLong(0, 7);
        return free + "; after the cleaner: " + direct.getLong(0);
    }

    static String internals() {
        return outcomes(() -> Class.forName("jdk.internal.misc.Unsafe").getMethod("getUnsafe").invoke(null), () -> {
            AccessibleObject field = Class.forName("jdk.internal.misc.Unsafe").getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return field;
        }, () -> Class.forName("sun.misc.Unsafe").getDeclaredField("theInternalUnsafe").trySetAccessible() + " to set", () -> {
            Domain.Options options = new Domain.Options("opened").main("Attacks").property("jdk.module.addexports.0", "java.base/jdk.internal.misc=ALL-UNNAMED").property("jdk.module.addopens.0", "java.base/java.lang=ALL-UNNAMED");
            return "status " + Domain.start(options.argument("sleep")).await();
        });
    }

    static Object gnomon(Class<?> type, String name, Object... arguments) throws Exception {
        for (Method method : type.getDeclaredMethods()) {
            if (!method.getName().equals(name) || method.getParameterCount() != arguments.length) continue;
            method.setAccessible(true);
            return method.invoke(null, arguments);
        }
        throw new NoSuchMethodException(name);
    }

    static String memories() throws Exception {
        Memory given = victim.memory();
        ByteBuffer buffer = given.buffer();
        Memory own = Memory.allocate(4096);
        ByteBuffer kept = own.buffer();
        Field number = Memory.class.getDeclaredField("number"), size = Memory.class.getDeclaredField("size");
        number.setAccessible(true);
        size.setAccessible(true);
        int mine = number.getInt(own);
        String bounds = outcomes(() -> buffer.getLong(4089), () -> buffer.put(-1, (byte) 7), () -> buffer.get(Integer.MAX_VALUE), () -> buffer.slice(4000, 200), () -> buffer.limit(5000));
        for (int i = 0; i < 3; i++) outcome(() -> gnomon(Memory.class, "release0", mine));
        own = null;
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(5);
        }
        Memory more = Memory.allocate(4096);
        String forged = outcomes(() -> {
            size.setInt(more, 1 << 30);
            return more.buffer().getLong(5000);
        }, () -> {
            number.setInt(more, number.getInt(given) - 1);
            return victim.same(more);
        }, () -> gnomon(Memory.class, "buffer0", -5), () -> gnomon(Memory.class, "buffer0", 1 << 20));
        String there = victim.check();  // takes what is free
        for (int i = 0; i < 4096; i += 8) kept.putLong(i, 0x7777777777777777L);
        return bounds + "; forged: " + forged + "; " + there;
    }

    static String large() {
        List<Object> kept = new ArrayList<>();
        String direct = outcome(() -> {
            for (;;) kept.add(ByteBuffer.allocateDirect(1 << 20));
        });
        kept.clear();
        System.gc();
        String blocks = outcome(() -> {
            for (;;) kept.add(Memory.allocate(1 << 20));
        });
        kept.clear();
        String raw = outcome(() -> {
            for (int i = 0; i < 2000; i++) unsafe().allocateMemory(1 << 20);
            return "2 GB";
        });
        String deflaters = outcome(() -> {
            for (int i = 0; i < 4000; i++) kept.add(new Deflater());
            return "4000 deflaters";
        });
        String heap = outcome(() -> {
            for (;;) kept.add(new byte[100_000]);
        });
        kept.clear();
        return direct + ", " + blocks + ", " + raw + ", " + deflaters + ", " + heap;
    }

    /** Objects that no constructor has made, of classes that the kernel and the library trust, and all that can be
     * called of them. */
    static String instances() throws Exception {
        int made = 0, called = 0;
        String accessor = outcome(() -> ((Method) sun.reflect.ReflectionFactory.getReflectionFactory().newConstructorForSerialization(Method.class, Object.class.getDeclaredConstructor()).newInstance()).getAnnotatedReturnType());
        for (String name : new String[] {"java.lang.reflect.Method", "java.lang.reflect.Field", "java.lang.reflect.Constructor", "java.lang.Thread", "java.lang.ThreadGroup", "java.lang.Module", "java.lang.invoke.DirectMethodHandle", "java.lang.invoke.BoundMethodHandle$Species_L",
            "java.lang.invoke.MemberName", "java.lang.invoke.MutableCallSite", "java.lang.invoke.MethodType", "java.lang.invoke.MethodHandles$Lookup", "java.lang.invoke.VarHandleInts$FieldInstanceReadWrite", "java.nio.DirectByteBuffer", "java.nio.HeapByteBuffer", "java.util.zip.Deflater",
            "java.util.zip.Inflater", "java.util.zip.CRC32", "java.io.FileDescriptor", "java.io.FileInputStream", "java.io.RandomAccessFile", "java.net.Socket", "java.lang.ref.WeakReference", "java.lang.ref.ReferenceQueue", "java.lang.StackTraceElement", "java.lang.Throwable", "java.lang.String",
            "java.lang.Class", "gnomon.Memory", "gnomon.Domain", "jdk.internal.misc.Unsafe", "jdk.internal.loader.BootLoader", "jdk.internal.reflect.NativeMethodAccessorImpl", "java.lang.Runtime", "java.lang.ProcessImpl", "java.lang.StackWalker"}) {
            Object object;
            try {
                object = unsafe().allocateInstance(Class.forName(name));
            } catch (ReflectiveOperationException | InternalError | IllegalArgumentException e) {
                continue;
            }
            made++;
            for (Method method : object.getClass().getMethods()) {
                if (method.getDeclaringClass() == Object.class && method.getName().startsWith("wait") || List.of("join", "halt", "exit").contains(method.getName())) continue;
                Object[] arguments = new Object[method.getParameterCount()];
                for (int i = 0; i < arguments.length; i++) {
                    Class<?> type = method.getParameterTypes()[i];
                    if (type.isPrimitive()) arguments[i] = java.lang.reflect.Array.get(java.lang.reflect.Array.newInstance(type, 1), 0);
                    if (type == Object[].class) arguments[i] = new Object[1];
                }
                called++;
                outcome(() -> method.invoke(object, arguments));
            }
            if (object instanceof java.lang.invoke.MethodHandle) outcome(() -> ((java.lang.invoke.MethodHandle) object).invokeExact());
            if (object instanceof java.lang.invoke.MethodHandle) outcome(() -> ((java.lang.invoke.MethodHandle) object).invoke("x", 5));
            if (object instanceof java.lang.invoke.VarHandle) outcome(() -> (int) ((java.lang.invoke.VarHandle) object).get(object));
        }
        return accessor + ", " + (made < 10 && called > 20 ? "few made" : made + " made, called " + called);
    }

    // ---- Time of the processor

    static void spin() {
        for (int i = 0; i < 6; i++) {
            Thread thread = start(() -> {
                for (;;) Thread.onSpinWait();
            });
            thread.setPriority(Thread.MAX_PRIORITY);
        }
    }

    static void collect() {
        start(() -> {
            for (;;) System.gc();
        });
        start(() -> {
            byte[][] last = new byte[10][];
            for (int i = 0;; i++) last[i % 10] = new byte[i % 100_000];
        });
    }

    static String threads() {
        AtomicInteger count = new AtomicInteger();
        Object lock = new Object();
        return outcome(() -> {
            for (;;) {
                start(() -> {
                    synchronized (lock) {
                        try {
                            lock.wait();
                        } catch (InterruptedException e) {
                            count.incrementAndGet();
                        }
                    }
                });
                if (count.incrementAndGet() > 100) return count;
            }
        });
    }

    static String calls() throws Exception {
        Victim.Back[] back = new Victim.Back[1];
        back[0] = depth -> {
            return depth == 0 ? 1 : 1 + victim.callBack(back[0], depth - 1);
        };
        return "10 deep: " + victim.callBack(back[0], 10) + ", without end: " + outcome(() -> victim.callBack(back[0], 1_000_000));
    }

    static String occupied() throws Exception {
        for (int i = 0; i < 2000 && Domain.currentUsage().threads() > 9; i++) Thread.sleep(1); // those that have served nested calls end by themselves
        List<Thread> all = new ArrayList<>();
        boolean[] open = new boolean[1];
        AtomicInteger refused = new AtomicInteger();
        Victim.Back waits = depth -> {
            synchronized (open) {
                while (!open[0]) {
                    try {
                        open.wait();
                    } catch (InterruptedException e) {
                        return 0;
                    }
                }
            }
            return 1;
        };
        Domain.currentUsage(); // the class begins a thread of its own, for which there may be no room later
        for (int i = 0; i < 30; i++) {
            all.add(start(() -> {
                if (outcome(() -> victim.callBack(waits, 0)).equals("RejectedExecutionException")) refused.incrementAndGet();
            }));
        }
        while (refused.get() + Domain.currentUsage().calls() < 30) Thread.sleep(1);
        Thread.sleep(20);
        synchronized (open) {
            open[0] = true;
            open.notifyAll();
        }
        for (Thread thread : all) thread.join();
        return "some of 30 calls, " + (refused.get() > 0 ? "RejectedExecutionException" : "none refused");
    }

    static String domains() {
        List<Domain> all = new ArrayList<>();
        String outcome = outcome(() -> {
            for (;;) all.add(Domain.start(new Domain.Options("bomb").main("Attacks").argument("sleep").heap(1L << 40).threads(1000)));
        });
        for (Domain domain : all) domain.terminate();
        for (Domain domain : all) outcome(domain::await);
        return outcome + (all.size() < 100 ? "" : " after " + all.size());
    }

    // ---- What the recording, the names and the machine have

    static String floods() {
        int id = EventLog.createEvent("flood");
        String types = outcome(() -> {
            for (int i = 0; i < 100_000; i++) EventLog.createEvent("flood " + i);
            return "types taken";
        });
        for (int i = 0; i < 200_000; i++) EventLog.record(id, i);
        for (int i = 0; i < 20_000; i++) System.err.println("flood");
        return types;
    }

    static String names() {
        Victim.Back service = depth -> depth;
        return outcomes(() -> {
            Naming.register("victim", service);
            return "taken over";
        }, () -> Naming.lookup("nobody's", Victim.Service.class, Duration.ofMillis(5)), () -> {
            for (int i = 0;; i++) Naming.register("flood" + i, (Victim.Back) depth -> depth);
        }, () -> Naming.lookup("victim", (Class) String.class), () -> Naming.lookup("victim", (Class) int.class), () -> Naming.lookup("victim", null), () -> Naming.lookup("victim", (Class) int[].class));
    }

    static String natives() throws Exception {
        Class<?> portals = Class.forName("gnomon.Portals");
        return outcomes(() -> gnomon(portals, "register0", null, null, null), () -> gnomon(portals, "register0", String.class, "a", null), () -> gnomon(portals, "register0", String.class, "a", (Victim.Back) depth -> depth),
            () -> gnomon(portals, "register0", int.class, "b", (Victim.Back) depth -> depth), () -> gnomon(portals, "register0", portals, null, (Victim.Back) depth -> depth), () -> gnomon(portals, "lookup0", null, Victim.Service.class, 0L),
            () -> gnomon(portals, "lookup0", "victim", null, 0L), () -> gnomon(portals, "lookup0", "victim", int.class, 0L), () -> gnomon(portals, "lookup0", "victim", String.class, 0L), () -> gnomon(portals, "lookup0", "victim", Victim.Service[].class, 0L),
            () -> gnomon(Domain.class, "start0", null, null, 0L), () -> gnomon(Domain.class, "start0", "x", new byte[] {1, 2, 3}, -1L), () -> gnomon(Domain.class, "usage0", 77), () -> gnomon(Domain.class, "failure0", 1));
    }

    static String foreign() throws Exception {
        Constructor<Domain> constructor = Domain.class.getDeclaredConstructor(String.class, int.class);
        constructor.setAccessible(true);
        Domain domain = constructor.newInstance("victim", 1), first = constructor.newInstance("main", 0);
        domain.terminate();
        first.terminate();
        return outcomes(() -> domain.usage(), () -> first.usage().cpuNanos(), () -> domain.status(), () -> domain.await(Duration.ofMillis(5)));
    }

    static String proxies() throws Exception {
        List<String> all = new ArrayList<>();
        Object proxy = victim;
        for (Field field : proxy.getClass().getDeclaredFields()) {
            all.add(outcome(() -> {
                field.setAccessible(true);
                if (field.getType() == int.class) field.setInt(proxy, field.getInt(proxy) - 1);
                return "set " + field.getName();
            }));
        }
        all.add(outcome(() -> {
            Unsafe u = unsafe();
            for (int offset = 8; offset < 24; offset += 4) u.putInt(proxy, offset, 1);
            return "written";
        }));
        all.add(outcome(() -> ((Victim.Service) unsafe().allocateInstance(proxy.getClass())).check()));
        return all + " " + victim.size("x");
    }

    // ---- What a program has for itself

    static String own() throws Exception {
        Files.writeString(Path.of("/tmp/victim"), "changed");
        Files.delete(Path.of("/tmp/victim"));
        Files.writeString(Path.of("/tmp/victim"), "another");
        System.setProperty("victim", "changed");
        System.clearProperty("user.language");
        Locale.setDefault(Locale.JAPAN);
        TimeZone.setDefault(TimeZone.getTimeZone("GMT+7"));
        Victim.state = "changed";
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> { });
        System.setProperties(new java.util.Properties());
        return "done";
    }

    static String strings() throws Exception {
        char[] none = {};
        Field value = String.class.getDeclaredField("value");
        return outcomes(() -> { value.setAccessible(true); return "open"; }, () -> {
            long offset = unsafe().objectFieldOffset(value);
            unsafe().putObject("text", offset, new byte[] {'h', 'e', 'x', 'x'});
            return "changed a string";
        }, () -> {
            Object bytes = unsafe().getObject("text", unsafe().objectFieldOffset(value));
            unsafe().putByte(bytes, (long) Unsafe.ARRAY_BYTE_BASE_OFFSET, (byte) 'h');
            return "changed bytes";
        });
    }

    static void locks() throws Exception {
        for (Object lock : new Object[] {String.class, "a lock".intern(), Object.class, Class.class, System.class, Runtime.getRuntime(), Thread.class}) {
            CountDown.of(() -> {
                synchronized (lock) {
                    CountDown.hold();
                }
            });
        }
    }

    /** Starts a thread, and comes back when that has what it wants. */
    static class CountDown {
        private static int held;

        static void of(Runnable runnable) throws InterruptedException {
            synchronized (CountDown.class) {
                int before = held;
                start(runnable);
                while (held == before) CountDown.class.wait();
            }
        }

        static void hold() {
            synchronized (CountDown.class) {
                held++;
                CountDown.class.notifyAll();
            }
            for (;;) {
                try {
                    Thread.sleep(1_000_000);
                } catch (InterruptedException e) {
                    continue;
                }
            }
        }
    }

    static String enumerated() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) root = root.getParent();
        Thread[] all = new Thread[1000];
        int count = root.enumerate(all, true), foreign = 0;
        for (Thread thread : Thread.getAllStackTraces().keySet()) if (thread instanceof Victim.Worker) foreign++;
        for (int i = 0; i < count; i++) {
            if (all[i] == Thread.currentThread()) continue;
            if (all[i] instanceof Victim.Worker) foreign++;
            all[i].interrupt();
            all[i].setPriority(1);
            if (!all[i].getName().startsWith("portal")) all[i].suspend();
        }
        root.setMaxPriority(1);
        for (int i = 0; i < count; i++) if (!all[i].getName().startsWith("portal")) all[i].resume();
        long[] ids = ManagementFactory.getThreadMXBean().getAllThreadIds();
        for (var info : ManagementFactory.getThreadMXBean().dumpAllThreads(false, false)) if (info.getThreadName().startsWith("victim")) foreign++;
        return "foreign threads: " + foreign + ", " + (ids.length < 40);
    }

    static String beans() {
        return outcomes(() -> {
            ManagementFactory.getMemoryMXBean().gc();
            return ManagementFactory.getRuntimeMXBean().getSystemProperties().get("victim");
        }, () -> ManagementFactory.getPlatformMBeanServer().getMBeanCount() > 0, () -> ProcessHandle.current().destroyForcibly(), () -> ProcessHandle.current().parent().isPresent(), () -> Runtime.getRuntime().exec("/bin/true"));
    }

    static String cleaners() throws Exception {
        for (int i = 0; i < 3; i++) {
            Cleaner.create().register(new Object(), () -> {
                for (;;) Thread.onSpinWait();
            });
        }
        for (int i = 0; i < 10; i++) new Finalized();
        System.gc();
        Thread.sleep(20);
        return "registered";
    }

    static class Finalized {
        @Override
        protected void finalize() {
            victim.size("x");
            synchronized (String.class) {
                for (;;) Thread.onSpinWait();
            }
        }
    }

    static String streams() throws Exception {
        String read = outcomes(() -> System.in.read());
        System.out.close();
        System.err.close();
        System.in.close();
        System.setOut(null);
        for (FileDescriptor descriptor : new FileDescriptor[] {FileDescriptor.in, FileDescriptor.out, FileDescriptor.err}) {
            outcome(() -> {
                new FileInputStream(descriptor).close();
                new FileOutputStream(descriptor).close();
                return null;
            });
        }
        return "read " + read;
    }

    static String sockets() throws Exception {
        return outcomes(() -> new Socket(InetAddress.getLoopbackAddress(), 7777), () -> {
            try (ServerSocket socket = new ServerSocket(7777, 5, InetAddress.getLoopbackAddress())) {
                return "a port of its own";
            }
        }, () -> {
            List<ServerSocket> all = new ArrayList<>();
            try {
                for (int i = 0; i < 100; i++) all.add(new ServerSocket(0));
            } finally {
                for (ServerSocket each : all) each.close();
            }
            return "100 sockets";
        });
    }

    // ---- Copies, portals

    static class Link {
        Object next, other;
    }

    static class Key {
        @Override
        public int hashCode() {
            return 7;
        }
    }

    static Object chain(int length) {
        Link link = null;
        for (int i = 0; i < length; i++) {
            Link next = new Link();
            next.next = link;
            link = next;
        }
        return link;
    }

    static String copies() throws Exception {
        Map<Object, Object> colliding = new HashMap<>();
        for (int i = 0; i < 300; i++) colliding.put(new Key(), i);
        Object[] nested = {1};
        for (int i = 0; i < 1000; i++) nested = new Object[] {nested, nested};
        Object[] all = nested;
        Object[] itself = new Object[3];
        itself[0] = itself[1] = itself;
        return outcomes(() -> victim.size(new byte[7][2_600_000]), () -> victim.size(chain(50_000)), () -> victim.size(colliding), () -> victim.size(all), () -> victim.size(itself), () -> victim.size(new Thread()),
            () -> victim.size(new Object[] {Class.forName("java.lang.ref.Finalizer")}), () -> victim.size(Attacks.class.getClassLoader()), () -> victim.size((Runnable) () -> { }));
    }

    /** From many threads at once, more than the other's heap has room for. */
    static void fill() {
        byte[][] all = new byte[5][2_500_000];
        for (int i = 0; i < 12; i++) {
            start(() -> {
                for (;;) outcome(() -> victim.size(all));
            });
        }
    }

    static String many() throws Exception {
        return outcome(() -> victim.size(new Integer[1_100_000])) + ", " + outcome(() -> {
            Object[] all = new Object[1_050_000];
            for (int i = 0; i < all.length; i++) all[i] = new Object();
            return victim.size(all);
        });
    }

    static String changing() throws Exception {
        Link[] links = new Link[2000];
        for (int i = 0; i < links.length; i++) links[i] = new Link();
        boolean[] stop = new boolean[1];
        Thread thread = start(() -> {
            for (int i = 0; !stop[0]; i = (i + 1) % (2000 * 1999)) {
                links[i % 2000].next = new Link();
                links[(i * 7) % 2000].other = links[i % 1999];
                links[i % 2000].other = null; // or all links that there have ever been could be reached
                links[i % 2000] = new Link();
            }
        });
        int right = 0, refused = 0;
        for (int i = 0; i < 50; i++) {
            try {
                if (victim.size(links) == 2000) right++;
            } catch (gnomon.PortalCopyException e) {
                refused++;
            }
        }
        stop[0] = true;
        thread.join();
        return "right or refused: " + (right + refused);
    }

    static class Odd extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public StackTraceElement[] getStackTrace() {
            throw new IllegalStateException();
        }

        @Override
        public String getMessage() {
            throw new IllegalStateException();
        }
    }

    static class Unknown extends Error {
        private static final long serialVersionUID = 1;
        final Thread thread = Thread.currentThread();
    }

    static String exceptions() {
        Exception cycle = new Exception("a"), other = new Exception("b", cycle);
        cycle.initCause(other);
        cycle.addSuppressed(other);
        Throwable[] thrown = {cycle, new Odd(), new ThreadDeath(), new OutOfMemoryError(), new StackOverflowError(), new Unknown()};
        List<String> all = new ArrayList<>();
        for (Throwable each : thrown) {
            all.add(outcome(() -> victim.same(each).getClass().getSimpleName()));
            all.add(outcome(() -> {
                return victim.callBack(depth -> {
                    throw Attacks.<RuntimeException>sneaky(each);
                }, 0);
            }));
        }
        return String.join(", ", all);
    }

    @SuppressWarnings("unchecked")
    static <T extends Throwable> T sneaky(Throwable thrown) throws T {
        throw (T) thrown;
    }

    static String kept() {
        victim.keep(depth -> 5);
        return "there, " + victim.callKept();
    }

    static String attack(String name) throws Throwable {
        switch (name) {
            case "addresses": return addresses();
            case "objects": return objects();
            case "freed": return freed();
            case "internals": return internals();
            case "instances": return instances();
            case "memories": return memories();
            case "large": return large();
            case "spin": spin(); return null;
            case "collect":
                collect();
                fill();
                return null;
            case "threads": return threads();
            case "calls": return calls();
            case "occupied": return occupied();
            case "domains": return domains();
            case "floods": return floods();
            case "names": return names();
            case "natives": return natives();
            case "foreign": return foreign();
            case "proxies": return proxies();
            case "own": return own();
            case "strings": return strings();
            case "locks": locks(); return null;
            case "enumerated": return enumerated();
            case "beans": return beans();
            case "cleaners": return cleaners();
            case "streams": return streams();
            case "sockets": return sockets();
            case "copies": return copies();
            case "many": return many();
            case "changing": return changing();
            case "exceptions": return exceptions();
            case "kept": return kept();
            case "hooks":
                for (int i = 0; i < 3; i++) Runtime.getRuntime().addShutdownHook(new Thread(() -> victim.size("x")));
                System.exit(7);
                return "";
            case "hangs":
                Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                    outcome(() -> {
                        judge.goesOn("hangs");
                        return null;
                    });
                    for (;;) Thread.onSpinWait();
                }));
                System.exit(7);
                return "";
            case "halts": Runtime.getRuntime().halt(8); return "";
            case "signals": // it ends the domain, so what it came to is said before
                judge.done(name, "raised");
                sun.misc.Signal.raise(new sun.misc.Signal("TERM"));
                Thread.sleep(1_000_000);
                return null;
            default: return Copied.attack(name);
        }
    }

    public static void main(String[] arguments) throws Throwable {
        if (arguments[0].equals("sleep")) Thread.sleep(1_000_000);
        judge = Naming.lookup("judge", Judge.Desk.class);
        victim = Naming.lookup("victim", Victim.Service.class);
        for (String name : arguments) {
            String outcome;
            try {
                outcome = attack(name);
            } catch (Throwable e) {
                e.printStackTrace();
                outcome = "not made: " + e;
            }
            if (outcome == null) {
                judge.goesOn(name);
                Thread.sleep(1_000_000);
            }
            judge.done(name, outcome);
        }
    }
}

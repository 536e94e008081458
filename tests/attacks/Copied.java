import gnomon.Caller;
import gnomon.Memory;
import gnomon.Naming;
import gnomon.Portal;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Attacks through what portals copy: its types, classes that only look like others, constants, memory. */
public class Copied {
    private static Victim.Service victim;

    /** A service that is also what the library takes for an order. */
    static class Ordering implements Victim.Back, Comparator<Object> {
        public int back(int depth) {
            return 5;
        }

        public int compare(Object a, Object b) {
            return 0;
        }
    }

    static class ThrownService extends RuntimeException implements Victim.Back {
        private static final long serialVersionUID = 1;

        public int back(int depth) {
            throw this;
        }
    }

    record Pair(Object first, Victim.BackWorker worker) {
    }

    static class WithService extends Exception {
        private static final long serialVersionUID = 1;
        Victim.BackWorker worker = new Victim.BackWorker();
    }

    /** Gives classes of its own for some names, and the program's for all others. */
    static class Own extends ClassLoader {
        private final List<String> names;

        Own(String... names) {
            super(Copied.class.getClassLoader());
            this.names = List.of(names);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!names.contains(name)) return super.loadClass(name, resolve);
            Class<?> known = findLoadedClass(name);
            return known != null ? known : define(name, name, name);
        }

        /** The class of one name, under another as long. */
        Class<?> define(String of, String from, String to) throws ClassNotFoundException {
            try (InputStream in = Copied.class.getResourceAsStream("/" + of + ".class")) {
                byte[] bytes = in.readAllBytes(), pattern = from.getBytes("UTF-8"), other = to.replace('.', '/').getBytes("UTF-8");
                for (int i = 0; i + pattern.length <= bytes.length; i++) {
                    if (Arrays.equals(Arrays.copyOfRange(bytes, i, i + pattern.length), pattern)) System.arraycopy(other, 0, bytes, i, other.length);
                }
                return defineClass(of.replace(from, to), bytes, 0, bytes.length);
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(of, e);
            }
        }
    }

    private static Victim.Job job(java.util.function.Consumer<Victim.Job> change) {
        Victim.Job job = new Victim.Job();
        change.accept(job);
        return job;
    }

    // ---- Types

    static String fields() {
        Victim.BackWorker worker = new Victim.BackWorker();
        return Attacks.outcome(() -> victim.job(job(job -> job.worker = worker))) + ", " + Attacks.outcome(() -> victim.job(job(job -> job.any = new Pair(worker, worker))));
    }

    static String elements() {
        Victim.BackWorker worker = new Victim.BackWorker();
        return Attacks.outcome(() -> victim.job(job(job -> job.backs = new Victim.Back[] {worker}))) + ", " + Attacks.outcome(() -> victim.job(job(job -> job.backs = new Victim.BackWorker[] {worker}))) + ", "
            + Attacks.outcome(() -> victim.job(job(job -> job.workers = new Victim.BackWorker[] {worker}))) + ", " + Attacks.outcome(() -> victim.same(new Object[][] {{1}, new Victim.BackWorker[] {null, worker}}));
    }

    static String parameters() {
        return Attacks.outcome(() -> victim.worker(new Victim.BackWorker()));
    }

    static String thrown() {
        return Attacks.outcome(() -> victim.callBack(new ThrownService(), 0)) + ", " + Attacks.outcome(() -> victim.same(new WithService())) + ", " + Attacks.outcome(() -> victim.callBack(depth -> {
            throw Attacks.<RuntimeException>sneaky(new WithService());
        }, 0));
    }

    static String ordered() {
        PriorityQueue<Object> queue = new PriorityQueue<>(3, new Ordering());
        return Attacks.outcome(() -> victim.same(queue)) + ", " + Attacks.outcome(() -> victim.job(job(job -> job.order = new Ordering())));
    }

    /** Another thread puts a service where plain data was, and back. */
    static String swapped() throws Exception {
        Object[] all = {1, 2, 3};
        Victim.Job job = job(at -> at.any = all);
        boolean[] stop = new boolean[1];
        Thread thread = Attacks.start(() -> {
            for (int i = 0; !stop[0]; i++) {
                job.worker = i % 2 == 0 ? new Victim.BackWorker() : null;
                all[0] = i % 3 == 0 ? new Victim.BackWorker() : i;
            }
        });
        int done = 0;
        for (int i = 0; i < 200; i++) if (Attacks.outcome(() -> victim.job(job)).matches("none|PortalCopyException")) done++;
        stop[0] = true;
        thread.join();
        return "none or refused: " + done;
    }

    interface Holds extends Portal {
        Victim.Holder hold(Victim.Shape shape);
    }

    /** What comes back is of classes that two loaders have: the holder is the program's, what it holds is another
     * loader's. */
    static String twins() throws Exception {
        Own own = new Own("Victim$Shape", "Victim$Service");
        Class<?> service = own.loadClass("Victim$Service"), shape = own.loadClass("Victim$Shape");
        Method lookup = Naming.class.getMethod("lookup", String.class, Class.class), hold = service.getDeclaredMethod("hold", shape);
        Constructor<?> constructor = shape.getDeclaredConstructor();
        constructor.setAccessible(true);
        hold.setAccessible(true);
        Object proxy = lookup.invoke(null, "victim", service);
        return Attacks.outcome(() -> ((Victim.Holder) hold.invoke(proxy, constructor.newInstance())).shape.number);
    }

    // ---- Classes that look like others

    static Object forge(String of, String from, String to, Object... arguments) throws Exception {
        Constructor<?> constructor = new Own().define(of, from, to).getDeclaredConstructors()[0];
        constructor.setAccessible(true);
        return constructor.newInstance(arguments);
    }

    static String forged() {
        return Attacks.outcome(() -> victim.run(forge("Sun_nio_fs_NativeBuffer$Deallocator", "Sun_nio_fs_NativeBuffer", "sun.nio.fs.NativeBuffer", victim.address()))) + ", "
            + Attacks.outcome(() -> victim.same(new Object[] {forge("Sun_nio_fs_NativeBuffer$Deallocator", "Sun_nio_fs_NativeBuffer", "sun.nio.fs.NativeBuffer", 7L)}));
    }

    /** An ordinary object whose class has the name of a proxy's, with a number of its own. */
    static String fakes() throws Exception {
        return Attacks.outcome(() -> victim.callBack(depth -> 6, 0)) + ", " + Attacks.outcome(() -> victim.same(new Victim$Back$$Portal(1))) + ", " + Attacks.outcome(() -> victim.job(job(job -> job.any = new Victim$Back$$Portal(2))));
    }

    static String constants() throws Exception {
        Object nameless = Attacks.unsafe().allocateInstance(Victim.Colour.class);
        java.util.EnumMap<Victim.Colour, Object> map = new java.util.EnumMap<>(Victim.Colour.class);
        map.put(Victim.Colour.RED, nameless);
        return Attacks.outcome(() -> victim.same(Victim.Colour.RED) == Victim.Colour.RED) + ", " + Attacks.outcome(() -> victim.same(nameless)) + ", " + Attacks.outcome(() -> victim.same(map)) + ", "
            + Attacks.outcome(() -> victim.same(Attacks.unsafe().allocateInstance(Thread.State.class)));
    }

    static String mirrors() throws Exception {
        Class<?>[] all = {Class.forName("jdk.internal.misc.Unsafe"), int[][].class, void.class, Class.forName("java.lang.ref.Finalizer"), Victim.Colour.class, Victim$Back$$Portal.class};
        Class<?> hidden = ((Runnable) () -> { }).getClass();
        Object[] same = (Object[]) victim.same(all);
        return Arrays.equals(all, same) + ", " + Attacks.outcome(() -> victim.same(hidden)) + ", " + Attacks.outcome(() -> victim.same(Attacks.unsafe().allocateInstance(Class.class)));
    }

    // ---- Names, callers

    static String prefixes() {
        String name = "p".repeat(255);
        Naming.register(name, (Victim.Back) depth -> 1);
        return Attacks.outcomes(() -> {
            Naming.register(name + "x", (Victim.Back) depth -> 2);
            return "taken";
        }, () -> Naming.lookup("victim" + "\0", Victim.Back.class, java.time.Duration.ofMillis(2)), () -> Attacks.gnomon(Class.forName("gnomon.Portals"), "lookup0", "victim".repeat(100), Victim.Service.class, 0L));
    }

    static String callers() throws Exception {
        Constructor<Caller> constructor = Caller.class.getDeclaredConstructor(int.class, String.class);
        constructor.setAccessible(true);
        Caller forged = constructor.newInstance(1, "main");
        String[] seen = new String[2];
        Victim.Back back = depth -> {
            seen[0] = Portal.caller().name();
            seen[1] = Attacks.outcome(victim::caller);
            return 1;
        };
        victim.callBack(back, 0);
        return victim.caller() + ", " + String.join(" ", seen) + ", " + Portal.caller() + ", " + forged;
    }

    // ---- Memory

    static int number(Memory memory) throws Exception {
        var field = Memory.class.getDeclaredField("number");
        field.setAccessible(true);
        return field.getInt(memory);
    }

    /** By the natives, which ask nothing of the object. */
    static String readers() throws Exception {
        int number = number(victim.lent(true));
        byte[] bytes = new byte[64];
        return Attacks.outcomes(() -> Attacks.gnomon(Memory.class, "transfer0", number, 0, bytes, 0, 8, true), () -> Attacks.gnomon(Memory.class, "transfer0", number, 0, bytes, 0, 17, false),
            () -> Attacks.gnomon(Memory.class, "transfer0", number, -1, bytes, 0, 8, false), () -> Attacks.gnomon(Memory.class, "transfer0", number, 8, bytes, 60, 8, false), () -> Attacks.gnomon(Memory.class, "transfer0", number, 0, bytes, 0, -1, false),
            () -> Attacks.gnomon(Memory.class, "transfer0", number, 0, null, 0, 8, false), () -> ((java.nio.ByteBuffer) Attacks.gnomon(Memory.class, "buffer0", number, new Object())).isReadOnly(),
            () -> ((java.nio.ByteBuffer) Attacks.gnomon(Memory.class, "buffer0", number, new Object())).put(0, (byte) 7));
    }

    static String ranges() throws Exception {
        Memory part = victim.lent(true);
        int number = number(part);
        return Attacks.outcomes(() -> Attacks.gnomon(Memory.class, "view0", number, 0, 17, 0), () -> Attacks.gnomon(Memory.class, "view0", number, -8, 16, 0), () -> Attacks.gnomon(Memory.class, "view0", number, Integer.MAX_VALUE, Integer.MAX_VALUE, 0),
            () -> Attacks.gnomon(Memory.class, "view0", number - 1, 0, 17, 0), () -> {
                int made = (int) Attacks.gnomon(Memory.class, "view0", number, 0, 16, 77);
                return Attacks.gnomon(Memory.class, "transfer0", made, 0, new byte[8], 0, 8, true);
            }, () -> part.getLong(8) == Victim.SECRET);
    }

    static String lent() throws Exception {
        Memory lent = victim.lent(false);
        int number = number(lent);
        Memory part = lent.part(8, 8);
        Object owner = new Object();
        String before = Attacks.outcomes(() -> lent.getLong(8) == Victim.SECRET, () -> Attacks.gnomon(Memory.class, "buffer0", number, owner), () -> Attacks.gnomon(Memory.class, "revoke0", number), () -> part.getLong(0) == Victim.SECRET);
        Thread thread = Attacks.start(() -> {
            for (;;) Attacks.outcome(() -> part.get(0));
        });
        victim.revoke();
        String after = Attacks.outcomes(() -> lent.get(0), () -> part.get(0), () -> lent.part(0, 4).get(0), () -> Attacks.gnomon(Memory.class, "transfer0", number, 0, new byte[8], 0, 8, false), () -> victim.same(lent) instanceof Memory);
        return before + "; " + after + thread.isAlive();
    }

    static String blocks() {
        List<Memory> all = new ArrayList<>();
        Memory one = Memory.allocate(1);
        Object owner = new Object();
        return Attacks.outcomes(() -> {
            for (;;) all.add(one.part(0, 1));
        }, () -> {
            for (;;) all.add(Memory.allocate(0));
        }, () -> {
            for (;;) Attacks.gnomon(Memory.class, "buffer0", number(one), owner);
        }) + " " + (all.size() > 4000 && all.size() <= 4096);
    }

    // ---- Work

    /** An object of each of more classes than are looked through one by one, in turn. */
    static String alternating() throws Exception {
        Object[] all = new Object[200_000];
        List<Object> kinds = new ArrayList<>();
        for (int i = 0; i < 60; i++) kinds.add(java.lang.reflect.Array.newInstance(int.class, new int[i % 60 + 1]));
        for (int i = 0; i < all.length; i++) all[i] = i % 3 == 0 ? "x" + i : i % 3 == 1 ? new Attacks.Link() : Integer.valueOf(i);
        return victim.size(all) + ", " + victim.size(kinds.toArray());
    }

    static String attack(String name) throws Throwable {
        victim = Attacks.victim;
        switch (name) {
            case "fields": return fields();
            case "elements": return elements();
            case "parameters": return parameters();
            case "thrown": return thrown();
            case "ordered": return ordered();
            case "swapped": return swapped();
            case "twins": return twins();
            case "forged": return forged();
            case "fakes": return fakes();
            case "constants": return constants();
            case "mirrors": return mirrors();
            case "prefixes": return prefixes();
            case "callers": return callers();
            case "readers": return readers();
            case "ranges": return ranges();
            case "lent": return lent();
            case "blocks": return blocks();
            case "alternating": return alternating();
            default: return Rights.attack(name);
        }
    }
}

class Victim$Back$$Portal {
    private final int number;
    private final String name = null;

    Victim$Back$$Portal(int number) {
        this.number = number;
    }
}

class Sun_nio_fs_NativeBuffer {
    static class Deallocator implements Runnable {
        private final long address;

        Deallocator(long address) {
            this.address = address;
        }

        public void run() {
        }
    }
}

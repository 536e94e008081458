import gnomon.Domain;
import gnomon.EventLog;
import gnomon.Memory;
import gnomon.Naming;
import gnomon.Portal;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Sizes of what domains are given and what goes through portals. A child takes what may harm it. */
class Portals {
    interface Desk extends Portal {
        int take(Object object);

        int meet(int count) throws InterruptedException;
    }

    interface Thing extends Portal {
        int thing();
    }

    /** Each field is declared as another class, which is looked up when there is something in it. */
    static class Wants {
        int[] int1;
        long[] long1;
        byte[] byte1;
        char[] char1;
        short[] short1;
        double[] double1;
        float[] float1;
        boolean[] boolean1;
        String[] string1;
        Integer[] integer1;
        int[][] int2;
        long[][] long2;
        byte[][] byte2;
        char[][] char2;
        short[][] short2;
        double[][] double2;
        float[][] float2;
        boolean[][] boolean2;
        String[][] string2;
        Integer[][] integer2;
        int[][][] int3;
        long[][][] long3;
        byte[][][] byte3;
        char[][][] char3;
        short[][][] short3;
        double[][][] double3;
        float[][][] float3;
        boolean[][][] boolean3;
        String[][][] string3;
        Integer[][][] integer3;
        int[][][][] int4;
        long[][][][] long4;
        byte[][][][] byte4;
        char[][][][] char4;
        short[][][][] short4;
        double[][][][] double4;
        float[][][][] float4;
        boolean[][][][] boolean4;
        String[][][][] string4;
        Integer[][][][] integer4;
    }

    private static Desk desk;
    private static int nextName;

    private Portals() {
    }

    // ---- The child

    private static final class DeskService implements Desk {
        private final List<Object> kept = new ArrayList<>();
        private CountDownLatch latch;

        public int take(Object object) {
            if (object instanceof Thing[]) kept.add(object);
            return object instanceof Object[] ? ((Object[]) object).length : object instanceof byte[] ? ((byte[]) object).length : object == null ? -1 : 1;
        }

        public int meet(int count) throws InterruptedException {
            CountDownLatch here;
            synchronized (this) {
                if (latch == null || latch.getCount() == 0) latch = new CountDownLatch(count);
                here = latch;
            }
            here.countDown();
            here.await();
            return count;
        }
    }

    private static int types(int count) {
        int done = 0;
        try {
            for (; done < count; done++) EventLog.createEvent("type " + count + " " + done);
            return 10;
        } catch (IllegalStateException e) {
            return done > 1000 ? 11 : 12;
        }
    }

    private static int eventName(int length) {
        try {
            EventLog.record(EventLog.createEvent("e".repeat(length)), 1);
            return 10;
        } catch (IllegalStateException e) {
            return 11;
        }
    }

    private static int memories(int count) {
        List<Memory> all = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) all.add(Memory.allocate(1));
            return 10;
        } catch (OutOfMemoryError e) {
            all.clear();
            return 11;
        }
    }

    private static int views(int count) {
        Memory one = Memory.allocate(64);
        List<Memory> all = new ArrayList<>();
        try {
            for (int i = 1; i < count; i++) all.add(one.part(i % 60, 4));
            return 10;
        } catch (OutOfMemoryError e) {
            all.clear();
            return 11;
        }
    }

    static void serve(String[] arguments) throws Throwable {
        int size = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 0;
        switch (arguments[1]) {
            case "desk":
                Naming.register("desk", new DeskService());
                Thread.sleep(100_000_000);
                break;
            case "types": System.exit(types(size)); break;
            case "event": System.exit(eventName(size)); break;
            case "memories": System.exit(memories(size)); break;
            case "views": System.exit(views(size)); break;
            case "exit": System.exit(size); break;
            case "property": System.exit(System.getProperty("size").length() == size ? 10 : 11); break;
            case "threads": System.exit(Domain.currentUsage().threads() > 0 ? 10 : 11); break;
            default: break;
        }
    }

    // ---- What is tried

    private static Domain.Options child(String what, Object... arguments) {
        Domain.Options options = new Domain.Options("child").main("Sizes").heap(32 << 20).argument("child").argument(what);
        for (Object each : arguments) options.argument("" + each);
        return options;
    }

    private static int status(Domain.Options options) throws Exception {
        return Domain.start(options).await();
    }

    private static Object objects(int count) throws Exception {
        Object[] all = new Object[count - 1];
        for (int i = 0; i < all.length; i++) all[i] = new Object();
        return desk().take(all);
    }

    private static Object classes(int count) throws Exception {
        List<Object> all = new ArrayList<>();
        for (Class<?> each : new Class<?>[] {int.class, long.class, byte.class, char.class, short.class, double.class, float.class, boolean.class, String.class}) {
            Object array = Array.newInstance(each, 0);
            for (int i = 0; i < 250 && all.size() < count - 1; i++) {
                all.add(array);
                array = Array.newInstance(array.getClass(), 0);
            }
        }
        return desk().take(all.toArray());
    }

    private static Object wants(int count) throws Exception {
        Wants wants = new Wants();
        int left = count;
        for (Field field : Wants.class.getDeclaredFields()) {
            if (left-- > 0) field.set(wants, Array.newInstance(field.getType().getComponentType(), 0));
        }
        return desk().take(wants);
    }

    private static Object things(int count) throws Exception {
        System.gc();
        Thing[] all = new Thing[count];
        for (int i = 0; i < count; i++) {
            int number = i;
            all[i] = new Thing() {
                public int thing() {
                    return number;
                }
            };
        }
        return desk().take(all);
    }

    private static Object meet(int count) throws Exception {
        AtomicInteger done = new AtomicInteger();
        for (int round = 0; round < 2; round++) {
            List<Thread> threads = new ArrayList<>();
            Desk service = desk();
            for (int i = 0; i < count; i++) {
                threads.add(new Thread(() -> {
                    try {
                        done.addAndGet(service.meet(count));
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }));
            }
            for (Thread each : threads) each.start();
            for (Thread each : threads) each.join();
        }
        return done;
    }

    private static Object register(int length) {
        String name = "" + ++nextName;
        Naming.register(name + "s".repeat(length - name.length()), (Thing) () -> 1);
        return "registered";
    }

    private static String[] repeated(int count, String each) {
        return Collections.nCopies(count, each).toArray(new String[0]);
    }

    /** A new one for each case, so that none is what others have left. */
    private static Desk desk() {
        return desk;
    }

    private static void withDesk(String name, int constant, Sizes.Case run) {
        Sizes.add(name, constant, size -> {
            Domain domain = Domain.start(child("desk").heap(300 << 20).threads(400));
            desk = Naming.lookup("desk", Desk.class);
            try {
                return run.run(size) + " " + desk.take(null);
            } finally {
                domain.terminate();
                domain.await();
            }
        });
    }

    static void add() {
        Sizes.add("NAME_MOST", 255, Portals::register);
        withDesk("COPY_OBJECTS_MOST", 1 << 20, Portals::objects);
        withDesk("COPY_BYTES_MOST", 64 << 20, bytes -> desk().take(new byte[bytes - 16]));
        withDesk("COPY_CLASSES_MOST", 1024, Portals::classes);
        withDesk("COPY_WANTS_MOST", 16, Portals::wants);
        withDesk("IDLE_MOST", 4, Portals::meet);
        withDesk("meet_many", 64, Portals::meet);
        withDesk("PORTALS_MOST", 4096, Portals::things);
        Sizes.add("MEMORIES_MOST", 4096, count -> status(child("memories", count)));
        Sizes.add("OWNERS_MOST", 4096, count -> status(child("views", count)));
        Sizes.add("types_of_events", 1024, count -> status(child("types", count)));
        Sizes.add("names_of_events", 65535, length -> status(child("event", length)));
        Sizes.add("exit_status", 255, status -> status(child("exit", status)));
        Sizes.add("RIGHTS_NAME_MOST", 255, length -> status(new Domain.Options("d".repeat(length)).main("Sizes").heap(16 << 20).argument("child").argument("exit").argument("7")));
        Sizes.add("RIGHTS_OPTIONS_MOST", 1 << 20, length -> status(child("exit", 7, "a".repeat(length))));
        Sizes.add("RIGHTS_property", 65535, length -> status(child("property", length).property("size", "p".repeat(length))));
        Sizes.add("SHARE_WEIGHT_MOST", 1000, weight -> status(child("exit", 7).weight(weight)));
        Sizes.add("NET_RULES_MOST", 16, count -> status(child("exit", 7).network(repeated(count, "host.example:80"))));
        Sizes.add("RIGHTS_names", 1000, count -> status(child("exit", 7).names(repeated(count, "name"))));
        Sizes.add("RIGHTS_threads", 8, count -> status(child("threads").threads(count)));
        Sizes.add("RIGHTS_files", 16, count -> status(child("threads").files(count)));
        Sizes.add("RIGHTS_heap", 8 << 20, bytes -> status(child("exit", 7).heap(bytes)));
        Sizes.add("RIGHTS_classdata", 4 << 20, bytes -> status(child("exit", 7).classData(bytes)));
        Sizes.add("RIGHTS_domains", 31, count -> status(child("exit", 7).domains(count)));
        Sizes.add("RIGHTS_types", 1024, count -> status(child("exit", 7).eventTypes(count)));
        Sizes.add("RIGHTS_connections", 4096, count -> status(child("exit", 7).connections(count)));
    }
}

import gnomon.Domain;
import gnomon.Naming;
import gnomon.Portal;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import sun.misc.Unsafe;

/**
 * What may stand where: copies whose class is not what the other domain's classes declare, constants and objects of the
 * library that no constructor has made. Prints what each call comes to, which is the same on every virtual machine.
 */
public class Declared {
    public interface Work extends Portal {
        int work();
    }

    public static class Worker implements Work, Runnable {
        long a = 1, b = 2, c = 3;

        public int work() {
            return (int) (a + b + c);
        }

        public void run() {
        }
    }

    static class SerialWorker implements Work, java.io.Serializable {
        private static final long serialVersionUID = 1;

        public int work() {
            return 4;
        }
    }

    static class Job {
        Object any;
        Work work;
        Worker worker;
        Runnable runnable;
        java.io.Serializable serial;
        Object[] all;

        Job any(Object object) {
            any = object;
            return this;
        }
    }

    record Pair(String name, Worker worker) {
    }

    static class Failure extends Exception {
        private static final long serialVersionUID = 1;
        transient Worker worker = new Worker();
    }

    /** Nobody can say what is the same as it, nor why it was thrown. */
    static class Lying extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public int hashCode() {
            throw new IllegalStateException("its hash");
        }

        @Override
        public boolean equals(Object other) {
            throw new IllegalStateException("its equals");
        }

        @Override
        public synchronized Throwable getCause() {
            throw new IllegalStateException("its cause");
        }
    }

    static class Thrown extends RuntimeException implements Work {
        private static final long serialVersionUID = 1;

        public int work() {
            return 1;
        }
    }

    enum Colour { RED, GREEN, BLUE }

    public interface Desk extends Portal {
        String take(Object object);

        String worker(Worker worker);

        String workers(Worker[] workers);

        String runnable(int number, Runnable runnable);

        Worker give();

        Work offer();

        Object anything();

        void fail(int how) throws Failure;

        int numbers(long a, String b, double c, int[] d);
    }

    static class DeskService implements Desk {
        private final Worker own = new Worker();

        private static String name(Object object) {
            return object == null ? "null" : object instanceof Work ? "work " + ((Work) object).work() : object.getClass().getSimpleName();
        }

        public String take(Object object) {
            if (object instanceof Job) {
                Job job = (Job) object;
                return name(job.any) + " " + name(job.work) + " " + name(job.worker) + " " + name(job.runnable) + " " + (job.all == null ? "-" : name(job.all[0]));
            }
            if (object instanceof List) return "list of " + name(((List<?>) object).get(0));
            if (object instanceof Runnable) ((Runnable) object).run();
            return name(object);
        }

        public String worker(Worker worker) {
            return name(worker) + (worker == own ? " is my own" : "");
        }

        public String workers(Worker[] workers) {
            return workers.length + " " + name(workers[0]);
        }

        public String runnable(int number, Runnable runnable) {
            return number + name(runnable);
        }

        public Worker give() {
            return own;
        }

        public Work offer() {
            return own;
        }

        public Object anything() {
            return new Object[] {own, new Worker[0]};
        }

        public void fail(int how) throws Failure {
            if (how == 0) throw new Failure();
            if (how == 1) throw new Thrown();
            if (how == 3) throw new Lying();
            throw new IllegalStateException("plain", new IllegalArgumentException("cause"));
        }

        public int numbers(long a, String b, double c, int[] d) {
            return (int) (a + b.length() + c + d[0]);
        }
    }

    interface Action {
        Object run() throws Throwable;
    }

    static void check(String what, Action action) {
        String outcome;
        try {
            Object result = action.run();
            outcome = result instanceof Object[] ? Arrays.toString(Arrays.stream((Object[]) result).map(each -> each instanceof Work ? ((Work) each).work() : each.getClass().getName()).toArray()) : String.valueOf(result);
        } catch (Throwable e) {
            outcome = e.toString();
        }
        System.out.println(what + ": " + outcome);
    }

    static Unsafe unsafe() throws Exception {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        return (Unsafe) field.get(null);
    }

    /** A class of a program under the name of one of the library's. */
    static class Forger extends ClassLoader {
        Object forge() throws Exception {
            byte[] bytes;
            try (InputStream in = Declared.class.getResourceAsStream("/Sun_nio_fs_NativeBuffer$Deallocator.class")) {
                bytes = in.readAllBytes();
            }
            byte[] from = "Sun_nio_fs_NativeBuffer".getBytes("UTF-8"), to = "sun/nio/fs/NativeBuffer".getBytes("UTF-8");
            for (int i = 0; i + from.length <= bytes.length; i++) {
                if (Arrays.equals(Arrays.copyOfRange(bytes, i, i + from.length), from)) System.arraycopy(to, 0, bytes, i, to.length);
            }
            Constructor<?> constructor = defineClass("sun.nio.fs.NativeBuffer$Deallocator", bytes, 0, bytes.length).getDeclaredConstructors()[0];
            constructor.setAccessible(true);
            return constructor.newInstance(4711L);
        }
    }

    static void services(Desk desk) {
        Worker worker = new Worker();
        check("a service as Object", () -> desk.take(worker));
        check("in a field of Object", () -> desk.take(new Job().any(worker)));
        check("of its interface", () -> {
            Job job = new Job();
            job.work = worker;
            return desk.take(job);
        });
        check("of its class", () -> {
            Job job = new Job();
            job.worker = worker;
            return desk.take(job);
        });
        check("of its class, and elsewhere before", () -> {
            Job job = new Job().any(worker);
            job.worker = worker;
            return desk.take(List.of(List.of(job)));
        });
        check("of another interface", () -> {
            Job job = new Job();
            job.runnable = worker;
            return desk.take(job);
        });
        check("of an interface that java.lang.reflect.Proxy has", () -> {
            Job job = new Job();
            job.serial = new SerialWorker();
            return desk.take(job);
        });
        check("several that do not fit: the first is named", () -> {
            Job job = new Job();
            job.all = new Runnable[] {null, worker, worker, new Worker()};
            return desk.take(job);
        });
        check("several in an object", () -> {
            Job job = new Job();
            job.worker = worker;
            job.runnable = worker;
            return desk.take(job);
        });
        check("in an array of Object", () -> {
            Job job = new Job();
            job.all = new Object[] {worker};
            return desk.take(job);
        });
        check("in an array of its class, as an array of Object", () -> {
            Job job = new Job();
            job.all = new Worker[] {null, worker};
            return desk.take(job);
        });
        check("in an array of arrays", () -> desk.take(new Object[][] {new Object[3], new Worker[][] {{}, {null, null, worker}}}));
        check("in a record", () -> desk.take(new Pair("pair", worker)));
        check("in a list", () -> desk.take(new ArrayList<>(List.of(worker))));
        check("in an optional", () -> desk.take(new Object[] {Map.of("k", List.of(new Job().any(new Pair("p", worker))))}));
        check("as an argument", () -> desk.worker(worker));
        check("as an argument that is null", () -> desk.worker(null));
        check("as an argument of another interface", () -> desk.runnable(7, worker));
        check("as elements of an argument", () -> desk.workers(new Worker[] {worker}));
        check("as no elements", () -> desk.workers(new Worker[1]));
        check("as an exception's field", () -> desk.take(new Failure()));
        check("numbers", () -> desk.numbers(1, "22", 3.5, new int[] {4}));
    }

    static void results(Desk desk) {
        check("as a result", desk::give);
        check("as a result of its interface", () -> desk.offer().work());
        check("inside a result", desk::anything);
        check("its own, given back, where its class is declared", () -> {
            Job job = new Job();
            Work given = desk.offer();
            return desk.take(job.any(given));
        });
        check("thrown with a service inside", () -> {
            desk.fail(0);
            return null;
        });
        check("a service that is thrown", () -> {
            desk.fail(1);
            return null;
        });
        check("an exception whose methods throw", () -> {
            desk.fail(3);
            return null;
        });
        check("an exception", () -> {
            desk.fail(2);
            return null;
        });
    }

    static void forged(Desk desk) throws Exception {
        Unsafe unsafe = unsafe();
        check("a constant", () -> desk.take(Colour.GREEN));
        check("a constant that no constructor has made", () -> desk.take(unsafe.allocateInstance(Colour.class)));
        check("the same in a list", () -> desk.take(List.of(Colour.RED, unsafe.allocateInstance(Colour.class))));
        check("a class of the library's name", () -> desk.take(new Forger().forge()));
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0) {
            Naming.register("desk", new DeskService());
            Thread.sleep(1_000_000);
        }
        Domain domain = Domain.start(new Domain.Options("there").main("Declared").argument("serve"));
        Desk desk = Naming.lookup("desk", Desk.class);
        services(desk);
        results(desk);
        forged(desk);
        domain.terminate();
        System.exit(0);
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

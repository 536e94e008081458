import gnomon.Domain;
import gnomon.EventLog;
import gnomon.Naming;
import gnomon.Portal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.RandomAccessFile;
import java.io.Serializable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import other.Assembler;
import other.Assembler.Loader;

/**
 * A domain that has no room for another name, class or monitor does what needs some: it gets an error for each thing,
 * or what it wants, and goes on. Each time it has a little more room, so that each thing comes to its end in another
 * place.
 */
public class NoNames {
    static final List<Object> kept = new ArrayList<>();
    static final Object lock = new Object();
    static final int WAYS = 26;
    static boolean isSet;

    interface Echo extends Portal {
        Object of(Object given);
    }

    static class EchoService implements Echo {
        public Object of(Object given) {
            return given;
        }
    }

    record Pair(TimeUnit unit, int[] numbers) implements Serializable {
    }

    static Loader loader() {
        return new Loader(NoNames.class.getClassLoader());
    }

    // Until there is no room for one of a few bytes
    static void fill() {
        for (int bytes = 60_000; bytes > 0; bytes /= 8) {
            try {
                for (int k = 0; ; k++) {
                    Assembler a = new Assembler("A", "java/lang/Object");
                    for (int i = 0; i < 50; i++) a.utf(k + " " + i + " " + bytes + "x".repeat(bytes));
                    kept.add(loader().define("A", a.bytes()));
                }
            } catch (OutOfMemoryError e) {
                continue;
            }
        }
    }

    static void makeRoom(int classes) {
        while (classes-- > 0 && !kept.isEmpty()) kept.remove(kept.size() - 1);
        System.gc();
    }

    static Object serialized(Object given) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(given);
        return new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    }

    static void contend() throws InterruptedException {
        Thread other = new Thread(() -> {
            synchronized (lock) {
                isSet = true;
                lock.notifyAll();
            }
        });
        synchronized (lock) {
            other.start();
            if (!isSet) lock.wait(100); // the other one may have ended by an error
        }
        other.join();
    }

    static Object use(int way, int turn) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        String name = "n" + turn + "of" + way;
        switch (way) {
            case 0: return Class.forName("missing." + name);
            case 1: return loader().define(name, new Assembler(name, "java/lang/Object").bytes());
            case 2: return MethodType.fromMethodDescriptorString("(LNoNames;[[J)L" + name + ";", NoNames.class.getClassLoader());
            case 3: return lookup.findStatic(NoNames.class, "missing" + name, MethodType.methodType(void.class, int[].class));
            case 4: return (int) lookup.findVirtual(String.class, "length", MethodType.methodType(int.class)).invokeExact("four");
            case 5: return ((Runnable) () -> kept.size()).getClass();
            case 6: return Proxy.newProxyInstance(loader(), new Class<?>[] {Runnable.class}, (proxy, method, arguments) -> null).toString();
            case 7: return Array.newInstance(Pair.class, new int[turn % 200 + 1]);
            case 8: return Pair.class.getRecordComponents()[turn % 2].getAccessor().invoke(new Pair(null, null));
            case 9: return NoNames.class.getDeclaredMethod("missing" + name);
            case 10: contend(); return null;
            case 11: return Naming.lookup("echo", Echo.class).of(new Pair(TimeUnit.DAYS, new int[3]));
            case 12: return Thread.currentThread().getStackTrace();
            case 13: return serialized(new Pair(TimeUnit.HOURS, new int[3]));
            case 14: return EventLog.createEvent(name);
            case 15: return name.intern();
            case 16: return NoNames.class.getResourceAsStream(name);
            case 17: return String.format("%s %d %5.2f", name, turn, 1.5);
            case 18: return new Exception(name).getStackTrace()[0].toString();
            case 19: return lookup.findStaticVarHandle(NoNames.class, "isSet", boolean.class).getVolatile();
            case 20: return Thread.getAllStackTraces().size();
            case 21: return Domain.start(new Domain.Options(name).heap(8 << 20).main("NoNames").argument("none")).await();
            case 22: return ServiceLoader.load(Runnable.class).findFirst();
            case 23: Naming.register(name, new EchoService()); return null;
            case 24: return List.of(turn, way).stream().map(x -> x + turn).reduce(0, Integer::sum);
            default:
                try (RandomAccessFile file = new RandomAccessFile(name, "rw")) {
                    file.write(turn);
                }
                return System.getProperty(name);
        }
    }

    // Without concatenation, which would define a class
    static void say(int way, String what) {
        System.out.print(way);
        System.out.print(" ");
        System.out.print(what);
        System.out.print("\n");
    }

    static boolean isExpected(Throwable thrown) {
        if (thrown instanceof Error || thrown instanceof ReflectiveOperationException) return true;
        return thrown instanceof TypeNotPresentException || thrown instanceof IllegalStateException;
    }

    static int tryAll(int turns, int ways) {
        int refused = 0;
        for (int turn = 0; turn < turns; turn++) {
            makeRoom(turn); // a little more each time
            for (int way = 0; way < ways; way++) {
                try {
                    use(way, turn);
                } catch (Throwable thrown) {
                    refused += thrown instanceof Error ? 1 : 0;
                    if (!isExpected(thrown)) say(way, thrown.toString());
                }
            }
        }
        return refused;
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 1) {
            if (arguments[0].equals("none")) return;
            int turns = Integer.parseInt(arguments[0]);
            tryAll(1, 1); // loads what that itself needs
            isExpected(new Exception());
            kept.add(lock);
            makeRoom(1);
            fill();
            int refused = tryAll(turns, WAYS);
            makeRoom(kept.size());
            System.out.println(refused > WAYS ? "much was refused" : "hardly anything was refused: " + refused);
            return;
        }
        Naming.register("echo", new EchoService());
        Domain domain = Domain.start(new Domain.Options("attacker").heap(64 << 20).main("NoNames").argument("20"));
        System.out.println("ended with " + domain.await());
    }
}

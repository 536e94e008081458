import gnomon.Domain;
import gnomon.Naming;
import gnomon.Portal;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;

/**
 * Starts domains with options at random: `seed rounds`. Keys, values and sizes are right, at their bounds, one past
 * them, or anything; they are given by the public interface or by the private native, by the first domain or by one
 * that it has started. What is refused is an IllegalArgumentException; what is started ends. A neighbour goes on
 * counting meanwhile, and the machine has at the end what it had.
 */
public class Fuzzed {
    public interface Neighbour extends Portal {
        long sum(int count);
    }

    static class NeighbourService implements Neighbour {
        public long sum(int count) {
            long sum = 0;
            for (int i = 0; i < count; i++) sum += i;
            return sum;
        }
    }

    static final String[] KEYS = {"main", "classpath", "arg", "env", "property", "scheduler", "weight", "limit.threads", "limit.files", "limit.classdata", "limit.calls", "limit.connections", "network", "port", "names", "name", "limit.domains", "limit.output",
        "limit.types", "limit.events", "instruments", "jar", "heap", "ages", "census", "dump-heap", "limit.", ""};
    static final String[] VALUES = {"0", "1", "-1", "7", "8", "9", "15", "16", "17", "31", "32", "80", "1000", "1001", "1024", "1025", "4096", "4097", "65535", "65536", "4194303", "4194304", "2147483647", "2147483648", "4294967296", "9223372036854775807",
        "9223372036854775808", "18446744073709551615", "18446744073709551616", "", " 1", "1 ", "0x10", "nothing", "loopback", "all", "none", "yes", "no", "*:*", "a.example:1-9", "[fd00::/8]:1-9", "10.0.0.0/8:*", "1.2.3.4:*", "a=b", "=", "gnomon.gc=off", "gnomon.gc.stress=5", "gnomon.test.fault=panic",
        "gnomon.oom=exit", "jdk.module.main=x", "java.home=/x", "user.dir=/x", "file.encoding=UTF-16", "Fuzzed", "x"};

    final Random random;
    int refused;
    int started;

    Fuzzed(long seed) {
        random = new Random(seed);
    }

    String any(int most) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(most); i > 0; i--) text.append((char) (random.nextInt(4) == 0 ? random.nextInt(0xd800) : 32 + random.nextInt(95)));
        return text.toString();
    }

    String value() {
        switch (random.nextInt(8)) {
            case 0: return any(20);
            case 1: return VALUES[random.nextInt(VALUES.length)] + any(3);
            case 2: return any(3) + VALUES[random.nextInt(VALUES.length)];
            case 3: return "x".repeat(1 << random.nextInt(12));
            default: return VALUES[random.nextInt(VALUES.length)];
        }
    }

    byte[] lines() {
        StringBuilder text = new StringBuilder("main=Fuzzed\narg=none\nclasspath=" + System.getProperty("java.class.path") + "\n");
        for (int i = random.nextInt(3); i >= 0; i--) {
            String key = random.nextInt(12) == 0 ? any(12) : KEYS[random.nextInt(KEYS.length)];
            text.append(key).append(random.nextInt(30) == 0 ? "" : "=").append(value()).append(random.nextInt(30) == 0 ? "" : "\n");
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        if (random.nextInt(20) == 0) bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        return bytes;
    }

    static Object call(String name, Class<?>[] types, Object... arguments) throws Throwable {
        Method method = Domain.class.getDeclaredMethod(name, types);
        method.setAccessible(true);
        try {
            return method.invoke(null, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    void byNative() throws Throwable {
        long heap = random.nextInt(4) > 0 ? 16L << 20 : new long[] {0, -1, (8L << 20) - 1, 8L << 20, 1L << 40, (1L << 40) + 1, Long.MIN_VALUE, Long.MAX_VALUE}[random.nextInt(8)];
        int number = (int) call("start0", new Class<?>[] {String.class, byte[].class, long.class}, random.nextInt(20) == 0 ? any(300) : "fuzzed", lines(), heap);
        if (!(boolean) call("await0", new Class<?>[] {int.class, long.class}, number, 20_000_000_000L)) call("terminate0", new Class<?>[] {int.class}, number);
        call("await0", new Class<?>[] {int.class, long.class}, number, -1L);
        call("forget0", new Class<?>[] {int.class}, number);
    }

    long number() {
        long[] all = {0, 1, -1, 7, 8, 15, 16, 31, 32, 1000, 1001, 1024, 1025, 4096, 4097, 65535, 65536, 4 << 20, (4 << 20) - 1, 8 << 20, (8 << 20) - 1, Integer.MAX_VALUE, Integer.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE};
        return all[random.nextInt(all.length)];
    }

    void byInterface() throws Throwable {
        Domain.Options options = new Domain.Options(random.nextInt(20) == 0 ? any(300) : "fuzzed").main("Fuzzed").argument("none").heap(16 << 20);
        for (int i = random.nextInt(2); i >= 0; i--) {
            switch (random.nextInt(16)) {
                case 0: options.heap(number()); break;
                case 1: options.threads((int) number()); break;
                case 2: options.files((int) number()); break;
                case 3: options.classData(number()); break;
                case 4: options.calls((int) number()); break;
                case 5: options.weight((int) number()); break;
                case 6: options.property(random.nextBoolean() ? any(10) : "gnomon." + any(5), value()); break;
                case 7: options.scheduler(value()); break;
                case 8: options.network(value()); break;
                case 9: options.network(value(), value()); break;
                case 10: options.port((int) number()); break;
                case 11: options.names(value()); break;
                case 12: options.domains((int) number()); break;
                case 13: options.output(number()); break;
                case 14: options.eventTypes((int) number()); break;
                default: options.connections((int) number()); break;
            }
        }
        Domain domain = Domain.start(options);
        if (!domain.await(Duration.ofSeconds(20))) domain.terminate();
        domain.await();
    }

    void round() throws Throwable {
        try {
            if (random.nextBoolean()) {
                byNative();
            } else {
                byInterface();
            }
            started++;
        } catch (IllegalArgumentException e) {
            if (e.getMessage() == null || e.getMessage().isEmpty()) throw e;
            refused++;
        } catch (IllegalStateException e) {
            started++; // and came to nothing
        }
    }

    void rounds(int count) throws Throwable {
        Neighbour neighbour = Naming.lookup("neighbour", Neighbour.class);
        for (int i = 0; i < count; i++) {
            try {
                round();
            } catch (Throwable e) {
                throw new AssertionError("round " + i, e);
            }
            if (neighbour.sum(1000) != 499_500) throw new AssertionError("the neighbour in round " + i);
        }
        if (refused == 0 || started == 0) throw new AssertionError(refused + " refused, " + started + " started");
    }

    public static void main(String[] arguments) throws Throwable {
        if (arguments.length == 0 || arguments[0].equals("none")) return;
        if (arguments[0].equals("neighbour")) {
            Naming.register("neighbour", new NeighbourService());
            Thread.sleep(100_000_000);
        } else if (arguments[0].equals("inner")) {
            new Fuzzed(Long.parseLong(arguments[1])).rounds(Integer.parseInt(arguments[2]));
        } else {
            Domain neighbour = Domain.start(new Domain.Options("neighbour").main("Fuzzed").argument("neighbour").heap(16 << 20));
            Domain inner = Domain.start(new Domain.Options("inner").main("Fuzzed").argument("inner").argument(arguments[0]).argument(arguments[1]).heap(64 << 20));
            new Fuzzed(Long.parseLong(arguments[0]) + 1).rounds(Integer.parseInt(arguments[1]));
            System.out.println("inner: " + inner.await() + ", neighbour: " + neighbour.isAlive());
            System.exit(0);
        }
    }
}

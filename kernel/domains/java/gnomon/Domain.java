package gnomon;

import java.lang.ref.Cleaner;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A component that runs beside this one, with a heap, classes, static state, files and threads of its own. It is known
 * to the one that has started it.
 *
 * <p>On any other virtual machine than Gnomon a domain is a class loader of its own over the class path, with a group
 * of threads: static state of the program's classes, system properties, names and services are separate, standard input
 * is at its end, and calls through portals copy by the same rules, in a thread of the service's domain. What differs
 * there: heap, files, environment, standard output, and what the JDK's classes keep, are the one virtual machine's;
 * {@code System.exit} ends that, in whatever domain it is called, and shutdown hooks run at its end; limits but that of
 * calls, and weights, have no effect; a domain's threads are those of its thread group, and what other threads of the
 * JDK do, such as those of the common pool, counts for the first domain; {@link #terminate} cannot stop a thread that
 * heeds no interruption; and the class of a proxy is one of {@link java.lang.reflect.Proxy}, which wraps checked
 * exceptions that a method does not declare.
 */
public final class Domain {
    private static final int RUNS = 1;
    private static final int FAILED = 3;
    private static final long FOR_EVER = -1;
    private static final Cleaner CLEANER = EventLog.isRecording() ? Cleaner.create() : null;

    private final String name;
    private final int number;
    private final transient LocalDomain local; // on another virtual machine

    private Domain(String name, int number) {
        this(name, number, null);
    }

    private Domain(String name, int number, LocalDomain local) {
        this.name = name;
        this.number = number;
        this.local = local;
    }

    /**
     * What a domain has in use. On another virtual machine than Gnomon only threads and calls are known; the rest is
     * -1.
     *
     * @param cpuNanos time of processors that all its threads have had, in nanoseconds
     * @param heapBytes bytes of its heap, whole MiB
     * @param classBytes bytes of its classes, their statics and translated code
     * @param threads its threads
     * @param files what it has open, standard input and output included
     * @param calls calls of other domains that have not returned yet
     * @param outputBytes bytes that it has written to standard output and error
     * @param eventTypes types of events that it has added
     * @param connections connections to the host's network, and its sockets that have sent datagrams there
     * @param domains domains that come from it, and from those
     * @param memory bytes on each of its accounts of memory, by name: heap, class data, code, fixed, names, stacks,
     * files,
     *     open, native, tables; empty on another virtual machine
     */
    public record Usage(long cpuNanos, long heapBytes, long classBytes, int threads, int files, int calls, long outputBytes, int eventTypes, int connections, int domains, Map<String, Long> memory) {
    }

    /**
     * What a domain is started with. One that reaches a limit gets the error or exception that Java has for it (such as
     * {@link OutOfMemoryError}, "Too many open files", {@link java.util.concurrent.RejectedExecutionException}); the
     * others notice nothing. A limit given twice is the first one. What a domain other than the first starts can have
     * no more than itself, whatever is asked for here.
     */
    public static final class Options {
        private final String name;
        private String main;
        private String classPath = System.getProperty("java.class.path");
        private long heapBytes = 64L << 20;
        private final List<String> lines = new ArrayList<>();

        /** The name is for reports; it need not be the only one of its kind. */
        public Options(String name) {
            this.name = Objects.requireNonNull(name);
        }

        /** The class whose {@code main} it runs. */
        public Options main(String className) {
            main = line(className);
            return this;
        }

        /** Where its classes are; without this, where those of the starter are. */
        public Options classPath(String path) {
            classPath = line(path);
            return this;
        }

        /** One more argument of {@code main}. */
        public Options argument(String text) {
            lines.add("arg=" + line(text));
            return this;
        }

        /**
         * A system property. Those of Gnomon's own ({@code gnomon.*}) are the machine's and refused when the domain is
         * started, but that the first domain may give {@code gnomon.gc*}; and it alone {@code jdk.module.*}.
         */
        public Options property(String key, String value) {
            lines.add("property=" + line(key) + "=" + line(value));
            return this;
        }

        /** How large its heap may become: at least 8 MiB; 64 MiB without this. */
        public Options heap(long bytes) {
            if (bytes < 8L << 20) {
                throw new IllegalArgumentException("a heap has at least 8 MiB: " + bytes);
            }
            heapBytes = bytes;
            return this;
        }

        /**
         * How many threads it may have, those of the class library and of its services among them: at least 8. A
         * quarter is not for services.
         */
        public Options threads(int count) {
            return limit("threads", count, 8);
        }

        /** How many files, sockets and the like it may have open, standard input and output among them: at least 16. */
        public Options files(int count) {
            return limit("files", count, 16);
        }

        /** How many bytes its classes may take, those of the class library included, their code not: at least 4 MiB;
         * 128 MiB without this. */
        public Options classData(long bytes) {
            return limit("classdata", bytes, 4L << 20);
        }

        /** How many calls of other domains it may have made that have not returned: at least 1. */
        public Options calls(int count) {
            return limit("calls", count, 1);
        }

        /**
         * The weight of its share of the processors, from 1 to 1,000; 1 without this, and for the first domain. Domains
         * that have threads ready to run get time in the proportion of their weights. What its threads do to serve
         * calls of others is its own time, although the caller's turn is used for it.
         */
        public Options weight(int weight) {
            if (weight < 1 || weight > 1000) {
                throw new IllegalArgumentException("a weight is from 1 to 1000: " + weight);
            }
            lines.add("weight=" + weight);
            return this;
        }

        /**
         * Which of its threads runs when it is the domain's turn: an object of the class, made by its constructor
         * without arguments, which is in the domain's class path, is asked for it. {@link Scheduler} says how; it knows
         * this domain's threads only, its time is the domain's, a quantum ends no later than a domain's turn, and what
         * is wrong with it is this domain's affair: its threads take turns from then on. With a scheduler of the whole
         * machine ({@code gnomon run --scheduler}), which decides all, and with several processors it is not asked, and
         * a line on standard error says so. It has no effect on another virtual machine.
         */
        public Options scheduler(String className) {
            lines.add("scheduler=" + line(className));
            return this;
        }

        /**
         * What of the host's network it may use, of what the starter may: {@code "all"}, as without this; {@code
         * "loopback"}, so that it reaches only its own sockets; {@code "nothing"}, so that it has no sockets with ports
         * at all; or rules, of which each allows connections and datagrams to a host, besides its own sockets: {@code
         * "HOST:PORT"}, {@code "HOST:FIRST-LAST"} or {@code "HOST:*"}, where HOST is a name, {@code *} for any, or an
         * address or prefix of IPv4 or IPv6: {@code 10.0.0.0/8}, {@code [fd00::1]}, {@code [fd00::/8]}. What is
         * not allowed gets "Permission denied" ({@link java.net.BindException}, as for EACCES), other names are
         * unknown.
         */
        public Options network(String... what) {
            if (what.length == 0) {
                throw new IllegalArgumentException("network: expected nothing, loopback, all or HOST:PORT");
            }
            for (String each : what) {
                lines.add("network=" + line(each));
            }
            return this;
        }

        /**
         * Connections to this port that come from the host ({@code gnomon run --net-forward}) are for listeners of this
         * domain until it ends, and no longer for the starter's, to which they came; may be called again.
         */
        public Options port(int port) {
            if (port < 1 || port > 65535) {
                throw new IllegalArgumentException("port: expected 1 to 65535: " + port);
            }
            lines.add("port=" + port);
            return this;
        }

        /** How many connections to the host's network it may have, and all that come from it: up to 4,096; 1,024
         * without this. */
        public Options connections(int count) {
            if (count < 0 || count > 4096) {
                throw new IllegalArgumentException("connections: expected 0 to 4096: " + count);
            }
            lines.add("limit.connections=" + count);
            return this;
        }

        /**
         * The names that it may register and look up, of those that the starter may; none if none are given, all
         * without this. For others it gets a {@link SecurityException}. May be called again for more.
         */
        public Options names(String... names) {
            if (names.length == 0) {
                lines.add("names=none");
            }
            for (String each : names) {
                lines.add("name=" + line(each));
            }
            return this;
        }

        /**
         * How many domains that come from it there may be at once: those that it starts, and that they start; 31
         * without this. Beyond that it gets an {@link OutOfMemoryError}; if this is 0, a {@link SecurityException}.
         */
        public Options domains(int count) {
            if (count < 0 || count > 31) {
                throw new IllegalArgumentException("domains: expected 0 to 31: " + count);
            }
            lines.add("limit.domains=" + count);
            return this;
        }

        /** How many bytes it may write to standard output and error; beyond that an {@link java.io.IOException}: "File
         * too large". */
        public Options output(long bytes) {
            return limit("output", bytes, 0);
        }

        /** How many types of events it may add: up to 1,024, as without this. Beyond that an {@link
         * IllegalStateException}. */
        public Options eventTypes(int count) {
            if (count < 0 || count > 1024) {
                throw new IllegalArgumentException("eventTypes: expected 0 to 1024: " + count);
            }
            lines.add("limit.types=" + count);
            return this;
        }

        /** How many events it may record in a second with {@link EventLog}: any number without this, none with 0. What
         * is beyond that is counted as lost. */
        public Options events(int perSecond) {
            return limit("events", perSecond, 0);
        }

        /** It may switch the machine's instruments ({@link Profiler}), if the starter may; otherwise a {@link
         * SecurityException}. */
        public Options instruments() {
            lines.add("instruments=yes");
            return this;
        }

        private Options limit(String what, long most, long least) {
            if (most < least) {
                throw new IllegalArgumentException("a domain may have at least " + least + " of " + what + ": " + most);
            }
            lines.add("limit." + what + "=" + most);
            return this;
        }

        private static String line(String text) {
            if (text.indexOf('\n') >= 0) {
                throw new IllegalArgumentException("a line's end in \"" + text + "\"");
            }
            return text;
        }

        private byte[] text() {
            if (main == null) {
                throw new IllegalArgumentException("no main class is given");
            }
            StringBuilder all = new StringBuilder("main=" + main + "\nclasspath=" + classPath + "\n");
            for (String line : lines) {
                all.append(line).append('\n');
            }
            return all.toString().getBytes(StandardCharsets.UTF_8);
        }
    }

    /**
     * Starts a domain, which runs by itself from then on. What stands in its way later, such as a main class that is
     * not there, it reports as the java launcher does, and ends.
     *
     * @throws IllegalArgumentException if an option may not be given, with its name and what was expected
     * @throws OutOfMemoryError if there is no memory for its first thread, or there are 32 domains already that come
     * from
     *     the same one that the first domain has started
     */
    public static Domain start(Options options) {
        byte[] text = options.text();
        if (!EventLog.isRecording()) {
            LocalDomain local = LocalDomain.start(options.name, options.classPath, options.main, options.lines);
            return new Domain(options.name, local.number, local);
        }
        int number = start0(options.name, text, options.heapBytes);
        Domain domain = new Domain(options.name, number);
        CLEANER.register(domain, () -> forget0(number));
        return domain;
    }

    public String name() {
        return name;
    }

    /** By which the recording knows it; never used again in a run. */
    public int number() {
        return number;
    }

    /** Whether it has not ended yet. */
    public boolean isAlive() {
        return local == null ? state0(number) == RUNS : !local.hasEnded();
    }

    /**
     * Waits for its end, and returns its exit status: as a program's; 137 if it was terminated.
     *
     * @throws IllegalStateException if it could not be made, with the reason
     */
    public int await() throws InterruptedException {
        if (local == null) {
            await0(number, FOR_EVER);
        } else {
            local.await(FOR_EVER);
        }
        return status();
    }

    /** The same with a limit; returns false if that came first. */
    public boolean await(Duration limit) throws InterruptedException {
        long nanoseconds = Math.max(0, limit.toNanos());
        return local == null ? await0(number, nanoseconds) : local.await(nanoseconds);
    }

    /**
     * Its exit status.
     *
     * @throws IllegalThreadStateException if it has not ended yet
     * @throws IllegalStateException if it could not be made, with the reason
     */
    public int status() {
        if (isAlive()) {
            throw new IllegalThreadStateException(this + " has not ended");
        }
        if (local == null && state0(number) == FAILED) {
            throw new IllegalStateException(failure0(number));
        }
        return local == null ? status0(number) : local.status();
    }

    /**
     * Ends it: its threads stop at their next safepoint, without running any more Java, and all it had is given back.
     * On another virtual machine than Gnomon they are interrupted, and end at their next call of another domain.
     */
    public void terminate() {
        if (local == null) {
            terminate0(number);
        } else {
            local.terminate();
        }
    }

    /** What it has in use now; after its end only the time is left, as far as it is known. */
    public Usage usage() {
        return local == null ? usageOf(number) : local.usage();
    }

    /** What the domain that the caller is in has in use now. */
    public static Usage currentUsage() {
        return EventLog.isRecording() ? usageOf(current()) : LocalDomain.current().usage();
    }

    private static Usage usageOf(int number) {
        long[] figures = usage0(number);
        return new Usage(figures[0], figures[1], figures[2], (int) figures[3], (int) figures[4], (int) figures[5],
            figures[6], (int) figures[7], (int) figures[8], (int) figures[9], memoryOf(figures, 10));
    }

    private static Map<String, Long> memoryOf(long[] figures, int first) {
        Map<String, Long> memory = new LinkedHashMap<>();
        for (int i = first; i < figures.length; i++) memory.put(memoryKind0(i - first), figures[i]);
        return Collections.unmodifiableMap(memory);
    }

    /**
     * What the whole machine has in use, by the kinds of {@link Usage#memory}: what the accounts of all domains have,
     * and those of the kernel. Empty on another virtual machine.
     */
    public static Map<String, Long> machineMemory() {
        return EventLog.isRecording() ? memoryOf(machineMemory0(), 0) : Map.of();
    }

    @Override
    public String toString() {
        return "domain " + number + " (" + name + ")";
    }

    /** The number of the domain that the caller is in; 1 is the one that the machine was started for. */
    public static int current() {
        return EventLog.isRecording() ? current0() : LocalDomain.current().number;
    }

    /** The name of the domain that the caller is in. */
    public static String currentName() {
        return EventLog.isRecording() ? currentName0() : LocalDomain.current().name;
    }

    /**
     * What the whole machine has in use: bytes of class data, of translated code, of class mirrors and string literals,
     * of all heaps, of other memory; and the number of interned names. Empty on another virtual machine.
     */
    public static long[] machineAccount() {
        return EventLog.isRecording() ? account0() : new long[0];
    }

    private static native int start0(String name, byte[] options, long heapBytes);

    private static native int state0(int number);

    private static native int status0(int number);

    private static native String failure0(int number);

    private static native boolean await0(int number, long nanoseconds);

    private static native void terminate0(int number);

    private static native void forget0(int number);

    private static native int current0();

    private static native String currentName0();

    private static native long[] usage0(int number);

    private static native long[] account0();

    private static native long[] machineMemory0();

    private static native String memoryKind0(int number);
}

package gnomon;

import java.lang.ref.Cleaner;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A component that runs beside this one, with a heap, classes, static state, files and threads of its own. It is known
 * to the one that has started it.
 *
 * <p>On any other virtual machine than Gnomon there are no domains, and starting one is refused.
 */
public final class Domain {
    private static final int RUNS = 1;
    private static final int FAILED = 3;
    private static final long FOR_EVER = -1;
    private static final Cleaner CLEANER = EventLog.isRecording() ? Cleaner.create() : null;

    private final String name;
    private final int number;

    private Domain(String name, int number) {
        this.name = name;
        this.number = number;
    }

    /**
     * What a domain has in use.
     *
     * @param cpuNanos time of processors that all its threads have had, in nanoseconds
     * @param heapBytes bytes of its heap, whole MiB
     * @param classBytes bytes of its classes, their statics and translated code
     * @param threads its threads
     * @param files what it has open, standard input and output included
     * @param calls calls of other domains that have not returned yet
     */
    public record Usage(long cpuNanos, long heapBytes, long classBytes, int threads, int files, int calls) {
    }

    /**
     * What a domain is started with. One that reaches a limit gets the error or exception that Java has for it (such as
     * {@link OutOfMemoryError}, "Too many open files", {@link java.util.concurrent.RejectedExecutionException}); the others
     * notice nothing. A limit given twice is the first one. What a domain other than the first starts can have no more than
     * itself, whatever is asked for here.
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

        /** A system property. */
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
         * How many threads it may have, those of the class library and of its services among them: at least 8. A quarter
         * is not for services.
         */
        public Options threads(int count) {
            return limit("threads", count, 8);
        }

        /** How many files, sockets and the like it may have open, standard input and output among them: at least 16. */
        public Options files(int count) {
            return limit("files", count, 16);
        }

        /** How many bytes its classes may take, those of the class library included, their code not: at least 4 MiB. */
        public Options classData(long bytes) {
            return limit("classdata", bytes, 4L << 20);
        }

        /** How many calls of other domains it may have made that have not returned: at least 1. */
        public Options calls(int count) {
            return limit("calls", count, 1);
        }

        /**
         * The weight of its share of the processors, from 1 to 1,000; 1 without this, and for the first domain. Domains that
         * have threads ready to run get time in the proportion of their weights. What its threads do to serve calls of
         * others is its own time, although the caller's turn is used for it.
         */
        public Options weight(int weight) {
            if (weight < 1 || weight > 1000) {
                throw new IllegalArgumentException("a weight is from 1 to 1000: " + weight);
            }
            lines.add("weight=" + weight);
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
     * Starts a domain, which runs by itself from then on. What stands in its way later, such as a main class that is not
     * there, it reports as the java launcher does, and ends.
     *
     * @throws UnsupportedOperationException on another virtual machine
     * @throws OutOfMemoryError if there is no memory for its first thread, or there are 32 domains already that come from
     *     the same one that the first domain has started
     */
    public static Domain start(Options options) {
        if (!EventLog.isRecording()) {
            throw new UnsupportedOperationException("there are no domains on this virtual machine");
        }
        int number = start0(options.name, options.text(), options.heapBytes);
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
        return state0(number) == RUNS;
    }

    /**
     * Waits for its end, and returns its exit status: as a program's; 137 if it was terminated.
     *
     * @throws IllegalStateException if it could not be made, with the reason
     */
    public int await() throws InterruptedException {
        await0(number, FOR_EVER);
        return status();
    }

    /** The same with a limit; returns false if that came first. */
    public boolean await(Duration limit) throws InterruptedException {
        return await0(number, Math.max(0, limit.toNanos()));
    }

    /**
     * Its exit status.
     *
     * @throws IllegalThreadStateException if it has not ended yet
     * @throws IllegalStateException if it could not be made, with the reason
     */
    public int status() {
        int state = state0(number);
        if (state == RUNS) {
            throw new IllegalThreadStateException(this + " has not ended");
        }
        if (state == FAILED) {
            throw new IllegalStateException(failure0(number));
        }
        return status0(number);
    }

    /** Ends it: its threads stop at their next safepoint, without running any more Java, and all it had is given back. */
    public void terminate() {
        terminate0(number);
    }

    /** What it has in use now; after its end only the time is left. */
    public Usage usage() {
        return usageOf(number);
    }

    /**
     * What the domain that the caller is in has in use now.
     *
     * @throws UnsupportedOperationException on another virtual machine
     */
    public static Usage currentUsage() {
        return usageOf(current());
    }

    private static Usage usageOf(int number) {
        if (!EventLog.isRecording()) {
            throw new UnsupportedOperationException("there are no domains on this virtual machine");
        }
        long[] figures = usage0(number);
        return new Usage(figures[0], figures[1], figures[2], (int) figures[3], (int) figures[4], (int) figures[5]);
    }

    @Override
    public String toString() {
        return "domain " + number + " (" + name + ")";
    }

    /** The number of the domain that the caller is in; 0 is the one that the machine was started for. */
    public static int current() {
        return EventLog.isRecording() ? current0() : 0;
    }

    /** The name of the domain that the caller is in. */
    public static String currentName() {
        return EventLog.isRecording() ? currentName0() : "main";
    }

    /**
     * What the whole machine has in use: bytes of class data, of translated code, of class mirrors and string literals, of
     * all heaps, of other memory; and the number of interned names. Empty on another virtual machine.
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
}

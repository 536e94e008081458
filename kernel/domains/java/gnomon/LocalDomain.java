package gnomon;

import java.io.File;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/**
 * What stands for a domain on any other virtual machine than Gnomon: a class loader of its own over the class path, and
 * a group of threads, by which the domain of a thread is known. {@link Domain} says what such a domain has not.
 */
final class LocalDomain {
    /** Ends the domain's threads, and calls that they have made, without a word. */
    private static final class Ended extends ThreadDeath {
        private static final long serialVersionUID = 1;
    }

    private static final class Group extends ThreadGroup {
        final LocalDomain domain;

        /** It goes with its last thread; later versions of the JDK need no word for that. */
        @SuppressWarnings("removal")
        Group(ThreadGroup parent, LocalDomain domain) {
            super(parent, domain.name);
            this.domain = domain;
            setDaemon(true);
        }

        @Override
        public void uncaughtException(Thread thread, Throwable thrown) {
            if (!domain.hasEnded) {
                super.uncaughtException(thread, thrown);
            }
        }
    }

    /** The program's classes are its own; those of the JDK and of this package are the virtual machine's. */
    private static final class Loader extends URLClassLoader {
        private static final Map<String, ClassLoader> PACKAGES = new HashMap<>();

        static {
            for (Module module : ModuleLayer.boot().modules()) {
                module.getPackages().forEach(name -> PACKAGES.put(name, module.getClassLoader()));
            }
        }

        Loader(URL[] places) {
            super(places, ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            int dot = name.lastIndexOf('.');
            String inPackage = dot < 0 ? "" : name.substring(0, dot);
            if (inPackage.equals("gnomon")) {
                return Class.forName(name, false, LocalDomain.class.getClassLoader());
            }
            return PACKAGES.containsKey(inPackage) ? Class.forName(name, false, PACKAGES.get(inPackage)) : super.findClass(name);
        }
    }

    /** Standard input is the first domain's. */
    private static final class Input extends FilterInputStream {
        Input(InputStream first) {
            super(first);
        }

        @Override
        public int read() throws IOException {
            return ofThread() == FIRST ? super.read() : -1;
        }

        @Override
        public int read(byte[] to, int start, int count) throws IOException {
            return ofThread() == FIRST ? super.read(to, start, count) : -1;
        }

        @Override
        public int available() throws IOException {
            return ofThread() == FIRST ? super.available() : 0;
        }

        @Override
        public void close() throws IOException {
            if (ofThread() == FIRST) {
                super.close();
            }
        }
    }

    private static final int TERMINATED = 137;
    private static final int FAMILY_MOST = 32;
    private static final Set<String> OF_FIRST = Set.of("gnomon.gc", "gnomon.gc.stress", "gnomon.gc.verify", "gnomon.gc.protect");
    private static final int LOOK_MILLISECONDS = 20;
    private static final List<LocalDomain> ALL = new ArrayList<>(); // that have not ended, but the first
    private static int count = 1;

    static final LocalDomain FIRST = new LocalDomain();

    final String name;
    final int number;
    final ClassLoader loader;
    final int callsMost; // 0: there is no limit
    final Properties properties;
    private final ThreadGroup group;
    private final int family; // the number of the one among its ancestors that the first domain has started, or its own
    private final Thread main;
    private final ThreadPoolExecutor servers;
    private final List<LocalCall> served = new ArrayList<>(); // that have not returned
    private int calls;
    private volatile boolean hasEnded;
    private int status;

    private LocalDomain() {
        properties = System.getProperties();
        name = "main";
        number = 1;
        loader = LocalDomain.class.getClassLoader();
        callsMost = 0;
        group = groupOfPrograms();
        family = number;
        main = null;
        servers = makeServers();
    }

    private LocalDomain(String name, String classPath, List<String> lines, IntSupplier program, LocalDomain starter) {
        this.name = name;
        properties = LocalProperties.initial(FIRST.properties, classPath);
        int calls = 0;
        for (String line : lines) {
            String[] parts = line.split("=", 3);
            if (parts[0].equals("property")) {
                properties.setProperty(parts[1], parts[2]);
            } else if (parts[0].equals("limit.calls") && calls == 0) {
                calls = Integer.parseInt(parts[1]);
            }
        }
        callsMost = starter.callsMost == 0 || (calls > 0 && calls < starter.callsMost) ? calls : starter.callsMost;
        number = ++count;
        family = starter == FIRST ? number : starter.family;
        loader = new Loader(places(classPath));
        group = new Group(FIRST.group, this);
        servers = makeServers();
        main = new Thread(group, () -> run(program), "main", 0, false);
        main.setDaemon(false);
        main.setPriority(Thread.NORM_PRIORITY);
        main.setContextClassLoader(loader);
    }

    /** The one right below that of all threads. */
    private static ThreadGroup groupOfPrograms() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null && group.getParent().getParent() != null) {
            group = group.getParent();
        }
        return group;
    }

    private ThreadPoolExecutor makeServers() {
        return new ThreadPoolExecutor(0, Integer.MAX_VALUE, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), work -> {
            Thread server = new Portals.Server(group, work);
            server.setDaemon(true);
            server.setPriority(Thread.NORM_PRIORITY);
            server.setContextClassLoader(loader);
            return server;
        });
    }

    private static URL[] places(String classPath) {
        List<URL> places = new ArrayList<>();
        for (String place : classPath.split(File.pathSeparator)) {
            try {
                places.add(new File(place).toURI().toURL());
            } catch (MalformedURLException e) {
                throw new IllegalArgumentException(place, e);
            }
        }
        return places.toArray(new URL[0]);
    }

    // ---- Whose thread it is

    static LocalDomain ofThread() {
        for (ThreadGroup at = Thread.currentThread().getThreadGroup(); at != null; at = at.getParent()) {
            if (at instanceof Group) {
                return ((Group) at).domain;
            }
        }
        return FIRST;
    }

    /** The same; but a thread that its domain has left behind ends. */
    static LocalDomain current() {
        LocalDomain domain = ofThread();
        if (domain.hasEnded) {
            throw new Ended();
        }
        return domain;
    }

    // ---- Starting

    /** Refuses the properties that the kernel refuses (kernel/domains/rights.c). */
    private static void check(List<String> lines, LocalDomain starter) {
        for (String line : lines) {
            if (!line.startsWith("property=")) {
                continue;
            }
            String key = line.split("=", 3)[1];
            if (key.isEmpty()) {
                throw new IllegalArgumentException(key + ": a property has a name");
            }
            if (OF_FIRST.contains(key) || key.startsWith("jdk.module.")) {
                if (starter != FIRST) {
                    throw new IllegalArgumentException(key + ": only the first domain may give this property");
                }
            } else if (key.startsWith("gnomon.")) {
                throw new IllegalArgumentException(key + ": no domain may be given this property");
            }
        }
    }

    /** The lines are those that the kernel gets. Throws OutOfMemoryError if there are too many domains. */
    static LocalDomain start(String name, String classPath, String main, List<String> lines) {
        LocalDomain starter = current();
        check(lines, starter);
        String[] arguments = lines.stream().filter(line -> line.startsWith("arg=")).map(line -> line.substring(4)).toArray(String[]::new);
        LocalDomain domain;
        synchronized (ALL) {
            long relatives = ALL.stream().filter(other -> starter != FIRST && other.family == starter.family).count();
            if (relatives >= FAMILY_MOST) {
                throw new OutOfMemoryError("no memory for a domain");
            }
            boolean isFirst = count == 1;
            LocalDomain[] self = new LocalDomain[1];
            domain = self[0] = new LocalDomain(name, classPath, lines, () -> self[0].runMain(main, arguments), starter);
            ALL.add(domain);
            if (isFirst) {
                System.setProperties(new LocalProperties());
                System.setIn(new Input(System.in));
                Thread watcher = new Thread(FIRST.group, LocalDomain::awaitFirst, "domains", 0, false);
                watcher.setDaemon(true);
                watcher.start();
            }
        }
        domain.main.start();
        return domain;
    }

    /** Returns the exit status. */
    private int runMain(String className, String[] arguments) {
        try {
            Class<?> type = Class.forName(className, true, loader);
            Method method = type.getMethod("main", String[].class);
            method.setAccessible(true);
            method.invoke(null, (Object) arguments);
            return 0;
        } catch (ClassNotFoundException e) {
            System.err.println("Error: Could not find or load main class " + className + "\nCaused by: " + e);
        } catch (NoSuchMethodException | IllegalAccessException e) {
            System.err.println("Error: Main method not found in class " + className);
        } catch (InvocationTargetException e) {
            fail(e.getCause());
        } catch (LinkageError e) {
            fail(e);
        }
        return 1;
    }

    private static void fail(Throwable thrown) {
        Thread.currentThread().getUncaughtExceptionHandler().uncaughtException(Thread.currentThread(), thrown);
    }

    private void run(IntSupplier program) {
        int ended = program.getAsInt();
        try {
            awaitOthers();
        } catch (InterruptedException e) {
            // only the end interrupts it
        }
        end(ended);
    }

    private static Thread[] threadsOf(ThreadGroup group) {
        Thread[] threads = new Thread[group.activeCount() + 16];
        int found;
        while ((found = group.enumerate(threads)) == threads.length) {
            threads = new Thread[2 * found];
        }
        return Arrays.copyOf(threads, found);
    }

    private void awaitOthers() throws InterruptedException {
        boolean found;
        do {
            found = false;
            for (Thread thread : threadsOf(group)) {
                if (!thread.isDaemon() && thread != Thread.currentThread()) {
                    found = true;
                    thread.join();
                }
            }
        } while (found);
    }

    // ---- Ending

    /** The others end with the first domain, whose end only shows in that none of its threads is left. */
    private static void awaitFirst() {
        boolean found;
        do {
            try {
                Thread.sleep(LOOK_MILLISECONDS);
            } catch (InterruptedException e) {
                return;
            }
            found = false;
            for (Thread thread : threadsOf(FIRST.group)) {
                boolean isOther = thread.getThreadGroup() == null || isInside(thread.getThreadGroup());
                found |= !isOther && !thread.isDaemon() && !thread.getName().equals("DestroyJavaVM");
            }
        } while (found);
        List<LocalDomain> left;
        synchronized (ALL) {
            left = new ArrayList<>(ALL);
        }
        left.forEach(LocalDomain::terminate);
    }

    private static boolean isInside(ThreadGroup group) {
        while (group != null && !(group instanceof Group)) {
            group = group.getParent();
        }
        return group != null;
    }

    void terminate() {
        end(TERMINATED);
    }

    private void end(int status) {
        List<LocalCall> left;
        synchronized (this) {
            if (hasEnded) {
                return;
            }
            this.status = status;
            hasEnded = true;
            left = new ArrayList<>(served);
            served.clear();
            notifyAll();
        }
        synchronized (ALL) {
            ALL.remove(this);
        }
        LocalPortals.forget(this);
        for (LocalCall call : left) {
            call.die();
        }
        servers.shutdown();
        for (Thread thread : threadsOf(group)) {
            thread.interrupt();
        }
    }

    boolean hasEnded() {
        return hasEnded;
    }

    synchronized int status() {
        return status;
    }

    /** Waits for its end, without a limit if that is negative. */
    synchronized boolean await(long nanoseconds) throws InterruptedException {
        long end = System.nanoTime() + nanoseconds;
        while (!hasEnded) {
            long left = nanoseconds < 0 ? TimeUnit.HOURS.toNanos(1) : end - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }

    // ---- Calls

    /** A thread of this domain works for another one. Returns false if the domain has ended. */
    boolean serve(LocalCall call) {
        synchronized (this) {
            if (hasEnded) {
                return false;
            }
            served.add(call);
            servers.execute(call);
            return true;
        }
    }

    synchronized void hasServed(LocalCall call) {
        served.remove(call);
    }

    /** Returns how many there were, which must be below the limit if that is to be one more. */
    synchronized int beginCall() {
        int before = calls;
        if (callsMost == 0 || calls < callsMost) {
            calls++;
        }
        return before;
    }

    synchronized void endCall() {
        calls--;
    }

    // ---- Accounts

    Domain.Usage usage() {
        if (hasEnded) {
            return new Domain.Usage(-1, 0, 0, 0, 0, 0, -1, -1, 0, 0, Map.of());
        }
        int threads = 0;
        for (Thread thread : threadsOf(group)) {
            boolean isOther = this == FIRST && (thread.getThreadGroup() == null || isInside(thread.getThreadGroup()));
            threads += isOther ? 0 : 1;
        }
        synchronized (this) {
            return new Domain.Usage(-1, -1, -1, threads, -1, calls, -1, -1, -1, -1, Map.of());
        }
    }
}

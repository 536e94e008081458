import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.concurrent.ForkJoinWorkerThread;

/**
 * Runs the programs that it is given (topic/Name) one after the other, each in a class loader, a thread and a thread
 * group of its own. What a program writes to System.out and System.err stands between a line that says it begins and
 * one that says it has ended; threads that a program leaves behind are not heard any more.
 */
public class Suite extends ClassLoader {
    private static final long LIMIT_MS = 120_000;
    private static final FileOutputStream console = new FileOutputStream(FileDescriptor.out);
    private static volatile ThreadGroup running;

    /** Lets through what threads of the running program write, and threads that belong to no program. */
    private static class Gate extends OutputStream {
        private static boolean open() {
            for (ThreadGroup group = Thread.currentThread().getThreadGroup(); group != null; group = group.getParent()) {
                if (group instanceof ProgramGroup) return group == running || Thread.currentThread() instanceof ForkJoinWorkerThread;
            }
            return true;
        }

        @Override public void write(int b) throws IOException {
            if (open()) console.write(b);
        }

        @Override public void write(byte[] bytes, int offset, int length) throws IOException {
            if (open()) console.write(bytes, offset, length);
        }
    }

    private static class ProgramGroup extends ThreadGroup {
        ProgramGroup() { super("main"); }
    }

    private Suite() { super(Suite.class.getClassLoader()); }

    /** The classes of programs (in no package, or in packages below `other`) are this loader's own. */
    @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (name.indexOf('.') >= 0 && !name.startsWith("other.")) return super.loadClass(name, resolve);
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            if (known != null) return known;
            try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (file == null) throw new ClassNotFoundException(name);
                byte[] bytes = file.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    private static void run(String name) {
        try {
            Class.forName(name, true, Thread.currentThread().getContextClassLoader()).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } catch (InvocationTargetException e) {
            System.err.print("Exception in main: ");
            e.getCause().printStackTrace();
        } catch (ReflectiveOperationException e) {
            e.printStackTrace();
        }
    }

    private static Thread worker(ThreadGroup group) {
        Thread[] threads = new Thread[1000];
        int count = group.enumerate(threads);
        for (int i = 0; i < count; i++) {
            if (!threads[i].isDaemon()) return threads[i];
        }
        return null;
    }

    /** Waits until the program has no thread any more but daemons. */
    private static void finish(ThreadGroup group) throws InterruptedException {
        long end = System.currentTimeMillis() + LIMIT_MS;
        for (Thread thread = worker(group); thread != null; thread = worker(group)) {
            thread.join(Math.max(1, end - System.currentTimeMillis()));
            if (thread.isAlive()) {
                console(thread + " does not end: " + Arrays.toString(thread.getStackTrace()) + "\n");
                return;
            }
        }
    }

    private static void console(String text) {
        try {
            console.write(text.getBytes());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void nothing() { }

    /** A program that uses up the stack or the heap may make the first use of one of the JDK's classes fail, and with
     * it all later ones. So what makes reflection fast is there before. */
    private static void useReflection() throws ReflectiveOperationException {
        Method method = Suite.class.getDeclaredMethod("nothing");
        for (int i = 0; i < 20; i++) method.invoke(null);
    }

    public static void main(String[] programs) throws InterruptedException, ReflectiveOperationException {
        useReflection();
        PrintStream out = new PrintStream(new Gate());
        System.setOut(out);
        System.setErr(out);
        for (String program : programs) {
            console("==== begin " + program + "\n");
            running = new ProgramGroup();
            Thread thread = new Thread(running, () -> run(program.substring(program.indexOf('/') + 1)), "main");
            thread.setContextClassLoader(new Suite());
            thread.start();
            finish(running);
            console("\n==== end " + program + "\n");
        }
        System.exit(0);  // whatever a program has left behind
    }
}

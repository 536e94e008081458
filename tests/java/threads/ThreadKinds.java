import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Groups, priorities, daemons, names, thread-locals, handlers of uncaught exceptions, loaders. */
public class ThreadKinds {
    static final List<String> lines = Collections.synchronizedList(new ArrayList<>());

    static void run(Thread thread) throws InterruptedException {
        thread.start();
        thread.join();
    }

    static class Failing extends Thread {
        Failing(ThreadGroup group, String name) {
            super(group, name);
        }

        @Override
        public void run() {
            throw new IllegalStateException("from " + getName());
        }
    }

    static void handlers() throws InterruptedException {
        ThreadGroup group = new ThreadGroup("own") {
            @Override
            public void uncaughtException(Thread thread, Throwable exception) {
                System.out.println("the group hears of " + exception.getMessage() + ", " + thread.isAlive());
            }
        };
        run(new Failing(group, "first"));
        Thread second = new Failing(group, "second");
        second.setUncaughtExceptionHandler((thread, exception) -> System.out.println("the thread hears of " + exception.getMessage()));
        run(second);
        System.out.println(second.getUncaughtExceptionHandler());
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, exception) -> System.out.println("all hear of " + exception.getMessage()));
        run(new Failing(Thread.currentThread().getThreadGroup(), "third"));
        Thread.setDefaultUncaughtExceptionHandler((thread, exception) -> {
            throw new IllegalArgumentException("nobody hears of this");
        });
        run(new Failing(Thread.currentThread().getThreadGroup(), "fourth"));
        Thread.setDefaultUncaughtExceptionHandler(before);
        System.out.println(group.activeCount() + " " + group.getName() + " " + group.getMaxPriority() + " " + group.getParent().parentOf(group));
    }

    static void groups() throws InterruptedException {
        ThreadGroup outer = new ThreadGroup("outer"), inner = new ThreadGroup(outer, "inner");
        inner.setMaxPriority(3);
        Object lock = new Object();
        Thread[] threads = new Thread[4];
        synchronized (lock) {
            for (int i = 0; i < threads.length; i++) {
                threads[i] = new Thread(i < 1 ? outer : inner, () -> {
                    synchronized (lock) {
                        lines.add(Thread.currentThread().getThreadGroup().getName());
                    }
                }, "member " + i);
                threads[i].setPriority(7);
                threads[i].start();
            }
            Thread[] found = new Thread[10];
            System.out.println(outer.activeCount() + " " + outer.activeGroupCount() + " " + outer.enumerate(found) + " " + outer.enumerate(found, false));
            System.out.println(threads[0].getPriority() + " " + threads[1].getPriority() + " " + threads[1]);
            outer.interrupt();
        }
        for (Thread thread : threads) thread.join();
        Collections.sort(lines);
        System.out.println(lines + " " + threads[1].getThreadGroup() + " " + outer);
        lines.clear();
    }

    static void locals() throws InterruptedException {
        ThreadLocal<String> plain = ThreadLocal.withInitial(() -> "initial of " + Thread.currentThread().getName());
        InheritableThreadLocal<String> inherited = new InheritableThreadLocal<>() {
            @Override
            protected String childValue(String parent) {
                return parent + "'s child";
            }
        };
        inherited.set("parent");
        plain.set("set");
        run(new Thread(() -> {
            System.out.println(plain.get() + ", " + inherited.get());
            inherited.remove();
            System.out.println(inherited.get());
        }, "child"));
        System.out.println(plain.get() + ", " + inherited.get());
        plain.remove();
        inherited.remove();
        run(new Thread(Thread.currentThread().getThreadGroup(), () -> System.out.println(inherited.get()), "other", 0, false));
    }

    static void properties() throws InterruptedException {
        Thread thread = new Thread(() -> lines.add(Thread.currentThread().isDaemon() + " " + Thread.currentThread().getName()));
        thread.setDaemon(true);
        thread.setName("a daemon");
        run(thread);
        for (Runnable wrong : new Runnable[]{() -> thread.setDaemon(false), () -> thread.setPriority(11), () -> new Thread((String) null), () -> thread.setName(null)}) {
            try {
                wrong.run();
                System.out.println("nothing, " + thread.isDaemon());
            } catch (RuntimeException exception) {
                System.out.println(exception);
            }
        }
        for (long time : new long[]{-1, 0, 1}) {
            try {
                Thread.sleep(time);
                thread.join(time);
                Thread.sleep(time, 999_999);
                System.out.println("slept " + time);
            } catch (IllegalArgumentException exception) {
                System.out.println(exception);
            }
        }
        ClassLoader loader = new ClassLoader() { };
        Thread other = new Thread(() -> lines.add("" + (Thread.currentThread().getContextClassLoader() == loader)));
        other.setContextClassLoader(loader);
        run(other);
        System.out.println(lines + " " + (other.getContextClassLoader() == null) + " " + (thread.getId() > 0) + " " + thread.getThreadGroup());
        long start = System.nanoTime();
        Thread waiting = new Thread(() -> {
            try {
                Thread.sleep(60_000);
            } catch (InterruptedException exception) {
                System.out.println("ends early");
            }
        });
        waiting.start();
        waiting.join(30);
        long waited = System.nanoTime() - start;
        System.out.println("join with a limit " + (waited >= 29_000_000L) + " " + waiting.isAlive());
        waiting.interrupt();
        waiting.join();
    }

    public static void main(String[] arguments) throws InterruptedException {
        handlers();
        groups();
        locals();
        properties();
    }
}

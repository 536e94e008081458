import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

/** ThreadLocal and InheritableThreadLocal, Timer, thread groups, daemons, names and priorities, uncaught exceptions. */
public class ThreadLocals {
    static final ThreadLocal<Integer> COUNT = ThreadLocal.withInitial(() -> 10);
    static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>() {
        @Override
        protected String childValue(String parent) {
            return parent + "'s child";
        }
    };

    static void run(Runnable body) throws InterruptedException {
        Thread thread = new Thread(body);
        thread.start();
        thread.join();
    }

    static void locals() throws InterruptedException {
        COUNT.set(COUNT.get() + 1);
        INHERITED.set("main");
        run(() -> {
            System.out.println(COUNT.get() + " " + INHERITED.get());
            COUNT.set(99);
            INHERITED.remove();
            System.out.println(COUNT.get() + " " + INHERITED.get());
        });
        System.out.println(COUNT.get() + " " + INHERITED.get());
        COUNT.remove();
        System.out.println(COUNT.get());
        Thread without = new Thread(Thread.currentThread().getThreadGroup(), () -> System.out.println(INHERITED.get()), "without", 0, false);
        without.start();
        without.join();
        List<ThreadLocal<Integer>> many = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            many.add(new ThreadLocal<>());
            many.get(i).set(i);
        }
        int sum = 0;
        for (int i = 0; i < 100; i += 3) many.get(i).remove();
        System.gc();
        for (ThreadLocal<Integer> local : many) sum += local.get() == null ? 1000 : local.get();
        System.out.println(sum);
        INHERITED.remove();
    }

    static void timers() throws InterruptedException {
        Timer timer = new Timer("ticker", true);
        CountDownLatch ticks = new CountDownLatch(3);
        List<String> log = new ArrayList<>();
        TimerTask repeating = new TimerTask() {
            @Override
            public void run() {
                ticks.countDown();
                if (ticks.getCount() == 0) log.add(Thread.currentThread().getName() + " " + cancel() + " " + cancel());
            }
        };
        timer.schedule(repeating, 1, 1);
        ticks.await();
        CountDownLatch done = new CountDownLatch(1);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                done.countDown();
            }
        }, 1);
        done.await();
        System.out.println(log + " " + timer.purge());
        timer.cancel();
        try {
            timer.schedule(repeating, 1);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            new Timer(true).schedule(repeating, -1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }

    static void threads() throws InterruptedException {
        ThreadGroup group = new ThreadGroup("workers");
        group.setMaxPriority(4);
        CountDownLatch stop = new CountDownLatch(1);
        Thread thread = new Thread(group, () -> {
            try {
                stop.await();
            } catch (InterruptedException e) {
                System.out.println("interrupted " + Thread.currentThread().isInterrupted());
            }
        }, "first");
        System.out.println(thread.getState() + " " + thread.isAlive() + " " + thread.isDaemon() + " " + thread.getPriority() + " " + thread);
        thread.setPriority(Thread.MAX_PRIORITY);
        thread.start();
        System.out.println(thread.getPriority() + " " + group.activeCount() + " " + thread.isAlive() + " " + group.getMaxPriority() + " " + group.parentOf(group) + " " + group.getName() + " " + (thread.getId() > 0));
        try {
            thread.start();
        } catch (IllegalThreadStateException e) {
            System.out.println("started twice " + e.getMessage());
        }
        try {
            thread.setDaemon(true);
        } catch (IllegalThreadStateException e) {
            System.out.println("daemon too late");
        }
        while (thread.getState() != Thread.State.WAITING) Thread.yield();
        group.interrupt();
        thread.join();
        System.out.println(thread.getState() + " " + thread.isAlive() + " " + thread.getThreadGroup());
        group.destroy();
        System.out.println(group.isDestroyed());
        for (int bad : new int[] {0, 11}) {
            try {
                thread.setPriority(bad);
            } catch (IllegalArgumentException e) {
                System.out.println("priority " + bad);
            }
        }
        Thread failing = new Thread(() -> {
            throw new IllegalStateException("uncaught");
        }, "failing");
        failing.setUncaughtExceptionHandler((where, thrown) -> System.out.println(where.getName() + ": " + thrown));
        failing.start();
        failing.join();
        ThreadGroup catching = new ThreadGroup("catching") {
            @Override
            public void uncaughtException(Thread where, Throwable thrown) {
                System.out.println(getName() + " caught " + thrown.getMessage() + " of " + where.getName());
            }
        };
        Thread other = new Thread(catching, () -> {
            throw new AssertionError("group");
        }, "other");
        other.start();
        other.join();
        Thread worse = new Thread(null, () -> {
            throw new RuntimeException("one");
        }, "worse");
        worse.setUncaughtExceptionHandler((where, thrown) -> {
            System.out.println("handler throws too");
            throw new RuntimeException("two");
        });
        worse.start();
        worse.join();
        System.out.println(Thread.currentThread().getUncaughtExceptionHandler() == Thread.currentThread().getThreadGroup());
        Thread named = new Thread("  name  ");
        named.setName("changed");
        System.out.println(named.getName() + " " + named.getContextClassLoader().equals(ThreadLocals.class.getClassLoader()) + " " + Thread.holdsLock(named));
        long before = System.nanoTime();
        Thread.sleep(3, 500);
        System.out.println(System.nanoTime() - before >= 3_000_000);
        named.join();
    }

    public static void main(String[] arguments) throws InterruptedException {
        locals();
        timers();
        threads();
    }
}

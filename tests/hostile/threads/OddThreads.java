import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What threads should not do to each other: stop, suspend, resume, interrupt without end, destroy, join themselves,
 * end with locks, handlers and initialisers that throw. */
@SuppressWarnings({"deprecation", "removal"})
public class OddThreads {
    static volatile boolean go;
    static volatile int count;
    static class Dying { static { if (go) throw new ThreadDeath(); } static int x; }
    static class Stopped { static volatile boolean inside; static { inside = true; while (!go) Thread.onSpinWait(); } static int x = 5; }

    private static Thread start(Attack.Action action) {
        Thread thread = new Thread(() -> {
            try {
                action.run();
            } catch (InterruptedException e) {
                // ends
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        });
        thread.setUncaughtExceptionHandler((t, e) -> System.out.println("uncaught " + e.getClass().getName()));
        thread.start();
        return thread;
    }

    public static void main(String[] arguments) throws Throwable {
        Thread spinning = start(() -> { for (;;) count++; });
        while (count == 0) Thread.sleep(1);
        spinning.suspend();
        spinning.suspend();
        spinning.interrupt();
        spinning.resume();
        spinning.stop();
        spinning.join();
        Attack.kind("stop with", () -> Thread.currentThread().stop());
        Thread holding = start(() -> { synchronized (OddThreads.class) { go = true; for (;;) count++; } });
        while (!go) Thread.sleep(1);
        holding.stop();
        holding.join();
        synchronized (OddThreads.class) { System.out.println("lock is free"); }
        Thread never = new Thread(() -> System.out.println("never"));
        never.stop();
        never.suspend();
        never.resume();
        never.start();
        never.join();
        Attack.kind("twice", never::start);
        Attack.kind("initialiser that dies", () -> System.out.println(Dying.x));
        Attack.kind("again", () -> System.out.println(Dying.x));
        go = false;
        Thread initialising = start(() -> System.out.println(Stopped.x));
        while (!initialising.isAlive() || initialising.getState() != Thread.State.RUNNABLE) Thread.sleep(1);
        Thread.sleep(20);
        initialising.stop();
        initialising.join();
        go = true;
        Attack.kind("its class", () -> System.out.println(Stopped.x));

        Thread[] storm = new Thread[8];
        Thread target = start(() -> { for (int i = 0; i < 5_000; i++) { synchronized (storm) { try { storm.wait(0, 1); } catch (InterruptedException e) { count++; } } LockSupport.parkNanos(1); Thread.interrupted(); } });
        for (int i = 0; i < storm.length; i++) storm[i] = start(() -> { while (target.isAlive()) { target.interrupt(); Thread.yield(); } });
        target.join();
        for (Thread thread : storm) thread.join();
        System.out.println("storm is over");
        Thread throwing = new Thread(() -> { throw new IllegalStateException(); });
        throwing.setUncaughtExceptionHandler((t, e) -> { throw new IllegalArgumentException(); });
        throwing.start();
        throwing.join();
        Thread recursing = new Thread(() -> { throw new StackOverflowError(); });
        recursing.setUncaughtExceptionHandler((t, e) -> t.getUncaughtExceptionHandler().uncaughtException(t, e));
        recursing.start();
        recursing.join();
        ThreadGroup group = new ThreadGroup("group") { @Override public void uncaughtException(Thread t, Throwable e) { throw new Error(); } };
        Thread member = new Thread(group, () -> { throw new Error("first"); });
        member.start();
        member.join();
        Attack.kind("destroy", group::destroy);
        Attack.kind("destroyed twice", group::destroy);
        Attack.kind("thread of a destroyed group", () -> new Thread(group, () -> { }).start());
        Attack.kind("destroy its own", () -> Thread.currentThread().getThreadGroup().destroy());
        Attack.kind("negative sleep", () -> Thread.sleep(-1));
        Attack.kind("priority", () -> Thread.currentThread().setPriority(99));
        Attack.kind("daemon while it runs", () -> Thread.currentThread().setDaemon(true));
        Attack.kind("wait without the lock", () -> new Object().wait());
        Attack.kind("notify without the lock", () -> new Object().notifyAll());
        Attack.kind("negative wait", () -> { synchronized (group) { group.wait(-1); } });
        Thread.currentThread().interrupt();
        Attack.kind("join while interrupted", () -> new Thread().join(0));
        Thread.interrupted();
        Thread.currentThread().interrupt();
        Attack.kind("sleep while interrupted", () -> Thread.sleep(Long.MAX_VALUE));
        LockSupport.unpark(never);
        LockSupport.unpark(null);
        for (int i = 0; i < 1000; i++) LockSupport.unpark(Thread.currentThread());
        LockSupport.park();
        LockSupport.parkNanos(Long.MIN_VALUE);
        LockSupport.parkUntil(Long.MIN_VALUE);
        Attack.kind("await far", () -> new java.util.concurrent.Semaphore(1).tryAcquire(Long.MAX_VALUE, TimeUnit.DAYS));
        Attack.kind("timer", () -> new java.util.Timer(true).schedule(null, -1));
    }
}

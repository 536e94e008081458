import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** What Thread.getState, isAlive, getStackTrace and getAllStackTraces say of threads that stand in all the places where
 * one can. */
public class ThreadStates {
    static final Object lock = new Object();
    static volatile boolean go;
    static final String[] words = new String[2];

    static void until(Thread thread, Thread.State state) throws InterruptedException {
        for (int i = 0; i < 5000 && thread.getState() != state; i++) Thread.sleep(1);
        StackTraceElement[] trace = thread.getStackTrace();
        StringBuilder text = new StringBuilder();
        for (StackTraceElement element : trace) {
            if (element.getClassName().startsWith("ThreadStates")) break;
            text.append(' ').append(element.getClassName()).append('.').append(element.getMethodName()).append(element.isNativeMethod() ? " native" : "");
        }
        System.out.println(thread.getName() + ": " + thread.getState() + " " + thread.isAlive() + " in" + text);
        boolean same = state == Thread.State.NEW || state == Thread.State.TERMINATED;
        System.out.println("  listed " + (Thread.getAllStackTraces().containsKey(thread) != same) + ", has a stack " + (trace.length > 0));
    }

    static void quiet(long milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException exception) {
            System.out.println(Thread.currentThread().getName() + " " + exception.getMessage());
        }
    }

    static Thread start(String name, Runnable action) {
        Thread thread = new Thread(action, name);
        thread.start();
        return thread;
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread fresh = new Thread(() -> { }, "new");
        until(fresh, Thread.State.NEW);
        fresh.start();
        fresh.join();
        until(fresh, Thread.State.TERMINATED);
        try {
            fresh.start();
        } catch (IllegalThreadStateException exception) {
            System.out.println("again: " + exception);
        }
        Thread sleeper = start("sleeper", () -> quiet(100_000));
        until(sleeper, Thread.State.TIMED_WAITING);
        sleeper.interrupt();
        sleeper.join();
        Thread waiter = start("waiter", () -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException exception) {
                    words[0] = "waiter " + exception.getMessage() + " " + Thread.currentThread().isInterrupted();
                }
            }
        });
        until(waiter, Thread.State.WAITING);
        Thread timed = start("timed waiter", () -> {
            synchronized (lock) {
                try {
                    lock.wait(100_000);
                    System.out.println("timed waiter goes on");
                } catch (InterruptedException exception) {
                    System.out.println("interrupted");
                }
            }
        });
        until(timed, Thread.State.TIMED_WAITING);
        Thread blocked;
        synchronized (lock) {
            blocked = start("blocked", () -> {
                synchronized (lock) {
                    words[1] = "blocked is in";
                }
            });
            until(blocked, Thread.State.BLOCKED);
            waiter.interrupt();
            until(waiter, Thread.State.BLOCKED);
        }
        blocked.join();
        waiter.join();
        System.out.println(words[0] + ", " + words[1]);
        synchronized (lock) {
            lock.notifyAll();
        }
        timed.join();
        Thread parked = start("parked", LockSupport::park);
        until(parked, Thread.State.WAITING);
        LockSupport.unpark(parked);
        parked.join();
        Thread briefly = start("parked for a time", () -> LockSupport.parkNanos("because", 100_000_000_000L));
        until(briefly, Thread.State.TIMED_WAITING);
        System.out.println(LockSupport.getBlocker(briefly));
        briefly.interrupt();
        briefly.join();
        Thread joiner = start("joiner", () -> {
            try {
                Thread.currentThread().join();
            } catch (InterruptedException exception) {
                System.out.println("joiner " + exception.getMessage());
            }
        });
        until(joiner, Thread.State.WAITING);
        joiner.interrupt();
        joiner.join();
        CountDownLatch running = new CountDownLatch(1);
        Thread busy = start("busy", () -> {
            running.countDown();
            while (!go) Thread.onSpinWait();
        });
        running.await();
        System.out.println("busy " + busy.getState());
        go = true;
        busy.join(10_000);
        System.out.println("busy " + busy.getState() + ", me " + Thread.currentThread().getState());
    }
}

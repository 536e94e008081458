import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/** Does a known number of each thing of which the kernel makes an event: NODES kept over collections, FAILURES thrown,
 * NULLS read, three classes thrown away. See tests/events.t. */
public class EventsKnown {
    static class Lock {}
    static class Failure extends RuntimeException { private static final long serialVersionUID = 1; }
    static class Node { long first, second; Object next; }
    static class Unused { static int value; }
    static class Gone {}
    static class Thrown extends ClassLoader {
        Class<?> define(byte[] file) { return defineClass(null, file, 0, file.length); }
    }

    private static final Lock LOCK = new Lock();
    private static final Object[] KEPT = new Object[1000];
    private static volatile boolean stop;
    private static volatile long turns;
    private int value;

    private static Thread start(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.start();
        return thread;
    }

    private static void await(Thread thread, Thread.State state) {
        while (thread.getState() != state) Thread.yield();
    }

    private static void shortLives() throws InterruptedException {
        for (int i = 0; i < 3; i++) start("short-" + i, () -> turns = 0).join();
    }

    private static void block() throws InterruptedException {
        Thread thread;
        synchronized (LOCK) {
            thread = start("blocked", () -> { synchronized (LOCK) { turns = 1; } });
            await(thread, Thread.State.BLOCKED);
        }
        thread.join();
    }

    private static void waitThrice() {
        try {
            synchronized (LOCK) {
                LOCK.wait();
                LOCK.wait(1234000);
                LOCK.wait(3);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void waits() throws InterruptedException {
        Thread thread = start("waiter", EventsKnown::waitThrice);
        for (Thread.State state : new Thread.State[] {Thread.State.WAITING, Thread.State.TIMED_WAITING}) {
            await(thread, state);
            synchronized (LOCK) { LOCK.notify(); }
        }
        thread.join();
    }

    private static void parks() throws InterruptedException {
        Thread thread = start("parker", () -> {
            LockSupport.park();
            LockSupport.parkNanos(2500000000000L);
            LockSupport.parkNanos(LOCK, 4000000);
            LockSupport.parkUntil(System.currentTimeMillis() + 60);
        });
        await(thread, Thread.State.WAITING);
        LockSupport.unpark(thread);
        await(thread, Thread.State.TIMED_WAITING);
        LockSupport.unpark(thread);
        thread.join();
    }

    private static void sleeps() throws InterruptedException {
        start("sleeper", () -> {
            try {
                Thread.sleep(7);
                Thread.sleep(11);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }).join();
    }

    private static void spins() throws InterruptedException {
        turns = 0;
        Thread thread = start("spinner", () -> { while (!stop) turns++; });
        for (long end = System.nanoTime() + 100000000; System.nanoTime() < end;) continue;
        stop = true;
        thread.join();
    }

    /** Loaders that nothing holds when they have defined a class. */
    private static void throwsAway() throws IOException {
        byte[] file;
        try (InputStream in = EventsKnown.class.getResourceAsStream("EventsKnown$Gone.class")) {
            file = in.readAllBytes();
        }
        for (int i = 0; i < 3; i++) new Thrown().define(file);
    }

    private static void collects(int nodes) {
        new Node();  // loads the class, also for 0 nodes
        for (int i = 0; i < nodes; i++) KEPT[i] = new Node();
        for (int i = 0; i < 3; i++) System.gc();
        Arrays.fill(KEPT, null);
        System.gc();
    }

    private static void fail() { throw new Failure(); }

    private static int failures(int count) {
        int caught = 0;
        for (int i = 0; i < count; i++) {
            try {
                fail();
            } catch (Failure expected) {
                caught++;
            }
        }
        return caught;
    }

    private static int read(EventsKnown known) { return known.value; }

    private static int nulls(int count) {
        int caught = 0;
        for (int i = 0; i < count; i++) {
            try {
                read(null);
            } catch (NullPointerException expected) {
                caught++;
            }
        }
        return caught;
    }

    public static void main(String[] arguments) throws InterruptedException, IOException {
        shortLives();
        block();
        waits();
        parks();
        sleeps();
        spins();
        throwsAway();
        collects(Integer.parseInt(arguments[0]));
        System.out.println(failures(Integer.parseInt(arguments[1])) + " " + nulls(Integer.parseInt(arguments[2])));
    }
}

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/** Each by...() is slow in one known way, and prints how long that took by System.nanoTime(). See tests/slow.t. */
public class Slow {
    static class Lock {}

    static class Loaded {
        static final long NS;
        static {
            long start = System.nanoTime();
            long sum = 0;
            for (int i = 0; i < 20000000; i++) sum += i ^ sum >> 3;
            NS = System.nanoTime() - start + (sum == 1 ? 1 : 0);
        }
    }

    private static final Lock LOCK = new Lock();
    private static Object[] kept = new Object[200000];
    private static volatile boolean stop, held, begun, ready;
    private static volatile long turns;

    private interface Body { void run() throws InterruptedException; }

    private static Thread start(String name, Body body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }, name);
        thread.start();
        return thread;
    }

    /** What is missing between two readings that follow each other was somebody else's. */
    private static long byPreemption() {
        long gone = 0, last = System.nanoTime();
        for (long end = last + 70000000; last < end;) {
            long now = System.nanoTime();
            if (now - last > 2000000) gone += now - last;
            last = now;
        }
        return gone;
    }

    private static long byMonitor() {
        long start = System.nanoTime();
        synchronized (LOCK) { turns++; }
        return System.nanoTime() - start;
    }

    private static void hold() throws InterruptedException {
        synchronized (LOCK) {
            held = true;
            Thread.sleep(40);
        }
    }

    private static long byPark() {
        long start = System.nanoTime();
        ready = true;
        LockSupport.park(LOCK);
        return System.nanoTime() - start;
    }

    private static void wake(Thread parked) throws InterruptedException {
        while (!ready) Thread.yield();
        Thread.sleep(30);
        LockSupport.unpark(parked);
    }

    private static long byWait() throws InterruptedException {
        long start = System.nanoTime();
        synchronized (LOCK) {
            ready = true;
            LOCK.wait();
        }
        return System.nanoTime() - start;
    }

    private static void tell() throws InterruptedException {
        while (!ready) Thread.yield();
        Thread.sleep(30);
        synchronized (LOCK) { LOCK.notifyAll(); }
    }

    /** Gives way to a thread that does nothing but collect. */
    private static long byCollection() {
        long start = System.nanoTime();
        begun = true;
        while (!ready) Thread.yield();
        return System.nanoTime() - start;
    }

    private static long byLoading() { return Loaded.NS; }

    /** Translates and links what formats a date, most of which nobody has used before. */
    private static long byTranslation() {
        long start = System.nanoTime();
        if (!"Thursday".equals(LocalDate.of(2026, 1, 1).format(DateTimeFormatter.ofPattern("EEEE", Locale.ROOT).withLocale(Locale.ENGLISH)))) turns++;
        return System.nanoTime() - start;
    }

    private static long bySleep() throws InterruptedException {
        long start = System.nanoTime();
        Thread.sleep(50);
        return System.nanoTime() - start;
    }

    private static long bySpinning() {
        long start = System.nanoTime(), sum = 0;
        for (int i = 0; i < 20000000; i++) sum += i ^ sum >> 3;
        return System.nanoTime() - start + (sum == 1 ? 1 : 0);
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread main = Thread.currentThread();
        Thread rival = start("rival", () -> { while (!stop) turns++; });
        System.out.println("preempted " + byPreemption());
        stop = true;
        rival.join();

        Thread holder = start("holder", Slow::hold);
        while (!held) Thread.yield();
        System.out.println("monitor " + byMonitor());
        holder.join();

        Thread waker = start("waker", () -> wake(main));
        System.out.println("park " + byPark());
        waker.join();

        ready = false;
        Thread teller = start("teller", Slow::tell);
        System.out.println("wait " + byWait());
        teller.join();

        for (int i = 0; i < kept.length; i++) kept[i] = new long[] {i};
        ready = false;
        Thread collector = start("collector", () -> {
            while (!begun) Thread.yield();
            System.gc();
            ready = true;
        });
        System.out.println("collection " + byCollection());
        collector.join();

        System.out.println("class initialisers " + byLoading());
        System.out.println("translation " + byTranslation());
        System.out.println("sleep " + bySleep());
        System.out.println("ran " + bySpinning());
    }
}

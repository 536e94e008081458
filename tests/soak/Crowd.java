import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.LongUnaryOperator;

/**
 * A crowd of threads that do whatever comes up: locks, waits, interrupts of each other, short-lived threads, loading of
 * classes, collections, timeouts, pools. Each checks what it finds, and at the end the sums have to be right.
 * Arguments: threads, seconds, seed. How often each kind of work was done is on standard error.
 */
public class Crowd {
    static final AtomicInteger interruptions = new AtomicInteger();
    static Thread[] crowd;

    static void check(boolean right, String what) {
        if (!right) throw new AssertionError(what);
    }

    // ---- Money that goes to and fro under two monitors at a time; the sum stays

    static final class Bank {
        static final int ACCOUNTS = 8;
        final Object[] locks = new Object[ACCOUNTS];
        final int[] hashes = new int[ACCOUNTS];
        final long[] balance = new long[ACCOUNTS];

        Bank() {
            for (int i = 0; i < ACCOUNTS; i++) {
                locks[i] = new Object();
                balance[i] = 1000;
                if (i % 2 == 0) hashes[i] = System.identityHashCode(locks[i]);
            }
        }

        void transfer(int from, int to, long amount) {
            synchronized (locks[Math.min(from, to)]) {
                synchronized (locks[Math.max(from, to)]) {
                    balance[from] -= amount;
                    balance[to] += amount;
                }
            }
            if (hashes[from] != 0) check(hashes[from] == System.identityHashCode(locks[from]), "an object's hash has changed");
        }

        long sum(int from) {
            synchronized (locks[from]) {
                return balance[from] + (from + 1 < ACCOUNTS ? sum(from + 1) : 0);
            }
        }
    }

    static final Bank bank = new Bank();

    static void bank(SplittableRandom random) {
        for (int i = 0; i < 50; i++) bank.transfer(random.nextInt(Bank.ACCOUNTS), random.nextInt(Bank.ACCOUNTS), random.nextInt(100));
        if (random.nextInt(10) == 0) check(bank.sum(0) == 1000 * Bank.ACCOUNTS, "money is lost, or made");
    }

    // ---- A buffer with wait and notify, and one of a lock's conditions: what went in is what came out and what is
    // there

    static final class Buffer {
        final ArrayDeque<Integer> content = new ArrayDeque<>();
        long in, out;

        synchronized boolean put(int value, long ms) throws InterruptedException {
            if (content.size() >= 4) wait(ms);
            if (content.size() >= 4) return false;
            content.add(value);
            in += value;
            notifyAll();
            return true;
        }

        synchronized boolean take(long ms) throws InterruptedException {
            if (content.isEmpty()) wait(ms);
            if (content.isEmpty()) return false;
            out += content.remove();
            notify();
            return true;
        }

        synchronized void check() {
            long there = 0;
            for (int value : content) there += value;
            Crowd.check(in == out + there, "a buffer has lost something");
        }
    }

    static final class Conditions {
        final ReentrantLock lock = new ReentrantLock();
        final Condition hasRoom = lock.newCondition(), hasSome = lock.newCondition();
        int count;
        long in, out;

        void put(long ns) throws InterruptedException {
            if (!lock.tryLock(ns, TimeUnit.NANOSECONDS)) return;
            try {
                if (count == 3) hasRoom.awaitNanos(ns);
                if (count == 3) return;
                count++;
                in++;
                hasSome.signal();
            } finally {
                lock.unlock();
            }
        }

        void take(long ns) throws InterruptedException {
            lock.lockInterruptibly();
            try {
                if (count == 0) hasSome.awaitNanos(ns);
                if (count == 0) return;
                count--;
                out++;
                hasRoom.signal();
            } finally {
                lock.unlock();
            }
        }

        void check() {
            lock.lock();
            Crowd.check(in == out + count && count >= 0 && count <= 3, "conditions have lost something");
            lock.unlock();
        }
    }

    static final Buffer buffer = new Buffer();
    static final Conditions conditions = new Conditions();

    static void buffers(SplittableRandom random) throws InterruptedException {
        for (int i = 0; i < 10; i++) {
            if (random.nextBoolean()) buffer.put(random.nextInt(1000), 1 + random.nextInt(3));
            else buffer.take(1 + random.nextInt(3));
            if (random.nextBoolean()) conditions.put(random.nextInt(2_000_000));
            else conditions.take(random.nextInt(2_000_000));
        }
        buffer.check();
        conditions.check();
    }

    // ---- Atomic numbers, a map, a queue, optimistic reads

    static final AtomicLongArray numbers = new AtomicLongArray(4);
    static final ConcurrentHashMap<Integer, Long> map = new ConcurrentHashMap<>();
    static final ArrayBlockingQueue<Long> queue = new ArrayBlockingQueue<>(8);
    static final AtomicLong added = new AtomicLong(), queued = new AtomicLong();
    static final StampedLock stamped = new StampedLock();
    static long left, right;

    static void atomics(SplittableRandom random) {
        for (int i = 0; i < 40; i++) {
            numbers.getAndAdd(random.nextInt(4), 1);
            map.merge(random.nextInt(64), 1L, Long::sum);
        }
        added.addAndGet(40);
        long stamp = stamped.tryOptimisticRead(), a = left, b = right;
        if (stamp != 0 && stamped.validate(stamp)) check(a == b, "an optimistic read was valid, and was not");
        stamp = stamped.writeLock();
        left++;
        Thread.onSpinWait();
        right++;
        stamped.unlockWrite(stamp);
    }

    static void queues(SplittableRandom random) throws InterruptedException {
        for (int i = 0; i < 10; i++) {
            long value = 1 + random.nextInt(1000), ns = random.nextInt(1_000_000);
            if (random.nextBoolean()) {
                if (queue.offer(value, ns, TimeUnit.NANOSECONDS)) queued.addAndGet(value);
            } else {
                long start = System.nanoTime();
                Long taken = queue.poll(ns, TimeUnit.NANOSECONDS);
                if (taken != null) queued.addAndGet(-taken);
                else check(System.nanoTime() - start >= ns, "a queue was not waited for long enough");
            }
        }
    }

    // ---- Timeouts: never early

    static final Semaphore none = new Semaphore(0);

    static void timeouts(SplittableRandom random) throws InterruptedException {
        long ms = 1 + random.nextInt(3), start = System.nanoTime();
        switch (random.nextInt(4)) {
        case 0:
            Thread.sleep(ms);
            break;
        case 1:
            check(!none.tryAcquire(ms, TimeUnit.MILLISECONDS), "there was a permit that nobody gave");
            break;
        case 2:
            Object own = new Object();
            synchronized (own) {
                own.wait(ms);
            }
            return; // it and the next one may come back whenever they like
        default:
            LockSupport.parkNanos(ms * 1_000_000);
            return;
        }
        check(System.nanoTime() - start >= ms * 1_000_000, "a wait was too short");
    }

    static void interrupt(SplittableRandom random) {
        Thread one = crowd[random.nextInt(crowd.length)];
        if (one != null) one.interrupt(); // it may not have begun
        LockSupport.unpark(crowd[random.nextInt(crowd.length)]);
    }

    // ---- Threads that come and go, and a pool

    static void churn(SplittableRandom random) throws InterruptedException {
        int count = 1 + random.nextInt(3);
        long[] sums = new long[count];
        Thread[] threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            int number = i, seed = random.nextInt();
            threads[i] = new Thread(() -> {
                new Node(7, seed).verify(seed);
                Thread.yield();
                sums[number] = 1;
            });
            threads[i].start();
        }
        boolean interrupted = false;
        for (int i = 0; i < count;) {
            try {
                threads[i].join();
                check(sums[i] == 1, "a thread has ended without its result");
                i++;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) throw new InterruptedException();
    }

    static final ForkJoinPool pool = new ForkJoinPool(4);

    static final class Sum extends RecursiveTask<Long> {
        private final int from, to;

        Sum(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected Long compute() {
            if (to - from < 16) {
                long sum = 0;
                for (int i = from; i < to; i++) sum += i;
                return sum;
            }
            Sum upper = new Sum((from + to) / 2, to);
            upper.fork();
            return new Sum(from, (from + to) / 2).compute() + upper.join();
        }
    }

    static void pools(SplittableRandom random) throws InterruptedException {
        int n = 1 + random.nextInt(1000);
        try {
            check(pool.submit(new Sum(0, n)).get() == (long) n * (n - 1) / 2, "a pool has added wrongly");
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    // ---- Classes of loaders that are dropped, and one that several threads initialise at once

    /** Is loaded again and again. */
    public static class Loaded implements LongUnaryOperator {
        public static final AtomicInteger begun = new AtomicInteger();
        public static final long[] TABLE = new long[16];

        static {
            begun.incrementAndGet();
            for (int i = 0; i < TABLE.length; i++) {
                Thread.yield();
                TABLE[i] = i * 3L;
            }
        }

        @Override
        public long applyAsLong(long i) {
            LongUnaryOperator add = x -> x + TABLE[(int) i];
            return add.applyAsLong(begun.get());
        }
    }

    static final class Loader extends ClassLoader {
        private final byte[] bytes;

        Loader(byte[] bytes) {
            super(Crowd.class.getClassLoader());
            this.bytes = bytes;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals("Crowd$Loaded")) return super.loadClass(name, resolve);
            synchronized (getClassLoadingLock(name)) {
                Class<?> there = findLoadedClass(name);
                return there != null ? there : defineClass(name, bytes, 0, bytes.length);
            }
        }
    }

    static byte[] bytes;
    static volatile Loader shared;

    static void loading(SplittableRandom random) throws ReflectiveOperationException {
        if (random.nextInt(4) == 0) shared = new Loader(bytes);
        Loader loader = random.nextInt(4) == 0 ? new Loader(bytes) : shared;
        Class<?> loaded = Class.forName("Crowd$Loaded", true, loader);
        check(loaded.getClassLoader() == loader, "a class is another loader's");
        int i = random.nextInt(16);
        long got = ((LongUnaryOperator) loaded.getDeclaredConstructor().newInstance()).applyAsLong(i);
        check(got == i * 3 + 1, "a class was initialised twice, or not at all: " + got + " for " + i);
    }

    // ---- What is collected

    static final class Own {
        Node tree = new Node(9, 1);
        long seed = 1;
        final List<long[]> large = new ArrayList<>();
        final List<WeakReference<Node>> weak = new ArrayList<>();

        void work(SplittableRandom random) {
            tree.verify(seed);
            seed = random.nextInt();
            tree = new Node(9, seed);
            weak.add(new WeakReference<>(tree.left));
            check(weak.get(weak.size() - 1).get() == tree.left, "a weak reference to what is alive is empty");
            if (weak.size() > 20) weak.clear();
            long[] array = new long[10_000 + random.nextInt(20_000)];
            for (long element : array) check(element == 0, "new memory is not zero");
            array[array.length - 1] = array.length;
            large.add(array);
            for (long[] one : large) check(one[one.length - 1] == one.length, "a large array has changed");
            if (large.size() > 3) large.clear();
            if (random.nextInt(200) == 0) System.gc();
        }
    }

    static int depth(int n) { return depth(n + 1) + 1; }

    static void deep() {
        try {
            depth(0);
            check(false, "a stack has no end");
        } catch (StackOverflowError e) {
            check(e.getStackTrace().length > 100, "a stack has no trace");
        }
    }

    // ----

    private static final String[] KINDS = {"bank", "buffers", "atomics", "queues", "timeouts", "interrupt", "churn", "pools", "loading", "memory", "deep"};
    private static final AtomicLongArray done = new AtomicLongArray(KINDS.length);

    static void work(int kind, SplittableRandom random, Own own) throws InterruptedException, ReflectiveOperationException {
        switch (kind) {
        case 0: bank(random); break;
        case 1: buffers(random); break;
        case 2: atomics(random); break;
        case 3: queues(random); break;
        case 4: timeouts(random); break;
        case 5: interrupt(random); break;
        case 6: churn(random); break;
        case 7: pools(random); break;
        case 8: loading(random); break;
        case 9: own.work(random); break;
        default: if (random.nextInt(50) == 0) deep();
        }
    }

    static void run(SplittableRandom random, long until) {
        Own own = new Own();
        while (System.nanoTime() < until) {
            int kind = random.nextInt(KINDS.length);
            try {
                work(kind, random, own);
                done.incrementAndGet(kind);
            } catch (InterruptedException e) {
                interruptions.incrementAndGet();
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }
    }

    static void sums() {
        buffer.check();
        conditions.check();
        check(bank.sum(0) == 1000 * Bank.ACCOUNTS, "money is lost, or made");
        long all = 0, mapped = 0, there = 0;
        for (int i = 0; i < 4; i++) all += numbers.get(i);
        for (long value : map.values()) mapped += value;
        for (long value : queue) there += value;
        check(all == added.get() && mapped == added.get(), "an increment is lost");
        check(there == queued.get(), "a queue has lost something");
        check(left == right, "a write is lost");
    }

    static void prepare(int threads) throws IOException {
        try (InputStream in = Crowd.class.getResourceAsStream("Crowd$Loaded.class")) {
            bytes = in.readAllBytes();
        }
        shared = new Loader(bytes);
        crowd = new Thread[threads];
    }

    public static void main(String[] arguments) throws InterruptedException, IOException {
        long until = System.nanoTime() + Long.parseLong(arguments[1]) * 1_000_000_000;
        long seed = Long.parseLong(arguments[2]);
        prepare(Integer.parseInt(arguments[0]));
        boolean[] right = new boolean[crowd.length];
        for (int i = 0; i < crowd.length; i++) {
            int number = i;
            crowd[i] = new Thread(() -> {
                run(new SplittableRandom(seed + number), until);
                right[number] = true;
            }, "one of the crowd " + i);
        }
        for (Thread thread : crowd) thread.start();
        for (Thread thread : crowd) thread.join();
        for (boolean one : right) check(one, "a thread has failed");
        sums();
        StringBuilder words = new StringBuilder();
        for (int i = 0; i < KINDS.length; i++) words.append(KINDS[i]).append(' ').append(done.get(i)).append(", ");
        System.err.println(words + "interrupted " + interruptions);
        System.out.println("all right");
    }
}

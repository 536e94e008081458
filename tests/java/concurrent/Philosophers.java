import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Classical problems with shared state: philosophers, readers and writers, transfers between accounts, a barber, a
 * lock-free stack, phases of a sort. */
public class Philosophers {
    interface Body {
        void run() throws InterruptedException, BrokenBarrierException;
    }

    static List<Thread> start(int count, java.util.function.IntFunction<Body> body) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Body own = body.apply(i);
            Thread thread = new Thread(() -> {
                try {
                    own.run();
                } catch (InterruptedException | BrokenBarrierException e) {
                    System.out.println(e);
                }
            });
            thread.start();
            threads.add(thread);
        }
        return threads;
    }

    static void join(List<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) thread.join();
    }

    static void dine() throws InterruptedException {
        ReentrantLock[] forks = new ReentrantLock[5];
        Arrays.setAll(forks, i -> new ReentrantLock());
        int[] meals = new int[5];
        join(start(5, i -> () -> {
            ReentrantLock low = forks[Math.min(i, (i + 1) % 5)], high = forks[Math.max(i, (i + 1) % 5)];
            for (int n = 0; n < 100; n++) {
                low.lock();
                Thread.yield();
                high.lock();
                meals[i]++;
                high.unlock();
                low.unlock();
            }
        }));
        System.out.println(Arrays.toString(meals));
    }

    static void accounts() throws InterruptedException {
        int[] money = new int[10];
        Object[] locks = new Object[10];
        Arrays.fill(money, 1000);
        Arrays.setAll(locks, i -> new Object());
        join(start(4, thread -> () -> {
            Random random = new Random(thread);
            for (int n = 0; n < 500; n++) {
                int from = random.nextInt(10), to = random.nextInt(10), amount = random.nextInt(100);
                if (from == to) continue;
                synchronized (locks[Math.min(from, to)]) {
                    synchronized (locks[Math.max(from, to)]) {
                        if (money[from] < amount) continue;
                        money[from] -= amount;
                        money[to] += amount;
                    }
                }
            }
        }));
        System.out.println(Arrays.stream(money).sum() + " " + (Arrays.stream(money).min().getAsInt() >= 0));
    }

    static void barber() throws InterruptedException {
        Semaphore customers = new Semaphore(0), ready = new Semaphore(0), chairs = new Semaphore(3);
        AtomicInteger served = new AtomicInteger(), away = new AtomicInteger();
        Thread barber = new Thread(() -> {
            try {
                for (;;) {
                    customers.acquire();
                    chairs.release();
                    served.incrementAndGet();
                    ready.release();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        barber.start();
        join(start(6, i -> () -> {
            for (int n = 0; n < 30; n++) {
                if (!chairs.tryAcquire()) {
                    away.incrementAndGet();
                    Thread.yield();
                    continue;
                }
                customers.release();
                ready.acquire();
            }
        }));
        barber.interrupt();
        barber.join();
        System.out.println((served.get() + away.get()) + " " + barber.isAlive());
    }

    record Node(int value, Node next) { }

    static void stack() throws InterruptedException {
        AtomicReference<Node> top = new AtomicReference<>();
        AtomicInteger popped = new AtomicInteger();
        join(start(4, i -> () -> {
            for (int n = 1; n <= 300; n++) {
                Node old;
                int value = n;
                do old = top.get();
                while (!top.compareAndSet(old, new Node(value, old)));
                if (n % 3 != 0) continue;
                do old = top.get();
                while (old != null && !top.compareAndSet(old, old.next()));
                if (old != null) popped.addAndGet(old.value());
            }
        }));
        int left = 0;
        for (Node node = top.get(); node != null; node = node.next()) left += node.value();
        System.out.println(popped.get() + left);
    }

    static void phases() throws InterruptedException {
        int[] values = new Random(5).ints(64, 0, 1000).toArray();
        CyclicBarrier barrier = new CyclicBarrier(4);
        join(start(4, part -> () -> {
            for (int round = 0; round < values.length; round++) {
                for (int i = part * 16 + round % 2; i < part * 16 + 16 + round % 2 && i + 1 < values.length; i += 2)
                    if (values[i] > values[i + 1]) {
                        int swap = values[i];
                        values[i] = values[i + 1];
                        values[i + 1] = swap;
                    }
                barrier.await();
            }
        }));
        System.out.println(Arrays.toString(values));
    }

    static void turns() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition[] conditions = {lock.newCondition(), lock.newCondition(), lock.newCondition()};
        int[] turn = {0};
        StringBuilder out = new StringBuilder();
        join(start(3, i -> () -> {
            for (int n = 0; n < 20; n++) {
                lock.lock();
                try {
                    while (turn[0] != i) conditions[i].await();
                    out.append((char) ('a' + i));
                    turn[0] = (i + 1) % 3;
                    conditions[turn[0]].signal();
                } finally {
                    lock.unlock();
                }
            }
        }));
        System.out.println(out);
    }

    public static void main(String[] arguments) throws InterruptedException {
        dine();
        accounts();
        barber();
        stack();
        phases();
        turns();
    }
}

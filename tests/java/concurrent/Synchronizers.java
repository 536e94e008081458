import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** CountDownLatch, CyclicBarrier, Semaphore, Phaser, Exchanger. */
public class Synchronizers {
    interface Body {
        void run() throws Exception;
    }

    static Thread start(Body body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (Exception e) {
                System.out.println("thread: " + e);
            }
        });
        thread.start();
        return thread;
    }

    static void barriers() throws Exception {
        AtomicInteger generation = new AtomicInteger();
        AtomicIntegerArray sums = new AtomicIntegerArray(3);
        CyclicBarrier barrier = new CyclicBarrier(4, generation::incrementAndGet);
        List<Thread> threads = new ArrayList<>();
        List<Integer> indexes = Collections.synchronizedList(new ArrayList<>());
        for (int t = 0; t < 4; t++) {
            int number = t;
            threads.add(start(() -> {
                for (int round = 0; round < 3; round++) {
                    sums.addAndGet(round, number + round);
                    indexes.add(barrier.await());
                    if (sums.get(round) != 6 + 4 * round) System.out.println("too early");
                }
            }));
        }
        for (Thread thread : threads) thread.join();
        Collections.sort(indexes);
        System.out.println(generation + " " + sums + " " + indexes + " " + barrier.getParties() + " " + barrier.getNumberWaiting() + " " + barrier.isBroken());
        CyclicBarrier broken = new CyclicBarrier(3);
        Thread waiter = start(() -> {
            try {
                broken.await();
            } catch (BrokenBarrierException e) {
                System.out.println("broken for the other");
            }
        });
        while (broken.getNumberWaiting() == 0) Thread.yield();
        try {
            broken.await(2, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            waiter.join();
            System.out.println("timeout " + broken.isBroken());
        }
        broken.reset();
        System.out.println(broken.isBroken());
    }

    static void semaphores() throws Exception {
        Semaphore semaphore = new Semaphore(3, true);
        AtomicInteger inside = new AtomicInteger(), most = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 8; t++)
            threads.add(start(() -> {
                for (int i = 0; i < 20; i++) {
                    semaphore.acquire();
                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    Thread.yield();
                    inside.decrementAndGet();
                    semaphore.release();
                }
            }));
        for (Thread thread : threads) thread.join();
        System.out.println((most.get() <= 3) + " " + inside + " " + semaphore.availablePermits() + " " + semaphore.tryAcquire(2) + " " + semaphore.tryAcquire(2) + " " + semaphore.drainPermits() + " " + semaphore.tryAcquire(1, TimeUnit.MILLISECONDS) + " " + semaphore.isFair());
        semaphore.release(5);
        System.out.println(semaphore.availablePermits() + " " + new Semaphore(-2).tryAcquire());
        CountDownLatch latch = new CountDownLatch(3);
        System.out.print(latch.await(1, TimeUnit.MILLISECONDS) + " ");
        for (int i = 0; i < 5; i++) latch.countDown();
        latch.await();
        System.out.println(latch.getCount());
        for (Runnable bad : Arrays.<Runnable>asList(() -> new CountDownLatch(-1), () -> new CyclicBarrier(0), () -> semaphore.release(-1))) {
            try {
                bad.run();
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    static void phasers() throws Exception {
        List<String> phases = Collections.synchronizedList(new ArrayList<>());
        Phaser phaser = new Phaser(1) {
            @Override
            protected boolean onAdvance(int phase, int parties) {
                phases.add(phase + ":" + parties);
                return phase >= 3 || parties == 0;
            }
        };
        for (int t = 0; t < 3; t++) {
            int rounds = t + 1;
            phaser.register();
            start(() -> {
                for (int i = 0; i < rounds; i++) phaser.arriveAndAwaitAdvance();
                phaser.arriveAndDeregister();
            });
        }
        while (!phaser.isTerminated()) phaser.arriveAndAwaitAdvance();
        System.out.println(phases + " " + (phaser.getPhase() < 0) + " " + phaser.register() / Integer.MIN_VALUE);
        Phaser root = new Phaser(), left = new Phaser(root, 1), right = new Phaser(root, 2);
        System.out.println(root.getRegisteredParties() + " " + left.arrive() + " " + right.arrive() + " " + root.getPhase() + " " + right.arrive() + " " + root.getPhase() + " " + left.getPhase() + " " + right.getParent().equals(root) + " " + root.getUnarrivedParties());
        try {
            new Phaser(1).awaitAdvanceInterruptibly(0, 1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("phaser timeout");
        }
        try {
            new Phaser().arrive();
        } catch (IllegalStateException e) {
            System.out.println("nobody registered");
        }
    }

    public static void main(String[] arguments) throws Exception {
        barriers();
        semaphores();
        phasers();
        Exchanger<String> exchanger = new Exchanger<>();
        String[] received = new String[1];
        Thread partner = start(() -> received[0] = exchanger.exchange("from thread"));
        System.out.print(exchanger.exchange("from main") + " ");
        partner.join();
        System.out.println(received[0]);
        try {
            exchanger.exchange("alone", 1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("nobody came");
        }
    }
}

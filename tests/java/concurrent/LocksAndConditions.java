import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** ReentrantLock with conditions, read-write locks, StampedLock, park and unpark. */
public class LocksAndConditions {
    /** A buffer between producers and consumers, with two conditions. */
    static final class Buffer {
        private final int[] items = new int[3];
        private int head, count;
        private final Lock lock = new ReentrantLock();
        private final Condition notFull = lock.newCondition(), notEmpty = lock.newCondition();

        void put(int item) throws InterruptedException {
            lock.lock();
            try {
                while (count == items.length) notFull.await();
                items[(head + count++) % items.length] = item;
                notEmpty.signal();
            } finally {
                lock.unlock();
            }
        }

        int take() throws InterruptedException {
            lock.lock();
            try {
                while (count == 0) notEmpty.await();
                int item = items[head];
                head = (head + 1) % items.length;
                count--;
                notFull.signal();
                return item;
            } finally {
                lock.unlock();
            }
        }
    }

    static Thread start(Runnable task) {
        Thread thread = new Thread(task);
        thread.start();
        return thread;
    }

    static void buffer() throws InterruptedException {
        Buffer buffer = new Buffer();
        AtomicInteger sum = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            int base = t * 1000;
            threads.add(start(() -> {
                try {
                    for (int i = 0; i < 200; i++) buffer.put(base + i);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }));
            threads.add(start(() -> {
                try {
                    for (int i = 0; i < 200; i++) sum.addAndGet(buffer.take());
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        for (Thread thread : threads) thread.join();
        System.out.println(sum);
    }

    static void reentrant() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock(true);
        lock.lock();
        lock.lock();
        System.out.println(lock.getHoldCount() + " " + lock.isHeldByCurrentThread() + " " + lock.isFair() + " " + lock.isLocked() + " " + lock.tryLock());
        CountDownLatch waiting = new CountDownLatch(1);
        boolean[] got = new boolean[2];
        Thread other = start(() -> {
            got[0] = lock.tryLock();
            waiting.countDown();
            lock.lock();
            got[1] = true;
            lock.unlock();
        });
        waiting.await();
        while (!lock.hasQueuedThread(other)) Thread.yield();
        System.out.println(got[0] + " " + lock.getQueueLength() + " " + lock.hasQueuedThreads());
        for (int i = 0; i < 3; i++) lock.unlock();
        other.join();
        System.out.println(got[1] + " " + lock.isLocked());
        try {
            lock.unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println("not the owner " + e.getMessage());
        }
        Condition condition = lock.newCondition();
        try {
            condition.signal();
        } catch (IllegalMonitorStateException e) {
            System.out.println("signal without lock");
        }
        lock.lock();
        System.out.println(condition.await(1, TimeUnit.MILLISECONDS) + " " + (condition.awaitNanos(1000) <= 0) + " " + lock.hasWaiters(condition));
        lock.unlock();
        lock.lock();
        Thread interrupted = start(() -> {
            try {
                lock.lockInterruptibly();
                System.out.println("not expected");
            } catch (InterruptedException e) {
                System.out.println("interrupted while waiting for the lock " + Thread.currentThread().isInterrupted());
            }
        });
        while (!lock.hasQueuedThread(interrupted)) Thread.yield();
        interrupted.interrupt();
        interrupted.join();
        lock.unlock();
    }

    static void readWrite() throws InterruptedException {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.readLock().lock();
        boolean[] got = new boolean[2];
        Thread other = start(() -> {
            got[0] = lock.readLock().tryLock();
            got[1] = lock.writeLock().tryLock();
            if (got[0]) lock.readLock().unlock();
        });
        other.join();
        System.out.println(got[0] + " " + got[1] + " " + lock.getReadLockCount() + " " + lock.getReadHoldCount() + " " + lock.isWriteLocked() + " " + lock.writeLock().tryLock());
        lock.readLock().unlock();
        lock.writeLock().lock();
        lock.readLock().lock();
        lock.writeLock().unlock();
        System.out.println("downgraded " + lock.getReadLockCount() + " " + lock.isWriteLocked());
        lock.readLock().unlock();
        try {
            lock.readLock().unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            lock.readLock().newCondition();
        } catch (UnsupportedOperationException e) {
            System.out.println("no condition");
        }
        int[] counter = {0};
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++)
            threads.add(start(() -> {
                for (int i = 0; i < 100; i++) {
                    lock.writeLock().lock();
                    counter[0]++;
                    lock.writeLock().unlock();
                    lock.readLock().lock();
                    if (counter[0] == 0) throw new AssertionError();
                    lock.readLock().unlock();
                }
            }));
        for (Thread thread : threads) thread.join();
        System.out.println(counter[0]);
    }

    static void stamped() {
        StampedLock lock = new StampedLock();
        long optimistic = lock.tryOptimisticRead();
        System.out.print(lock.validate(optimistic) + " ");
        long write = lock.writeLock();
        System.out.print(lock.validate(optimistic) + " " + lock.isWriteLocked() + " " + lock.tryReadLock() + " ");
        long read = lock.tryConvertToReadLock(write);
        System.out.print((read != 0) + " " + lock.getReadLockCount() + " " + (lock.tryConvertToWriteLock(read) != 0) + " ");
        System.out.println(lock.isWriteLocked() + " " + lock.tryUnlockWrite() + " " + lock.tryUnlockRead());
        try {
            lock.unlockWrite(12345);
        } catch (IllegalMonitorStateException e) {
            System.out.println("bad stamp");
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        buffer();
        reentrant();
        readWrite();
        stamped();
        LockSupport.unpark(Thread.currentThread());
        LockSupport.park();
        LockSupport.parkNanos(1000);
        Object blocker = "blocker";
        Thread parked = start(() -> LockSupport.park(blocker));
        while (LockSupport.getBlocker(parked) == null) Thread.yield();
        System.out.println(LockSupport.getBlocker(parked));
        LockSupport.unpark(parked);
        parked.join();
        Thread.currentThread().interrupt();
        LockSupport.park();
        System.out.println(Thread.interrupted() + " " + Thread.interrupted());
    }
}

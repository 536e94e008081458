import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** Interruption ends every wait that it should end, before the wait and during it, and is told once. */
public class Interrupts {
    interface Wait {
        void run() throws Exception;
    }

    static void attempt(String what, Wait wait) throws InterruptedException {
        for (boolean before : new boolean[]{true, false}) {
            StringBuilder result = new StringBuilder();
            Thread thread = new Thread(() -> {
                if (before) Thread.currentThread().interrupt();
                try {
                    wait.run();
                    result.append("came back");
                } catch (InterruptedException exception) {
                    result.append("interrupted");
                } catch (Exception exception) {
                    result.append(exception);
                }
                result.append(' ').append(Thread.currentThread().isInterrupted()).append(' ').append(Thread.interrupted()).append(' ').append(Thread.interrupted());
            });
            thread.start();
            for (int i = 0; !before && i < 5000 && thread.getState() != Thread.State.WAITING && thread.getState() != Thread.State.TIMED_WAITING; i++) Thread.sleep(1);
            if (!before) thread.interrupt();
            thread.join(20_000);
            System.out.println(what + (before ? ", before: " : ", during: ") + result + (thread.isAlive() ? " STILL ALIVE" : ""));
        }
    }

    public static void main(String[] arguments) throws Exception {
        Object lock = new Object();
        ReentrantLock held = new ReentrantLock();
        ReentrantReadWriteLock readWrite = new ReentrantReadWriteLock();
        StampedLock stamped = new StampedLock();
        held.lock();
        readWrite.writeLock().lock();
        stamped.writeLock();
        Thread forever = new Thread(() -> LockSupport.parkNanos(Long.MAX_VALUE));
        forever.setDaemon(true);
        forever.start();
        attempt("sleep", () -> Thread.sleep(100_000));
        attempt("sleep of TimeUnit", () -> TimeUnit.DAYS.sleep(1));
        attempt("wait", () -> {
            synchronized (lock) {
                lock.wait();
            }
        });
        attempt("wait with a limit", () -> {
            synchronized (lock) {
                lock.wait(100_000, 5);
            }
        });
        attempt("join", forever::join);
        attempt("join with a limit", () -> forever.join(100_000));
        attempt("park", LockSupport::park);
        attempt("parkNanos", () -> LockSupport.parkNanos(lock, 100_000_000_000L));
        attempt("lockInterruptibly", held::lockInterruptibly);
        attempt("tryLock", () -> held.tryLock(100, TimeUnit.SECONDS));
        attempt("readLock", () -> readWrite.readLock().lockInterruptibly());
        attempt("stamped", stamped::readLockInterruptibly);
        attempt("await", () -> {
            ReentrantLock own = new ReentrantLock();
            Condition condition = own.newCondition();
            own.lock();
            try {
                condition.await();
            } finally {
                own.unlock();
            }
        });
        attempt("latch", () -> new CountDownLatch(1).await());
        attempt("barrier", () -> new CyclicBarrier(2).await());
        attempt("semaphore", () -> new Semaphore(0).acquire());
        attempt("exchanger", () -> new Exchanger<String>().exchange("x"));
        attempt("phaser", () -> new Phaser(2).awaitAdvanceInterruptibly(0));
        attempt("take", () -> new LinkedBlockingQueue<String>().take());
        attempt("put", () -> {
            ArrayBlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
            queue.put("a");
            queue.put("b");
        });
        attempt("transfer", () -> new SynchronousQueue<String>().put("x"));
        attempt("future", () -> new FutureTask<>(() -> 1).get());
        Thread.currentThread().interrupt();
        System.out.println(Thread.currentThread().isInterrupted() + " " + Thread.interrupted() + " " + Thread.interrupted());
        Thread never = new Thread(() -> { });
        never.interrupt();
        System.out.println("not started: " + never.isInterrupted());
    }
}

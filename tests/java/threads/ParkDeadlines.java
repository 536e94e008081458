import java.util.concurrent.locks.LockSupport;

/** Times to park for or until that are long past, or that no clock reaches. */
public class ParkDeadlines {
    private static void until(long deadline) {
        LockSupport.parkUntil(deadline);
        System.out.println("back from " + deadline);
    }

    public static void main(String[] arguments) throws InterruptedException {
        for (long deadline : new long[] {0, 1, -1, 1000, Long.MIN_VALUE, Long.MIN_VALUE / 2, Long.MIN_VALUE / 3, Long.MIN_VALUE / 1000000, Long.MIN_VALUE / 1000000 * 3}) until(deadline);
        for (long nanos : new long[] {0, -1, 1, Long.MIN_VALUE}) LockSupport.parkNanos(nanos);
        Thread[] parked = {new Thread(() -> LockSupport.parkUntil(Long.MAX_VALUE)), new Thread(() -> LockSupport.parkNanos(Long.MAX_VALUE)),
            new Thread(() -> LockSupport.parkUntil(Long.MAX_VALUE / 1000000 * 3))};
        for (Thread thread : parked) thread.start();
        for (Thread thread : parked) {
            while (thread.isAlive() && thread.getState() != Thread.State.TIMED_WAITING) Thread.sleep(1);
            System.out.println(thread.getState());
            LockSupport.unpark(thread);
            thread.join();
        }
        System.out.println("all back");
    }
}

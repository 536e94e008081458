/** main returns while daemons work, sleep, wait and hold locks: the machine ends without them, with status 0; a thread
 * that is no daemon is waited for. */
public class DaemonsLeft {
    private static void daemon(Runnable work) {
        Thread thread = new Thread(() -> { try { work.run(); } finally { System.out.println("a daemon's finally"); } });
        thread.setDaemon(true);
        thread.start();
    }

    public static void main(String[] arguments) throws InterruptedException {
        Object lock = new Object();
        Thread main = Thread.currentThread();
        daemon(() -> { for (long n = 0; ; n++) if (n < 0) return; });
        daemon(() -> { try { Thread.sleep(1_000_000); } catch (InterruptedException e) { System.out.println(e); } });
        daemon(() -> { synchronized (lock) { for (;;) try { lock.wait(); } catch (InterruptedException e) { return; } } });
        daemon(() -> { synchronized (DaemonsLeft.class) { java.util.concurrent.locks.LockSupport.park(); for (;;) Thread.yield(); } });
        Thread last = new Thread(() -> {
            try { main.join(); Thread.sleep(50); } catch (InterruptedException e) { System.out.println(e); }
            System.out.println("the last one");
        });
        last.start();
        System.out.println("main returns " + Thread.currentThread().isDaemon());
    }
}

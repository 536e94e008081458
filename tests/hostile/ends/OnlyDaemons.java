/** When main ends, all that is left are daemons: one spins with a lock that another wants, one waits for ever, one
 * sleeps, one allocates, one floods the output's lock. */
public class OnlyDaemons {
    static volatile int work;
    static Object kept;
    private static void daemon(Runnable action) { Thread t = new Thread(action); t.setDaemon(true); t.setPriority(Thread.MAX_PRIORITY); t.start(); }

    public static void main(String[] arguments) throws Exception {
        Object lock = new Object(), other = new Object();
        daemon(() -> { synchronized (lock) { for (;;) work++; } });
        while (work == 0) Thread.sleep(1);
        daemon(() -> { synchronized (lock) { System.out.println("never"); } });
        daemon(() -> { synchronized (other) { try { other.wait(); } catch (InterruptedException e) { work = 0; } } });
        daemon(() -> { try { Thread.sleep(Long.MAX_VALUE); } catch (InterruptedException e) { work = 0; } });
        daemon(() -> { for (;;) kept = new byte[100_000]; });
        daemon(() -> { for (;;) { try { Thread.sleep(1); throw new IllegalStateException(); } catch (Exception e) { work++; } } });
        Thread.sleep(20);
        System.out.println("main ends");
    }
}

/** The main thread ends with an exception whose handler throws, while others go on. */
public class LastHandler {
    public static void main(String[] arguments) throws Exception {
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> { System.out.println("handler " + e.getMessage()); throw new Error("in the handler"); });
        Thread other = new Thread(() -> { try { Thread.sleep(100); } catch (InterruptedException e) { return; } System.out.println("other ends"); });
        other.start();
        Thread daemon = new Thread(() -> { for (;;) Thread.onSpinWait(); });
        daemon.setDaemon(true);
        daemon.start();
        throw new Exception("first");
    }
}

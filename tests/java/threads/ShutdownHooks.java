/** Hooks run when the program ends, each in its thread, after main; what is uncaught in one hurts none. */
public class ShutdownHooks {
    static volatile int order, spins;

    public static void main(String[] arguments) {
        Runtime runtime = Runtime.getRuntime();
        Thread failing = new Thread(() -> {
            order++;
            throw new IllegalStateException("in a hook");
        }, "failing");
        Thread removed = new Thread(() -> System.out.println("was removed"));
        Thread last = new Thread(() -> {
            try {
                failing.join();
                Thread.sleep(10);
            } catch (InterruptedException exception) {
                System.out.println(exception);
            }
            System.out.println("last words, " + order + ", " + Thread.currentThread().getName());
            try {
                runtime.addShutdownHook(new Thread());
            } catch (IllegalStateException exception) {
                System.out.println(exception.getMessage());
            }
        }, "last");
        for (Thread hook : new Thread[]{failing, removed, last}) runtime.addShutdownHook(hook);
        System.out.println(runtime.removeShutdownHook(removed) + " " + runtime.removeShutdownHook(removed));
        try {
            runtime.addShutdownHook(last);
        } catch (IllegalArgumentException exception) {
            System.out.println(exception.getMessage());
        }
        Thread daemon = new Thread(() -> {
            while (true) spins++;
        });
        daemon.setDaemon(true);
        daemon.start();
        new Thread(() -> {
            System.out.println("another thread ends the program");
            System.exit(7);
        }).start();
    }
}

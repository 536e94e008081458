/** Exceptions that nobody catches, in main after other threads, which end first: default handlers, own ones, groups;
 * status 1 and the words on standard error. */
public class UncaughtEverywhere {
    static class Own extends ThreadGroup {
        Own() { super("own group"); }
        @Override public void uncaughtException(Thread t, Throwable e) { System.out.println("group heard of " + e.getMessage() + " in " + t.getName()); }
    }

    private static void run(Thread thread) throws InterruptedException {
        thread.start();
        thread.join();
        System.out.println(thread.getName() + " " + thread.getState());
    }

    public static void main(String[] arguments) throws InterruptedException {
        Runnable fails = () -> { throw new IllegalArgumentException("failing", new RuntimeException("cause")); };
        run(new Thread(fails, "plain"));
        run(new Thread(new Own(), fails, "in group"));
        Thread handled = new Thread(fails, "handled");
        handled.setUncaughtExceptionHandler((t, e) -> System.out.println("handler heard of " + e.getMessage() + " in " + t.getName()));
        run(handled);
        run(new Thread(() -> { throw new StackOverflowError(); }, "error"));
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> { System.err.println("default heard of " + e); if (t.getName().equals("main")) System.err.println("at the end"); });
        run(new Thread(fails, "by default"));
        throw new UnsupportedOperationException("main fails");
    }
}

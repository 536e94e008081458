/** Hooks that throw, recurse, start threads, add and remove hooks, exhaust the heap, never begin; and the exit is the
 * first one's. */
public class HookGames {
    static int deep(int n) { return deep(n + 1) + 1; }

    public static void main(String[] arguments) throws Exception {
        Runtime runtime = Runtime.getRuntime();
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> { });
        Thread first = new Thread(() -> { throw new IllegalStateException(); });
        runtime.addShutdownHook(first);
        runtime.addShutdownHook(new Thread(() -> deep(0)));
        runtime.addShutdownHook(new Thread(() -> { java.util.List<byte[]> all = new java.util.ArrayList<>(); for (;;) all.add(new byte[1 << 20]); }));
        runtime.addShutdownHook(new Thread(() -> {
            Attack.kind("added", () -> runtime.addShutdownHook(new Thread()));
            Attack.kind("removed", () -> runtime.removeShutdownHook(first));
            Thread started = new Thread(() -> System.out.println("started by a hook"));
            started.start();
            try {
                started.join();
            } catch (InterruptedException e) {
                return;
            }
            System.out.println("hook ends");
        }));
        Attack.kind("twice", () -> runtime.addShutdownHook(first));
        Attack.kind("null", () -> runtime.addShutdownHook(null));
        Attack.kind("running", () -> runtime.addShutdownHook(Thread.currentThread()));
        for (int i = 0; i < 200; i++) runtime.addShutdownHook(new Thread(() -> { }));
        Thread other = new Thread(() -> System.exit(21));
        other.start();
        other.join(60_000);  // it never comes back
    }
}

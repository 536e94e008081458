/** System.exit deep in finally blocks and locks: nothing after it runs but the shutdown hooks, the status is cut to a
 * byte, output without a line end arrives. */
public class ExitInFinally {
    static int work(int n) {
        try {
            if (n == 0) throw new IllegalStateException("never seen");
            return work(n - 1);
        } finally {
            if (n == 2) {
                synchronized (ExitInFinally.class) {
                    System.out.println("leaving with " + Thread.holdsLock(ExitInFinally.class));
                    System.err.print("no line end");
                    System.exit(256 * 3 + 41);
                }
            }
            System.out.println("finally " + n);
        }
    }

    public static void main(String[] arguments) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook " + arguments.length + " " + String.join(",", arguments))));
        try {
            work(5);
        } catch (IllegalStateException e) {
            System.out.println("not here");
        }
    }
}

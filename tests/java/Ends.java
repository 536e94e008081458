/** Ends while daemon threads make objects and refer to them. */
public class Ends {
    static Object[][] last = new Object[8][];

    public static void main(String[] arguments) throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            int at = i;
            Thread thread = new Thread(() -> {
                for (;;) last[at] = new Object[] {new int[3], last[at] == null ? null : last[at][0], new Object()};
            });
            thread.setDaemon(true);
            thread.start();
        }
        Thread.sleep(50);
    }
}

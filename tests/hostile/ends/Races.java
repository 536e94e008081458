/** Threads that all end the machine at once, with hooks that end it again. */
public class Races {
    public static void main(String[] arguments) throws Exception {
        System.out.println("begins");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> { System.out.println("hook"); System.out.flush(); }));
        for (int i = 0; i < 20; i++) new Thread(() -> { for (;;) System.exit(7); }).start();
        Thread.sleep(60_000);
    }
}

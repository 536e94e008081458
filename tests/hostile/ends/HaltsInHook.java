/** A hook that hangs, beside one that stops the machine. */
public class HaltsInHook {
    public static void main(String[] arguments) throws Exception {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> { for (;;) Thread.onSpinWait(); }));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> { try { Thread.sleep(50); } catch (InterruptedException e) { return; } Runtime.getRuntime().halt(9); }));
        System.out.println("ends");
        System.exit(3);
    }
}

/** Without System.out, System.err and System.in. */
public class NoOutput {
    public static void main(String[] arguments) throws Exception {
        System.out.println("last words");
        System.setOut(null);
        System.setErr(null);
        System.setIn(null);
        Thread thread = new Thread(() -> { throw new IllegalStateException(); });
        thread.start();
        thread.join();
        System.out.println("nobody hears it");
    }
}

/** The main thread ends by depth, in an initialiser, while its handler recurses as well; a second thread says the last
 * word. */
public class DiesOfDepth {
    static class Deep { static int x = fall(0); static int fall(int n) { return fall(n + 1) + 1; } }
    public static void main(String[] arguments) {
        Thread main = Thread.currentThread();
        new Thread(() -> { try { main.join(); } catch (InterruptedException e) { return; } System.out.println("last"); }).start();
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> { System.out.println(e.getClass().getName()); Deep.fall(0); });
        System.out.println(Deep.x);
    }
}

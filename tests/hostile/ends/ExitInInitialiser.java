/** The machine is ended while a class is initialised, in a thread that another one waits for. */
public class ExitInInitialiser {
    static class Ending { static int x; static { System.out.println("initialising"); System.exit(4); } }
    public static void main(String[] arguments) throws Exception {
        Thread thread = new Thread(() -> System.out.println(Ending.x));
        thread.start();
        System.out.println(Ending.x);
    }
}

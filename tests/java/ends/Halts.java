/** Runtime.halt: no hooks, no finally, the status as given. */
public class Halts {
    public static void main(String[] arguments) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("never")));
        try {
            System.out.println("halting");
            System.out.flush();
            Runtime.getRuntime().halt(77);
        } finally {
            System.out.println("never");
        }
    }
}

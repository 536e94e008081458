/** Fault, while another thread computes. */
public class FaultBeside {
    static volatile int sink;

    static void spin() {
        for (int i = 0;; i++) sink = i;
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread thread = new Thread(FaultBeside::spin);
        thread.setDaemon(true);
        thread.start();
        while (sink < 1000) Thread.sleep(1);
        Fault.main(arguments);
    }
}

import java.io.IOException;

/** Works and allocates until its input ends. See tests/screen.t. */
public class Busy {
    static volatile int sink;
    static volatile Object kept;

    private static int work(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) sum += i ^ sum;
        return sum;
    }

    private static void allocate() {
        kept = new byte[65536];
    }

    private static void pause() {
        try {
            Thread.sleep(2);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void round(int n) {
        sink += work(n);
        allocate();
    }

    public static void main(String[] arguments) throws IOException {
        Thread worker = new Thread(() -> {
            for (int n = 0; ; n++) {
                round(10_000 + n % 1000);
                pause();
            }
        }, "worker");
        worker.setDaemon(true);
        worker.start();
        while (System.in.read() >= 0) continue;
        System.out.println("ended");
    }
}

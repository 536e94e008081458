/** Writes more than the log's ring for output holds, while another thread counts. */
public class Writing {
    private static volatile int count;

    public static void main(String[] arguments) {
        Thread counter = new Thread(() -> {
            for (;;) count++;
        });
        counter.setDaemon(true);
        counter.start();
        byte[] bytes = new byte[1 << 14];
        for (int i = 0; i < 600; i++) System.out.write(bytes, 0, bytes.length);
        System.out.flush();
    }
}

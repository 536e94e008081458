import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Random;

/**
 * Bytes there and back, one after the other, with gaps of all lengths in between: from none to longer than any end of a
 * connection stays awake. A wake-up that is lost would show as a time-out. Arguments: port, how many.
 */
public class Gaps {
    static void spin(long ns) {
        long since = System.nanoTime();
        while (System.nanoTime() - since < ns) Thread.onSpinWait();
    }

    public static void main(String[] arguments) throws Exception {
        Random random = new Random(7);
        int count = Integer.parseInt(arguments[1]);
        try (Socket socket = new Socket("localhost", Integer.parseInt(arguments[0]))) {
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            socket.setSoTimeout(30_000);
            socket.setTcpNoDelay(true);
            out.write('e');
            for (int i = 0; i < count; i++) {
                int what = random.nextInt(500);
                if (what == 0) Thread.sleep(1);
                if (what > 350) spin(random.nextInt(150_000));
                out.write(i);
                int answer = in.read();
                if (answer != (i & 255)) throw new IllegalStateException(i + ": " + answer);
            }
        }
        System.out.println(count + " answers");
    }
}

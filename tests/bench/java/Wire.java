import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;

/**
 * Both ends of connections on the loopback interface. "serve" prints its port, sends back what comes to those that begin with 'p', and counts what comes from others,
 * until its input ends. "ping PORT N": microseconds of one byte there and back, the median. "stream PORT MB": megabytes a second, written in pieces of 64 KiB.
 */
public class Wire {
    private static void answer(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            boolean echoes = in.read() == 'p';
            byte[] buffer = new byte[1 << 16];
            for (int count; (count = in.read(buffer)) > 0;) {
                if (echoes) out.write(buffer, 0, count);
            }
            out.write(1);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void serve() throws IOException {
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        System.out.println(server.getLocalPort());
        Thread accepting = new Thread(() -> {
            while (true) {
                try {
                    Socket socket = server.accept();
                    new Thread(() -> answer(socket)).start();
                } catch (IOException e) {
                    return;
                }
            }
        });
        accepting.setDaemon(true);
        accepting.start();
        while (System.in.read() >= 0) continue;
        System.exit(0);
    }

    private static double ping(Socket socket, int count) throws IOException {
        InputStream in = socket.getInputStream();
        OutputStream out = socket.getOutputStream();
        long[] times = new long[count];
        socket.setTcpNoDelay(true);
        out.write('p');
        for (int i = -count / 2; i < count; i++) {
            long start = System.nanoTime();
            out.write(i);
            in.read();
            if (i >= 0) times[i] = System.nanoTime() - start;
        }
        Arrays.sort(times);
        return times[count / 2] / 1e3;
    }

    private static double stream(Socket socket, int megabytes) throws IOException {
        byte[] piece = new byte[1 << 16];
        OutputStream out = socket.getOutputStream();
        out.write('s');
        long start = System.nanoTime();
        for (long sent = 0; sent < megabytes * 1_000_000L; sent += piece.length) out.write(piece);
        socket.shutdownOutput();
        socket.getInputStream().read();
        return megabytes / ((System.nanoTime() - start) / 1e9);
    }

    public static void main(String[] arguments) throws IOException {
        if (arguments[0].equals("serve")) {
            serve();
            return;
        }
        try (Socket socket = new Socket("localhost", Integer.parseInt(arguments[1]))) {
            int count = Integer.parseInt(arguments[2]);
            System.out.println(arguments[0].equals("ping") ? ping(socket, count) : stream(socket, count));
        }
    }
}

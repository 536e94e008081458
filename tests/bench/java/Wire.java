import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;

/**
 * Both ends of connections on the loopback interface. "serve" prints its port, sends back what comes to those that
 * begin with 'p', and counts what comes from others, until its input ends. "ping PORT N": microseconds of one byte
 * there and back, the median. "stream PORT MB": megabytes a second, written in pieces of 64 KiB. "many PORT N":
 * milliseconds in which N connections are made, a byte is sent there and back on each, and all are closed. With port 0
 * the program serves itself.
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

    private static int listen() throws IOException {
        ServerSocket server = new ServerSocket(0, 1000, InetAddress.getLoopbackAddress());
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
        return server.getLocalPort();
    }

    private static void serve() throws IOException {
        System.out.println(listen());
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

    private static double many(int port, int count) throws IOException {
        Socket[] sockets = new Socket[count];
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            sockets[i] = new Socket("localhost", port);
            sockets[i].getOutputStream().write('p');
        }
        for (Socket socket : sockets) socket.getOutputStream().write(7);
        for (Socket socket : sockets) {
            if (socket.getInputStream().read() != 7) throw new IOException("another byte");
            socket.close();
        }
        return (System.nanoTime() - start) / 1e6;
    }

    public static void main(String[] arguments) throws IOException {
        if (arguments[0].equals("serve")) {
            serve();
            return;
        }
        int port = Integer.parseInt(arguments[1]), count = Integer.parseInt(arguments[2]);
        if (port == 0) port = listen();
        if (arguments[0].equals("many")) {
            System.out.println(many(port, count));
            return;
        }
        try (Socket socket = new Socket("localhost", port)) {
            System.out.println(arguments[0].equals("ping") ? ping(socket, count) : stream(socket, count));
        }
    }
}

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;

/** Talks to the server of tests/net.t at the port that is its first argument, in all ways; nobody listens at the
 * second. */
public class Outside extends Steps {
    static int port;

    /** A connection to which the server does what the letter says. */
    static Socket to(char command) throws IOException {
        Socket socket = new Socket("localhost", port);
        socket.getOutputStream().write(command);
        return socket;
    }

    static int sum(InputStream in) throws IOException {
        int sum = 0, count;
        long bytes = 0;
        byte[] buffer = new byte[30000];
        while ((count = in.read(buffer)) > 0) {
            for (int i = 0; i < count; i++) sum = sum * 31 + buffer[i];
            bytes += count;
        }
        System.out.println(bytes + " bytes");
        return sum;
    }

    static void addresses() throws IOException {
        try (Socket socket = to('e')) {
            InetSocketAddress remote = (InetSocketAddress) socket.getRemoteSocketAddress();
            System.out.println(remote.getAddress() + " " + (remote.getPort() == port) + " " + socket.getLocalAddress() + " " + (socket.getLocalPort() > 1023)
                    + " " + socket.isConnected() + " " + socket.isBound());
        }
    }

    static void halfClosing() throws IOException {
        try (Socket socket = to('e')) {
            socket.getOutputStream().write("half".getBytes());
            socket.shutdownOutput();
            System.out.println(new String(socket.getInputStream().readAllBytes()));
            try {
                socket.getOutputStream().write(1);
            } catch (SocketException e) {
                System.out.println(e);
            }
        }
    }

    static void largeTransfers() throws Exception {
        byte[] data = new byte[3_000_001];
        for (int i = 0; i < data.length; i++) data[i] = (byte) (i * 7 + i / 251);
        try (Socket socket = to('e')) {
            Thread writer = new Thread(() -> {
                try {
                    socket.getOutputStream().write(data);
                    socket.shutdownOutput();
                } catch (IOException e) {
                    System.out.println(e);
                }
            });
            writer.start();
            System.out.println(sum(socket.getInputStream()));
            writer.join();
        }
    }

    /** The server takes nothing for a while, and all that was written before the end arrives. */
    static void slowReader() throws Exception {
        try (Socket socket = to('w')) {
            socket.getOutputStream().write(new byte[2_000_000]);
            socket.shutdownOutput();
            System.out.println(new String(socket.getInputStream().readAllBytes()));
        }
    }

    static void reset() throws IOException {
        try (Socket socket = to('r')) {
            System.out.println(socket.getInputStream().read());
        }
    }

    static void writingAfterReset() throws Exception {
        try (Socket socket = to('r')) {
            try {
                socket.getInputStream().read();
            } catch (SocketException e) {
                System.out.println(e.getMessage());
            }
            socket.getOutputStream().write(1);
        }
    }

    static void writingToNobody() throws Exception {
        try (Socket socket = to('q')) {
            System.out.println(socket.getInputStream().read());
            OutputStream out = socket.getOutputStream();
            for (int i = 0; i < 1000; i++) {
                out.write(1);
                Thread.sleep(5);
            }
        }
    }

    static void readTimeout() throws IOException {
        try (Socket socket = to('s')) {
            socket.setSoTimeout(50);
            socket.getInputStream().read();
        }
    }

    static void closedWhileReading() throws Exception {
        Socket socket = to('s');
        Thread closer = new Thread(() -> {
            try {
                Thread.sleep(50);
                socket.close();
            } catch (Exception e) {
                System.out.println(e);
            }
        });
        closer.start();
        try {
            socket.getInputStream().read();
        } finally {
            closer.join();
        }
    }

    /** What the server reads of a connection that ends without a farewell. */
    static void resetting() throws IOException {
        try (Socket socket = to('l'); Socket asking = to('l')) {
            socket.setSoLinger(true, 0);
            socket.getOutputStream().write("lost".getBytes());
            socket.close();
            asking.shutdownOutput();
            System.out.println(new String(asking.getInputStream().readAllBytes()).isEmpty());
        }
    }

    static void many() throws Exception {
        Thread[] threads = new Thread[40];
        int[] got = new int[threads.length];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                try (Socket socket = to('e')) {
                    for (int j = 0; j < 20; j++) {
                        socket.getOutputStream().write(number);
                        got[number] += socket.getInputStream().read();
                    }
                } catch (IOException e) {
                    System.out.println(e);
                }
            });
            threads[i].start();
        }
        int sum = 0;
        for (int i = 0; i < threads.length; i++) {
            threads[i].join();
            sum += got[i];
        }
        System.out.println(sum);
    }

    static void selecting() throws IOException {
        try (Selector selector = Selector.open(); SocketChannel channel = SocketChannel.open()) {
            channel.configureBlocking(false);
            if (!channel.connect(new InetSocketAddress("localhost", port))) {
                channel.register(selector, SelectionKey.OP_CONNECT);
                selector.select();
                System.out.println(channel.finishConnect());
            }
            channel.register(selector, SelectionKey.OP_READ);
            channel.write(ByteBuffer.wrap("eselected".getBytes()));
            ByteBuffer buffer = ByteBuffer.allocate(8);
            while (buffer.hasRemaining()) {
                selector.select();
                selector.selectedKeys().clear();
                channel.read(buffer);
            }
            System.out.println(new String(buffer.array()));
        }
    }

    static void refusedWhileSelecting() throws IOException {
        try (Selector selector = Selector.open(); SocketChannel channel = SocketChannel.open()) {
            channel.configureBlocking(false);
            channel.connect(new InetSocketAddress("localhost", refused));
            channel.register(selector, SelectionKey.OP_CONNECT);
            selector.select();
            channel.finishConnect();
        }
    }

    static void asynchronous() throws Exception {
        try (AsynchronousSocketChannel channel = AsynchronousSocketChannel.open()) {
            channel.connect(new InetSocketAddress("localhost", port)).get(20, TimeUnit.SECONDS);
            channel.write(ByteBuffer.wrap("easy".getBytes())).get(20, TimeUnit.SECONDS);
            channel.shutdownOutput();
            ByteBuffer buffer = ByteBuffer.allocate(10);
            while (channel.read(buffer).get(20, TimeUnit.SECONDS) >= 0) continue;
            System.out.println(new String(buffer.array(), 0, buffer.position()));
        }
    }

    static int refused;

    public static void main(String[] arguments) throws Exception {
        port = Integer.parseInt(arguments[0]);
        refused = Integer.parseInt(arguments[1]);
        step("addresses", Outside::addresses);
        step("half closing", Outside::halfClosing);
        step("large transfers", Outside::largeTransfers);
        step("a slow reader", Outside::slowReader);
        step("reset", Outside::reset);
        step("writing after a reset", Outside::writingAfterReset);
        step("writing to nobody", Outside::writingToNobody);
        step("time-out", Outside::readTimeout);
        step("closed while reading", Outside::closedWhileReading);
        step("resetting", Outside::resetting);
        step("many", Outside::many);
        step("selecting", Outside::selecting);
        step("asynchronous", Outside::asynchronous);
        step("refused", () -> new Socket("localhost", refused));
        step("refused while selecting", Outside::refusedWhileSelecting);
        step("refused soon", () -> new Socket().connect(new InetSocketAddress("localhost", refused), 5000));
        step("unknown", () -> InetAddress.getByName("name with blanks"));
    }
}

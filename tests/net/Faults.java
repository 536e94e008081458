import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * Ways in which a peer misbehaves, each a line with what the program sees: first peers on the host, which are those of
 * tests/lib/Server.pm at the port that is the first argument, while nobody listens at the second; then peers in the
 * same program.
 */
public class Faults {
    interface Fault {
        Object meet() throws Exception;
    }

    static int number;
    static int port;
    static int nobody;

    static void fault(String name, Fault fault) {
        Object seen;
        try {
            seen = fault.meet();
        } catch (Exception e) {
            seen = e;
        }
        System.out.println(++number + " " + name + ": " + seen);
    }

    static Socket to(char command) throws IOException {
        Socket socket = new Socket("localhost", port);
        socket.setSoTimeout(20000);
        socket.getOutputStream().write(command);
        return socket;
    }

    static Object read(Socket socket) throws IOException {
        try (socket) {
            return socket.getInputStream().read();
        }
    }

    static byte[] message(Socket socket) throws IOException {
        try (socket; DataInputStream in = new DataInputStream(socket.getInputStream())) {
            byte[] bytes = new byte[in.readInt()];
            in.readFully(bytes);
            return bytes;
        }
    }

    /** Until it fails. */
    static Object writeOn(Socket socket) throws Exception {
        try (socket) {
            for (int i = 0; i < 1000; i++) {
                socket.getOutputStream().write(new byte[10]);
                Thread.sleep(2);
            }
        }
        return "no failure";
    }

    /** What a channel that does not wait still takes when its peer takes nothing. */
    static Object writeToNobodyWhoReads() throws IOException {
        try (SocketChannel channel = SocketChannel.open(new InetSocketAddress("localhost", port)); Selector selector = Selector.open()) {
            channel.write(ByteBuffer.wrap("t".getBytes()));
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_WRITE);
            ByteBuffer much = ByteBuffer.allocate(1 << 20);
            int empty = 0;
            for (int i = 0; i < 1000 && empty < 3; i++) {
                much.clear();
                channel.write(much);
                empty = selector.select(200) == 0 ? empty + 1 : 0;
                selector.selectedKeys().clear();
            }
            return empty == 3 ? "takes no more" : "takes all";
        }
    }

    /** What the server does is said by the method, too. */
    static Object request(String method, int timeout) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) new URL("http://localhost:" + port + "/").openConnection();
        connection.setRequestMethod(method);
        connection.setReadTimeout(timeout);
        try (InputStream in = connection.getInputStream()) {
            return connection.getResponseCode() + ", " + in.readAllBytes().length + " bytes";
        }
    }

    static Thread later(Fault fault) {
        Thread thread = new Thread(() -> {
            try {
                Thread.sleep(60);
                fault.meet();
            } catch (Exception e) {
                System.out.println("later " + e);
            }
        });
        thread.start();
        return thread;
    }

    static Object nothing(AutoCloseable closed) throws Exception {
        closed.close();
        return null;
    }

    static void host() {
        fault("nobody listens", () -> new Socket("localhost", nobody));
        fault("nobody listens, in time", () -> {
            new Socket().connect(new InetSocketAddress("localhost", nobody), 5000);
            return null;
        });
        fault("nobody listens, for a channel", () -> SocketChannel.open(new InetSocketAddress("localhost", nobody)));
        fault("resets while we read", () -> read(to('r')));
        fault("resets while we write", () -> {
            Socket socket = to('r');
            try {
                socket.getInputStream().read();
            } catch (IOException e) {
                System.out.print(e.getMessage() + ", ");
            }
            return writeOn(socket);
        });
        fault("closes at once", () -> read(to('q')));
        fault("closes, and we write", () -> {
            Socket socket = to('q');
            System.out.print(socket.getInputStream().read() + ", ");
            return writeOn(socket);
        });
        fault("closes its half, and still hears", () -> {
            try (Socket socket = to('h')) {
                System.out.print(socket.getInputStream().read() + ", ");
                for (int i = 0; i < 20; i++) socket.getOutputStream().write(new byte[1000]);
                return "written";
            }
        });
        fault("never answers", () -> {
            Socket socket = to('s');
            socket.setSoTimeout(40);
            return read(socket);
        });
        fault("never answers a selector", () -> {
            try (SocketChannel channel = SocketChannel.open(new InetSocketAddress("localhost", port)); Selector selector = Selector.open()) {
                channel.write(ByteBuffer.wrap("s".getBytes()));
                channel.configureBlocking(false);
                channel.register(selector, SelectionKey.OP_READ);
                return selector.select(40);
            }
        });
        fault("answers byte by byte", () -> {
            try (Socket socket = to('b')) {
                return new String(socket.getInputStream().readAllBytes()).trim();
            }
        });
        fault("closes in the middle of a message", () -> message(to('m')));
        fault("resets in the middle of a message", () -> message(to('M')));
        fault("takes nothing", Faults::writeToNobodyWhoReads);
        fault("closed by us while we read", () -> {
            Socket socket = to('s');
            Thread closer = later(() -> nothing(socket));
            try {
                return socket.getInputStream().read();
            } finally {
                closer.join();
            }
        });
        fault("interrupted while a channel reads", () -> {
            SocketChannel channel = SocketChannel.open(new InetSocketAddress("localhost", port));
            channel.write(ByteBuffer.wrap("s".getBytes()));
            Thread reader = Thread.currentThread();
            Thread interrupter = later(() -> {
                reader.interrupt();
                return null;
            });
            try {
                return channel.read(ByteBuffer.allocate(1));
            } finally {
                Thread.interrupted();
                interrupter.join();
            }
        });
        fault("answers what is no HTTP", () -> request("GET", 20000));
        fault("ends where HTTP should be", () -> request("POST", 20000));
        fault("answers no HTTP in time", () -> request("DELETE", 60));
        fault("resets where HTTP should be", () -> request("OPTIONS", 20000));
        fault("has no name", () -> InetAddress.getByName("name with blanks"));
        fault("has no name to connect to", () -> new Socket("name with blanks", port));
    }

    static Object fillBacklog() throws IOException {
        List<Socket> waiting = new ArrayList<>();
        try (ServerSocket server = new ServerSocket(0, 1)) {
            try {
                for (int i = 0; i < 20; i++) {
                    Socket socket = new Socket();
                    waiting.add(socket);
                    socket.connect(server.getLocalSocketAddress(), 150);
                }
            } finally {
                for (Socket socket : waiting) socket.close();
            }
        }
        return "all come in";
    }

    static void loopback() throws Exception {
        fault("nobody listens on ::1", () -> new Socket("::1", nobody));
        fault("its queue is full", Faults::fillBacklog);
        try (ServerSocket server = new ServerSocket(0)) {
            fault("has our port", () -> new ServerSocket(server.getLocalPort()));
            server.setSoTimeout(30);
            fault("does not come", server::accept);
            fault("closed by us while we accept", () -> {
                ServerSocket other = new ServerSocket(0);
                Thread closer = later(() -> nothing(other));
                try {
                    return other.accept();
                } finally {
                    closer.join();
                }
            });
            fault("resets in the same program", () -> {
                try (Socket client = new Socket("localhost", server.getLocalPort()); Socket served = server.accept()) {
                    client.setSoLinger(true, 0);
                    client.close();
                    return served.getInputStream().read();
                }
            });
        }
        fault("is not ours to be", () -> new ServerSocket(0, 1, InetAddress.getByName("203.0.113.7")));
        fault("does not hear datagrams", () -> {
            try (DatagramSocket socket = new DatagramSocket(); DatagramSocket gone = new DatagramSocket()) {
                socket.connect(InetAddress.getByName("127.0.0.1"), gone.getLocalPort());
                gone.close();
                socket.setSoTimeout(5000);
                socket.send(new DatagramPacket(new byte[1], 1));
                socket.receive(new DatagramPacket(new byte[1], 1));
                return null;
            }
        });
        fault("sends no datagram", () -> {
            try (DatagramSocket socket = new DatagramSocket()) {
                socket.setSoTimeout(30);
                socket.receive(new DatagramPacket(new byte[1], 1));
                return null;
            }
        });
    }

    public static void main(String[] arguments) throws Exception {
        port = Integer.parseInt(arguments[0]);
        nobody = Integer.parseInt(arguments[1]);
        host();
        loopback();
    }
}

import java.io.*;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.util.*;
import java.util.concurrent.*;

// Servers with several clients: a thread for each, and one thread with a selector for all.
public class EchoServer {
    static final int CLIENTS = 8, LINES = 50;

    static void serveThreads(ServerSocket server) {
        try {
            for (int i = 0; i < CLIENTS; i++) {
                Socket socket = server.accept();
                new Thread(() -> {
                    try (socket; BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
                         PrintWriter out = new PrintWriter(socket.getOutputStream(), true)) {
                        for (String line; (line = in.readLine()) != null;) out.println(line.toUpperCase());
                    } catch (IOException e) {
                        System.out.println("server " + e);
                    }
                }).start();
            }
        } catch (IOException e) {
            System.out.println("server " + e);
        }
    }

    static void serveSelector(ServerSocketChannel server) {
        try (Selector selector = Selector.open()) {
            server.configureBlocking(false);
            server.register(selector, SelectionKey.OP_ACCEPT);
            for (int open = 0, ended = 0; ended < CLIENTS;) {
                selector.select();
                for (SelectionKey key : selector.selectedKeys()) {
                    if (key.isAcceptable()) {
                        SocketChannel made = server.accept();
                        if (made == null) continue;
                        made.configureBlocking(false);
                        made.register(selector, SelectionKey.OP_READ);
                        open++;
                    } else if (key.isReadable()) {
                        SocketChannel channel = (SocketChannel) key.channel();
                        ByteBuffer buffer = ByteBuffer.allocate(1000);
                        int n = channel.read(buffer);
                        if (n < 0) {
                            channel.close();
                            ended++;
                            continue;
                        }
                        buffer.flip();
                        for (int i = 0; i < n; i++) buffer.put(i, (byte) Character.toUpperCase(buffer.get(i)));
                        while (buffer.hasRemaining()) channel.write(buffer);
                    }
                }
                selector.selectedKeys().clear();
            }
        } catch (IOException e) {
            System.out.println("server " + e);
        }
    }

    static List<String> clients(int port) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(CLIENTS);
        List<Future<String>> results = new ArrayList<>();
        for (int c = 0; c < CLIENTS; c++) {
            int number = c;
            results.add(pool.submit(() -> {
                int sum = 0;
                try (Socket socket = new Socket("localhost", port); BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
                     PrintWriter out = new PrintWriter(socket.getOutputStream(), true)) {
                    for (int i = 0; i < LINES; i++) {
                        out.println("client " + number + " line " + i);
                        String line = in.readLine();
                        if (line.equals("CLIENT " + number + " LINE " + i)) sum++;
                    }
                }
                return number + ":" + sum;
            }));
        }
        List<String> texts = new ArrayList<>();
        for (Future<String> result : results) texts.add(result.get());
        pool.shutdown();
        return texts;
    }

    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            Thread thread = new Thread(() -> serveThreads(server));
            thread.start();
            System.out.println(clients(server.getLocalPort()));
            thread.join();
        }
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(0))) {
            Thread thread = new Thread(() -> serveSelector(server));
            thread.start();
            System.out.println(clients(server.socket().getLocalPort()));
            thread.join();
        }
        // More connections than the backlog has room for wait until somebody accepts.
        try (ServerSocket server = new ServerSocket(0, 1)) {
            Thread thread = new Thread(() -> {
                try {
                    Thread.sleep(200);
                } catch (InterruptedException e) {
                    System.out.println(e);
                }
                serveThreads(server);
            });
            thread.start();
            System.out.println(clients(server.getLocalPort()));
            thread.join();
        }
    }
}

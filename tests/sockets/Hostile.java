import java.io.*;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.util.*;

// Takes what there is of sockets, buffers, ports and datagrams; each time an exception, and everything comes back.
public class Hostile {
    static void closeAll(List<? extends Closeable> all) throws IOException {
        for (Closeable one : all) one.close();
        all.clear();
    }

    static void sockets() throws IOException {
        List<SocketChannel> all = new ArrayList<>();
        try {
            while (true) all.add(SocketChannel.open());
        } catch (SocketException e) {
            System.out.println(e + " " + (all.size() > 15000));
        }
        closeAll(all);
    }

    static void buffers() throws IOException {
        List<Channel> all = new ArrayList<>();
        ByteBuffer data = ByteBuffer.allocateDirect(1 << 20);
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress("127.0.0.1", 0))) {
            long sum = 0;
            String end = "none";
            for (int i = 0; i < 4000 && end.equals("none"); i++) {
                SocketChannel client = SocketChannel.open(server.getLocalAddress());
                all.add(client);
                all.add(server.accept());
                client.configureBlocking(false);
                try {
                    data.clear();
                    sum += client.write(data);
                } catch (IOException e) {
                    end = e.toString();
                }
            }
            System.out.println(end + " " + (sum > 56 << 20 && sum <= 64 << 20));
        }
        closeAll(all);
    }

    static void queue() throws IOException {
        List<SocketChannel> all = new ArrayList<>();
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress("127.0.0.1", 0), 3)) {
            int connected = 0;
            for (int i = 0; i < 20; i++) {
                SocketChannel client = SocketChannel.open();
                all.add(client);
                client.configureBlocking(false);
                client.connect(server.getLocalAddress());
                if (client.finishConnect()) connected++;
            }
            System.out.println(connected);
            server.accept().close();
            System.out.println(all.get(4).finishConnect() + " " + all.get(5).finishConnect());
        }
        try {
            all.get(5).finishConnect();
        } catch (IOException e) {
            System.out.println(e);
        }
        closeAll(all);
    }

    static void datagrams() throws IOException {
        try (DatagramChannel to = DatagramChannel.open().bind(new InetSocketAddress("127.0.0.1", 0)); DatagramChannel from = DatagramChannel.open()) {
            for (int i = 0; i < 20000; i++) from.send(ByteBuffer.wrap(new byte[1000]), to.getLocalAddress());
            to.configureBlocking(false);
            int got = 0;
            while (to.receive(ByteBuffer.allocate(2000)) != null) got++;
            System.out.println(got > 50 && got < 1000);
        }
    }

    static void ports() throws IOException {
        List<DatagramChannel> all = new ArrayList<>();
        Set<SocketAddress> addresses = new HashSet<>();
        for (int i = 0; i < 10000; i++) {
            all.add(DatagramChannel.open().bind(null));
            addresses.add(all.get(i).getLocalAddress());
        }
        System.out.println(addresses.size());
        closeAll(all);
    }

    public static void main(String[] arguments) throws Exception {
        for (int round = 0; round < 2; round++) {
            sockets();
            buffers();
            queue();
            datagrams();
            ports();
        }
    }
}

import static other.net.Ends.*;

import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.nio.file.*;
import java.util.*;

// Sockets that are names in the file system, with a selector, without waiting, and with much data.
public class UnixSelecting {
    static void selecting(ServerSocketChannel server) throws Exception {
        try (Selector selector = Selector.open()) {
            server.configureBlocking(false);
            System.out.println(server.accept());
            server.register(selector, SelectionKey.OP_ACCEPT);
            List<SocketChannel> clients = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                SocketChannel client = SocketChannel.open(StandardProtocolFamily.UNIX);
                client.configureBlocking(false);
                System.out.println(client.connect(server.getLocalAddress()) + " " + client.isConnectionPending());
                clients.add(client);
            }
            int accepted = 0, ended = 0, bytes = 0;
            for (SocketChannel client : clients) client.write(bytes("from a client"));
            while (ended < 3) {
                selector.select();
                for (Iterator<SelectionKey> keys = selector.selectedKeys().iterator(); keys.hasNext(); keys.remove()) {
                    SelectionKey key = keys.next();
                    if (key.isAcceptable()) {
                        SocketChannel made = server.accept();
                        if (made == null) continue;
                        made.configureBlocking(false);
                        made.register(selector, SelectionKey.OP_READ);
                        clients.get(accepted++).shutdownOutput();
                    } else {
                        int count = ((SocketChannel) key.channel()).read(ByteBuffer.allocate(5));
                        if (count < 0) ended++;
                        if (count < 0) key.channel().close();
                        else bytes += count;
                    }
                }
            }
            System.out.println(accepted + " " + ended + " " + bytes);
        }
        server.configureBlocking(true);
    }

    static void filling(ServerSocketChannel server) throws Exception {
        SocketChannel client = SocketChannel.open(server.getLocalAddress()), served = server.accept();
        client.configureBlocking(false);
        System.out.println(client.read(ByteBuffer.allocate(1)));
        long sent = 0;
        int count;
        while ((count = client.write(ByteBuffer.allocate(10_000))) > 0) sent += count;
        System.out.println((sent > 50_000) + " " + count);
        client.close();
        long got = 0;
        ByteBuffer buffer = ByteBuffer.allocate(30_000);
        while ((count = served.read(buffer.clear())) >= 0) got += count;
        System.out.println(got == sent);
    }

    static void large(ServerSocketChannel server) throws Exception {
        SocketChannel client = SocketChannel.open(server.getLocalAddress()), served = server.accept();
        Thread writer = start(() -> {
            ByteBuffer all = ByteBuffer.allocate(1_000_000);
            for (int i = 0; i < all.capacity(); i++) all.put((byte) (i * 13 >> 4));
            client.write(all.flip());
            client.close();
            return null;
        });
        int sum = 0, count;
        ByteBuffer buffer = ByteBuffer.allocateDirect(20_000);
        while ((count = served.read(buffer.clear())) >= 0) {
            for (int i = 0; i < count; i++) sum = sum * 31 + buffer.get(i);
        }
        writer.join();
        System.out.println(sum);
    }

    public static void main(String[] args) throws Exception {
        Path directory = Files.createTempDirectory("unix");
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(directory.resolve("s")));
        selecting(server);
        filling(server);
        large(server);
        server.close();
        Files.delete(directory.resolve("s"));
        Files.delete(directory);
    }
}

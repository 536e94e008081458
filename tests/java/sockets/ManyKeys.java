import static other.net.Ends.*;

import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.util.*;

// A hundred connections at one selector: a server of all of them and its clients, in one thread.
public class ManyKeys {
    static final int PAIRS = 100, ROUNDS = 3;
    static int echoed, answered, ended;

    static void accept(ServerSocketChannel server, Selector selector) throws Exception {
        SocketChannel made = server.accept();
        if (made == null) return;
        made.configureBlocking(false);
        made.register(selector, SelectionKey.OP_READ);
    }

    static void echo(SocketChannel channel) throws Exception {
        ByteBuffer buffer = ByteBuffer.allocate(100);
        if (channel.read(buffer) < 0) {
            channel.close();
            ended++;
            return;
        }
        buffer.flip();
        echoed += channel.write(buffer);
    }

    static void ask(SelectionKey key, int[] rounds) throws Exception {
        SocketChannel channel = (SocketChannel) key.channel();
        if (key.isConnectable()) {
            if (channel.finishConnect()) key.interestOps(SelectionKey.OP_READ);
        } else if (channel.read(ByteBuffer.allocate(100)) > 0) {
            answered++;
        }
        if (rounds[0]++ < ROUNDS) channel.write(ByteBuffer.allocate(rounds[0]));
        else channel.close();
    }

    public static void main(String[] args) throws Exception {
        try (Selector selector = Selector.open(); ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(here(), PAIRS).configureBlocking(false);
            server.register(selector, SelectionKey.OP_ACCEPT);
            for (int i = 0; i < PAIRS; i++) {
                SocketChannel client = SocketChannel.open();
                client.configureBlocking(false);
                boolean connected = client.connect(server.getLocalAddress());
                SelectionKey key = client.register(selector, connected ? SelectionKey.OP_WRITE : SelectionKey.OP_CONNECT, new int[1]);
                if (connected) key.interestOps(SelectionKey.OP_READ);
            }
            while (ended < PAIRS) {
                selector.select();
                for (Iterator<SelectionKey> keys = selector.selectedKeys().iterator(); keys.hasNext(); keys.remove()) {
                    SelectionKey key = keys.next();
                    if (key.attachment() != null) ask(key, (int[]) key.attachment());
                    else if (key.isAcceptable()) accept(server, selector);
                    else echo((SocketChannel) key.channel());
                }
            }
            selector.selectNow();
            System.out.println(echoed + " " + answered + " " + ended + " " + selector.keys().size());
        }
    }
}

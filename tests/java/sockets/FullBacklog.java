import static other.net.Ends.*;

import java.net.*;
import java.nio.channels.*;
import java.util.*;

// A listener that accepts no connection: which connections still find room in its queue, which wait, and which get in
// when there is room.
public class FullBacklog {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket();
        server.bind(here(), 1);
        List<Socket> queued = new ArrayList<>();
        for (int i = 0; i < 2; i++) queued.add(new Socket("127.0.0.1", server.getLocalPort()));
        Socket late = new Socket();
        attempt("no room", () -> {
            late.connect(server.getLocalSocketAddress(), 100);
            return null;
        });
        System.out.println(late.isClosed() + " " + late.isConnected());
        for (Socket socket : queued) socket.getOutputStream().write(42);
        for (int i = 0; i < queued.size(); i++) System.out.println(server.accept().getInputStream().read());
        Socket next = new Socket("127.0.0.1", server.getLocalPort());
        System.out.println(next.isConnected());
        server.close();
        attempt("its listener is gone", () -> next.getInputStream().read());
        attempt("nobody listens", () -> new Socket("127.0.0.1", server.getLocalPort()));

        ServerSocketChannel listener = ServerSocketChannel.open().bind(here(), 1);
        for (int i = 0; i < 2; i++) SocketChannel.open(listener.getLocalAddress());
        SocketChannel third = SocketChannel.open();
        third.configureBlocking(false);
        System.out.println(third.connect(listener.getLocalAddress()) + " " + third.isConnectionPending() + " " + third.finishConnect());
        listener.accept().close();
        listener.accept().close();
        try (Selector selector = Selector.open()) {
            SelectionKey key = third.register(selector, SelectionKey.OP_CONNECT);
            System.out.println(selector.select(20000) + " " + key.isConnectable() + " " + third.finishConnect() + " " + third.isConnected());
        }
    }
}

import static other.net.Ends.*;
import static other.threads.Waits.untilItWaits;

import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.util.concurrent.atomic.AtomicInteger;

// A thread that waits at what another thread closes stops waiting.
public class ClosedWhileWaiting {
    public static void main(String[] args) throws Exception {
        SocketChannel[] both = channels();
        meanwhile("read", () -> closed(both[0]), () -> both[0].read(ByteBuffer.allocate(1)));
        attempt("read of the other end", () -> both[1].read(ByteBuffer.allocate(1)));
        SocketChannel[] full = channels();
        meanwhile("write", () -> closed(full[0]), () -> {
            while (true) full[0].write(ByteBuffer.allocate(100_000));
        });
        ServerSocketChannel server = ServerSocketChannel.open().bind(here());
        meanwhile("accept", () -> closed(server), server::accept);
        attempt("accept later", server::accept);
        DatagramChannel datagrams = DatagramChannel.open().bind(here());
        meanwhile("receive", () -> closed(datagrams), () -> datagrams.receive(ByteBuffer.allocate(1)));
        Pipe pipe = Pipe.open();
        meanwhile("source", () -> closed(pipe.source()), () -> pipe.source().read(ByteBuffer.allocate(1)));
        attempt("sink of no source", () -> pipe.sink().write(ByteBuffer.allocate(1)));
        Pipe other = Pipe.open();
        meanwhile("source of no sink", () -> closed(other.sink()), () -> other.source().read(ByteBuffer.allocate(1)));

        Selector selector = Selector.open();
        meanwhile("selector", () -> closed(selector), selector::select);
        attempt("selector later", selector::selectNow);
        attempt("keys", selector::keys);
        Selector watching = Selector.open();
        SocketChannel[] watched = channels();
        watched[0].configureBlocking(false);
        SelectionKey key = watched[0].register(watching, SelectionKey.OP_READ);
        meanwhile("channel of a key", () -> {
            watched[0].close();
            watching.wakeup();
            return null;
        }, watching::select);
        System.out.println(key.isValid() + " " + watching.keys().size());

        ServerSocket listener = new ServerSocket(0);
        meanwhile("ServerSocket", () -> closed(listener), listener::accept);
        Socket[] sockets = sockets();
        meanwhile("Socket", () -> closed(sockets[0]), () -> sockets[0].getInputStream().read());
        sockets[1].getInputStream().close();
        System.out.println(sockets[1].isClosed());
        DatagramSocket datagram = new DatagramSocket();
        meanwhile("DatagramSocket", () -> closed(datagram), () -> {
            datagram.receive(new DatagramPacket(new byte[1], 1));
            return null;
        });
        Thread[] readers = new Thread[3];
        SocketChannel[] many = channels();
        AtomicInteger ended = new AtomicInteger();
        for (int i = 0; i < readers.length; i++) {
            readers[i] = start(() -> {
                try {
                    many[0].read(ByteBuffer.allocate(1));
                } catch (ClosedChannelException e) {
                    ended.incrementAndGet();
                }
                return null;
            });
        }
        for (Thread reader : readers) untilItWaits(reader);
        many[0].close();
        for (Thread reader : readers) reader.join();
        System.out.println(ended);
    }
}

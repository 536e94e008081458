import static other.net.Ends.*;

import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.nio.channels.Channels;

// Channels that never wait: what they return instead, and what is called too early or twice.
public class NonBlocking {
    static void connecting() throws Exception {
        ServerSocketChannel server = ServerSocketChannel.open();
        attempt("not bound", server::accept);
        server.bind(here()).configureBlocking(false);
        System.out.println(server.accept() + " " + server.isBlocking());
        SocketChannel client = SocketChannel.open();
        attempt("read", () -> client.read(ByteBuffer.allocate(1)));
        attempt("finish", client::finishConnect);
        attempt("unresolved", () -> client.connect(InetSocketAddress.createUnresolved("nowhere.invalid", 1)));
        SocketChannel other = SocketChannel.open();
        other.configureBlocking(false);
        if (!other.connect(server.getLocalAddress())) while (!other.finishConnect()) Thread.sleep(1);
        System.out.println(other.isConnected() + " " + other.isConnectionPending() + " " + other.finishConnect());
        attempt("connected already", () -> other.connect(server.getLocalAddress()));
        SocketChannel served = server.accept();
        while (served == null) served = server.accept();
        System.out.println(served.isBlocking() + " " + served.isConnected() + " " + plain(server.accept()));
        int port = freePort();
        SocketChannel refused = SocketChannel.open();
        refused.configureBlocking(false);
        attempt("refused", () -> {
            if (refused.connect(new InetSocketAddress("127.0.0.1", port))) return "connected";
            while (!refused.finishConnect()) Thread.sleep(1);
            return "connected";
        });
        System.out.println(refused.isOpen());
        attempt("refused, closed", refused::finishConnect);
    }

    static void data() throws Exception {
        SocketChannel[] both = channels();
        both[0].configureBlocking(false);
        System.out.println(both[0].read(ByteBuffer.allocate(5)) + " " + both[0].read(ByteBuffer.allocate(0)));
        long sent = 0;
        int count, rounds = 0;
        while ((count = both[0].write(ByteBuffer.allocate(10_000))) > 0 && rounds++ < 10_000) sent += count;
        System.out.println((sent > 50_000) + " " + count);
        long expected = sent;
        both[0].shutdownOutput();
        long got = 0;
        ByteBuffer buffer = ByteBuffer.allocateDirect(30_000);
        while ((count = both[1].read(buffer)) >= 0) {
            got += count;
            buffer.clear();
        }
        System.out.println(got == expected);
        System.out.println(both[0].read(ByteBuffer.allocate(5)));
        both[1].close();
        System.out.println(both[0].read(ByteBuffer.allocate(5)));
        attempt("stream", () -> {
            SocketChannel[] streams = channels();
            streams[0].configureBlocking(false);
            return streams[0].socket().getInputStream().read();
        });
        attempt("streams of a channel", () -> {
            SocketChannel[] streams = channels();
            streams[0].configureBlocking(false);
            return Channels.newInputStream(streams[0]).read();
        });
    }

    static void datagrams() throws Exception {
        DatagramChannel channel = DatagramChannel.open().bind(here());
        channel.configureBlocking(false);
        System.out.println(channel.receive(ByteBuffer.allocate(1)));
        System.out.println(channel.send(bytes("self"), channel.getLocalAddress()) + " " + (channel.receive(ByteBuffer.allocate(9)).equals(channel.getLocalAddress())));
        channel.connect(channel.getLocalAddress());
        System.out.println(channel.read(ByteBuffer.allocate(1)) + " " + channel.read(new ByteBuffer[] {ByteBuffer.allocate(1)}));
        attempt("connected", () -> channel.connect(here()));
        attempt("elsewhere", () -> channel.send(bytes("x"), new InetSocketAddress("127.0.0.1", 1)));
        Pipe pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        System.out.println(pipe.source().read(ByteBuffer.allocate(1)));
    }

    public static void main(String[] args) throws Exception {
        connecting();
        data();
        datagrams();
    }
}

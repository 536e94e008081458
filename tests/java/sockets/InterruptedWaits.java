import static other.net.Ends.*;
import static other.threads.Waits.untilItWaits;

import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;

// A thread that waits at a channel is interrupted: the channel closes. At a stream it goes on waiting; a selector
// returns.
public class InterruptedWaits {
    static void at(String what, Channel channel, Action waits) throws Exception {
        Thread thread = start(() -> {
            attempt(what, waits);
            System.out.println(Thread.interrupted() + " " + (channel == null || channel.isOpen()));
            return null;
        });
        untilItWaits(thread);
        thread.interrupt();
        thread.join();
    }

    public static void main(String[] args) throws Exception {
        SocketChannel[] both = channels();
        at("read", both[0], () -> both[0].read(ByteBuffer.allocate(1)));
        attempt("the other end", () -> both[1].read(ByteBuffer.allocate(1)));
        SocketChannel[] full = channels();
        at("write", full[0], () -> {
            while (true) full[0].write(ByteBuffer.allocate(100_000));
        });
        ServerSocketChannel server = ServerSocketChannel.open().bind(here());
        at("accept", server, server::accept);
        DatagramChannel datagrams = DatagramChannel.open().bind(here());
        at("receive", datagrams, () -> datagrams.receive(ByteBuffer.allocate(1)));
        Pipe pipe = Pipe.open();
        at("pipe", pipe.source(), () -> pipe.source().read(ByteBuffer.allocate(1)));
        Selector selector = Selector.open();
        at("select", null, selector::select);
        at("select in time", null, () -> selector.select(20000));
        System.out.println(selector.isOpen());

        SocketChannel[] before = channels();
        Thread.currentThread().interrupt();
        attempt("interrupted before it reads", () -> before[0].read(ByteBuffer.allocate(1)));
        System.out.println(Thread.interrupted() + " " + before[0].isOpen());
        Thread.currentThread().interrupt();
        attempt("interrupted before it connects", () -> SocketChannel.open(here()));
        System.out.println(Thread.interrupted());
        Thread.currentThread().interrupt();
        attempt("interrupted before it selects", selector::select);
        System.out.println(Thread.interrupted());

        Socket[] streams = sockets();
        Thread reader = start(() -> {
            attempt("stream", () -> streams[0].getInputStream().read());
            System.out.println(Thread.interrupted());
            return null;
        });
        untilItWaits(reader);
        reader.interrupt();
        reader.join(30);
        System.out.println(reader.isAlive());
        streams[1].getOutputStream().write(5);
        reader.join();
    }
}

import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.util.concurrent.*;

// Asynchronous channels: futures and handlers, time, refusal, closing.
public class AsynchronousEcho {
    interface Action { Object run() throws Exception; }

    static final CountDownLatch SERVED = new CountDownLatch(1);

    static void attempt(String what, Action action) {
        try {
            System.out.println(what + ": " + action.run());
        } catch (Throwable t) {
            System.out.println(what + ": " + t);
        }
    }

    static void echo(AsynchronousSocketChannel channel, ByteBuffer buffer) {
        channel.read(buffer, null, new CompletionHandler<Integer, Void>() {
            @Override public void completed(Integer n, Void v) {
                if (n < 0) {
                    SERVED.countDown();
                    return;
                }
                buffer.flip();
                channel.write(buffer, null, new CompletionHandler<Integer, Void>() {
                    @Override public void completed(Integer m, Void w) {
                        buffer.clear();
                        echo(channel, buffer);
                    }
                    @Override public void failed(Throwable t, Void w) { System.out.println("write " + t); }
                });
            }
            @Override public void failed(Throwable t, Void v) { System.out.println("read " + t); }
        });
    }

    public static void main(String[] args) throws Exception {
        AsynchronousServerSocketChannel server = AsynchronousServerSocketChannel.open().bind(new InetSocketAddress("127.0.0.1", 0));
        int port = ((InetSocketAddress) server.getLocalAddress()).getPort();
        CountDownLatch accepted = new CountDownLatch(1);
        server.accept(null, new CompletionHandler<AsynchronousSocketChannel, Void>() {
            @Override public void completed(AsynchronousSocketChannel channel, Void v) {
                echo(channel, ByteBuffer.allocate(1000));
                accepted.countDown();
            }
            @Override public void failed(Throwable t, Void v) { System.out.println("accept " + t); }
        });
        AsynchronousSocketChannel client = AsynchronousSocketChannel.open();
        System.out.println(client.connect(server.getLocalAddress()).get());
        accepted.await();
        for (int i = 0; i < 5; i++) {
            ByteBuffer got = ByteBuffer.allocate(100);
            System.out.println(client.write(ByteBuffer.wrap(("message " + i).getBytes())).get());
            while (got.position() < 9) client.read(got).get();
            System.out.println(new String(got.array(), 0, got.position()));
        }
        CountDownLatch timed = new CountDownLatch(1);
        client.read(ByteBuffer.allocate(1), 50, TimeUnit.MILLISECONDS, null, new CompletionHandler<Integer, Void>() {
            @Override public void completed(Integer n, Void v) { System.out.println("read " + n); }
            @Override public void failed(Throwable t, Void v) {
                System.out.println("time " + t);
                timed.countDown();
            }
        });
        timed.await();
        client.shutdownOutput();
        client.close();
        attempt("closed", () -> client.read(ByteBuffer.allocate(1)).get());
        SERVED.await();
        Future<AsynchronousSocketChannel> pending = server.accept();
        attempt("pending", server::accept);
        server.close();
        attempt("server closed", pending::get);
        AsynchronousSocketChannel refused = AsynchronousSocketChannel.open();
        attempt("refused", () -> refused.connect(new InetSocketAddress("127.0.0.1", port)).get());
    }
}

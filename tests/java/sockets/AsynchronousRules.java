import static other.net.Ends.*;

import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.util.concurrent.*;

// Asynchronous channels: one read and one write at a time, time-outs, what fails later, groups and their end.
public class AsynchronousRules {
    static String outcome(Future<?> future) throws Exception {
        try {
            return plain(future.get(20, TimeUnit.SECONDS));
        } catch (ExecutionException e) {
            return plain(e.getCause());
        } catch (CancellationException e) {
            return plain(e);
        }
    }

    static class Told<T> implements CompletionHandler<T, String> {
        final BlockingQueue<String> queue = new LinkedBlockingQueue<>();

        @Override public void completed(T result, String attachment) { queue.add(attachment + " " + plain(result)); }
        @Override public void failed(Throwable thrown, String attachment) { queue.add(attachment + " " + plain(thrown)); }
    }

    public static void main(String[] args) throws Exception {
        AsynchronousServerSocketChannel server = AsynchronousServerSocketChannel.open();
        attempt("not bound", server::accept);
        server.bind(here());
        Future<AsynchronousSocketChannel> accepting = server.accept();
        attempt("accept twice", server::accept);
        AsynchronousSocketChannel client = AsynchronousSocketChannel.open();
        attempt("not connected", () -> client.read(ByteBuffer.allocate(1)));
        System.out.println(outcome(client.connect(server.getLocalAddress())));
        attempt("connected", () -> client.connect(server.getLocalAddress()));
        AsynchronousSocketChannel served = accepting.get();
        Future<Integer> reading = client.read(ByteBuffer.allocate(3));
        attempt("read twice", () -> client.read(ByteBuffer.allocate(3)));
        System.out.println(outcome(served.write(bytes("abcd"))) + " " + outcome(reading));
        Told<Integer> told = new Told<>();
        ByteBuffer rest = ByteBuffer.allocate(9);
        client.read(rest, "rest", told);
        System.out.println(told.queue.take() + " " + text(rest));
        client.read(ByteBuffer.allocate(1), 20, TimeUnit.MILLISECONDS, "late", told);
        System.out.println(told.queue.take());
        attempt("after a time-out", () -> client.read(ByteBuffer.allocate(1)));
        attempt("read only", () -> served.read(ByteBuffer.allocate(1).asReadOnlyBuffer()));
        Told<Long> many = new Told<>();
        served.write(new ByteBuffer[] {bytes("ab"), bytes("c")}, 0, 2, 0, TimeUnit.SECONDS, "gather", many);
        System.out.println(many.queue.take());
        Future<Integer> waiting = served.read(ByteBuffer.allocate(1));
        System.out.println(waiting.cancel(false) + " " + waiting.isCancelled() + " " + outcome(waiting));
        attempt("after a cancel", () -> served.read(ByteBuffer.allocate(1)));
        client.shutdownOutput();
        System.out.println(outcome(client.write(bytes("x"))));
        AsynchronousSocketChannel[] more = {AsynchronousSocketChannel.open(), null};
        accepting = server.accept();
        more[0].connect(server.getLocalAddress()).get();
        more[1] = accepting.get();
        more[1].read(ByteBuffer.allocate(1), "closed below it", told);
        more[1].close();
        System.out.println(told.queue.take() + " " + outcome(more[0].read(ByteBuffer.allocate(1))));
        System.out.println(outcome(more[1].read(ByteBuffer.allocate(1))));
        AsynchronousSocketChannel refused = AsynchronousSocketChannel.open();
        System.out.println(outcome(refused.connect(new InetSocketAddress("127.0.0.1", freePort()))) + " " + refused.isOpen());
        Future<AsynchronousSocketChannel> never = server.accept();
        server.close();
        System.out.println(outcome(never) + " " + outcome(server.accept()));

        AsynchronousChannelGroup group = AsynchronousChannelGroup.withFixedThreadPool(2, Executors.defaultThreadFactory());
        AsynchronousServerSocketChannel grouped = AsynchronousServerSocketChannel.open(group).bind(here());
        Told<AsynchronousSocketChannel> accepted = new Told<>();
        grouped.accept("group", accepted);
        System.out.println(group.isShutdown() + " " + group.isTerminated());
        group.shutdown();
        attempt("shut down", () -> AsynchronousSocketChannel.open(group));
        group.shutdownNow();
        System.out.println(accepted.queue.take() + " " + group.awaitTermination(20, TimeUnit.SECONDS) + " " + grouped.isOpen());
    }
}

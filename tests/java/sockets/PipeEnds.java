import static other.net.Ends.*;

import java.nio.ByteBuffer;
import java.nio.channels.*;

// Pipes of java.nio: both ends, at selectors, full and closed.
public class PipeEnds {
    public static void main(String[] args) throws Exception {
        Pipe pipe = Pipe.open();
        System.out.println(pipe.sink().validOps() + " " + pipe.source().validOps() + " " + pipe.sink().isBlocking());
        System.out.println(pipe.sink().write(bytes("through")));
        ByteBuffer buffer = ByteBuffer.allocate(20);
        System.out.println(pipe.source().read(buffer) + " " + text(buffer));
        System.out.println(pipe.sink().write(new ByteBuffer[] {bytes("a"), bytes("bc")}));
        ByteBuffer[] in = {ByteBuffer.allocate(2), ByteBuffer.allocate(2)};
        System.out.println(pipe.source().read(in) + " " + text(in[0]) + text(in[1]));
        try (Selector selector = Selector.open()) {
            pipe.source().configureBlocking(false);
            pipe.sink().configureBlocking(false);
            SelectionKey source = pipe.source().register(selector, SelectionKey.OP_READ), sink = pipe.sink().register(selector, SelectionKey.OP_WRITE);
            System.out.println(selector.select() + " " + sink.isWritable() + " " + source.isReadable());
            int sent = 0, count;
            while ((count = pipe.sink().write(ByteBuffer.allocate(1024))) > 0) sent += count;
            selector.selectedKeys().clear();
            System.out.println(sent + " " + selector.select() + " " + selector.selectedKeys().contains(source));
            int got = 0;
            ByteBuffer large = ByteBuffer.allocate(10_000);
            while ((count = pipe.source().read(large)) > 0) {
                got += count;
                large.clear();
            }
            selector.selectedKeys().clear();
            System.out.println(got + " " + count + " " + selector.select() + " " + selector.selectedKeys().contains(sink));
            pipe.sink().close();
            selector.selectedKeys().clear();
            System.out.println(selector.select() + " " + source.isReadable() + " " + pipe.source().read(large));
        }
        Pipe broken = Pipe.open();
        broken.source().close();
        attempt("nobody reads", () -> broken.sink().write(bytes("x")));
        attempt("closed", () -> broken.source().read(ByteBuffer.allocate(1)));
        Pipe threads = Pipe.open();
        Thread writer = start(() -> {
            ByteBuffer all = ByteBuffer.allocate(300_000);
            for (int i = 0; i < all.capacity(); i++) all.put((byte) (i * 7));
            threads.sink().write(all.flip());
            threads.sink().close();
            return null;
        });
        int sum = 0, count;
        ByteBuffer part = ByteBuffer.allocate(7_000);
        while ((count = threads.source().read(part.clear())) >= 0) {
            for (int i = 0; i < count; i++) sum = sum * 31 + part.get(i);
        }
        writer.join();
        System.out.println(sum);
    }
}

import static other.threads.Waits.untilItWaits;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.nio.channels.spi.SelectorProvider;
import java.util.*;
import java.util.concurrent.*;

// Selectors on pipes: interest, readiness, keys that are cancelled or whose channel goes, waking up, limits of time,
// interruption, closing, and the other implementation.
public class Selectors {
    interface Body { Object run() throws Exception; }

    static void show(String name, Body body) {
        try {
            System.out.println(name + ": " + body.run());
        } catch (Exception e) {
            System.out.println(name + ": " + e);
        }
    }

    static ByteBuffer bytes(String text) { return ByteBuffer.wrap(text.getBytes()); }

    static Pipe open() throws IOException {
        Pipe pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        pipe.sink().configureBlocking(false);
        return pipe;
    }

    static void close(Pipe... pipes) throws IOException {
        for (Pipe pipe : pipes) {
            pipe.source().close();
            pipe.sink().close();
        }
    }

    // What is selected, by attachment, and forgotten.
    static String selected(Selector selector) {
        TreeSet<String> names = new TreeSet<>();
        for (SelectionKey key : selector.selectedKeys()) names.add(key.attachment() + (key.isValid() ? (key.isReadable() ? "r" : "") + (key.isWritable() ? "w" : "") : "x"));
        selector.selectedKeys().clear();
        return names.toString();
    }

    static void keys(SelectorProvider provider) throws Exception {
        Selector selector = provider.openSelector();
        Pipe pipe = open();
        System.out.println(selector.isOpen() + " " + selector.keys().size() + " " + (selector.provider() == provider) + " " + selector.selectNow());
        show("blocking", () -> Pipe.open().source().register(selector, SelectionKey.OP_READ));
        show("wrong operation", () -> pipe.source().register(selector, SelectionKey.OP_WRITE));
        SelectionKey source = pipe.source().register(selector, SelectionKey.OP_READ, "source");
        SelectionKey sink = pipe.sink().register(selector, 0, "sink");
        System.out.println(source.isValid() + " " + source.interestOps() + " " + (source.channel() == pipe.source()) + " " + (source.selector() == selector) + " " + selector.keys().size()
            + " " + (pipe.source().keyFor(selector) == source) + " " + pipe.source().isRegistered());
        show("to block again", () -> pipe.source().configureBlocking(true));
        System.out.println(selector.selectNow() + " " + selected(selector));
        sink.interestOps(SelectionKey.OP_WRITE);
        System.out.println(selector.select() + " " + selected(selector));
        pipe.sink().write(bytes("abc"));
        System.out.println(selector.selectNow() + " " + selector.selectNow() + " " + selected(selector) + " " + selector.selectNow() + " " + selected(selector));
        System.out.println(sink.interestOpsAnd(0) + " " + sink.interestOpsOr(SelectionKey.OP_WRITE) + " " + sink.interestOps());
        show("other operations", () -> sink.interestOps(SelectionKey.OP_READ));
        sink.interestOps(0);
        System.out.println(pipe.source().read(ByteBuffer.allocate(2)) + " " + selector.selectNow() + " " + selected(selector));
        System.out.println(pipe.source().read(ByteBuffer.allocate(2)) + " " + selector.selectNow() + " " + selected(selector));
        // a full pipe cannot be written to
        sink.interestOps(SelectionKey.OP_WRITE);
        source.interestOps(0);
        while (pipe.sink().write(ByteBuffer.allocate(4096)) > 0) continue;
        System.out.println(selector.selectNow());
        pipe.source().read(ByteBuffer.allocate(8192));
        System.out.println(selector.selectNow() + " " + selected(selector));
        // with an action
        source.interestOps(SelectionKey.OP_READ);
        List<String> acted = new ArrayList<>();
        System.out.println(selector.selectNow(key -> acted.add(key.attachment() + "" + key.readyOps())) + " " + new TreeSet<>(acted) + " " + selector.selectedKeys());
        System.out.println(selector.select(key -> { }, 100) + " " + selector.select(key -> key.interestOps(0)) + " " + selector.selectNow());
        show("null action", () -> selector.select(null));
        show("below", () -> selector.select(-1));
        // cancelled
        source.interestOps(SelectionKey.OP_READ);
        sink.cancel();
        System.out.println(sink.isValid() + " " + selector.keys().size() + " " + selector.selectNow() + " " + selector.keys().size() + " " + selected(selector) + " " + pipe.sink().isRegistered());
        show("cancelled interest", sink::interestOps);
        show("cancelled ready", sink::isWritable);
        pipe.sink().register(selector, SelectionKey.OP_WRITE, "sink again");
        // closed
        pipe.sink().close();
        System.out.println(selector.selectNow() + " " + selector.keys().size() + " " + selected(selector));
        ByteBuffer all = ByteBuffer.allocate(100_000);
        while (pipe.source().read(all) > 0) continue;
        System.out.println(all.position() + " " + pipe.source().read(ByteBuffer.allocate(1)) + " " + selector.selectNow() + " " + selected(selector));
        pipe.source().close();
        System.out.println(source.isValid() + " " + selector.selectNow() + " " + selector.keys().size());
        show("closed channel", () -> pipe.source().register(selector, SelectionKey.OP_READ));
        Pipe other = open();
        // the reader is gone
        SelectionKey left = other.sink().register(selector, SelectionKey.OP_WRITE, "left");
        while (other.sink().write(ByteBuffer.allocate(4096)) > 0) continue;
        System.out.println(selector.selectNow());
        other.source().close();
        System.out.println(selector.selectNow() + " " + selected(selector) + " " + left.readyOps());
        selector.close();
        System.out.println(selector.isOpen() + " " + left.isValid() + " " + other.sink().isRegistered());
        show("closed select", selector::select);
        show("closed keys", selector::keys);
        show("closed register", () -> other.sink().register(selector, SelectionKey.OP_WRITE));
        selector.wakeup();
        selector.close();
        close(other);
    }

    static long millis(long start) { return (System.nanoTime() - start) / 1_000_000; }

    static void waiting(SelectorProvider provider) throws Exception {
        Selector selector = provider.openSelector();
        Pipe pipe = open();
        pipe.source().register(selector, SelectionKey.OP_READ, "source");
        long start = System.nanoTime();
        System.out.println(selector.select(200) + " " + (millis(start) >= 195));
        // written to
        Thread writer = new Thread(() -> {
            try {
                Thread.sleep(50);
                pipe.sink().write(bytes("x"));
            } catch (Exception e) {
                System.out.println(e);
            }
        });
        writer.start();
        System.out.println(selector.select() + " " + selected(selector) + " " + pipe.source().read(ByteBuffer.allocate(5)));
        writer.join();
        // woken up: before, while, and twice
        selector.wakeup().wakeup();
        System.out.println(selector.select() + " " + selector.selectNow() + " " + selector.select(1));
        start = System.nanoTime();
        new Thread(() -> {
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                System.out.println(e);
            }
            selector.wakeup();
        }).start();
        System.out.println(selector.select() + " " + (millis(start) >= 45));
        // interrupted
        Thread.currentThread().interrupt();
        System.out.println(selector.select() + " " + Thread.interrupted() + " " + selector.isOpen());
        FutureTask<String> waits = new FutureTask<>(() -> selector.select(10_000) + " " + Thread.interrupted() + " " + Thread.interrupted());
        Thread thread = new Thread(waits);
        thread.start();
        Thread.sleep(50);
        thread.interrupt();
        System.out.println(waits.get());
        // interest that is changed, and a key that is added, while it waits
        Pipe second = open();
        second.sink().write(bytes("y"));
        FutureTask<String> adds = new FutureTask<>(() -> selector.select(10_000) + selected(selector));
        new Thread(adds).start();
        Thread.sleep(50);
        second.source().register(selector, SelectionKey.OP_READ, "second");
        selector.wakeup();
        System.out.println(adds.get() + " " + selector.select(1000) + selected(selector));
        // closed by another thread
        FutureTask<Integer> closes = new FutureTask<>(() -> { second.source().read(ByteBuffer.allocate(5)); return selector.select(); });
        Thread closed = new Thread(closes);
        closed.start();
        untilItWaits(closed);
        selector.close();
        show("closed while waiting", closes::get);
        close(pipe, second);
    }

    // Many pipes, one thread that reads them all.
    static void many(SelectorProvider provider) throws Exception {
        int count = 300, rounds = 10;
        Selector selector = provider.openSelector();
        Pipe[] pipes = new Pipe[count];
        for (int i = 0; i < count; i++) {
            pipes[i] = open();
            pipes[i].source().register(selector, SelectionKey.OP_READ, i);
        }
        Thread[] writers = new Thread[4];
        for (int t = 0; t < writers.length; t++) {
            int first = t;
            writers[t] = new Thread(() -> {
                try {
                    for (int round = 0; round < rounds; round++) {
                        for (int i = first; i < count; i += writers.length) pipes[i].sink().write(ByteBuffer.wrap(new byte[] {(byte) i, (byte) round}));
                    }
                    for (int i = first; i < count; i += writers.length) pipes[i].sink().close();
                } catch (IOException e) {
                    System.out.println(e);
                }
            });
            writers[t].start();
        }
        long sum = 0;
        int open = count, wrong = 0;
        ByteBuffer buffer = ByteBuffer.allocate(64);
        while (open > 0) {
            selector.select();
            for (Iterator<SelectionKey> keys = selector.selectedKeys().iterator(); keys.hasNext(); keys.remove()) {
                SelectionKey key = keys.next();
                int got = ((ReadableByteChannel) key.channel()).read(buffer.clear());
                if (got < 0) {
                    key.channel().close();
                    open--;
                    continue;
                }
                sum += got;
                for (int i = 0; i < got; i += 2) if (buffer.get(i) != (byte) (int) (Integer) key.attachment()) wrong++;
            }
        }
        for (Thread writer : writers) writer.join();
        selector.selectNow();
        System.out.println(sum + " " + wrong + " " + selector.keys().size());
        selector.close();
    }

    // One channel with two selectors; selectors without end.
    static void several(SelectorProvider provider) throws Exception {
        Pipe pipe = open();
        Selector a = provider.openSelector(), b = provider.openSelector();
        pipe.source().register(a, SelectionKey.OP_READ, "a");
        pipe.source().register(b, SelectionKey.OP_READ, "b");
        pipe.sink().write(bytes("z"));
        System.out.println(a.select() + selected(a) + " " + b.select() + selected(b));
        a.close();
        System.out.println(pipe.source().isRegistered() + " " + b.selectNow() + selected(b));
        pipe.source().keyFor(b).cancel();
        b.close();
        System.out.println(pipe.source().isRegistered());
        pipe.source().configureBlocking(true);
        ByteBuffer one = ByteBuffer.allocate(1);
        System.out.println(pipe.source().read(one) + " " + (char) one.get(0));
        for (int i = 0; i < 2000; i++) {
            Selector selector = provider.openSelector();
            if (i % 3 == 0) pipe.sink().register(selector, SelectionKey.OP_WRITE);
            if (selector.selectNow() != (i % 3 == 0 ? 1 : 0)) System.out.println("wrong");
            selector.close();
        }
        close(pipe);
    }


    public static void main(String[] arguments) throws Exception {
        SelectorProvider provider = SelectorProvider.provider();
        keys(provider);
        waiting(provider);
        many(provider);
        several(provider);
    }
}

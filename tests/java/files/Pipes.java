import static other.threads.Waits.untilItWaits;

import java.io.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

// java.nio.channels.Pipe: blocking and not, scattered and gathered, full and empty, closed at either end, from within
// and from outside, interrupted.
public class Pipes {
    interface Body { Object run() throws Exception; }

    static void show(String name, Body body) {
        try {
            System.out.println(name + ": " + body.run());
        } catch (Exception e) {
            System.out.println(name + ": " + e);
        }
    }

    static ByteBuffer bytes(String text) { return ByteBuffer.wrap(text.getBytes()); }
    static String text(ByteBuffer buffer) {
        byte[] all = new byte[buffer.flip().remaining()];
        buffer.get(all);
        return new String(all);
    }

    static void simple() throws IOException {
        Pipe pipe = Pipe.open();
        Pipe.SourceChannel source = pipe.source();
        Pipe.SinkChannel sink = pipe.sink();
        System.out.println(source.validOps() + " " + sink.validOps() + " " + source.isBlocking() + " " + sink.isOpen() + " " + source.isRegistered() + " " + (source == pipe.source()));
        System.out.println(sink.write(bytes("hello, ")) + " " + sink.write(bytes("")) + " " + sink.write(new ByteBuffer[] {bytes("wor"), bytes(""), bytes("ld")}));
        ByteBuffer buffer = ByteBuffer.allocate(100);
        System.out.println(source.read(ByteBuffer.allocate(0)) + " " + source.read(buffer) + " " + text(buffer));
        sink.write(bytes("0123456789"));
        ByteBuffer[] parts = {ByteBuffer.allocate(2), ByteBuffer.allocateDirect(3), ByteBuffer.allocate(20)};
        System.out.println(source.read(parts) + " " + text(parts[0]) + " " + text(parts[1]) + " " + text(parts[2]));
        sink.write(bytes("abc"));
        show("a part of the buffers", () -> source.read(new ByteBuffer[] {ByteBuffer.allocate(1), ByteBuffer.allocate(2), ByteBuffer.allocate(9)}, 1, 1));
        show("wrong part", () -> source.read(new ByteBuffer[2], 1, 2));
        show("null", () -> source.read((ByteBuffer) null));
        show("null to write", () -> sink.write((ByteBuffer) null));
        show("read only", () -> source.read(ByteBuffer.allocate(1).asReadOnlyBuffer()));
        sink.close();
        System.out.println(source.read(buffer.clear()) + " " + text(buffer) + " " + source.read(ByteBuffer.allocate(1)) + " " + source.read(ByteBuffer.allocate(1)));
        show("closed", () -> sink.write(bytes("x")));
        show("closed empty", () -> sink.write(bytes("")));
        source.close();
        show("closed source", () -> source.read(buffer.clear()));
        show("closed to configure", () -> source.configureBlocking(false));
        source.close();
    }

    static void notBlocking() throws IOException {
        Pipe pipe = Pipe.open();
        Pipe.SourceChannel source = pipe.source();
        Pipe.SinkChannel sink = pipe.sink();
        source.configureBlocking(false);
        sink.configureBlocking(false);
        System.out.println(source.isBlocking() + " " + source.read(ByteBuffer.allocate(10)) + " " + source.read(new ByteBuffer[] {ByteBuffer.allocate(1), ByteBuffer.allocate(1)}));
        int pages = 0;
        while (sink.write(ByteBuffer.allocate(4096)) == 4096) pages++;
        System.out.println(pages + " " + sink.write(ByteBuffer.allocate(1)) + " " + sink.write(ByteBuffer.allocate(100000)));
        System.out.println(source.read(ByteBuffer.allocate(8192)) + " " + sink.write(ByteBuffer.allocate(100000)));
        int rest = 0, got;
        while ((got = source.read(ByteBuffer.allocateDirect(10000))) > 0) rest += got;
        System.out.println(rest + " " + got);
        source.close();
        show("nobody reads", () -> sink.write(bytes("x")));
        show("nobody reads, nothing", () -> sink.write(bytes("")));
        sink.close();
    }

    // More than the pipe holds, by a writer and a reader that wait for each other.
    static void blocking() throws Exception {
        Pipe pipe = Pipe.open();
        byte[] all = new byte[1_000_000];
        new Random(5).nextBytes(all);
        List<String> said = new ArrayList<>();
        Thread writer = new Thread(() -> {
            try (Pipe.SinkChannel sink = pipe.sink()) {
                said.add("written: " + sink.write(ByteBuffer.wrap(all)));
                ByteBuffer[] parts = new ByteBuffer[30];
                for (int i = 0; i < parts.length; i++) parts[i] = ByteBuffer.allocateDirect(10_000);
                long sum = 0, count;
                while ((count = sink.write(parts)) > 0) sum += count;
                said.add("gathered: " + sum);
            } catch (IOException e) {
                said.add(e.toString());
            }
        });
        writer.start();
        ByteArrayOutputStream got = new ByteArrayOutputStream();
        ByteBuffer buffer = ByteBuffer.allocate(7777);
        while (got.size() < all.length) {
            buffer.clear().limit(Math.min(7777, all.length - got.size()));
            got.write(buffer.array(), 0, pipe.source().read(buffer));
        }
        System.out.println(Arrays.equals(all, got.toByteArray()));
        int rest = 0, count;
        while ((count = pipe.source().read(buffer.clear())) >= 0) rest += count;
        System.out.println(rest);
        writer.join();
        System.out.println(said);
        pipe.source().close();
    }

    static void streams() throws Exception {
        Pipe pipe = Pipe.open();
        Thread writer = new Thread(() -> {
            try (PrintStream out = new PrintStream(java.nio.channels.Channels.newOutputStream(pipe.sink()), true)) {
                for (int i = 0; i < 1000; i++) out.println("line " + i);
            }
        });
        writer.start();
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(java.nio.channels.Channels.newInputStream(pipe.source())))) {
            int lines = 0;
            String last = null;
            for (String line; (line = reader.readLine()) != null; lines++) last = line;
            System.out.println(lines + " " + last);
        }
        writer.join();
    }

    // A thread that waits in a channel which another one closes, or is interrupted there.
    static void disturbed(String name, boolean reads, boolean interrupts) throws Exception {
        Pipe pipe = Pipe.open();
        FutureTask<String> task = new FutureTask<>(() -> {
            try {
                if (reads) return "" + pipe.source().read(ByteBuffer.allocate(1));
                long sum = 0;
                while (true) sum += pipe.sink().write(ByteBuffer.allocate(5000));
            } catch (IOException e) {
                return e + " " + Thread.currentThread().isInterrupted();
            }
        });
        Thread thread = new Thread(task);
        thread.start();
        untilItWaits(thread);
        System.out.println(name + " before: " + task.isDone() + " " + thread.getState());
        if (interrupts) thread.interrupt();
        else if (reads) pipe.source().close();
        else pipe.sink().close();
        System.out.println(name + ": " + task.get() + " " + pipe.source().isOpen() + " " + pipe.sink().isOpen());
        thread.join();
        pipe.source().close();
        pipe.sink().close();
    }

    // The other end goes while a thread waits.
    static void abandoned() throws Exception {
        Pipe reading = Pipe.open(), writing = Pipe.open();
        FutureTask<Integer> reader = new FutureTask<>(() -> reading.source().read(ByteBuffer.allocate(1)));
        FutureTask<Integer> writer = new FutureTask<>(() -> {
            int sum = 0;
            while (true) sum += writing.sink().write(ByteBuffer.allocate(5000));
        });
        new Thread(reader).start();
        new Thread(writer).start();
        Thread.sleep(100);
        reading.sink().close();
        writing.source().close();
        System.out.println("reader: " + reader.get());
        show("writer", writer::get);
        Thread.currentThread().interrupt();
        show("interrupted before", () -> reading.source().read(ByteBuffer.allocate(1)));
        System.out.println(Thread.interrupted() + " " + reading.source().isOpen());
        writing.sink().close();
    }

    static void manyWaiting() throws Exception {
        Pipe pipe = Pipe.open();
        int threads = 20;
        AtomicInteger sum = new AtomicInteger();
        Thread[] all = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            all[i] = new Thread(() -> {
                try {
                    ByteBuffer one = ByteBuffer.allocate(1);
                    while (pipe.source().read(one.clear()) == 1) sum.addAndGet(one.get(0));
                } catch (IOException e) {
                    System.out.println(e);
                }
            });
            all[i].start();
        }
        for (int i = 0; i < 500; i++) pipe.sink().write(ByteBuffer.wrap(new byte[] {1, 2, 3}));
        pipe.sink().close();
        for (Thread thread : all) thread.join();
        System.out.println(sum);
        pipe.source().close();
    }

    // One descriptor each end; they come back.
    static void manyPipes() throws IOException {
        long sum = 0;
        for (int i = 0; i < 3000; i++) {
            Pipe pipe = Pipe.open();
            pipe.sink().write(bytes("x" + i));
            ByteBuffer buffer = ByteBuffer.allocate(10);
            sum += pipe.source().read(buffer);
            pipe.source().close();
            pipe.sink().close();
        }
        System.out.println(sum);
    }

    public static void main(String[] arguments) throws Exception {
        simple();
        notBlocking();
        blocking();
        streams();
        disturbed("read closed", true, false);
        disturbed("read interrupted", true, true);
        disturbed("write closed", false, false);
        disturbed("write interrupted", false, true);
        abandoned();
        manyWaiting();
        manyPipes();
    }
}

import gnomon.Domain;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.GatheringByteChannel;
import java.nio.channels.Pipe;
import java.nio.channels.ScatteringByteChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CountDownLatch;
import sun.misc.Unsafe;

/**
 * Vectors of buffers. While a read waits for its first buffer, the address of the second is changed in the memory where
 * the class library keeps the vector, to one where nothing is mapped. A domain beside the first cannot reach that
 * memory. The first one can, but the vector has been read when the read began, as on Linux. Vectors of buffers of each
 * kind work.
 */
public class Vectors {
    static final long NOWHERE = 0x1234567800L;

    /** Where the class library keeps the vectors of the current thread, which has read one. */
    static long ownVectors(Unsafe unsafe) throws ReflectiveOperationException {
        Class<?> wrapper = Class.forName("sun.nio.ch.IOVecWrapper");
        Field cached = wrapper.getDeclaredField("cached");
        ThreadLocal<?> local = (ThreadLocal<?>) unsafe.getObject(unsafe.staticFieldBase(cached), unsafe.staticFieldOffset(cached));
        return unsafe.getLong(local.get(), unsafe.objectFieldOffset(wrapper.getDeclaredField("address")));
    }

    /** Returns whether that is where it is. */
    static boolean change(Unsafe unsafe, long at, long first) {
        if (unsafe.getLong(at) != first || unsafe.getLong(at + 8) != 24 || unsafe.getLong(at + 24) != 40) return false;
        unsafe.putLong(at + 16, NOWHERE);
        return true;
    }

    /** Looks for it up to 64 KiB around the second buffer. */
    static boolean search(Unsafe unsafe, long first, long second) {
        for (long at = (second & -16) - (1 << 16); at < second + (1 << 16); at += 16) {
            try {
                if (change(unsafe, at, first)) return true;
            } catch (InternalError e) {
                at |= 4080; // nothing of this page can be reached
            }
        }
        return false;
    }

    static boolean change(Unsafe unsafe, long vectors, long first, long second) {
        try {
            return vectors != 0 ? change(unsafe, vectors, first) : search(unsafe, first, second);
        } catch (InternalError e) {
            return search(unsafe, first, second);
        }
    }

    /** What is written to one channel is read from the other. */
    record Ends(ScatteringByteChannel source, GatheringByteChannel sink) {
    }

    // A datagram's channel does not wait while it reads.
    static Ends ends(String kind) throws IOException {
        if (kind.equals("pipe")) {
            Pipe pipe = Pipe.open();
            return new Ends(pipe.source(), pipe.sink());
        }
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(any)) {
            SocketChannel sink = SocketChannel.open(server.getLocalAddress());
            return new Ends(server.accept(), sink);
        }
    }

    static void forge(String kind) throws Exception {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe) field.get(null);
        Ends ends = ends(kind);
        ByteBuffer first = ByteBuffer.allocateDirect(24), second = ByteBuffer.allocateDirect(40);
        long address = unsafe.objectFieldOffset(Buffer.class.getDeclaredField("address"));
        String[] outcome = new String[1];
        long[] vectors = new long[1];
        CountDownLatch isPrepared = new CountDownLatch(1);
        ends.sink.write(ByteBuffer.allocate(64));
        Thread reader = new Thread(() -> {
            try {
                ends.source.read(new ByteBuffer[] {first, second});
                vectors[0] = ownVectors(unsafe);
            } catch (InternalError | ReflectiveOperationException | IOException e) {
                vectors[0] = 0; // it has to be looked for
            }
            first.clear();
            second.clear();
            isPrepared.countDown();
            try {
                outcome[0] = "read " + ends.source.read(new ByteBuffer[] {first, second});
                outcome[0] += ", then " + ends.source.read(new ByteBuffer[] {first, second});
            } catch (IOException e) {
                outcome[0] += ", then " + e.getMessage();
            }
        });
        reader.start();
        isPrepared.await();
        while (reader.getState() != Thread.State.RUNNABLE || !waits(reader)) Thread.sleep(1);
        boolean found = change(unsafe, vectors[0], unsafe.getLong(first, address), unsafe.getLong(second, address));
        ends.sink.write(ByteBuffer.allocate(64));
        Thread.sleep(20);
        ends.sink.close();
        reader.join();
        System.out.println(kind + ", " + (found ? "changed: " : "not found: ") + outcome[0]);
    }

    static boolean waits(Thread reader) {
        StackTraceElement[] stack = reader.getStackTrace();
        return stack.length > 0 && stack[0].getMethodName().equals("readv0");
    }

    static String text(ByteBuffer buffer) {
        buffer.flip();
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return new String(bytes);
    }

    static void honest() throws Exception {
        Path path = Path.of("/tmp/vectors");
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.wrap("0123456789".getBytes()));
            ByteBuffer mapped = file.map(FileChannel.MapMode.READ_WRITE, 2, 4), direct = ByteBuffer.allocateDirect(3), heap = ByteBuffer.allocate(2);
            ByteBuffer shared = gnomon.Memory.allocate(3).buffer(), part = mapped.slice(1, 2);
            file.position(0);
            long read = file.read(new ByteBuffer[] {direct, heap, shared});
            file.position(8);
            part.put((byte) 'x').flip();
            long written = file.write(new ByteBuffer[] {part, mapped});
            System.out.println(read + " " + text(direct) + " " + text(heap) + " " + text(shared) + ", " + written);
            ByteBuffer all = ByteBuffer.allocateDirect(20);
            file.read(all, 0);
            System.out.println(text(all));
            file.position(0);
            System.out.println(file.read(new ByteBuffer[] {ByteBuffer.allocateDirect(0), file.map(FileChannel.MapMode.PRIVATE, 0, 2)}));
        }
    }

    public static void main(String[] arguments) throws Exception {
        String what = arguments.length == 0 ? "" : arguments[0];
        if (what.isEmpty()) System.out.println("ended with " + Domain.start(new Domain.Options("attacker").main("Vectors").argument("attacker")).await());
        String[] kinds = what.equals("honest") ? new String[0] : new String[] {"pipe", "socket"};
        for (String kind : kinds) forge(kind); // on any other machine it may crash
        honest();
    }
}

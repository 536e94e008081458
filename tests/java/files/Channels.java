import java.nio.*;
import java.nio.channels.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;
import static java.nio.file.StandardOpenOption.*;

// File channels: positions, scattered and gathered, transfers, locks, mappings, asynchronous ones, and what is thrown.
public class Channels {
    static Path base;
    interface Body { Object run() throws Exception; }

    static void show(String name, Body body) {
        try {
            System.out.println(name + ": " + body.run());
        } catch (Exception e) {
            System.out.println(name + ": " + String.valueOf(e).replace(base.toString(), "BASE"));
        }
    }

    static ByteBuffer bytes(String text) { return ByteBuffer.wrap(text.getBytes()); }
    static String text(ByteBuffer buffer) {
        byte[] all = new byte[buffer.flip().remaining()];
        buffer.get(all);
        return new String(all);
    }

    static void positions() throws Exception {
        Path path = base.resolve("a");
        try (FileChannel channel = FileChannel.open(path, CREATE, READ, WRITE)) {
            System.out.println(channel.write(bytes("hello world")) + " " + channel.position() + " " + channel.size());
            ByteBuffer buffer = ByteBuffer.allocateDirect(5);
            System.out.println(channel.read(buffer, 6) + " " + text(buffer) + " " + channel.position() + " " + channel.read(ByteBuffer.allocate(1)));
            System.out.println(channel.write(bytes("J"), 0) + " " + channel.write(bytes("!"), 15) + " " + channel.size());
            channel.position(0);
            ByteBuffer[] parts = {ByteBuffer.allocate(3), ByteBuffer.allocateDirect(2), ByteBuffer.allocate(100)};
            System.out.println(channel.read(parts) + " " + text(parts[0]) + " " + text(parts[1]) + " " + Arrays.toString(Arrays.copyOf(parts[2].array(), 11)));
            channel.truncate(5).position(5);
            System.out.println(channel.write(new ByteBuffer[] {bytes("ab"), bytes("cd"), bytes("")}) + " " + channel.size());
            channel.truncate(100).force(true);
            System.out.println(channel.size() + " " + channel.read(ByteBuffer.allocate(0)) + " " + channel.isOpen());
            show("negative", () -> channel.position(-1));
            show("negative truncate", () -> channel.truncate(-1));
            show("negative read", () -> channel.read(ByteBuffer.allocate(1), -1));
            channel.position(1000);
            System.out.println(channel.read(ByteBuffer.allocate(1)) + " " + channel.size());
        }
        try (FileChannel channel = FileChannel.open(path, READ)) {
            show("not writable", () -> channel.write(bytes("x")));
            show("not writable truncate", () -> channel.truncate(0));
            channel.close();
            show("closed", () -> channel.size());
        }
        try (FileChannel channel = FileChannel.open(path, APPEND)) {
            System.out.println(channel.position() + " " + channel.write(bytes("END")) + " " + channel.position());
            show("not readable", () -> channel.read(ByteBuffer.allocate(1)));
        }
        show("read and append", () -> FileChannel.open(path, READ, APPEND));
        show("missing", () -> FileChannel.open(base.resolve("none"), READ));
        System.out.println(Files.readString(path));
    }

    static void transfers() throws Exception {
        byte[] all = new byte[200000];
        new Random(9).nextBytes(all);
        Path from = Files.write(base.resolve("from"), all), to = base.resolve("to");
        try (FileChannel in = FileChannel.open(from, READ); FileChannel out = FileChannel.open(to, CREATE, WRITE)) {
            System.out.println(in.transferTo(10, 150000, out) + " " + out.size() + " " + in.transferTo(199999, 100, out) + " " + in.transferTo(300000, 1, out));
            System.out.println(out.transferFrom(in, 0, 1000) + " " + in.position() + " " + out.size());
        }
        byte[] got = Files.readAllBytes(to);
        System.out.println(got.length + " " + Arrays.equals(Arrays.copyOfRange(all, 1010, 150010), Arrays.copyOfRange(got, 1000, 150000)) + " " + (got[0] == all[0]));
        try (SeekableByteChannel channel = Files.newByteChannel(from)) {
            ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
            int reads = 0;
            long sum = 0;
            while (channel.read(buffer.clear()) >= 0) {
                reads++;
                sum += buffer.position();
            }
            System.out.println(reads + " " + sum);
        }
    }

    static void locks() throws Exception {
        try (FileChannel channel = FileChannel.open(base.resolve("a"), READ, WRITE)) {
            FileLock lock = channel.lock(0, 10, false);
            System.out.println(lock.isValid() + " " + lock.isShared() + " " + lock.overlaps(5, 1));
            show("overlapping", () -> channel.tryLock(5, 10, false));
            lock.release();
            try (FileLock all = channel.tryLock()) {
                System.out.println(all.size() == Long.MAX_VALUE);
            }
            System.out.println(lock.isValid());
        }
    }

    static void mappings() throws Exception {
        Path path = base.resolve("map");
        try (FileChannel channel = FileChannel.open(path, CREATE, READ, WRITE)) {
            MappedByteBuffer map = channel.map(FileChannel.MapMode.READ_WRITE, 3, 5000);
            System.out.println(channel.size() + " " + map.capacity() + " " + map.get(0) + " " + map.isLoaded() + " " + map.isDirect());
            map.put(0, (byte) 77).putInt(4, 0x01020304);
            map.force();
            ByteBuffer buffer = ByteBuffer.allocate(8);
            channel.read(buffer, 3);
            System.out.println(Arrays.toString(buffer.array()));
            channel.write(ByteBuffer.wrap(new byte[] {5}), 4);
            System.out.println(map.get(1));
            MappedByteBuffer own = channel.map(FileChannel.MapMode.PRIVATE, 0, 10);
            own.put(3, (byte) 1);
            System.out.println(own.get(3) + " " + map.get(0));
            MappedByteBuffer read = channel.map(FileChannel.MapMode.READ_ONLY, 4999, 4);
            show("read only", () -> read.put(0, (byte) 1));
            System.out.println(read.load().get(3) + " " + channel.map(FileChannel.MapMode.READ_ONLY, 0, 0).capacity());
            show("negative", () -> channel.map(FileChannel.MapMode.READ_ONLY, -1, 5));
        }
        try (FileChannel channel = FileChannel.open(path, READ)) {
            show("too long", () -> channel.map(FileChannel.MapMode.READ_ONLY, 0, 10000));
            show("not writable", () -> channel.map(FileChannel.MapMode.READ_WRITE, 0, 10));
        }
    }

    static void asynchronous() throws Exception {
        try (AsynchronousFileChannel channel = AsynchronousFileChannel.open(base.resolve("async"), CREATE, READ, WRITE)) {
            System.out.println(channel.write(bytes("asynchronous"), 0).get() + " " + channel.size());
            CompletableFuture<Integer> done = new CompletableFuture<>();
            ByteBuffer buffer = ByteBuffer.allocate(20);
            channel.read(buffer, 1, "attached", new CompletionHandler<Integer, String>() {
                @Override public void completed(Integer count, String attachment) { done.complete(count); }
                @Override public void failed(Throwable e, String attachment) { done.completeExceptionally(e); }
            });
            System.out.println(done.get() + " " + text(buffer) + " " + channel.read(ByteBuffer.allocate(1), 100).get());
        }
    }

    public static void main(String[] arguments) throws Exception {
        base = Files.createTempDirectory("channels");
        positions();
        transfers();
        locks();
        mappings();
        asynchronous();
        try (var all = Files.list(base)) {
            for (Path path : (Iterable<Path>) all::iterator) Files.delete(path);
        }
        Files.delete(base);
    }
}

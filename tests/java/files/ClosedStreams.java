import java.io.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.nio.file.*;
import java.util.*;
import static java.nio.file.StandardOpenOption.*;

// What streams, random access files and their channels say at their edges: closed, null, out of range, nothing to do,
// positions that are no files', appending.
public class ClosedStreams {
    interface Body { Object run() throws Throwable; }
    interface Reading { int read(byte[] bytes, int offset, int count) throws IOException; }
    interface Writing { void write(byte[] bytes, int offset, int count) throws IOException; }

    static Path base;

    static void show(String name, Body body) {
        try {
            System.out.println(name + ": " + body.run());
        } catch (Throwable e) {
            System.out.println(name + ": " + String.valueOf(e).replace(base.toString(), "BASE"));
        }
    }

    static void run(String name, Writing body, byte[] bytes, int offset, int count) {
        show(name, () -> {
            body.write(bytes, offset, count);
            return "done";
        });
    }

    static final int[][] RANGES = {{0, 0}, {0, 1}, {4, 0}, {5, 0}, {0, 5}, {-1, 1}, {1, -1}, {2, 2}, {2, 3}, {Integer.MAX_VALUE, 1}, {1, Integer.MAX_VALUE},
        {Integer.MIN_VALUE, Integer.MIN_VALUE}};

    static void ranges(String name, Reading reading, Writing writing) {
        for (byte[] bytes : new byte[][] {null, new byte[4]}) {
            for (int[] range : RANGES) {
                String label = name + (bytes == null ? " null" : "") + Arrays.toString(range);
                if (reading != null) show("read " + label, () -> reading.read(bytes, range[0], range[1]));
                if (writing != null) run("write " + label, writing, bytes, range[0], range[1]);
            }
        }
    }

    static void closed() throws IOException {
        File file = base.resolve("a").toFile();
        FileOutputStream out = new FileOutputStream(file);
        ranges("open", null, out::write);
        out.close();
        ranges("closed", null, out::write);
        FileInputStream in = new FileInputStream(file);
        ranges("open", in::read, null);
        in.close();
        ranges("closed", in::read, null);
        RandomAccessFile random = new RandomAccessFile(file, "rw");
        ranges("open random", random::read, random::write);
        random.close();
        ranges("closed random", random::read, random::write);
        ranges("closed random fully", (bytes, offset, count) -> {
            random.readFully(bytes, offset, count);
            return count;
        }, null);
        show("read()", in::read);
        show("available", in::available);
        show("skip", () -> in.skip(1));
        show("skip none", () -> in.skip(0));
        show("readAllBytes", () -> in.readAllBytes().length);
        show("readNBytes", () -> in.readNBytes(0).length);
        show("readNBytes 3", () -> in.readNBytes(3).length);
        show("transferTo", () -> in.transferTo(OutputStream.nullOutputStream()));
        show("read empty", () -> in.read(new byte[0]));
        show("read null", () -> in.read(null));
        show("mark", () -> in.markSupported());
        show("in fd", () -> in.getFD().valid());
        show("in channel", () -> in.getChannel().isOpen());
        show("in channel size", () -> in.getChannel().size());
        show("write(int)", () -> { out.write(1); return "done"; });
        show("flush", () -> { out.flush(); return "done"; });
        show("write empty", () -> { out.write(new byte[0]); return "done"; });
        show("write null", () -> { out.write((byte[]) null); return "done"; });
        show("out fd", () -> out.getFD().valid());
        show("out sync", () -> { out.getFD().sync(); return "done"; });
        show("out channel", () -> out.getChannel().isOpen());
        show("out channel write", () -> out.getChannel().write(ByteBuffer.allocate(1)));
        show("close again", () -> { in.close(); out.close(); random.close(); return "done"; });
        show("random read", random::read);
        show("random length", random::length);
        show("random position", random::getFilePointer);
        show("random seek", () -> { random.seek(0); return "done"; });
        show("random seek below", () -> { random.seek(-1); return "done"; });
        show("random setLength", () -> { random.setLength(0); return "done"; });
        show("random setLength below", () -> { random.setLength(-1); return "done"; });
        show("random skip", () -> random.skipBytes(1));
        show("random skip none", () -> random.skipBytes(0));
        show("random write", () -> { random.write(1); return "done"; });
        show("random writeUTF", () -> { random.writeUTF("x"); return "done"; });
        show("random readLine", random::readLine);
    }

    static void random() throws IOException {
        File file = base.resolve("r").toFile();
        show("mode", () -> new RandomAccessFile(file, "w"));
        show("mode null", () -> new RandomAccessFile(file, null));
        show("missing", () -> new RandomAccessFile(file, "r"));
        show("directory", () -> new RandomAccessFile(base.toFile(), "rw"));
        show("directory r", () -> new RandomAccessFile(base.toFile(), "r"));
        show("directory in", () -> new FileInputStream(base.toFile()));
        show("directory out", () -> new FileOutputStream(base.toFile()));
        show("below a file", () -> new FileOutputStream(new File(new File(base.toFile(), "a"), "b")));
        show("empty", () -> new FileInputStream(""));
        show("null file", () -> new FileInputStream((File) null));
        show("with a zero", () -> new FileInputStream("a\0b"));
        show("long name", () -> new FileInputStream("x".repeat(300)).read());
        show("long path", () -> { try { return new FileInputStream("x/".repeat(3000)); } catch (FileNotFoundException e) { return e.getMessage().substring(6000); } });
        try (RandomAccessFile random = new RandomAccessFile(file, "rws")) {
            random.seek(10);
            System.out.println(random.length() + " " + random.getFilePointer() + " " + random.read() + " " + random.read(new byte[3]) + " " + random.read(new byte[0]));
            random.write(1);
            random.setLength(5);
            System.out.println(random.length() + " " + random.getFilePointer() + " " + random.skipBytes(9) + " " + random.skipBytes(-1));
            random.seek(1);
            random.setLength(3);
            System.out.println(random.length() + " " + random.getFilePointer() + " " + random.skipBytes(9) + " " + random.getFilePointer());
            show("length below", () -> { random.setLength(-5); return random.length(); });
            random.seek(1);
            show("readFully", () -> { random.readFully(new byte[5]); return "done"; });
            show("readInt", random::readInt);
        }
        try (RandomAccessFile random = new RandomAccessFile(file, "r")) {
            show("write r", () -> { random.write(1); return "done"; });
            show("write bytes r", () -> { random.write(new byte[2]); return "done"; });
            show("write none r", () -> { random.write(new byte[0]); return "done"; });
            show("setLength r", () -> { random.setLength(1); return "done"; });
            show("channel write r", () -> random.getChannel().write(ByteBuffer.allocate(1)));
            show("channel write at r", () -> random.getChannel().write(ByteBuffer.allocate(1), 0));
            show("channel truncate r", () -> random.getChannel().truncate(1));
            show("channel map rw of r", () -> random.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, 1));
            show("channel map private of r", () -> random.getChannel().map(FileChannel.MapMode.PRIVATE, 0, 1).capacity());
            show("lock of r", () -> random.getChannel().lock());
            show("shared lock of r", () -> random.getChannel().lock(0, 1, true).isShared());
            random.seek(2);
            System.out.println(random.getChannel().position() + " " + random.getChannel().position(1).position() + " " + random.getFilePointer());
        }
        try (FileInputStream in = new FileInputStream(file)) {
            System.out.println(in.skip(1) + " " + in.available() + " " + in.skip(100) + " " + in.available() + " " + in.read() + " " + in.skip(-101) + " " + in.read());
            show("skip before the start", () -> in.skip(-100));
            show("position", () -> in.getChannel().position());
            show("available", in::available);
        }
    }

    static void append() throws IOException {
        File file = base.resolve("append").toFile();
        Files.writeString(file.toPath(), "0123456789");
        try (FileOutputStream out = new FileOutputStream(file, true)) {
            FileChannel channel = out.getChannel();
            System.out.println(channel.position() + " " + channel.size());
            out.write('a');
            System.out.println(channel.position() + " " + channel.size());
            channel.position(2);
            System.out.println(channel.position());
            channel.write(ByteBuffer.wrap(new byte[] {'b'}));
            System.out.println(channel.position() + " " + channel.size());
            show("at a position", () -> channel.write(ByteBuffer.wrap(new byte[] {'c', 'd'}), 1));
            System.out.println(channel.position() + " " + channel.size());
            channel.truncate(5);
            System.out.println(channel.position() + " " + channel.size());
            out.write('e');
            System.out.println(channel.position() + " " + channel.size());
            show("read", () -> channel.read(ByteBuffer.allocate(1)));
            show("map", () -> channel.map(FileChannel.MapMode.READ_WRITE, 0, 1));
            show("transferTo", () -> channel.transferTo(0, 1, channel));
        }
        try (FileOutputStream out = new FileOutputStream(file, true)) {
            out.write('f');
            System.out.println(out.getChannel().position());
        }
        System.out.println(Files.readString(file.toPath()));
        try (FileChannel channel = FileChannel.open(file.toPath(), APPEND); FileChannel other = FileChannel.open(file.toPath(), WRITE)) {
            System.out.println(channel.position() + " " + other.position());
            other.write(ByteBuffer.wrap("ABCDEFGHIJ".getBytes()));
            System.out.println(channel.position() + " " + channel.size());
            System.out.println(channel.position(3).position());
            channel.write(new ByteBuffer[] {ByteBuffer.wrap(new byte[] {'x'}), ByteBuffer.wrap(new byte[] {'y', 'z'})});
            System.out.println(channel.position() + " " + channel.size());
        }
        System.out.println(Files.readString(file.toPath()));
        show("append and truncate", () -> FileChannel.open(file.toPath(), APPEND, TRUNCATE_EXISTING));
        show("read and truncate", () -> FileChannel.open(file.toPath(), READ, TRUNCATE_EXISTING).size());
        try (FileOutputStream out = new FileOutputStream(file); FileOutputStream second = new FileOutputStream(out.getFD())) {
            out.write(1);
            second.write(2);
            System.out.println(second.getChannel().position());
            out.close();
            show("the other", () -> { second.write(1); return "done"; });
        }
        System.out.println(file.length());
    }

    static void channels() throws IOException {
        Path path = base.resolve("channel");
        Files.writeString(path, "0123456789");
        try (FileChannel channel = FileChannel.open(path, READ, WRITE)) {
            long[] below = {-1, Long.MIN_VALUE};
            for (long at : below) {
                show("position " + at, () -> channel.position(at).position());
                show("read there", () -> channel.read(ByteBuffer.allocate(2)));
                show("write none there", () -> channel.write(ByteBuffer.allocate(0)));
                show("read at", () -> channel.read(ByteBuffer.allocate(2), at));
                show("read none at", () -> channel.read(ByteBuffer.allocate(0), at));
                show("write none at", () -> channel.write(ByteBuffer.allocate(0), at));
                show("truncate at", () -> channel.truncate(at).size());
                show("map at", () -> channel.map(FileChannel.MapMode.READ_ONLY, at, 2));
                show("map none at", () -> channel.map(FileChannel.MapMode.READ_ONLY, at, 0).capacity());
                show("transferTo at", () -> channel.transferTo(at, 2, channel));
                show("transferFrom at", () -> channel.transferFrom(java.nio.channels.Channels.newChannel(new ByteArrayInputStream(new byte[4])), at, 2));
                show("lock at", () -> channel.tryLock(at, 1, false));
                System.out.println(channel.size());
            }
            channel.position(0);
            show("read into read only", () -> channel.read(ByteBuffer.allocate(1).asReadOnlyBuffer()));
            show("read null", () -> channel.read((ByteBuffer) null));
            show("read nothing", () -> channel.read(ByteBuffer.allocate(0)));
            show("read no buffers", () -> channel.read(new ByteBuffer[0]));
            show("read null buffers", () -> channel.read(new ByteBuffer[] {null}));
            show("read some buffers", () -> channel.read(new ByteBuffer[] {ByteBuffer.allocate(1), ByteBuffer.allocate(1)}, 1, 2));
            show("read empty buffers", () -> channel.read(new ByteBuffer[] {ByteBuffer.allocate(0), ByteBuffer.allocate(0)}));
            show("read many", () -> {
                ByteBuffer[] buffers = new ByteBuffer[40];
                for (int i = 0; i < 40; i++) buffers[i] = i % 3 == 0 ? ByteBuffer.allocate(1) : ByteBuffer.allocateDirect(i % 2);
                return channel.read(buffers) + " " + buffers[0].position() + buffers[39].position();
            });
            show("transferTo none", () -> channel.transferTo(0, 0, channel));
            show("transferTo below", () -> channel.transferTo(0, -1, channel));
            show("transferTo null", () -> channel.transferTo(0, 1, null));
            show("transferTo read only", () -> { try (FileChannel other = FileChannel.open(path, READ)) { return channel.transferTo(0, 1, other); } });
            show("transferFrom write only", () -> { try (FileChannel other = FileChannel.open(path, WRITE)) { return channel.transferFrom(other, 0, 1); } });
            show("transferTo itself", () -> channel.position(8).transferTo(0, 4, channel) + " " + channel.position() + " " + channel.size());
            show("transferFrom itself", () -> channel.position(2).transferFrom(channel, 1, 4) + " " + channel.position() + " " + channel.size());
            show("transferFrom beyond", () -> channel.transferFrom(channel, 100, 4) + " " + channel.size());
            show("map too much", () -> channel.map(FileChannel.MapMode.READ_ONLY, 0, 1L << 31));
            show("map below", () -> channel.map(FileChannel.MapMode.READ_ONLY, 0, -1));
            show("map null", () -> channel.map(null, 0, 1));
            show("map wraps", () -> channel.map(FileChannel.MapMode.READ_ONLY, Long.MAX_VALUE, 1));
            show("lock none", () -> channel.lock(0, 0, false).size());
            show("lock below", () -> channel.lock(0, -1, false));
            show("lock wraps", () -> channel.lock(1, Long.MAX_VALUE, false));
            show("lock all", () -> channel.lock() + "");
            show("locked twice", () -> channel.tryLock());
            show("locked by another", () -> { try (FileChannel other = FileChannel.open(path, WRITE)) { return other.tryLock(); } });
            show("shared of what is written only", () -> { try (FileChannel other = FileChannel.open(path, WRITE)) { return other.tryLock(0, 1, true); } });
            show("forced", () -> { channel.force(false); return channel.isOpen(); });
            Files.delete(path);
            show("deleted", () -> channel.size() + " " + channel.write(ByteBuffer.allocate(3), 0));
        }
        FileChannel closed = FileChannel.open(base.resolve("new"), CREATE_NEW, WRITE, READ, DELETE_ON_CLOSE);
        FileLock lock = closed.lock();
        closed.close();
        System.out.println(Files.exists(base.resolve("new")) + " " + lock.isValid());
        show("release", () -> { lock.release(); return "done"; });
        show("closed position", closed::position);
        show("closed position below", () -> closed.position(-1));
        show("closed read", () -> closed.read(ByteBuffer.allocate(0)));
        show("closed read at below", () -> closed.read(ByteBuffer.allocate(0), -1));
        show("closed write null", () -> closed.write((ByteBuffer) null));
        show("closed truncate below", () -> closed.truncate(-1));
        show("closed map", () -> closed.map(FileChannel.MapMode.PRIVATE, 0, -1));
        show("closed lock", closed::lock);
        show("closed transferTo", () -> closed.transferTo(-1, 0, closed));
        show("closed force", () -> { closed.force(true); return "done"; });
        show("new again", () -> FileChannel.open(base.resolve("a"), CREATE_NEW, WRITE));
        show("sparse", () -> { try (FileChannel channel = FileChannel.open(base.resolve("s"), CREATE, SPARSE, SYNC, DSYNC, WRITE)) { return channel.write(ByteBuffer.allocate(1), 9999) + " " + channel.size(); } });
        show("a directory", () -> { try (FileChannel channel = FileChannel.open(base, READ)) { return channel.read(ByteBuffer.allocate(1)); } });
        show("a directory to write", () -> FileChannel.open(base, WRITE));
    }

    static void interrupted() throws Exception {
        Path path = base.resolve("i");
        Files.writeString(path, "0123456789");
        FileChannel channel = FileChannel.open(path, READ, WRITE);
        FileInputStream in = new FileInputStream(path.toFile());
        Thread.currentThread().interrupt();
        show("stream", in::read);
        show("read", () -> channel.read(ByteBuffer.allocate(1)));
        System.out.println(channel.isOpen() + " " + Thread.interrupted());
        show("read again", () -> channel.read(ByteBuffer.allocate(1)));
        for (int i = 0; i < 7; i++) {
            int which = i;
            FileChannel other = FileChannel.open(path, READ, WRITE);
            Thread.currentThread().interrupt();
            show("interrupted " + which, () -> {
                switch (which) {
                    case 0: return other.size();
                    case 1: return other.position();
                    case 2: return other.write(ByteBuffer.allocate(1), 0);
                    case 3: return other.lock();
                    case 4: return other.map(FileChannel.MapMode.READ_ONLY, 0, 1).capacity();
                    case 5: return other.transferTo(0, 1, java.nio.channels.Channels.newChannel(new ByteArrayOutputStream()));
                    default: other.force(true); return "forced";
                }
            });
            System.out.println(other.isOpen() + " " + Thread.interrupted());
            other.close();
        }
        show("files", () -> { Thread.currentThread().interrupt(); return Files.readString(path); });
        System.out.println(Thread.interrupted());
        in.close();
    }

    public static void main(String[] arguments) throws Exception {
        base = Files.createTempDirectory("streams");
        closed();
        random();
        append();
        channels();
        interrupted();
        try (var all = Files.list(base)) {
            for (Path path : (Iterable<Path>) all::iterator) Files.delete(path);
        }
        Files.delete(base);
    }
}

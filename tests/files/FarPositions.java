import java.io.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.nio.file.*;
import static java.nio.file.StandardOpenOption.*;

// Positions that no file has. How far they go depends on the file system: ours is as ext4, on which `java` printed what
// files.t expects.
public class FarPositions {
    interface Body { Object run() throws Exception; }

    static void show(String name, Body body) {
        try {
            System.out.println(name + ": " + body.run());
        } catch (Exception e) {
            System.out.println(name + ": " + e);
        }
    }

    static void streams(File file) throws IOException {
        try (RandomAccessFile random = new RandomAccessFile(file, "rw")) {
            show("seek far", () -> { random.seek(Long.MAX_VALUE); return random.getFilePointer(); });
            show("read there", random::read);
            show("seek less far", () -> { random.seek(Long.MAX_VALUE - 4097); return random.getFilePointer(); });
            show("seek as far as can be", () -> { random.seek((1L << 44) - 4096); return random.getFilePointer(); });
            show("read there", random::read);
            show("write there", () -> { random.write(1); return "done"; });
            show("seek further", () -> { random.seek((1L << 44) - 4095); return random.getFilePointer(); });
            show("length far", () -> { random.setLength(Long.MAX_VALUE); return random.length(); });
        }
        try (FileInputStream in = new FileInputStream(file)) {
            in.read();
            show("skip far", () -> in.skip(Long.MAX_VALUE));
            show("skip nearly as far", () -> in.skip(Long.MAX_VALUE - 1000));
            show("position", () -> in.getChannel().position());
        }
    }

    public static void main(String[] arguments) throws IOException {
        Path path = Files.createTempFile("far", "");
        Files.writeString(path, "0123456789");
        streams(path.toFile());
        try (FileChannel channel = FileChannel.open(path, READ, WRITE)) {
            for (long at : new long[] {Long.MAX_VALUE, Long.MAX_VALUE - 1, Long.MAX_VALUE - 4096, 1L << 62, 1L << 44, 1L << 43}) {
                show("position " + at, () -> channel.position(at).position());
                show("read there", () -> channel.read(ByteBuffer.allocate(2)));
                show("read at", () -> channel.read(ByteBuffer.allocate(2), at));
                show("read none at", () -> channel.read(ByteBuffer.allocate(0), at));
                show("write none at", () -> channel.write(ByteBuffer.allocate(0), at));
                show("truncate at", () -> channel.truncate(at).size());
                show("transferTo at", () -> channel.transferTo(at, 2, channel));
                show("transferFrom at", () -> channel.transferFrom(Channels.newChannel(new ByteArrayInputStream(new byte[4])), at, 2));
                show("lock at", () -> channel.tryLock(at, 1, false).position());
                System.out.println(channel.size());
                channel.position(0);
            }
            for (long at : new long[] {Long.MAX_VALUE, Long.MAX_VALUE - 1, Long.MAX_VALUE - 4096, 1L << 62, 1L << 44}) {
                show("write at", () -> channel.write(ByteBuffer.allocate(2), at));
                show("map at", () -> channel.map(FileChannel.MapMode.READ_WRITE, at, 2));
                show("map none at", () -> channel.map(FileChannel.MapMode.READ_WRITE, at, 0));
            }
        }
        Files.delete(path);
    }
}

import java.io.*;
import java.nio.*;
import java.nio.channels.*;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.*;
import java.util.*;
import static java.nio.file.StandardOpenOption.*;

// Mapped files that grow, shrink and are written meanwhile: a mapping, the channel and other mappings see the same
// bytes.
public class GrowingMaps {
    static int at(FileChannel channel, long position) throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        return channel.read(one, position) == 1 ? one.get(0) : -1;
    }

    static void put(FileChannel channel, long position, int value) throws IOException { channel.write(ByteBuffer.wrap(new byte[] {(byte) value}), position); }

    static void collect() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(20);
        }
    }

    static void growing(Path path) throws Exception {
        try (FileChannel channel = FileChannel.open(path, CREATE, READ, WRITE)) {
            MappedByteBuffer first = channel.map(MapMode.READ_WRITE, 0, 4096);
            first.put(0, (byte) 1);
            MappedByteBuffer second = channel.map(MapMode.READ_WRITE, 0, 100_000);
            System.out.println(second.get(0) + " " + at(channel, 0) + " " + channel.size());
            second.put(0, (byte) 2).put(99_999, (byte) 3);
            System.out.println(first.get(0) + " " + at(channel, 0) + " " + at(channel, 99_999));
            first.put(1, (byte) 4);
            System.out.println(second.get(1) + " " + at(channel, 1));
            MappedByteBuffer third = channel.map(MapMode.READ_WRITE, 2_000_000, 4096);
            first.put(2, (byte) 5);
            second.put(3, (byte) 6);
            third.put(0, (byte) 7);
            put(channel, 4, 8);
            System.out.println(first.get(3) + " " + second.get(2) + " " + first.get(4) + " " + second.get(4) + " " + at(channel, 2) + " " + at(channel, 3) + " " + at(channel, 2_000_000));
            put(channel, 5_000_000, 9);
            put(channel, 0, 10);
            System.out.println(first.get(0) + " " + second.get(0) + " " + third.get(0) + " " + channel.size());
            MappedByteBuffer own = channel.map(MapMode.PRIVATE, 0, 10), read = channel.map(MapMode.READ_ONLY, 0, 10);
            own.put(0, (byte) 11);
            System.out.println(own.get(1) + " " + read.get(0) + " " + first.get(0) + " " + at(channel, 0));
            second = null;
            first.put(0, (byte) 12);
            collect();
            System.out.println(read.get(0) + " " + at(channel, 0) + " " + at(channel, 3));
            first.force();
            System.out.println(at(channel, 0) + " " + at(channel, 2));
        }
        collect();
        byte[] all = Files.readAllBytes(path);
        System.out.println(all.length + " " + Arrays.toString(Arrays.copyOf(all, 6)) + " " + all[99_999] + " " + all[2_000_000] + " " + all[5_000_000]);
    }

    // A file that is written through one window after the other, as a log is.
    static void windows(Path path) throws Exception {
        try (FileChannel channel = FileChannel.open(path, CREATE, READ, WRITE); RandomAccessFile other = new RandomAccessFile(path.toFile(), "r")) {
            List<MappedByteBuffer> windows = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                MappedByteBuffer window = channel.map(MapMode.READ_WRITE, i * 8192L, 8192);
                windows.add(window);
                for (int k = 0; k < i; k++) windows.get(k).putInt(4 * i, i * k);
            }
            long wrong = 0;
            for (int i = 0; i < 64; i++) {
                for (int k = 0; k < i; k++) {
                    other.seek(k * 8192L + 4 * i);
                    int got = Integer.reverseBytes(windows.get(k).order(ByteOrder.LITTLE_ENDIAN).getInt(4 * i)), read = other.readInt();
                    if (got != i * k || read != i * k) wrong++;
                }
            }
            System.out.println(channel.size() + " " + wrong);
        }
    }

    static void shrinking(Path path) throws Exception {
        Files.write(path, new byte[20_000]);
        try (FileChannel channel = FileChannel.open(path, READ, WRITE)) {
            MappedByteBuffer map = channel.map(MapMode.READ_WRITE, 0, 20_000);
            map.put(0, (byte) 1).put(5000, (byte) 2);
            channel.truncate(6000);
            System.out.println(map.get(0) + " " + map.get(5000) + " " + channel.size());
            map.put(1, (byte) 3);
            System.out.println(at(channel, 1) + " " + at(channel, 5000) + " " + at(channel, 6000));
            put(channel, 15_000, 4);
            System.out.println(map.get(15_000) + " " + map.get(14_999) + " " + at(channel, 14_999) + " " + map.get(5000));
            Files.delete(path);
            map.put(2, (byte) 5);
            System.out.println(at(channel, 2) + " " + map.get(15_000));
        }
    }

    public static void main(String[] arguments) throws Exception {
        Path base = Files.createTempDirectory("maps");
        growing(base.resolve("growing"));
        windows(base.resolve("windows"));
        shrinking(base.resolve("shrinking"));
        Files.delete(base.resolve("growing"));
        Files.delete(base.resolve("windows"));
        Files.delete(base);
    }
}

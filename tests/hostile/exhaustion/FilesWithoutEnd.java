import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Files, descriptors, mappings, directories, names, sizes: as many and as large as can be had. */
public class FilesWithoutEnd {
    public static void main(String[] arguments) throws Throwable {
        Path top = Files.createTempDirectory("hostile");
        List<RandomAccessFile> open = new ArrayList<>();
        Attack.exhaust("descriptors", () -> {
            try {
                for (int i = 0; i < 1_500; i++) open.add(new RandomAccessFile(top.resolve("one").toFile(), "rw"));
            } catch (IOException e) {
                // too many
            }
        });
        for (RandomAccessFile file : open) file.close();
        Attack.exhaust("leaked", () -> {
            try {
                for (int i = 0; i < 1_500; i++) new RandomAccessFile(top.resolve("one").toFile(), "rw");
            } catch (IOException e) {
                // too many
            }
        });
        System.gc();
        System.runFinalization();
        Thread.sleep(50);
        Attack.exhaust("names", () -> { for (int i = 0; i < 3_000; i++) Files.createFile(top.resolve("n" + i)); });
        for (int i = 0; i < 3_000; i++) Files.deleteIfExists(top.resolve("n" + i));
        Path deep = top;
        for (int i = 0; i < 100; i++) deep = Files.createDirectory(deep.resolve("d"));
        Path deepest = deep;
        Attack.kind("name too long", () -> Files.createFile(top.resolve("n".repeat(300))));
        Attack.kind("path too long", () -> Files.createFile(top.resolve("n/".repeat(5_000))));
        Attack.kind("name with a null", () -> new FileOutputStream(new File("a\0b")).close());
        try (RandomAccessFile file = new RandomAccessFile(top.resolve("large").toFile(), "rw")) {
            Attack.kind("negative length", () -> file.setLength(-1));
            Attack.kind("negative seek", () -> file.seek(-1));
            file.seek(1L << 40);
            System.out.println("far " + file.getFilePointer() + " " + file.length() + " " + file.read());
            file.setLength(1 << 20);
            FileChannel channel = file.getChannel();
            Attack.exhaust("mappings", () -> {
                List<MappedByteBuffer> maps = new ArrayList<>();
                try {
                    for (int i = 0; i < 500; i++) maps.add(channel.map(FileChannel.MapMode.READ_ONLY, 4096 * (i % 10), 4096));
                } catch (IOException e) {
                    // too many
                }
            });
            Attack.kind("map too large", () -> channel.map(FileChannel.MapMode.READ_ONLY, 0, 1L << 40));
            Attack.kind("map before", () -> channel.map(FileChannel.MapMode.READ_ONLY, -1, 10));
        }
        Attack.exhaust("written", () -> {
            try (FileOutputStream out = new FileOutputStream(top.resolve("filled").toFile())) {
                byte[] block = new byte[1 << 20];
                for (int i = 0; i < 100; i++) out.write(block);
            } catch (IOException e) {
                // full
            }
        });
        Files.deleteIfExists(top.resolve("filled"));
        for (Path at = deepest; !at.equals(top); at = at.getParent()) Files.delete(at);
        try (var left = Files.list(top)) { for (Path each : (Iterable<Path>) left::iterator) Files.delete(each); }
        Files.delete(top);
        System.out.println(Files.exists(top));
    }
}

import java.io.*;
import java.nio.channels.FileChannel;
import java.nio.ByteBuffer;
import java.nio.file.*;

// Fills the file system, and finds it empty again.
public class Full {
    public static void main(String[] arguments) throws Exception {
        File file = new File("/tmp/full");
        long before = file.getParentFile().getUsableSpace();
        long written = 0;
        try (FileOutputStream out = new FileOutputStream(file)) {
            byte[] piece = new byte[100000];
            for (;; written += piece.length) out.write(piece);
        } catch (IOException e) {
            System.out.println(e);
        }
        try (FileChannel channel = FileChannel.open(file.toPath(), StandardOpenOption.WRITE)) {
            ByteBuffer more = ByteBuffer.allocate(8 << 20);
            while (more.hasRemaining()) channel.write(more);
        } catch (IOException e) {
            System.out.println(e);
        }
        byte[] rest = new byte[(int) file.getParentFile().getUsableSpace()];
        try (FileOutputStream out = new FileOutputStream(file, true)) {
            out.write(rest);
        }
        try {
            Files.createDirectory(Path.of("/tmp/more"));
        } catch (IOException e) {
            System.out.println(e);
        }
        System.out.println(file.length() == written + rest.length && written > 7000000);
        System.out.println("all free again: " + (file.delete() && new File("/tmp").getUsableSpace() == before));
    }
}

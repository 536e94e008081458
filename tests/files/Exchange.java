import java.io.*;
import java.nio.file.*;
import java.util.*;

// Reads what tests/files.t has given, writes what it asks back.
public class Exchange {
    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("sleep")) Thread.sleep(100000);
        System.out.print(Files.readString(Path.of("in.txt")));
        Path tree = Path.of("/data/tree");
        System.out.println(Files.readString(tree.resolve("a")) + " " + Files.size(tree.resolve("deep/b")) + " " + (Files.isDirectory(tree.resolve("empty")) && Files.isWritable(tree)) + " " + Files.readString(Path.of("c")));
        byte[] big = Files.readAllBytes(Path.of("big"));
        boolean right = true;
        for (int i = 0; i < big.length; i++) right &= big[i] == (byte) (i * 7);
        System.out.println(big.length + " " + right);
        for (int i = 0, j = big.length - 1; i < j; i++, j--) {
            byte kept = big[i];
            big[i] = big[j];
            big[j] = kept;
        }
        Files.write(Path.of("/tmp/big"), big);
        Files.move(Path.of("in.txt"), Path.of("out.txt"));
        Files.writeString(Path.of("out.txt"), "and the guest\n", StandardOpenOption.APPEND);
        Files.createFile(Path.of("nothing"));
        try {
            Files.writeString(Path.of("/jdk/release"), "");
        } catch (AccessDeniedException e) {
            System.out.println("denied");
        }
        System.exit(Integer.parseInt(arguments[0]));
    }
}

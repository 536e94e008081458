import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Names of the greatest length, and none, that reach the file system unresolved; paths that climb out, links in rings,
 * directories renamed into themselves, files that go while they are open, names that are none, positions and transfers
 * beyond all ends. */
public class OddPaths {
    // java.io.File resolves a path before it asks this.
    private static void canonical(String path) {
        Attack.kind("canonical " + path.length(), () -> {
            Object system = Attack.opened(File.class.getDeclaredField("fs")).get(null);
            String found = (String) Attack.call(system.getClass().getDeclaredMethod("canonicalize0", String.class), system, path);
            System.out.println(found.length() + " " + found.equals(path));
        });
    }

    public static void main(String[] arguments) throws Throwable {
        Path top = Files.createTempDirectory("hostile"), file = Files.writeString(top.resolve("file"), "content"), directory = Files.createDirectory(top.resolve("d"));
        System.out.println(Files.exists(Path.of("/../../../../..")) + " " + top.resolve("../../../../../../..").toRealPath() + " " + new File(top + "/d/../file").getCanonicalFile().equals(file.toRealPath().toFile()));
        Attack.kind("no such on the way", () -> Files.readString(top.resolve("none/../file")));
        Attack.kind("file on the way", () -> Files.readString(top.resolve("file/../file")));
        Attack.kind("slashes", () -> System.out.println(Files.readString(Path.of(top + "//////file"))));
        Attack.kind("slash behind a file", () -> new FileInputStream(top + "/file/.").close());
        for (String name : new String[] {"", ".", "..", "/", "a\0b", "\n", " ", "x".repeat(255), "x".repeat(256), "\u0416\u4e2d\ud83d\ude00", "-", "*", "\\", "C:"}) {
            Attack.kind("named '" + (name.length() > 20 ? name.length() : name.length() + name.replaceAll("[^!-~]", "?")) + "'", () -> { try (FileOutputStream out = new FileOutputStream(top + "/" + name)) { out.write(1); } Files.delete(top.resolve(name)); });
        }
        Files.createSymbolicLink(top.resolve("a"), Path.of("b"));
        Files.createSymbolicLink(top.resolve("b"), Path.of("a"));
        Files.createSymbolicLink(top.resolve("self"), Path.of("self/self"));
        Files.createSymbolicLink(top.resolve("up"), Path.of("../" + top.getFileName() + "/up2"));
        Files.createSymbolicLink(top.resolve("up2"), Path.of("file"));
        for (int i = 0; i < 60; i++) Files.createSymbolicLink(top.resolve("l" + i), Path.of(i == 0 ? "file" : "l" + (i - 1)));
        Attack.kind("ring", () -> Files.readString(top.resolve("a")));
        Attack.kind("self", () -> Files.readString(top.resolve("self")));
        Attack.attempt("up", () -> Files.readString(top.resolve("up")));
        Attack.attempt("39 links", () -> Files.readString(top.resolve("l38")));
        Attack.kind("60 links", () -> Files.readString(top.resolve("l59")));
        Attack.kind("real path of a ring", () -> top.resolve("a").toRealPath());
        Attack.attempt("ring exists", () -> Files.exists(top.resolve("a")) + " " + Files.exists(top.resolve("a"), LinkOption.NOFOLLOW_LINKS) + " " + Files.isSymbolicLink(top.resolve("a")));
        Attack.kind("written through a ring", () -> Files.writeString(top.resolve("a"), "x"));
        Attack.kind("empty link", () -> Files.createSymbolicLink(top.resolve("empty"), Path.of("")));
        Attack.kind("walk that follows", () -> { try (var all = Files.walk(top, java.nio.file.FileVisitOption.FOLLOW_LINKS)) { all.count(); } });
        Attack.kind("into itself", () -> Files.move(directory, directory.resolve("e")));
        Attack.kind("below itself", () -> { Files.createDirectories(directory.resolve("e/f")); Files.move(directory, directory.resolve("e/f/g"), StandardCopyOption.ATOMIC_MOVE); });
        Attack.kind("over what is not empty", () -> Files.move(Files.createDirectory(top.resolve("e")), directory, StandardCopyOption.ATOMIC_MOVE));
        Attack.kind("directory over a file", () -> Files.move(top.resolve("e"), file, StandardCopyOption.ATOMIC_MOVE));
        Attack.kind("file over a directory", () -> Files.move(file, top.resolve("e"), StandardCopyOption.ATOMIC_MOVE));
        Attack.kind("to itself", () -> Files.move(file, file));
        Attack.kind("delete what is not empty", () -> Files.delete(directory));
        Attack.kind("delete the root", () -> Files.delete(Path.of("/")));
        Attack.kind("hard link to a directory", () -> Files.createLink(top.resolve("h"), directory));
        Attack.kind("hard link twice", () -> { Files.createLink(top.resolve("h"), file); Files.createLink(top.resolve("h"), file); });
        Attack.kind("open a directory", () -> new FileOutputStream(directory.toFile()).close());
        Attack.kind("read a directory", () -> new FileInputStream(directory.toFile()).read());
        Attack.kind("list a file", () -> Files.list(file));
        Attack.kind("mode", () -> new RandomAccessFile(file.toFile(), "w"));
        Attack.kind("directory with attributes", () -> Files.setPosixFilePermissions(directory, java.util.Set.of()));
        Files.setPosixFilePermissions(directory, java.nio.file.attribute.PosixFilePermissions.fromString("rwxr-xr-x"));
        Attack.kind("times", () -> Files.setLastModifiedTime(file, java.nio.file.attribute.FileTime.fromMillis(Long.MIN_VALUE)));

        Path gone = Files.writeString(top.resolve("gone"), "still there");
        try (FileChannel channel = FileChannel.open(gone, StandardOpenOption.READ, StandardOpenOption.WRITE); RandomAccessFile random = new RandomAccessFile(gone.toFile(), "rw")) {
            Files.delete(gone);
            ByteBuffer to = ByteBuffer.allocate(20);
            System.out.println(channel.read(to, 0) + " " + channel.size() + " " + Files.exists(gone));
            for (long at : new long[] {-1, 1L << 40, Long.MAX_VALUE - 5, Long.MAX_VALUE, Long.MIN_VALUE}) {
                Attack.attempt("read at " + at, () -> { try { return channel.read(ByteBuffer.allocate(5), at); } catch (IOException | IllegalArgumentException e) { return e.getClass(); } });
                Attack.kind("position " + at, () -> channel.position(at));
                Attack.kind("truncate " + at, () -> channel.truncate(at));
                Attack.kind("from itself " + at, () -> channel.transferTo(at, Long.MAX_VALUE, channel));
                Attack.kind("lock " + at, () -> channel.lock(at, 5, false).release());
                Attack.kind("write far " + at, () -> { if (at < 0 || at > 1L << 50) channel.write(ByteBuffer.wrap(new byte[5]), at); });
                Attack.kind("map " + at, () -> { if (at < 0 || at > 1L << 50) channel.map(FileChannel.MapMode.READ_WRITE, at, 5); });
            }
            Attack.kind("map 3 GiB", () -> channel.map(FileChannel.MapMode.READ_WRITE, 0, 3L << 30));
            channel.position(3);
            Attack.kind("lock twice", () -> { channel.lock(0, 5, false); channel.lock(3, 5, false); });
            random.setLength(3);
            System.out.println(channel.read(ByteBuffer.allocate(5)) + " " + random.read(new byte[5]));
            channel.close();
            Attack.kind("closed", () -> channel.read(to));
        }
        for (int length : new int[] {0, 1, 4093, 4094, 4095, 4097, 10_000}) canonical("a".repeat(length));
        for (int length : new int[] {4092, 4093, 4095, 10_000}) canonical("a/" + "b".repeat(length));
        for (int length : new int[] {4093, 4094, 4096, 10_000}) canonical("/" + "c".repeat(length));
        try (var all = Files.walk(top)) { all.sorted(java.util.Comparator.reverseOrder()).forEach(p -> p.toFile().delete()); }
        System.out.println(Files.exists(top));
    }
}

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.*;
import java.nio.file.attribute.*;
import java.util.*;
import static java.nio.file.StandardOpenOption.*;

// SecureDirectoryStream: files relative to an open directory, also when the directory has moved or is gone, links that
// are followed or not, attributes, and what is refused.
public class SecureDirectories {
    interface Body { Object run() throws Exception; }

    static Path base;

    static void show(String name, Body body) {
        try {
            System.out.println(name + ": " + body.run());
        } catch (Exception e) {
            System.out.println(name + ": " + String.valueOf(e).replace(base.toString(), "BASE"));
        }
    }

    static SecureDirectoryStream<Path> open(Path directory) throws IOException { return (SecureDirectoryStream<Path>) Files.newDirectoryStream(directory); }

    static String list(DirectoryStream<Path> stream) {
        TreeSet<String> names = new TreeSet<>();
        for (Path path : stream) names.add(path.toString().replace(base.toString(), "BASE"));
        return names.toString();
    }

    static Path path(String name) { return Path.of(name); }

    static String read(SecureDirectoryStream<Path> stream, String name, OpenOption... options) throws IOException {
        Set<OpenOption> all = new HashSet<>(List.of(options));
        all.add(READ);
        try (SeekableByteChannel channel = stream.newByteChannel(path(name), all)) {
            ByteBuffer buffer = ByteBuffer.allocate(100);
            channel.read(buffer);
            return new String(buffer.array(), 0, buffer.position());
        }
    }

    static void deleteAll(SecureDirectoryStream<Path> stream) throws IOException {
        for (Path path : stream) {
            Path name = path.getFileName();
            if (!stream.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS).readAttributes().isDirectory()) {
                stream.deleteFile(name);
                continue;
            }
            try (SecureDirectoryStream<Path> inner = stream.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
                deleteAll(inner);
            }
            stream.deleteDirectory(name);
        }
    }

    public static void main(String[] arguments) throws Exception {
        base = Files.createTempDirectory("secure");
        Path one = Files.createDirectory(base.resolve("one")), two = Files.createDirectory(base.resolve("two"));
        Files.writeString(one.resolve("a"), "A");
        Files.createDirectory(one.resolve("d"));
        Files.writeString(one.resolve("d/inner"), "inner");
        Files.createSymbolicLink(one.resolve("toa"), path("a"));
        Files.createSymbolicLink(one.resolve("tod"), path("d"));
        Files.createSymbolicLink(one.resolve("dangling"), path("none"));
        SecureDirectoryStream<Path> first = open(one), second = open(two);
        System.out.println(list(first));
        show("again", first::iterator);
        System.out.println(read(first, "a") + " " + read(first, "toa") + " " + read(first, "d/inner") + " " + read(first, "../one/a"));
        show("link", () -> read(first, "toa", LinkOption.NOFOLLOW_LINKS));
        show("dangling", () -> read(first, "dangling"));
        show("missing", () -> read(first, "none"));
        show("absolute", () -> read(first, one.resolve("a").toString()));
        show("directory", () -> read(first, "d"));
        try (SeekableByteChannel channel = first.newByteChannel(path("new"), Set.of(CREATE_NEW, WRITE), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r-----")))) {
            channel.write(ByteBuffer.wrap("new".getBytes()));
        }
        show("new again", () -> first.newByteChannel(path("new"), Set.of(CREATE_NEW, WRITE)));
        System.out.println(Files.readString(one.resolve("new")) + " " + PosixFilePermissions.toString(Files.getPosixFilePermissions(one.resolve("new"))));
        // directories
        try (SecureDirectoryStream<Path> inner = first.newDirectoryStream(path("d"))) {
            System.out.println(list(inner));
            show("up", () -> read(inner, "../a"));
        }
        try (SecureDirectoryStream<Path> inner = first.newDirectoryStream(path("tod"))) {
            System.out.println(list(inner));
        }
        show("link to a directory", () -> first.newDirectoryStream(path("tod"), LinkOption.NOFOLLOW_LINKS));
        show("file", () -> first.newDirectoryStream(path("a")));
        show("no directory", () -> first.newDirectoryStream(path("none")));
        // moving and deleting
        first.move(path("new"), second, path("moved"));
        System.out.println(Files.exists(one.resolve("new")) + " " + read(second, "moved"));
        show("move missing", () -> { first.move(path("none"), second, path("x")); return "done"; });
        show("move into itself", () -> { first.move(path("d"), first, path("d/x")); return "done"; });
        first.move(path("d"), second, path("d"));
        System.out.println(read(second, "d/inner"));
        second.move(path("d"), first, path("d"));
        show("delete a directory as a file", () -> { first.deleteFile(path("d")); return "done"; });
        show("delete a file as a directory", () -> { first.deleteDirectory(path("a")); return "done"; });
        show("delete full", () -> { first.deleteDirectory(path("d")); return "done"; });
        show("delete missing", () -> { first.deleteFile(path("none")); return "done"; });
        second.deleteFile(path("moved"));
        // attributes
        BasicFileAttributes own = first.getFileAttributeView(BasicFileAttributeView.class).readAttributes();
        System.out.println(own.isDirectory() + " " + own.fileKey().equals(Files.readAttributes(one, BasicFileAttributes.class).fileKey()));
        PosixFileAttributeView view = first.getFileAttributeView(path("a"), PosixFileAttributeView.class);
        view.setPermissions(PosixFilePermissions.fromString("rwx------"));
        view.setTimes(FileTime.fromMillis(1234567), FileTime.fromMillis(7654321), null);
        PosixFileAttributes attributes = view.readAttributes();
        System.out.println(view.name() + " " + PosixFilePermissions.toString(attributes.permissions()) + " " + attributes.lastModifiedTime() + " " + attributes.lastAccessTime() + " " + attributes.size());
        System.out.println(first.getFileAttributeView(path("toa"), BasicFileAttributeView.class).readAttributes().isSymbolicLink() + " "
            + first.getFileAttributeView(path("toa"), BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS).readAttributes().isSymbolicLink());
        show("attributes of nothing", () -> first.getFileAttributeView(path("none"), BasicFileAttributeView.class).readAttributes().size());
        show("permissions of a link", () -> { first.getFileAttributeView(path("toa"), PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS).setPermissions(Set.of()); return "done"; });
        // the directory has another name, and then none
        Files.move(one, two.resolve("one"));
        System.out.println(read(first, "a") + " " + Files.exists(one));
        Files.writeString(two.resolve("one/later"), "later");
        System.out.println(read(first, "later"));
        deleteAll(first.newDirectoryStream(path(".")));
        Files.delete(two.resolve("one"));
        show("in what is gone", () -> read(first, "a"));
        show("made in what is gone", () -> first.newByteChannel(path("b"), Set.of(CREATE, WRITE)));
        show("above what is gone", () -> first.newDirectoryStream(path("..")).getClass().getSimpleName());
        show("moved to what is gone", () -> { Files.writeString(two.resolve("x"), "x"); second.move(path("x"), first, path("x")); return "done"; });
        show("attributes of what is gone", () -> first.getFileAttributeView(BasicFileAttributeView.class).readAttributes().isDirectory());
        first.close();
        show("closed", () -> read(first, "a"));
        show("closed to move", () -> { second.move(path("x"), first, path("x")); return "done"; });
        show("closed attributes", () -> first.getFileAttributeView(BasicFileAttributeView.class).readAttributes());
        first.close();
        second.close();
        // deep: a descriptor or two for each level
        Path deep = base.resolve("deep");
        for (int i = 0; i < 300; i++) deep = deep.resolve("d");
        Files.createDirectories(deep);
        Files.writeString(deep.resolve("f"), "deep");
        int[] count = new int[1];
        Files.walkFileTree(base.resolve("deep"), new SimpleFileVisitor<>() {
            @Override public FileVisitResult visitFile(Path file, BasicFileAttributes of) { count[0] += 1000; return FileVisitResult.CONTINUE; }
            @Override public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes of) { count[0]++; return FileVisitResult.CONTINUE; }
        });
        System.out.println(count[0]);
        try (SecureDirectoryStream<Path> all = open(base)) {
            deleteAll(all);
        }
        System.out.println(base.toFile().list().length);
        Files.delete(base);
    }
}

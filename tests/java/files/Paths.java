import java.io.*;
import java.nio.file.*;
import java.nio.file.attribute.*;
import java.util.*;
import java.util.stream.*;

// java.nio.file: making, copying, moving, walking and removing; links; attributes; what is thrown.
public class Paths {
    static Path base;
    interface Body { Object run() throws Exception; }

    static void show(String name, Body body) {
        try {
            System.out.println(name + ": " + plain(body.run()));
        } catch (Exception e) {
            System.out.println(name + ": " + plain(e));
        }
    }

    static String plain(Object object) { return String.valueOf(object).replace(base.toString(), "BASE"); }
    static Path path(String name) { return base.resolve(name); }

    static String tree(Path from, FileVisitOption... options) throws IOException {
        try (Stream<Path> all = Files.walk(from, options)) {
            return plain(all.sorted().map(p -> base.relativize(p).toString()).collect(Collectors.toList()));
        }
    }

    static void contents() throws Exception {
        Files.writeString(path("a"), "one\ntwo\n");
        Files.writeString(path("a"), "three\n", StandardOpenOption.APPEND);
        System.out.println(Files.readAllLines(path("a")) + " " + Files.size(path("a")));
        Files.write(path("lines"), List.of("x", "y", "ü"));
        try (Stream<String> lines = Files.lines(path("lines"))) {
            System.out.println(lines.collect(Collectors.joining("|")));
        }
        try (BufferedWriter writer = Files.newBufferedWriter(path("b"), StandardOpenOption.CREATE_NEW); InputStream in = Files.newInputStream(path("b"))) {
            writer.write("buffered");
            writer.flush();
            System.out.println(new String(in.readAllBytes()) + " " + in.available());
        }
        show("new", () -> Files.createFile(path("a")));
        show("create new", () -> Files.newOutputStream(path("a"), StandardOpenOption.CREATE_NEW));
        show("missing", () -> Files.readAllBytes(path("none")));
        show("no parent", () -> Files.writeString(path("none/x"), ""));
        show("directory", () -> Files.readAllBytes(base));
        show("write directory", () -> Files.writeString(base, ""));
        show("below a file", () -> Files.writeString(path("a/x"), ""));
        show("mismatch", () -> Files.mismatch(path("a"), path("lines")));
        show("truncate missing", () -> Files.newOutputStream(path("none"), StandardOpenOption.TRUNCATE_EXISTING));
        try (OutputStream out = Files.newOutputStream(path("gone"), StandardOpenOption.CREATE, StandardOpenOption.DELETE_ON_CLOSE)) {
            out.write(1);
            System.out.println(Files.exists(path("gone")));
        }
        System.out.println(Files.exists(path("gone")) + " " + Files.notExists(path("gone")));
        show("too long", () -> Files.createFile(path("n".repeat(300))));
    }

    static void directories() throws Exception {
        Files.createDirectories(path("d/e/f"));
        Files.createDirectories(path("d/e"));
        show("again", () -> Files.createDirectory(path("d")));
        show("over a file", () -> Files.createDirectories(path("a/b")));
        Files.copy(path("a"), path("d/copy"));
        show("copy again", () -> Files.copy(path("a"), path("d/copy")));
        Files.copy(path("lines"), path("d/copy"), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
        System.out.println(Files.readString(path("d/copy")).length() + " " + Files.getLastModifiedTime(path("lines")).equals(Files.getLastModifiedTime(path("d/copy"))));
        System.out.println(Files.copy(new ByteArrayInputStream(new byte[12345]), path("d/e/stream")) + " " + Files.copy(path("d/e/stream"), new ByteArrayOutputStream()));
        Files.move(path("d/copy"), path("d/e/moved"));
        Files.move(path("d/e"), path("d/g"));
        System.out.println(tree(path("d")));
        show("move into itself", () -> Files.move(path("d"), path("d/g/x")));
        show("move onto", () -> Files.move(path("d/g/moved"), path("d/g/stream")));
        Files.move(path("d/g/moved"), path("d/g/stream"), StandardCopyOption.ATOMIC_MOVE);
        show("move full", () -> Files.move(path("d/g/f"), path("d"), StandardCopyOption.REPLACE_EXISTING));
        show("delete full", () -> { Files.delete(path("d")); return null; });
        show("delete missing", () -> { Files.delete(path("none")); return null; });
        System.out.println(Files.deleteIfExists(path("none")) + " " + Files.deleteIfExists(path("d/g/f")));
        for (int i = 0; i < 30; i++) Files.createFile(path("d/f" + i));
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(path("d"), "f?")) {
            System.out.println(StreamSupport.stream(stream.spliterator(), false).map(p -> p.getFileName().toString()).sorted().collect(Collectors.toList()));
        }
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(path("d"))) {
            int removed = 0;
            for (Path each : stream) {
                if (Files.isDirectory(each)) continue;
                Files.delete(each);
                removed++;
            }
            System.out.println(removed);
        }
        show("stream of a file", () -> Files.newDirectoryStream(path("a")));
        show("stream of nothing", () -> Files.newDirectoryStream(path("none")));
        try (Stream<Path> found = Files.find(base, 5, (p, attributes) -> attributes.isRegularFile())) {
            System.out.println(found.map(p -> base.relativize(p).toString()).sorted().collect(Collectors.toList()));
        }
        Path temporary = Files.createTempDirectory(base, "t"), file = Files.createTempFile(temporary, null, ".x");
        System.out.println(Files.isDirectory(temporary) + " " + file.toString().endsWith(".x") + " " + PosixFilePermissions.toString(Files.getPosixFilePermissions(file)) + " " +
                           PosixFilePermissions.toString(Files.getPosixFilePermissions(temporary)));
        Files.delete(file);
        Files.delete(temporary);
    }

    static void links() throws Exception {
        Path link = Files.createSymbolicLink(path("s"), Path.of("d")), dangling = Files.createSymbolicLink(path("dangling"), Path.of("nowhere"));
        System.out.println(Files.readSymbolicLink(link) + " " + Files.isSymbolicLink(link) + " " + Files.isDirectory(link) + " " + Files.isDirectory(link, LinkOption.NOFOLLOW_LINKS));
        System.out.println(Files.exists(dangling) + " " + Files.exists(dangling, LinkOption.NOFOLLOW_LINKS) + " " + Files.isSameFile(path("d"), link));
        show("real", () -> base.toRealPath().relativize(link.toRealPath()));
        show("real without", () -> base.toRealPath().relativize(link.toRealPath(LinkOption.NOFOLLOW_LINKS)));
        show("real missing", () -> dangling.toRealPath());
        show("read link of a file", () -> Files.readSymbolicLink(path("a")));
        show("link exists", () -> Files.createSymbolicLink(path("s"), Path.of("x")));
        Files.createLink(path("hard"), path("a"));
        System.out.println(Files.isSameFile(path("hard"), path("a")) + " " + Files.getAttribute(path("a"), "unix:nlink"));
        Files.copy(link, path("copied"), LinkOption.NOFOLLOW_LINKS);
        System.out.println(Files.readSymbolicLink(path("copied")) + " " + tree(base) + " " + tree(base, FileVisitOption.FOLLOW_LINKS));
        Files.createSymbolicLink(path("d/up"), Path.of(".."));
        show("circle", () -> tree(base, FileVisitOption.FOLLOW_LINKS));
        Files.createSymbolicLink(path("self"), Path.of("self"));
        show("self", () -> Files.readString(path("self")));
        for (String name : new String[] {"s", "dangling", "hard", "copied", "d/up", "self"}) Files.delete(path(name));
    }

    static void attributes() throws Exception {
        Path a = path("a");
        Files.setLastModifiedTime(a, FileTime.fromMillis(1500000000123L));
        BasicFileAttributes basic = Files.readAttributes(a, BasicFileAttributes.class);
        System.out.println(basic.lastModifiedTime() + " " + basic.size() + " " + basic.isRegularFile() + basic.isDirectory() + basic.isSymbolicLink() + basic.isOther());
        Files.getFileAttributeView(a, BasicFileAttributeView.class).setTimes(FileTime.fromMillis(1), FileTime.fromMillis(2), null);
        System.out.println(Files.getLastModifiedTime(a) + " " + Files.getAttribute(a, "lastAccessTime"));
        Files.setPosixFilePermissions(a, PosixFilePermissions.fromString("rwx-w-r--"));
        System.out.println(PosixFilePermissions.toString(Files.getPosixFilePermissions(a)) + " " + Files.isExecutable(a) + " " + Files.isReadable(a) + " " + Files.isHidden(a));
        System.out.println(new TreeMap<>(Files.readAttributes(a, "size,isDirectory,lastModifiedTime")));
        System.out.println(Integer.toOctalString((Integer) Files.getAttribute(a, "unix:mode")));
        System.out.println(Files.getOwner(a).equals(Files.getOwner(path("lines"))) + " " + Files.readAttributes(a, PosixFileAttributes.class).fileKey().equals(Files.readAttributes(path("lines"), BasicFileAttributes.class).fileKey()));
        Files.setOwner(a, Files.getOwner(a));
        show("no owner", () -> base.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("no such user"));
        show("unknown", () -> Files.getAttribute(a, "unix:nothing"));
        show("of nothing", () -> Files.getLastModifiedTime(path("none")));
        Path made = Files.createFile(path("made"), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("r--------")));
        System.out.println(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)));
        Files.delete(made);
    }

    static void removeAll() throws IOException {
        List<String> order = new ArrayList<>();
        Files.walkFileTree(base, new SimpleFileVisitor<>() {
            @Override public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }
            @Override public FileVisitResult postVisitDirectory(Path directory, IOException e) throws IOException {
                order.add(base.relativize(directory).toString());
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
        System.out.println(order + " " + Files.exists(base));
    }

    public static void main(String[] arguments) throws Exception {
        base = Files.createTempDirectory("paths");
        contents();
        directories();
        links();
        attributes();
        removeAll();
    }
}

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** java.nio.file: Path algebra, Files' methods, walking, channels, the exceptions of each. */
public class FilesMethods {
    static final Path BASE = Path.of("/tmp/gnomon-FilesMethods");

    interface Action {
        void run() throws IOException;
    }

    static void attempt(Action action) {
        try {
            action.run();
            System.out.println("fine");
        } catch (FileSystemException e) {
            System.out.println(e.getClass().getSimpleName() + " " + e.getMessage() + " | " + e.getReason());
        } catch (IOException e) {
            System.out.println(e);
        }
    }

    static void delete(Path path) throws IOException {
        if (!Files.exists(path)) return;
        Files.walkFileTree(path, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException thrown) throws IOException {
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    static void paths() {
        Path path = Path.of("/a/b/../c/./d.txt");
        System.out.println(path.normalize() + " " + path.getFileName() + " " + path.getParent() + " " + path.getNameCount() + " " + path.subpath(1, 3) + " " + path.getRoot() + " " + path.getName(0) + " " + path.startsWith("/a") + " " + path.startsWith("/a/bb") + " " + path.endsWith("d.txt") + " " + path.endsWith("txt"));
        System.out.println(path.resolve("x") + " " + path.resolve("/x") + " " + path.resolveSibling("y") + " " + Path.of("/a/b").relativize(Path.of("/a/c/d")) + " " + Path.of("a").relativize(Path.of("a")) + "| " + Path.of("a/b").compareTo(Path.of("a/c")) + " " + Path.of("").getNameCount() + " " + Paths.get("x", "y", "z") + " " + Path.of("a//b///") + " " + path.iterator().next() + " " + path.toUri() + " " + Path.of("../../x").normalize() + " " + Path.of("/../x").normalize());
        try {
            Path.of("nul\0");
        } catch (InvalidPathException e) {
            System.out.println(e.getReason());
        }
        try {
            Path.of("/a").relativize(Path.of("b"));
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] arguments) throws IOException {
        paths();
        delete(BASE);
        Files.createDirectory(BASE);
        Path file = BASE.resolve("file");
        Files.writeString(file, "one\ntwo\nthr\u00e9e\n");
        System.out.println(Files.size(file) + " " + Files.readAllLines(file) + " " + Files.readString(file).length() + " " + Files.isRegularFile(file) + " " + Files.isReadable(file) + " " + Files.exists(BASE.resolve("none")) + " " + Files.notExists(BASE.resolve("none")) + " " + Files.isSameFile(file, BASE.resolve("./file")));
        Files.write(file, List.of("appended"), StandardOpenOption.APPEND);
        try (Stream<String> lines = Files.lines(file)) {
            System.out.println(lines.map(String::toUpperCase).collect(Collectors.joining("|")));
        }
        System.out.println(Files.mismatch(file, file) + " " + Files.copy(file, BASE.resolve("copy")).getFileName() + " " + Files.mismatch(file, Files.writeString(BASE.resolve("other"), "one\nTWO")));
        attempt(() -> Files.copy(file, BASE.resolve("copy")));
        attempt(() -> Files.copy(file, BASE.resolve("copy"), StandardCopyOption.REPLACE_EXISTING));
        attempt(() -> Files.createDirectory(BASE));
        attempt(() -> Files.createFile(file));
        attempt(() -> Files.delete(BASE));
        attempt(() -> Files.delete(BASE.resolve("none")));
        attempt(() -> Files.readString(BASE.resolve("none")));
        attempt(() -> Files.readString(BASE));
        attempt(() -> Files.writeString(BASE.resolve("no/dir"), "x"));
        attempt(() -> Files.newDirectoryStream(file).close());
        attempt(() -> Files.move(BASE.resolve("none"), file));
        attempt(() -> Files.newOutputStream(file, StandardOpenOption.CREATE_NEW).close());
        attempt(() -> Files.size(BASE.resolve("none")));
        attempt(() -> Files.readAllLines(Files.write(BASE.resolve("broken"), new byte[] {(byte) 0xff})));
        System.out.println(Files.deleteIfExists(BASE.resolve("none")) + " " + Files.deleteIfExists(BASE.resolve("broken")) + " " + Files.createDirectories(BASE.resolve("d/e/f")).getNameCount());
        Files.move(BASE.resolve("copy"), BASE.resolve("d/moved"));
        Files.writeString(BASE.resolve("d/e/deep.txt"), "deep");
        try (Stream<Path> walk = Files.walk(BASE)) {
            System.out.println(walk.map(BASE::relativize).map(Path::toString).sorted().toList());
        }
        try (Stream<Path> found = Files.find(BASE, 5, (path, attributes) -> attributes.isRegularFile() && path.toString().endsWith("p.txt")); Stream<Path> list = Files.list(BASE); DirectoryStream<Path> glob = Files.newDirectoryStream(BASE, "{f,o}*")) {
            List<String> matching = new ArrayList<>();
            glob.forEach(path -> matching.add(path.getFileName().toString()));
            matching.sort(null);
            System.out.println(found.map(Path::getFileName).toList() + " " + list.count() + " " + matching);
        }
        List<String> visits = new ArrayList<>();
        Files.walkFileTree(BASE, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                visits.add("pre " + BASE.relativize(directory));
                return directory.endsWith("e") ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }
        });
        visits.sort(null);
        System.out.println(visits);

        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_500_000_000_000L));
        System.out.println(attributes.isDirectory() + " " + attributes.isRegularFile() + " " + attributes.isSymbolicLink() + " " + attributes.size() + " " + Files.getLastModifiedTime(file) + " " + Files.readAttributes(file, "size,isOther") + " " + Files.getAttribute(file, "basic:size") + " " + Files.isExecutable(file) + " " + Files.isHidden(Path.of(".x")));
        try (SeekableByteChannel channel = Files.newByteChannel(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer buffer = ByteBuffer.allocate(5);
            System.out.print(channel.read(buffer) + " " + new String(buffer.array()).replace("\n", "$") + " " + channel.position() + " ");
            channel.position(4).write(ByteBuffer.wrap("TWO".getBytes()));
            channel.truncate(9);
            System.out.println(channel.size() + " " + channel.position() + " " + Files.readString(file).replace("\n", "$"));
        }
        try (FileChannel channel = FileChannel.open(BASE.resolve("channel"), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer direct = ByteBuffer.allocateDirect(20);
            direct.put("direct buffer".getBytes()).flip();
            System.out.print(channel.write(direct) + " " + channel.write(new ByteBuffer[] {ByteBuffer.wrap("gather".getBytes()), ByteBuffer.wrap("ing".getBytes())}) + " " + channel.write(ByteBuffer.wrap("X".getBytes()), 3) + " ");
            ByteBuffer left = ByteBuffer.allocate(4), right = ByteBuffer.allocate(100);
            channel.position(0);
            System.out.println(channel.read(new ByteBuffer[] {left, right}) + " " + new String(left.array()) + "/" + new String(right.array(), 0, right.position()) + " " + channel.read(ByteBuffer.allocate(1)) + " " + channel.size());
            try (FileChannel to = FileChannel.open(BASE.resolve("to"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                System.out.println(channel.transferTo(2, 8, to) + " " + to.position() + " " + Files.readString(BASE.resolve("to")) + " " + channel.isOpen());
            }
        }
        try (OutputStream out = Files.newOutputStream(BASE.resolve("stream")); BufferedWriter writer = Files.newBufferedWriter(BASE.resolve("writer"))) {
            out.write(new byte[20000]);
            writer.write("w");
        }
        try (InputStream in = Files.newInputStream(BASE.resolve("stream")); BufferedReader reader = Files.newBufferedReader(BASE.resolve("writer"))) {
            System.out.println(in.available() + " " + in.skip(19999) + " " + in.read() + " " + in.read() + " " + reader.readLine() + " " + Files.readAllBytes(BASE.resolve("stream")).length);
        }
        Path temporary = Files.createTempFile(BASE, "t", null);
        Path directory = Files.createTempDirectory(BASE, "dir");
        System.out.println(temporary.toString().endsWith(".tmp") + " " + Files.isDirectory(directory) + " " + Arrays.asList(BASE.toFile().list()).contains(directory.getFileName().toString()));
        try (Stream<Path> walk = Files.walk(BASE.resolve("none"))) {
            System.out.println(walk.count());
        } catch (NoSuchFileException | UncheckedIOException e) {
            System.out.println(e.getMessage());
        }
        delete(BASE);
        System.out.println(Files.exists(BASE) + " " + NotDirectoryException.class.getSuperclass().getSimpleName() + " " + FileAlreadyExistsException.class.getSimpleName() + " " + DirectoryNotEmptyException.class.getSimpleName());
    }
}

import java.io.*;
import java.nio.*;
import java.nio.channels.*;
import java.nio.file.*;
import java.util.*;
import static java.nio.file.StandardOpenOption.*;
import static java.nio.file.StandardWatchEventKinds.*;

// Each thing that a file system runs out of, until it has run out: an IOException, and when all is given back, as much
// as before.
public class Exhaust {
    interface Taking { Object take(int number) throws Exception; }

    // Takes one after the other until that fails; how it failed.
    static String until(int limit, List<Object> taken, Taking taking) {
        for (int i = 0; i < limit; i++) {
            try {
                taken.add(taking.take(i));
            } catch (Exception | OutOfMemoryError e) {
                return String.valueOf(e).replaceAll("[0-9]{2,}", "N").replaceAll("/tmp/[^: ]*", "PATH");
            }
        }
        return "not exhausted";
    }

    static void close(List<Object> taken) throws Exception {
        for (Object object : taken) ((AutoCloseable) object).close();
        taken.clear();
    }

    static void exhaust(String name, int limit, Taking taking) throws Exception {
        List<Object> taken = new ArrayList<>();
        String first = until(limit, taken, taking);
        int count = taken.size();
        close(taken);
        String second = until(limit, taken, taking);
        System.out.println(name + ": " + first + (first.equals(second) ? "" : " and then " + second) + (count == taken.size() ? "" : ", " + count + " and then " + taken.size()));
        close(taken);
    }

    static class Both implements AutoCloseable {
        final Pipe pipe;
        Both(Pipe pipe) { this.pipe = pipe; }
        @Override public void close() throws IOException {
            pipe.source().close();
            pipe.sink().close();
        }
    }

    static Both full() throws IOException {
        Both both = new Both(Pipe.open());
        both.pipe.sink().configureBlocking(false);
        while (both.pipe.sink().write(ByteBuffer.allocate(4096)) > 0) continue;
        return both;
    }

    static void descriptors(Path base) throws Exception {
        Path file = Files.writeString(base.resolve("file"), "text");
        exhaust("streams", 100_000, i -> new FileInputStream(file.toFile()));
        exhaust("random", 100_000, i -> new RandomAccessFile(file.toFile(), "rw"));
        exhaust("channels", 100_000, i -> FileChannel.open(file, READ));
        exhaust("directories", 100_000, i -> Files.newDirectoryStream(base));
        exhaust("pipes", 100_000, i -> new Both(Pipe.open()));
        exhaust("full pipes", 100_000, i -> full());
        exhaust("selectors", 100_000, i -> Selector.open());
        List<Object> taken = new ArrayList<>();
        until(100_000, taken, i -> new FileInputStream(file.toFile()));
        System.out.println(until(1, new ArrayList<>(), i -> FileSystems.getDefault().newWatchService()));
        System.out.println(until(1, new ArrayList<>(), i -> Files.list(base)) + " " + (base.toFile().list() == null) + " " + until(1, new ArrayList<>(), i -> Files.createFile(base.resolve("new"))));
        System.out.println(until(1, new ArrayList<>(), i -> Files.size(file)) + " " + until(1, new ArrayList<>(), i -> Files.createDirectory(base.resolve("made"))));
        close(taken);
        System.out.println(Files.exists(base.resolve("new")) + " " + Files.isDirectory(base.resolve("made")));
        Files.delete(base.resolve("made"));
    }

    static void space(Path base) throws Exception {
        long before = base.toFile().getUsableSpace();
        Path[] made = new Path[1_000_000];
        int[] count = new int[1];
        System.out.println("files: " + until(made.length, new ArrayList<>(), i -> made[count[0]++] = Files.createFile(base.resolve("f" + i))));
        System.out.println("rename when full: " + until(1, new ArrayList<>(), i -> Files.move(made[0], base.resolve("renamed"))));
        made[0] = base.resolve("renamed");
        System.out.println("write when full: " + until(1, new ArrayList<>(), i -> Files.write(made[0], new byte[100_000])));
        for (Path path : made) if (path != null) Files.deleteIfExists(path);
        System.out.println(base.toFile().getUsableSpace() == before);
        Arrays.fill(made, null);
        count[0] = 0;
        System.out.println("directories: " + until(made.length, new ArrayList<>(), i -> made[count[0]++] = Files.createDirectory(base.resolve("d" + i))));
        for (Path path : made) if (path != null) Files.deleteIfExists(path);
        System.out.println(base.toFile().getUsableSpace() == before);
        count[0] = 0;
        Path first = Files.createFile(base.resolve("first"));
        System.out.println("links: " + until(made.length, new ArrayList<>(), i -> made[count[0]++] = Files.createLink(base.resolve("l" + i), first)));
        for (Path path : made) if (path != null) Files.deleteIfExists(path);
        Files.delete(first);
        System.out.println(base.toFile().getUsableSpace() == before);
        count[0] = 0;
        Path target = Path.of("x".repeat(4000));
        System.out.println("symbolic links: " + until(made.length, new ArrayList<>(), i -> made[count[0]++] = Files.createSymbolicLink(base.resolve("s" + i), target)));
        for (Path path : made) if (path != null) Files.deleteIfExists(path);
        System.out.println(base.toFile().getUsableSpace() == before);
        // deep: each below the last, as far as a path can be long, and then moved under one another
        Path top = base.resolve("t0");
        for (int round = 0; round < 5; round++) {
            Path deep = base.resolve("t" + round);
            for (int i = 0; i < 1500; i++) deep = deep.resolve("d");
            Files.createDirectories(deep);
            if (round > 0) Files.move(base.resolve("t" + (round - 1)), deep.resolve("m"));
        }
        System.out.println("deep: " + until(1, new ArrayList<>(), i -> base.resolve("t4").toRealPath()) + " " + until(1, new ArrayList<>(), i -> Files.move(base.resolve("t4"), base.resolve("t4/d/d/d"))));
        try (SecureDirectoryStream<Path> stream = (SecureDirectoryStream<Path>) Files.newDirectoryStream(base)) {
            int levels = 0;
            SecureDirectoryStream<Path> at = stream.newDirectoryStream(Path.of("t4"));
            while (true) {
                Iterator<Path> inside = at.iterator();
                if (!inside.hasNext()) break;
                SecureDirectoryStream<Path> next = at.newDirectoryStream(inside.next().getFileName());
                at.close();
                at = next;
                levels++;
            }
            at.close();
            System.out.println(levels);
        }
        System.out.println("sparse: " + until(1, new ArrayList<>(), i -> { try (FileChannel channel = FileChannel.open(base.resolve("big"), CREATE, WRITE)) { return channel.write(ByteBuffer.allocate(1), 1L << 40); } }));
        System.out.println(Files.size(base.resolve("big")));
    }

    static void mappings(Path base) throws Exception {
        Path file = base.resolve("map");
        Files.write(file, new byte[10_000]);
        try (FileChannel channel = FileChannel.open(file, READ, WRITE)) {
            List<Object> taken = new ArrayList<>();
            System.out.println("mappings: " + until(200_000, taken, i -> channel.map(i % 2 == 0 ? FileChannel.MapMode.READ_WRITE : FileChannel.MapMode.READ_ONLY, 1, 9)) + " " + (taken.size() > 30_000));
            taken.clear();
            System.out.println("again: " + until(1, taken, i -> channel.map(FileChannel.MapMode.READ_WRITE, 1, 9)));
            System.out.println("private: " + until(100, taken, i -> { MappedByteBuffer map = channel.map(FileChannel.MapMode.PRIVATE, 0, 10_000); map.put(1, (byte) 1); return map; }));
        }
    }

    static void watches(Path base) throws Exception {
        List<Object> taken = new ArrayList<>();
        try (WatchService service = FileSystems.getDefault().newWatchService()) {
            Path directory = Files.createDirectory(base.resolve("watched"));
            WatchKey key = directory.register(service, ENTRY_CREATE, ENTRY_DELETE);
            for (int i = 0; i < 50_000; i++) {
                Path path = directory.resolve("x" + i);
                Files.createFile(path);
                Files.delete(path);
            }
            boolean overflow = false;
            for (WatchKey got; (got = service.poll()) != null; got.reset()) for (WatchEvent<?> event : got.pollEvents()) overflow |= event.kind() == OVERFLOW;
            System.out.println("events: " + overflow + " " + key.isValid());
            for (int i = 0; i < 2000; i++) taken.add(Files.createDirectory(base.resolve("w" + i)).register(service, ENTRY_CREATE));
            System.out.println("watches: " + new HashSet<>(taken).size());
        }
        System.out.println(((WatchKey) taken.get(0)).isValid());
    }

    public static void main(String[] arguments) throws Exception {
        Path base = Files.createTempDirectory("exhaust");
        descriptors(base);
        mappings(base);
        watches(base);
        space(base);
        System.out.println("and goes on");
    }
}

import java.io.*;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.*;
import java.nio.file.attribute.*;
import java.util.*;
import java.util.concurrent.*;
import static java.nio.file.StandardWatchEventKinds.*;

// WatchService: what happens in directories, of which kinds, keys that are cancelled or whose directory goes, and a
// service that is closed.
public class Watches {
    interface Body { Object run() throws Exception; }

    static Path base;
    static int marks;

    static void delete(Path directory) throws IOException {
        try (var all = Files.list(directory)) {
            for (Path path : (Iterable<Path>) all::iterator) Files.delete(path);
        }
        Files.delete(directory);
    }

    static void show(String name, Body body) {
        try {
            System.out.println(name + ": " + body.run());
        } catch (Exception e) {
            System.out.println(name + ": " + String.valueOf(e).replace(base.toString(), "BASE"));
        }
    }

    static synchronized String nextMark() { return "mark" + ++marks; }

    // What came until nothing comes any more: each event once, since how often one of a kind is told depends on the
    // time. The end is marked by a file of its own.
    static String events(WatchService service, Path directory) throws Exception {
        String mark = nextMark();
        Files.createFile(directory.resolve(mark));
        List<String> found = new ArrayList<>();
        boolean ended = false;
        while (!ended) {
            WatchKey key = service.poll(20, TimeUnit.SECONDS);
            if (key == null) return found + " and no mark";
            for (WatchEvent<?> event : key.pollEvents()) {
                if (String.valueOf(event.context()).startsWith("mark")) {
                    ended |= String.valueOf(event.context()).equals(mark);
                    continue;
                }
                String text = event.kind().name().substring(6).toLowerCase() + " " + event.context();
                if (!found.contains(text)) found.add(text);
            }
            key.reset();
        }
        return found.toString();
    }

    static void kinds() throws Exception {
        Path directory = Files.createDirectory(base.resolve("kinds"));
        Path file = directory.resolve("a");
        try (WatchService service = FileSystems.getDefault().newWatchService()) {
            WatchKey key = directory.register(service, ENTRY_CREATE, ENTRY_DELETE, ENTRY_MODIFY);
            System.out.println(key.isValid() + " " + key.watchable().equals(directory) + " " + key.pollEvents() + " " + service.poll() + " " + key.reset());
            System.out.println((key == directory.register(service, ENTRY_CREATE, ENTRY_DELETE, ENTRY_MODIFY)) + " " + new File(directory.toString()).toPath().equals(key.watchable()));
            Files.createFile(file);
            System.out.println("create: " + events(service, directory));
            Files.writeString(file, "text");
            System.out.println("write: " + events(service, directory));
            Files.writeString(file, "more", StandardOpenOption.APPEND);
            System.out.println("append: " + events(service, directory));
            Files.readString(file);
            System.out.println("read: " + events(service, directory));
            Files.move(file, directory.resolve("b"));
            System.out.println("rename: " + events(service, directory));
            Files.createDirectory(directory.resolve("d"));
            System.out.println("directory: " + events(service, directory));
            Files.writeString(directory.resolve("d/inside"), "x");
            System.out.println("inside a directory: " + events(service, directory));
            Files.move(directory.resolve("d/inside"), directory.resolve("out"));
            System.out.println("moved in: " + events(service, directory));
            Files.move(directory.resolve("out"), base.resolve("elsewhere"));
            System.out.println("moved away: " + events(service, directory));
            Files.move(base.resolve("elsewhere"), directory.resolve("b"), StandardCopyOption.REPLACE_EXISTING);
            System.out.println("moved onto: " + events(service, directory));
            Files.createLink(directory.resolve("hard"), directory.resolve("b"));
            System.out.println("link: " + events(service, directory));
            Files.createSymbolicLink(directory.resolve("soft"), directory.resolve("b"));
            System.out.println("symbolic link: " + events(service, directory));
            Files.setPosixFilePermissions(directory.resolve("b"), PosixFilePermissions.fromString("rw-------"));
            System.out.println("permissions: " + events(service, directory));
            Files.delete(directory.resolve("hard"));
            Files.setLastModifiedTime(directory.resolve("d"), FileTime.fromMillis(1000));
            System.out.println("time: " + events(service, directory));
            try (RandomAccessFile random = new RandomAccessFile(directory.resolve("b").toFile(), "rw")) {
                random.setLength(100);
            }
            System.out.println("length: " + events(service, directory));
            Files.delete(directory.resolve("b"));
            Files.delete(directory.resolve("d"));
            Files.delete(directory.resolve("soft"));
            System.out.println("delete: " + events(service, directory));
            key.cancel();
            System.out.println(key.isValid() + " " + key.reset());
            Files.createFile(file);
            System.out.println(service.poll(50, TimeUnit.MILLISECONDS) == key);
            System.out.println(service.poll(50, TimeUnit.MILLISECONDS));
        }
        delete(directory);
    }

    static void some() throws Exception {
        Path directory = Files.createDirectory(base.resolve("some")), second = Files.createDirectory(base.resolve("second"));
        WatchService service = FileSystems.getDefault().newWatchService();
        WatchKey key = directory.register(service, ENTRY_CREATE);
        Path file = Files.writeString(directory.resolve("a"), "text");
        Files.delete(file);
        System.out.println("creation only: " + events(service, directory));
        System.out.println(key == directory.register(service, ENTRY_CREATE, ENTRY_DELETE));
        Files.createFile(file);
        Files.delete(file);
        System.out.println("deletion too: " + events(service, directory));
        show("nothing", () -> directory.register(service));
        show("null", () -> directory.register(service, (WatchEvent.Kind<?>) null));
        show("overflow", () -> directory.register(service, OVERFLOW));
        show("no directory", () -> Files.createFile(base.resolve("f")).register(service, ENTRY_CREATE));
        show("missing", () -> base.resolve("none").register(service, ENTRY_CREATE));
        show("no service", () -> directory.register(null, ENTRY_CREATE));
        // two directories, a key that is not reset
        WatchKey other = second.register(service, ENTRY_CREATE, ENTRY_DELETE);
        System.out.println(other == key);
        Files.createFile(second.resolve("x"));
        WatchKey got = service.take();
        System.out.println((got == other) + " " + got.pollEvents().size());
        Files.createFile(second.resolve("y"));
        System.out.println(service.poll(50, TimeUnit.MILLISECONDS));
        System.out.println(got.reset() + " " + (service.take() == other) + " " + other.pollEvents().get(0).context() + " " + other.reset());
        // a directory that goes
        for (String name : new String[] {"x", "y"}) Files.delete(second.resolve(name));
        Files.delete(second);
        WatchKey last;
        Set<String> contexts = new TreeSet<>();
        boolean valid = true;
        while (valid && (last = service.poll(10, TimeUnit.SECONDS)) != null) {
            for (WatchEvent<?> event : last.pollEvents()) contexts.add(event.kind() + " " + event.context());
            valid = last.reset();
        }
        for (WatchEvent<?> event : other.pollEvents()) contexts.add(event.kind() + " " + event.context());  // a key that is not valid is not queued again
        System.out.println(contexts + " " + valid + " " + other.isValid());
        // closed while a thread waits
        FutureTask<Object> waits = new FutureTask<>(service::take);
        new Thread(waits).start();
        Thread.sleep(50);
        service.close();
        show("closed while waiting", waits::get);
        show("closed", service::poll);
        show("closed to register", () -> directory.register(service, ENTRY_CREATE));
        System.out.println(key.isValid() + " " + key.reset());
        service.close();
        delete(directory);
        Files.delete(base.resolve("f"));
    }

    // More than a service keeps is an overflow; and a thread that watches while another one works.
    static void many() throws Exception {
        Path directory = Files.createDirectory(base.resolve("many"));
        try (WatchService service = FileSystems.getDefault().newWatchService()) {
            directory.register(service, ENTRY_CREATE);
            for (int i = 0; i < 2000; i++) Files.createFile(directory.resolve("f" + i));
            Set<String> kinds = new TreeSet<>();
            Set<Path> names = new HashSet<>();
            while (names.size() < 2000 && !kinds.contains("OVERFLOW")) {
                WatchKey key = service.poll(10, TimeUnit.SECONDS);
                if (key == null) break;
                for (WatchEvent<?> event : key.pollEvents()) {
                    kinds.add(event.kind().name());
                    if (event.kind() == ENTRY_CREATE) names.add((Path) event.context());
                }
                key.reset();
            }
            System.out.println(names.size() == 2000 || kinds.contains("OVERFLOW"));
        }
        delete(directory);
        Thread[] all = new Thread[5];
        ConcurrentSkipListSet<String> seen = new ConcurrentSkipListSet<>();
        for (int i = 0; i < all.length; i++) {
            Path own = Files.createDirectory(base.resolve("own" + i));
            WatchService service = FileSystems.getDefault().newWatchService();
            own.register(service, ENTRY_CREATE, ENTRY_MODIFY, ENTRY_DELETE);
            all[i] = new Thread(() -> {
                try (service) {
                    Files.writeString(own.resolve("x"), "x");
                    seen.add(events(service, own));
                    Files.delete(own.resolve("x"));
                    seen.add(events(service, own));
                } catch (Exception e) {
                    System.out.println(e);
                }
            });
            all[i].start();
        }
        for (Thread thread : all) thread.join();
        for (int i = 0; i < all.length; i++) delete(base.resolve("own" + i));
        System.out.println(seen);
    }

    public static void main(String[] arguments) throws Exception {
        base = Files.createTempDirectory("watches");
        kinds();
        some();
        many();
        Files.delete(base);
    }
}

import gnomon.Domain;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Domains without a word about class data have a quarter of it each: three take theirs, the attacker what is left of
 * the machine's, and another one what is kept back for the class library. Then, with a little more room each time,
 * domains are started that find none in one step of their start or the next: they come to nothing. The first domain
 * goes on, and starts another one afterwards.
 */
public class Full {
    static final List<Object> kept = new ArrayList<>();

    /** A class that is nothing but large. */
    static byte[] large(int constants) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0xCAFEBABE);
        out.writeInt(52);
        out.writeShort(constants + 5);
        out.writeByte(1);
        out.writeUTF("Large");
        out.writeByte(7);
        out.writeShort(1);
        out.writeByte(1);
        out.writeUTF("java/lang/Object");
        out.writeByte(7);
        out.writeShort(3);
        for (int i = 0; i < constants; i++) {
            out.writeByte(3);
            out.writeInt(i);
        }
        for (int each : new int[] {0x21, 2, 4, 0, 0, 0, 0}) out.writeShort(each);
        return bytes.toByteArray();
    }

    static class Loader extends ClassLoader {
        final Class<?> large;

        Loader(byte[] code) {
            large = defineClass(null, code, 0, code.length);
        }
    }

    static void fill(byte[] code) {
        try {
            for (;;) kept.add(new Loader(code));
        } catch (OutOfMemoryError e) {
            System.gc();
        }
    }

    static Domain start(String what) {
        return Domain.start(new Domain.Options(what).main("Full").argument(what).heap(16 << 20));
    }

    /** Returns when the domain has loaded so much, and a moment later. */
    static void awaitLoaded(Domain domain, int mib) throws InterruptedException {
        while (domain.usage().classBytes() >> 20 < mib && domain.isAlive()) Thread.sleep(100);
        Thread.sleep(500);
    }

    static int child() throws InterruptedException {
        try {
            return start("none").await();
        } catch (IllegalStateException e) {
            return -2;
        }
    }

    /** Gives back a little, and returns how many of the one domain that it starts have come to nothing. */
    static int round() throws InterruptedException {
        try {
            kept.subList(kept.size() - 2, kept.size()).clear();
            System.gc();
            return child() == 0 ? 0 : 1;
        } catch (OutOfMemoryError e) {
            return 0; // there was no room yet for what this method needs itself, its own translation for one
        }
    }

    /** Takes as much as a domain has. */
    static void share(byte[] large, byte[] small) throws InterruptedException {
        Domain.currentUsage().memory(); // its classes are there then
        fill(large);
        fill(small);
        kept.subList(kept.size() - 20, kept.size()).clear(); // for saying so
        System.gc();
        long own = Domain.currentUsage().memory().get("class data");
        System.out.println("a share: " + (own > 120 << 20 && own <= 128 << 20));
        Thread.sleep(1_000_000);
    }

    static void attack() throws Exception {
        byte[] large = large(60_000), small = large(2_000);
        kept.addAll(List.of("", ""));
        round(); // what the rest needs is translated, and its classes are there
        Domain first = start("none");
        awaitLoaded(first, 1);
        first.await();
        fill(large);
        fill(small);
        awaitLoaded(start("hold"), 3);
        int failed = 0;
        for (int i = 0; i < 150 && kept.size() > 8; i++) failed += round();
        System.exit(failed > 10 ? 4 : 5);
    }

    /** Loads the JDK's classes as long as there is room. */
    static void hold() throws Exception {
        List<Path> all;
        try (var paths = Files.walk(FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules/java.base/java"))) {
            all = paths.filter(path -> path.toString().endsWith(".class")).collect(Collectors.toList());
        }
        for (Path path : all) {
            try {
                Class.forName(path.toString().replaceAll("/modules/java.base/|.class$", "").replace('/', '.'), false, null);
            } catch (OutOfMemoryError e) {
                break;
            } catch (LinkageError | ClassNotFoundException e) {
                continue;
            }
        }
        Thread.sleep(1_000_000);
    }

    public static void main(String[] arguments) throws Exception {
        switch (arguments.length == 0 ? "" : arguments[0]) {
            case "attack": attack(); break;
            case "hold": hold(); break;
            case "share": share(large(60_000), large(2_000)); break;
            case "none": break;
            default:
                for (int i = 0; i < 3; i++) {
                    Domain share = start("share");
                    while (share.usage().outputBytes() == 0 && share.isAlive()) Thread.sleep(100);
                }
                System.out.println("ended with " + Domain.start(new Domain.Options("full").main("Full").heap(64 << 20).argument("attack")).await());
                System.exit(0);
        }
    }
}

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import other.Assembler;

/** Jars whose Class-Path names themselves for ever, entries that climb out, that are there twice, that lie about their
 * size; directories cut off and changed; archives in archives; manifests without end. */
public class OddJars {
    private static byte[] zip(Object... namesAndContents) throws Exception {
        ByteArrayOutputStream to = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(to)) {
            for (int i = 0; i < namesAndContents.length; i += 2) {
                zip.putNextEntry(new ZipEntry((String) namesAndContents[i]));
                zip.write((byte[]) namesAndContents[i + 1]);
                zip.closeEntry();
            }
        }
        return to.toByteArray();
    }
    private static byte[] manifest(String line) { return ("Manifest-Version: 1.0\n" + line + "\n\n").getBytes(); }

    public static void main(String[] arguments) throws Throwable {
        Path top = Files.createTempDirectory("hostile");
        byte[] small = new Assembler("Small", "java/lang/Object").addConstructor().bytes();
        for (int i = 0; i < 30; i++) Files.write(top.resolve("j" + i + ".jar"), zip("META-INF/MANIFEST.MF", manifest("Class-Path: j" + (i + 1) % 30 + ".jar j" + i + ".jar ../" + top.getFileName() + "/j0.jar none.jar"), "C" + i + ".txt", new byte[1]));
        try (URLClassLoader loader = new URLClassLoader(new URL[] {top.resolve("j0.jar").toUri().toURL()}, null)) {
            System.out.println("round " + (loader.getResource("C29.txt") != null) + " " + (loader.getResource("C30.txt") != null));
            Attack.kind("no class", () -> loader.loadClass("None"));
        }
        Attack.attempt("class path of 3,000", () -> {
            StringBuilder path = new StringBuilder("Class-Path:");
            for (int i = 0; i < 3_000; i++) path.append(" x").append(i).append(".jar\n ");
            Files.write(top.resolve("long.jar"), zip("META-INF/MANIFEST.MF", manifest(path.toString().strip()), "y.txt", new byte[1]));
            try (URLClassLoader loader = new URLClassLoader(new URL[] {top.resolve("long.jar").toUri().toURL()}, null)) { return loader.getResource("no") + " " + (loader.getResource("y.txt") != null); }
        });
        Attack.kind("manifest of one line of 1 MB", () -> { Files.write(top.resolve("m.jar"), zip("META-INF/MANIFEST.MF", manifest("X: " + "y".repeat(1 << 20)))); try (JarFile jar = new JarFile(top.resolve("m.jar").toFile())) { jar.getManifest(); } });
        Attack.kind("manifest of noise", () -> { byte[] noise = new byte[10_000]; new Random(3).nextBytes(noise); Files.write(top.resolve("m.jar"), zip("META-INF/MANIFEST.MF", noise)); try (JarFile jar = new JarFile(top.resolve("m.jar").toFile())) { jar.getManifest(); } });
        byte[] odd = zip("../../../../tmp/out", new byte[3], "/absolute", new byte[3], "a/../b", new byte[3], "", new byte[0], "d/", new byte[0], "Small.class", small, "x".repeat(60_000), new byte[1], "Wrong.class", new byte[100], "p/Small.class", small, "META-INF/versions/9/Small.class", new byte[5], "META-INF/versions/99999999999/x", new byte[1]);
        Files.write(top.resolve("odd.jar"), odd);
        try (ZipFile zip = new ZipFile(top.resolve("odd.jar").toFile()); URLClassLoader loader = new URLClassLoader(new URL[] {top.resolve("odd.jar").toUri().toURL()}, null)) {
            System.out.println(zip.size() + " " + zip.getEntry("a/../b").getSize() + " " + zip.getEntry("d").getName() + " " + (zip.getEntry("nobody") == null));
            Attack.kind("class", () -> loader.loadClass("Small").getDeclaredConstructor().newInstance());
            Attack.kind("wrong class", () -> loader.loadClass("Wrong"));
            Attack.kind("class of another name", () -> loader.loadClass("p.Small"));
            Attack.kind("climbs", () -> System.out.println(loader.getResource("../odd.jar")));
            zip.close();
            Attack.kind("closed", () -> zip.getEntry("d"));
        }
        Attack.kind("twice", () -> zip("a", new byte[1], "a", new byte[1]));
        byte[] many = zip(names(9_000));
        Files.write(top.resolve("many.zip"), many);
        try (ZipFile zip = new ZipFile(top.resolve("many.zip").toFile())) { System.out.println(zip.size() + " " + zip.stream().filter(e -> e.getName().endsWith("77")).count()); }
        byte[] nested = zip("zeroes", new byte[4 << 20]);
        for (int i = 0; i < 8; i++) nested = zip("a", nested, "b", nested);
        Attack.attempt("archives in archives", () -> 0);
        byte[] outer = nested;
        long[] total = {0};
        Attack.exhaust("unpacked", () -> unpack(outer, total, 6));
        System.out.println(total[0] > 0);
        // Every byte of the directory of a small archive changed, and the archive cut off everywhere: opened and read,
        // or refused
        byte[] whole = zip("one", "text of the first".repeat(9).getBytes(), "two", small);
        int done = 0;
        Path file = top.resolve("changed.zip");
        for (int i = 0; i < 2 * whole.length; i += Attack.some(2) > 1 ? 1 : 3) {
            byte[] changed = i < whole.length ? whole.clone() : java.util.Arrays.copyOf(whole, i - whole.length);
            if (i < whole.length) changed[i] ^= (byte) (i % 3 == 0 ? 0xff : 1 << i % 8);
            Files.write(file, changed);
            try (ZipFile zip = new ZipFile(file.toFile())) {
                zip.stream().forEach(e -> { try { zip.getInputStream(e).readAllBytes(); } catch (java.io.IOException | IllegalArgumentException f) { /* as good */ } });
            } catch (java.io.IOException | IllegalArgumentException e) {
                // refused
            }
            try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(changed))) {
                for (ZipEntry e = in.getNextEntry(); e != null; e = in.getNextEntry()) in.transferTo(OutputStream.nullOutputStream());
            } catch (java.io.IOException | IllegalArgumentException e) {
                // refused
            }
            done++;
        }
        System.out.println("changed " + (done > 100));
        try (var all = Files.walk(top)) { all.sorted(java.util.Comparator.reverseOrder()).forEach(p -> p.toFile().delete()); }
    }

    private static Object[] names(int n) {
        Object[] all = new Object[2 * n];
        for (int i = 0; i < n; i++) { all[2 * i] = "AaBB".repeat(i % 50) + i; all[2 * i + 1] = new byte[0]; }
        return all;
    }
    private static void unpack(byte[] zip, long[] total, int depth) throws Exception {
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(zip))) {
            for (ZipEntry e = in.getNextEntry(); e != null && total[0] < Attack.some(64 << 20); e = in.getNextEntry()) {
                byte[] content = in.readAllBytes();
                total[0] += content.length;
                if (depth > 0 && !e.getName().equals("zeroes")) unpack(content, total, depth - 1);
            }
        }
    }
}

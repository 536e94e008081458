import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** Zip archives as files: ZipFile, JarFile, the zip file system, resources by URLClassLoader. */
public class ZipFiles {
    public static void main(String[] arguments) throws Exception {
        File file = new File("/tmp/gnomon-ZipFiles.zip");
        try (ZipOutputStream out = new ZipOutputStream(new FileOutputStream(file))) {
            for (int i = 0; i < 20; i++) {
                out.putNextEntry(new ZipEntry((i % 2 == 0 ? "even/" : "odd/") + i + ".txt"));
                out.write(("content " + i + "\n").repeat(i * 10).getBytes());
            }
            out.putNextEntry(new ZipEntry("META-INF/services/java.lang.Runnable"));
            out.write("none.Such # comment\n".getBytes());
        }
        try (ZipFile zip = new ZipFile(file)) {
            System.out.println(zip.size() + " " + zip.getEntry("even/4.txt").getSize() + " " + zip.getEntry("none") + " " + new String(zip.getInputStream(zip.getEntry("odd/3.txt")).readNBytes(9)) + " " + zip.stream().filter(entry -> entry.getName().startsWith("odd")).count() + " " + Collections.list(zip.entries()).get(2).getName() + " " + zip.getName().endsWith("ZipFiles.zip"));
        }
        try (FileSystem system = FileSystems.newFileSystem(URI.create("jar:" + file.toURI()), Map.of())) {
            Path root = system.getPath("/");
            try (Stream<Path> list = Files.walk(root)) {
                System.out.println(list.filter(Files::isRegularFile).count() + " " + Files.readAllLines(system.getPath("odd/5.txt")).size());
            }
            Files.writeString(system.getPath("/added.txt"), "added");
            Files.delete(system.getPath("/odd/7.txt"));
            Files.copy(system.getPath("even/2.txt"), system.getPath("copied.txt"));
            Files.createDirectory(system.getPath("newdir"));
            System.out.println(system.isOpen() + " " + system.isReadOnly() + " " + system.provider().getScheme() + " " + Files.size(system.getPath("copied.txt")));
        }
        try (ZipFile zip = new ZipFile(file)) {
            System.out.println(zip.size() + " " + new String(zip.getInputStream(zip.getEntry("added.txt")).readAllBytes()) + " " + zip.getEntry("odd/7.txt") + " " + (zip.getEntry("newdir/") != null));
        }
        try (URLClassLoader loader = new URLClassLoader(new URL[] {file.toURI().toURL()}, null)) {
            URL resource = loader.getResource("even/2.txt");
            System.out.println(resource.getProtocol() + " " + resource.getPath().endsWith("!/even/2.txt") + " " + new String(resource.openStream().readNBytes(9)) + " " + loader.getResource("none") + " " + loader.getResourceAsStream("added.txt").readAllBytes().length + " " + Collections.list(loader.findResources("copied.txt")).size());
            try {
                loader.loadClass("none.Such");
            } catch (ClassNotFoundException e) {
                System.out.println(e.getMessage());
            }
        }
        try (JarOutputStream out = new JarOutputStream(new FileOutputStream(file))) {
            for (String name : List.of("META-INF/MANIFEST.MF", "a.txt", "META-INF/versions/11/a.txt", "META-INF/versions/99/a.txt")) {
                out.putNextEntry(new ZipEntry(name));
                out.write((name.endsWith("MF") ? "Manifest-Version: 1.0\nMulti-Release: true\n\n" : name).getBytes());
            }
        }
        try (JarFile jar = new JarFile(file, false, ZipFile.OPEN_READ, JarFile.runtimeVersion())) {
            System.out.println(jar.isMultiRelease() + " " + new String(jar.getInputStream(jar.getEntry("a.txt")).readAllBytes()) + " " + jar.versionedStream().count() + " " + jar.getManifest().getMainAttributes().size());
        }
        for (byte[] bad : List.of(new byte[0], "no zip, but some bytes that are long enough".getBytes())) {
            Files.write(file.toPath(), bad);
            try {
                new ZipFile(file).close();
            } catch (ZipException e) {
                System.out.println(e.getMessage());
            }
        }
        System.out.println(file.delete());
        try {
            new ZipFile(file).close();
        } catch (IOException e) {
            System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }
}

import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

// java.io on files: the streams, RandomAccessFile, and what java.io.File says and does.
public class Streams {
    static File base;
    interface Body { Object run() throws Exception; }

    static void show(String name, Body body) {
        try {
            System.out.println(name + ": " + body.run());
        } catch (Exception e) {
            System.out.println(name + ": " + String.valueOf(e).replace(base.getPath(), "BASE"));
        }
    }

    static File file(String name) { return new File(base, name); }

    static void write(String name, String text, boolean append) throws IOException {
        try (FileOutputStream out = new FileOutputStream(file(name), append)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    static String read(String name) throws IOException {
        try (FileInputStream in = new FileInputStream(file(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    static void streams() throws Exception {
        write("a", "first", false);
        write("a", "+second", true);
        show("appended", () -> read("a"));
        write("a", "anew", false);
        show("truncated", () -> read("a"));
        try (FileInputStream in = new FileInputStream(file("a"))) {
            System.out.println(in.available() + " " + in.read() + " " + in.skip(2) + " " + in.available() + " " + in.read() + " " + in.read() + " " + in.available());
            System.out.println(in.skip(10) + " " + in.available() + " " + in.read(new byte[4]) + " " + in.skip(-14) + " " + in.read());
            System.out.println(in.read(new byte[0]) + " " + in.getFD().valid() + " " + in.getChannel().position());
            show("range", () -> in.read(new byte[3], 2, 2));
            show("before", () -> in.skip(-100));
        }
        FileInputStream closed = new FileInputStream(file("a"));
        closed.close();
        closed.close();
        show("closed", () -> closed.read());
        show("closed available", () -> closed.available());
        FileOutputStream out = new FileOutputStream(file("a"));
        out.write(200);
        out.getFD().sync();
        out.close();
        show("closed write", () -> { out.write(1); return null; });
        show("unsigned", () -> new FileInputStream(file("a")).read());
        show("none", () -> new FileInputStream(file("none")));
        show("directory", () -> new FileInputStream(base));
        show("write directory", () -> new FileOutputStream(base));
        show("no parent", () -> new FileOutputStream(file("x/y")));
        show("file as parent", () -> new FileInputStream(file("a/b")));
        show("empty", () -> new FileInputStream(""));
        show("null", () -> new FileInputStream((String) null));
        show("nul", () -> new FileInputStream("a\0b"));
        try (PrintWriter writer = new PrintWriter(file("text"), "UTF-8")) {
            for (int i = 0; i < 5000; i++) writer.println("line " + i + " ü");
        }
        try (LineNumberReader reader = new LineNumberReader(new FileReader(file("text"), StandardCharsets.UTF_8))) {
            String line, last = null;
            while ((line = reader.readLine()) != null) last = line;
            System.out.println(last.equals("line 4999 ü") + " " + reader.getLineNumber() + " " + file("text").length());
        }
        byte[] big = new byte[3_000_000];
        new Random(1).nextBytes(big);
        try (OutputStream buffered = new BufferedOutputStream(new FileOutputStream(file("big")))) {
            for (int i = 0; i < big.length; i += 1000) buffered.write(big, i, 1000);
        }
        try (InputStream in = new FileInputStream(file("big"))) {
            System.out.println(Arrays.equals(big, in.readAllBytes()));
        }
        try (ObjectOutputStream objects = new ObjectOutputStream(new FileOutputStream(file("objects")))) {
            objects.writeObject(new TreeMap<>(Map.of("k", List.of(1, 2), "l", List.of())));
        }
        try (ObjectInputStream objects = new ObjectInputStream(new FileInputStream(file("objects")))) {
            System.out.println(objects.readObject());
        }
        System.out.println(System.console() == null ? "" : "a console");
    }

    static void random() throws Exception {
        try (RandomAccessFile file = new RandomAccessFile(file("r"), "rw")) {
            System.out.println(file.length() + " " + file.getFilePointer() + " " + file.read());
            file.writeLong(0x0102030405060708L);
            file.seek(20);
            file.writeUTF("hello");
            file.write(new byte[] {1, 2, 3}, 1, 2);
            System.out.println(file.length() + " " + file.getFilePointer());
            file.seek(6);
            byte[] bytes = new byte[10];
            file.readFully(bytes);
            System.out.println(Arrays.toString(bytes));
            file.setLength(4);
            System.out.println(file.length() + " " + file.getFilePointer() + " " + file.read());
            file.seek(0);
            file.setLength(6);
            System.out.println(file.readInt() + " " + file.read() + " " + file.read() + " " + file.read() + " " + file.skipBytes(3));
            show("eof", () -> file.readInt());
            show("negative", () -> { file.seek(-1); return null; });
            show("negative length", () -> { file.setLength(-5); return null; });
            file.seek(100);
            System.out.println(file.length() + " " + file.read());
        }
        try (RandomAccessFile file = new RandomAccessFile(file("r"), "r")) {
            show("read only", () -> { file.write(1); return null; });
            show("read only length", () -> { file.setLength(1); return null; });
        }
        show("missing", () -> new RandomAccessFile(file("none"), "r"));
        show("mode", () -> new RandomAccessFile(file("r"), "w"));
        for (String mode : new String[] {"rws", "rwd"}) new RandomAccessFile(file("r"), mode).close();
    }

    static void files() throws Exception {
        File directory = file("d"), deep = file("d/e/f"), one = file("d/one");
        System.out.println(directory.exists() + " " + directory.mkdir() + " " + directory.mkdir() + " " + deep.mkdirs() + " " + deep.mkdirs() + " " + file("q/r").mkdir());
        System.out.println(one.createNewFile() + " " + one.createNewFile() + " " + one.isFile() + " " + one.isDirectory() + " " + directory.isDirectory() + " " + one.length());
        show("create", () -> file("q/r").createNewFile());
        String[] names = directory.list();
        Arrays.sort(names);
        System.out.println(Arrays.toString(names) + " " + one.list() + " " + file("none").listFiles() + " " + Arrays.toString(deep.list()));
        System.out.println(directory.delete() + " " + one.renameTo(file("d/two")) + " " + one.exists() + " " + file("d/two").exists() + " " + one.renameTo(file("x")));
        System.out.println(file("d/two").setLastModified(1234567890000L) + " " + file("d/two").lastModified() + " " + file("none").lastModified() + " " + file("none").setLastModified(5));
        File two = file("d/two");
        System.out.println(two.canRead() + " " + two.canWrite() + " " + two.canExecute() + " " + two.setExecutable(true) + " " + two.canExecute() + " " + file("none").canRead() + " " + file("none").setReadOnly());
        System.out.println(two.setReadable(true, false) + " " + two.setExecutable(false, false) + " " + two.canExecute() + " " + two.isHidden() + " " + file(".h").isHidden());
        String canonical = base.getCanonicalPath();
        System.out.println(new File(base, "d/../d/./e//f").getCanonicalPath().equals(canonical + "/d/e/f") + " " + new File(base, "none/../x/..").getCanonicalPath().equals(canonical));
        System.out.println(new File("/").getCanonicalPath() + " " + new File("/..").getCanonicalPath() + " " + new File("/none/./a/../b").getCanonicalPath());
        System.out.println(new File("rel").isAbsolute() + " " + new File("rel").getAbsoluteFile().isAbsolute() + " " + new File("a//b/").getPath() + " " + new File("").getAbsolutePath().equals(System.getProperty("user.dir")));
        System.out.println((base.getTotalSpace() > 0) + " " + (base.getUsableSpace() > 0) + " " + file("none").getTotalSpace());
        File strange = file("grüße 日本 \ud83d\ude00 'x'");
        System.out.println(strange.createNewFile() + " " + Arrays.asList(base.list()).contains(strange.getName()) + " " + strange.delete());
        File temporary = File.createTempFile("pre", null, base);
        System.out.println(temporary.getName().matches("pre\\d+\\.tmp") + " " + temporary.length() + " " + temporary.delete() + " " + temporary.delete());
        show("long", () -> new FileOutputStream(file("n".repeat(300))).toString().length() > 0);
        System.out.println(file("d/e/f").delete() + " " + file("d/e").delete() + " " + two.delete() + " " + directory.delete() + " " + directory.exists());
    }

    static void descriptors() throws Exception {
        List<FileInputStream> open = new ArrayList<>();
        for (int i = 0; i < 200; i++) open.add(new FileInputStream(file("text")));
        for (FileInputStream in : open) in.close();
        FileInputStream first = new FileInputStream(file("text"));
        FileInputStream second = new FileInputStream(first.getFD());
        System.out.println(first.read() + " " + second.read() + " " + second.getFD().valid());
        second.close();
        show("shared", () -> first.read());
        File kept = file("kept");
        try (FileOutputStream out = new FileOutputStream(kept); FileInputStream in = new FileInputStream(kept)) {
            System.out.println(kept.delete() + " " + kept.exists());
            out.write("still there".getBytes());
            System.out.println(new String(in.readAllBytes()));
        }
    }

    static void remove(File file) {
        File[] files = file.listFiles();
        if (files != null) for (File each : files) remove(each);
        if (!file.delete()) System.out.println("not deleted: " + file.getName());
    }

    public static void main(String[] arguments) throws Exception {
        base = File.createTempFile("streams", "");
        System.out.println(base.delete() + " " + base.mkdir());
        streams();
        random();
        files();
        descriptors();
        remove(base);
        System.out.println(base.exists());
    }
}

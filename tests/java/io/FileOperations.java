import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.Arrays;

/** java.io on files: File's methods, streams, RandomAccessFile, and what happens to files that are not there. */
public class FileOperations {
    static void delete(File file) {
        File[] inside = file.listFiles();
        if (inside != null) for (File one : inside) delete(one);
        file.delete();
    }

    public static void main(String[] arguments) throws IOException {
        File base = new File("/tmp/gnomon-FileOperations");
        delete(base);
        System.out.println(base.mkdir() + " " + base.mkdir() + " " + base.isDirectory() + " " + base.exists() + " " + new File(base, "a/b/c").mkdirs() + " " + new File(base, "x/y").mkdir());
        File file = new File(base, "file.txt");
        System.out.println(file.createNewFile() + " " + file.createNewFile() + " " + file.length() + " " + file.isFile() + " " + file.canRead() + " " + file.canWrite() + " " + file.isHidden());
        try (FileOutputStream out = new FileOutputStream(file)) {
            out.write("hello".getBytes());
            out.write(' ');
            out.write("xworldx".getBytes(), 1, 5);
        }
        try (FileOutputStream out = new FileOutputStream(file, true)) {
            out.write("!".getBytes());
        }
        try (FileInputStream in = new FileInputStream(file)) {
            System.out.println(file.length() + " " + (char) in.read() + " " + in.available() + " " + in.skip(4) + " " + new String(in.readNBytes(3)) + " " + new String(in.readAllBytes()) + " " + in.read() + " " + in.available());
        }
        try (RandomAccessFile random = new RandomAccessFile(new File(base, "random"), "rw")) {
            random.writeInt(0x01020304);
            random.writeUTF("utf");
            random.seek(2);
            random.writeByte(9);
            random.seek(0);
            System.out.println(Integer.toHexString(random.readInt()) + " " + random.readUTF() + " " + random.getFilePointer() + " " + random.length() + " " + random.read());
            random.setLength(3);
            System.out.println(random.getFilePointer() + " " + random.length());
            random.seek(10);
            random.writeBytes("line one\nline two\r\nend");
            random.seek(8);
            System.out.println(random.readUnsignedByte() + " " + random.readByte() + " " + random.readLine() + "|" + random.readLine() + "|" + random.readLine() + "|" + random.readLine() + " " + random.length());
            byte[] part = new byte[4];
            random.seek(10);
            random.readFully(part);
            System.out.println(new String(part) + " " + random.skipBytes(100));
            try {
                random.readInt();
            } catch (java.io.EOFException e) {
                System.out.println("end of file");
            }
            try {
                random.seek(-1);
            } catch (IOException e) {
                System.out.println(e.getMessage());
            }
        }
        try (RandomAccessFile only = new RandomAccessFile(file, "r")) {
            only.write(1);
        } catch (IOException e) {
            System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
        }
        try (BufferedWriter writer = new BufferedWriter(new FileWriter(new File(base, "lines")))) {
            for (int i = 0; i < 1000; i++) writer.write("number " + i + "\n");
        }
        try (BufferedReader reader = new BufferedReader(new FileReader(new File(base, "lines")))) {
            System.out.println(reader.lines().mapToInt(line -> Integer.parseInt(line.substring(7))).sum() + " " + new File(base, "lines").length());
        }
        String[] names = base.list();
        Arrays.sort(names);
        System.out.println(Arrays.toString(names) + " " + base.listFiles((directory, name) -> name.startsWith("r")).length + " " + base.listFiles(File::isDirectory).length + " " + Arrays.toString(file.list()));
        File renamed = new File(base, "a/renamed");
        System.out.println(file.renameTo(renamed) + " " + file.exists() + " " + renamed.length() + " " + renamed.setLastModified(1_600_000_000_000L) + " " + renamed.lastModified() + " " + renamed.setReadOnly() + " " + new File(base, "a").delete() + " " + new File(base, "nothing").delete() + " " + new File(base, "nothing").length() + " " + new File(base, "nothing").renameTo(file));
        for (String[] bad : new String[][] {{"/tmp/gnomon-FileOperations/none", "r"}, {"/tmp/gnomon-FileOperations", "r"}, {"/tmp/gnomon-FileOperations/no/such", "w"}}) {
            try {
                if (bad[1].equals("r")) new FileInputStream(bad[0]).close();
                else new FileOutputStream(bad[0]).close();
            } catch (FileNotFoundException e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            new RandomAccessFile(file, "q").close();
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            new File(base, "no/such/file").createNewFile();
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        FileInputStream closed = new FileInputStream(renamed);
        closed.close();
        try {
            closed.read();
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        for (String path : new String[] {"/a/./b/../c", "rel/x", "/", "", "//two//slashes/", "a.b.c"}) {
            File any = new File(path);
            System.out.println("[" + any + "] [" + any.getName() + "] [" + any.getParent() + "] " + any.isAbsolute() + " " + any.getCanonicalPath().equals(any.getAbsolutePath()) + " " + (path.startsWith("/") ? any.getCanonicalPath() + " " + any.toURI() + " " + any.toPath().normalize() : ""));
        }
        File temporary = File.createTempFile("pre", ".suf", base);
        System.out.println(temporary.getName().startsWith("pre") + " " + temporary.getName().endsWith(".suf") + " " + temporary.length() + " " + new File("b").compareTo(new File("a")) + " " + new File("a", "b").equals(new File("a/b")) + " " + File.separator + File.pathSeparatorChar + " " + new File("x").hashCode());
        delete(base);
        System.out.println(base.exists());
    }
}

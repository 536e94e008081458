import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** Deflate, inflate, gzip, zip and jar in memory: what goes in comes out, sizes of levels and strategies, broken data.
 * */
public class ZipStreams {
    static byte[] text(int lines) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < lines; i++) out.append("line ").append(i * 37 % 101).append(" of the text\n");
        return out.toString().getBytes();
    }

    static byte[] inflate(byte[] data, int from, int length, boolean raw) throws DataFormatException {
        Inflater inflater = new Inflater(raw);
        inflater.setInput(data, from, length);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] piece = new byte[100];
        while (!inflater.finished()) {
            int got = inflater.inflate(piece);
            if (got == 0 && (inflater.needsInput() || inflater.needsDictionary())) break;
            out.write(piece, 0, got);
        }
        inflater.end();
        return out.toByteArray();
    }

    static void raw() throws Exception {
        byte[] words = text(300), noise = new byte[3000];
        new Random(1).nextBytes(noise);
        for (byte[] data : List.of(words, noise, new byte[5000], new byte[0], "a".getBytes())) {
            StringBuilder out = new StringBuilder(data.length + ":");
            for (int level : new int[] {0, 1, 6, 9}) {
                for (int strategy : new int[] {Deflater.DEFAULT_STRATEGY, Deflater.FILTERED, Deflater.HUFFMAN_ONLY}) {
                    Deflater deflater = new Deflater(level, strategy == Deflater.FILTERED);
                    deflater.setStrategy(strategy);
                    deflater.setInput(data);
                    deflater.finish();
                    byte[] packed = new byte[data.length + 100];
                    int length = 0;
                    for (int got; !deflater.finished() && (got = deflater.deflate(packed, length, packed.length - length)) >= 0;) length += got;
                    if (!deflater.finished() || !Arrays.equals(data, inflate(packed, 0, length, strategy == Deflater.FILTERED))) out.append(" wrong");
                    out.append(' ').append(length < data.length).append(deflater.getTotalIn() == data.length).append(strategy == Deflater.FILTERED ? "" : Integer.toHexString(deflater.getAdler()));
                    deflater.end();
                }
            }
            System.out.println(out);
        }
        Deflater flushing = new Deflater();
        flushing.setInput("first part ".getBytes());
        byte[] packed = new byte[200];
        int first = flushing.deflate(packed, 0, 100, Deflater.SYNC_FLUSH);
        System.out.println(new String(inflate(packed, 0, first, false)));
        flushing.end();
        Deflater primed = new Deflater();
        primed.setDictionary("common words".getBytes());
        primed.setInput("some common words here".getBytes());
        primed.finish();
        int length = primed.deflate(packed);
        Inflater inflater = new Inflater();
        inflater.setInput(packed, 0, length);
        byte[] result = new byte[100];
        System.out.print(inflater.inflate(result) + " " + inflater.needsDictionary() + " ");
        inflater.setDictionary("common words".getBytes());
        System.out.println(new String(result, 0, inflater.inflate(result)) + " " + inflater.getRemaining() + " " + inflater.getTotalIn() / length + " " + inflater.finished());
        inflater.end();
        try {
            inflater.inflate(result);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        for (byte[] bad : List.of(new byte[] {1, 2, 3, 4}, new byte[] {0x78, (byte) 0x9c, 7, 7, 7, 7}, new byte[] {0x78, (byte) 0x9c, 1, 1, 0, 0, 0})) {
            try {
                System.out.println(inflate(bad, 0, bad.length, false).length);
            } catch (DataFormatException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    static void streams() throws IOException {
        byte[] data = text(500);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(data);
        }
        byte[] packed = bytes.toByteArray();
        System.out.println((packed.length < data.length / 4) + " " + Arrays.equals(new GZIPInputStream(new ByteArrayInputStream(packed)).readAllBytes(), data) + " " + Arrays.toString(Arrays.copyOf(packed, 4)));
        byte[] twice = Arrays.copyOf(packed, packed.length * 2);
        System.arraycopy(packed, 0, twice, packed.length, packed.length);
        System.out.println(new GZIPInputStream(new ByteArrayInputStream(twice)).readAllBytes().length);
        packed[packed.length - 5] ^= 1;
        for (byte[] bad : List.of(packed, Arrays.copyOf(packed, 50), "not gzip at all".getBytes(), new byte[0])) {
            try {
                System.out.println(new GZIPInputStream(new ByteArrayInputStream(bad)).readAllBytes().length);
            } catch (ZipException | EOFException e) {
                System.out.println(e);
            }
        }
        bytes.reset();
        CheckedOutputStream checked = new CheckedOutputStream(new DeflaterOutputStream(bytes), new CRC32());
        checked.write(data);
        checked.close();
        CheckedInputStream back = new CheckedInputStream(new InflaterInputStream(new ByteArrayInputStream(bytes.toByteArray())), new CRC32());
        System.out.println(back.readAllBytes().length + " " + (checked.getChecksum().getValue() == back.getChecksum().getValue()) + " " + Long.toHexString(back.getChecksum().getValue()));
    }

    static void archives() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            out.setComment("archive comment");
            ZipEntry entry = new ZipEntry("dir/file.txt");
            entry.setComment("entry");
            entry.setTime(1_600_000_000_000L);
            entry.setExtra(new byte[] {9, 9, 2, 0, 1, 2});
            out.putNextEntry(entry);
            out.write(text(100));
            out.closeEntry();
            ZipEntry stored = new ZipEntry("stored");
            stored.setMethod(ZipEntry.STORED);
            stored.setSize(3);
            CRC32 crc = new CRC32();
            crc.update("abc".getBytes());
            stored.setCrc(crc.getValue());
            out.putNextEntry(stored);
            out.write("abc".getBytes());
            out.putNextEntry(new ZipEntry("empty/"));
            try {
                out.putNextEntry(new ZipEntry("stored"));
            } catch (ZipException e) {
                System.out.println(e.getMessage());
            }
        }
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            for (ZipEntry entry; (entry = in.getNextEntry()) != null;) System.out.println(entry.getName() + " " + entry.isDirectory() + " " + entry.getMethod() + " " + in.readAllBytes().length + " " + entry.getSize() + " " + Long.toHexString(entry.getCrc()) + " " + Arrays.toString(entry.getExtra()));
        }
        bytes.reset();
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "p.Main");
        manifest.getMainAttributes().putValue("Long-Line", "x".repeat(100));
        manifest.getEntries().computeIfAbsent("p/A.class", name -> new Attributes()).putValue("Sealed", "true");
        try (JarOutputStream out = new JarOutputStream(bytes, manifest)) {
            out.putNextEntry(new JarEntry("p/A.class"));
            out.write(1);
        }
        try (JarInputStream in = new JarInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            Manifest read = in.getManifest();
            List<String> names = new ArrayList<>();
            for (JarEntry entry; (entry = in.getNextJarEntry()) != null;) names.add(entry.getName() + entry.getAttributes().getValue("Sealed"));
            System.out.println(read.getMainAttributes().getValue("long-line").length() + " " + read.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS) + " " + names + " " + read.equals(manifest));
            ByteArrayOutputStream written = new ByteArrayOutputStream();
            read.write(written);
            System.out.println(written.toString().lines().mapToInt(String::length).max().getAsInt());
        }
        try {
            new Manifest(new ByteArrayInputStream("Bad manifest\n".getBytes()));
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream("PK\3\4 not really".getBytes()))) {
            in.getNextEntry();
            System.out.println("fine");
        } catch (IOException e) {
            System.out.println(e.getClass().getSimpleName());
        }
    }

    public static void main(String[] arguments) throws Exception {
        raw();
        streams();
        archives();
    }
}

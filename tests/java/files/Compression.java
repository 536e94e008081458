import java.io.*;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.zip.*;

// java.util.zip: every level, strategy and way of flushing gives the very bytes that zlib gives; dictionaries, changes
// on the way, checksums, broken streams, zip files.
public class Compression {
    static final byte[] TEXT = text(), NOISE = new byte[70000], ZEROS = new byte[100000];

    static byte[] text() {
        StringBuilder words = new StringBuilder();
        Random random = new Random(5);
        for (int i = 0; i < 9000; i++) words.append("word").append(random.nextInt(300)).append(i % 11 == 0 ? '\n' : ' ');
        return words.toString().getBytes(StandardCharsets.UTF_8);
    }

    static long sum(byte[] bytes, int count) {
        CRC32 crc = new CRC32();
        crc.update(bytes, 0, count);
        return crc.getValue();
    }

    static byte[] deflate(byte[] input, int level, int strategy, boolean bare, int piece) {
        Deflater deflater = new Deflater(level, bare);
        deflater.setStrategy(strategy);
        deflater.setInput(input);
        deflater.finish();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] buffer = new byte[piece];
        while (!deflater.finished()) out.write(buffer, 0, deflater.deflate(buffer));
        if (deflater.getBytesRead() != input.length || deflater.getBytesWritten() != out.size()) System.out.println("counts differ");
        System.out.print(Integer.toHexString(deflater.getAdler()) + " ");
        deflater.end();
        return out.toByteArray();
    }

    static byte[] inflate(byte[] input, boolean bare, int piece) throws DataFormatException {
        Inflater inflater = new Inflater(bare);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] buffer = new byte[piece];
        int at = 0;
        while (!inflater.finished()) {
            if (inflater.needsInput()) {
                int count = Math.min(piece, input.length - at);
                inflater.setInput(input, at, count);
                at += count;
            }
            out.write(buffer, 0, inflater.inflate(buffer));
        }
        inflater.end();
        return out.toByteArray();
    }

    static void levels() throws DataFormatException {
        byte[][] inputs = {TEXT, NOISE, ZEROS, {}};
        for (int level = -1; level <= 9; level++) {
            for (int strategy = 0; strategy <= 2; strategy++) {
                for (byte[] input : inputs) {
                    byte[] packed = deflate(input, level, strategy, level % 2 == 0, 777);
                    boolean back = Arrays.equals(input, inflate(packed, level % 2 == 0, 1001));
                    System.out.println(level + " " + strategy + " " + input.length + " -> " + packed.length + " " + Long.toHexString(sum(packed, packed.length)) + " " + back);
                }
            }
        }
    }

    static void flushing() throws DataFormatException {
        Deflater deflater = new Deflater();
        byte[] out = new byte[100000];
        int at = 0;
        int[] ways = {Deflater.NO_FLUSH, Deflater.SYNC_FLUSH, Deflater.FULL_FLUSH, Deflater.SYNC_FLUSH};
        for (int i = 0; i < ways.length; i++) {
            deflater.setInput(TEXT, i * 1000, 1000);
            if (i == 2) deflater.setLevel(9);
            if (i == 3) deflater.setStrategy(Deflater.HUFFMAN_ONLY);
            at += deflater.deflate(out, at, out.length - at, ways[i]);
            System.out.println("flush " + ways[i] + ": " + at + " " + Long.toHexString(sum(out, at)));
        }
        deflater.finish();
        at += deflater.deflate(out, at, out.length - at);
        System.out.println(at + " " + Long.toHexString(sum(out, at)) + " " + deflater.finished());
        deflater.reset();
        deflater.setInput(TEXT, 0, 500);
        deflater.finish();
        System.out.println(deflater.deflate(out) + " " + deflater.getTotalIn() + " " + deflater.getTotalOut());
    }

    static void dictionaries() throws DataFormatException {
        byte[] dictionary = "word1 word2 word3 word4 word5 ".getBytes();
        Deflater deflater = new Deflater();
        deflater.setDictionary(dictionary);
        deflater.setInput("word3 word1 word5".getBytes());
        deflater.finish();
        byte[] packed = new byte[100], out = new byte[100];
        int length = deflater.deflate(packed);
        Inflater inflater = new Inflater();
        inflater.setInput(packed, 0, length);
        System.out.println(length + " " + Long.toHexString(sum(packed, length)) + " " + inflater.inflate(out) + " " + inflater.needsDictionary() + " " + Integer.toHexString(inflater.getAdler()));
        try {
            inflater.setDictionary(out);
        } catch (IllegalArgumentException e) {
            System.out.println(e);
        }
        inflater.setDictionary(dictionary);
        int count = inflater.inflate(out);
        System.out.println(new String(out, 0, count) + " " + inflater.finished() + " " + inflater.getRemaining());
    }

    static void buffers() throws DataFormatException {
        ByteBuffer in = ByteBuffer.allocateDirect(5000), packed = ByteBuffer.allocateDirect(6000), heap = ByteBuffer.allocate(5000), back = ByteBuffer.allocateDirect(5000);
        in.put(TEXT, 0, 5000).flip();
        Deflater deflater = new Deflater(6);
        deflater.setInput(in);
        deflater.finish();
        System.out.println(deflater.deflate(packed) + " " + in.remaining());
        packed.flip();
        Inflater inflater = new Inflater();
        inflater.setInput(packed);
        System.out.println(inflater.inflate(heap) + " " + packed.remaining() + " " + Arrays.equals(heap.array(), Arrays.copyOf(TEXT, 5000)));
        packed.rewind();
        inflater.reset();
        byte[] bytes = new byte[packed.remaining()];
        packed.get(bytes);
        inflater.setInput(bytes);
        System.out.println(inflater.inflate(back) + " " + back.flip().equals(ByteBuffer.wrap(TEXT, 0, 5000)));
    }

    static void broken() {
        byte[][] inputs = {{0x78, (byte) 0x9c, 7}, {0x78, (byte) 0x9d, 1, 2}, {1, 2, 3, 4}, {0x78, (byte) 0x9c, 5, (byte) 0xe0, (byte) 0xff, (byte) 0xff, 9, 9, 9}, {0x79, (byte) 0x9c}};
        for (byte[] input : inputs) {
            Inflater inflater = new Inflater();
            inflater.setInput(input);
            try {
                System.out.println(inflater.inflate(new byte[100]) + " " + inflater.finished() + " " + inflater.needsInput());
            } catch (DataFormatException e) {
                System.out.println(e + " " + inflater.getRemaining() + " " + inflater.getBytesRead());
            }
        }
        try {
            new Deflater(5).deflate(new byte[3], 2, 5);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e);
        }
        Deflater ended = new Deflater();
        ended.end();
        try {
            ended.setInput(new byte[1]);
            ended.deflate(new byte[10]);
        } catch (NullPointerException e) {
            System.out.println(e);
        }
    }

    static void checksums() {
        ByteBuffer direct = ByteBuffer.allocateDirect(1000);
        direct.put(NOISE, 0, 1000).flip();
        for (Checksum sum : new Checksum[] {new CRC32(), new CRC32C(), new Adler32()}) {
            sum.update('x');
            sum.update(NOISE, 3, 50000);
            sum.update(direct.duplicate());
            System.out.println(sum.getClass().getSimpleName() + " " + Long.toHexString(sum.getValue()));
            sum.reset();
            System.out.println(sum.getValue());
        }
    }

    static void zips() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.setComment("a comment");
            for (int method : new int[] {ZipEntry.DEFLATED, ZipEntry.STORED}) {
                ZipEntry entry = new ZipEntry("dir/m" + method);
                entry.setMethod(method);
                entry.setTime(1000000000000L);
                if (method == ZipEntry.STORED) {
                    entry.setSize(TEXT.length);
                    entry.setCrc(sum(TEXT, TEXT.length));
                }
                zip.putNextEntry(entry);
                zip.write(TEXT);
                zip.closeEntry();
            }
        }
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            for (ZipEntry entry; (entry = zip.getNextEntry()) != null;) System.out.println(entry + " " + entry.getMethod() + " " + Arrays.equals(TEXT, zip.readAllBytes()) + " " + entry.getCompressedSize());
        }
        File file = File.createTempFile("compression", ".zip");
        try (FileOutputStream out = new FileOutputStream(file)) {
            bytes.writeTo(out);
        }
        try (ZipFile zip = new ZipFile(file)) {
            System.out.println(zip.size() + " " + zip.getComment() + " " + zip.getEntry("dir/m8").getCompressedSize() + " " + zip.getEntry("none"));
            System.out.println(Arrays.equals(TEXT, zip.getInputStream(zip.getEntry("dir/m8")).readAllBytes()));
        }
        System.out.println(file.delete());
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(TEXT);
        }
        System.out.println(packed.size() + " " + Long.toHexString(sum(packed.toByteArray(), packed.size())));
        System.out.println(Arrays.equals(TEXT, new GZIPInputStream(new ByteArrayInputStream(packed.toByteArray())).readAllBytes()));
        byte[] damaged = packed.toByteArray();
        damaged[damaged.length - 6]++;
        try {
            new GZIPInputStream(new ByteArrayInputStream(damaged)).readAllBytes();
        } catch (IOException e) {
            System.out.println(e);
        }
        try {
            new ZipFile(new File("none.zip"));
        } catch (IOException e) {
            System.out.println(e);
        }
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try (InflaterOutputStream out = new InflaterOutputStream(text)) {
            out.write(deflate(TEXT, 6, 0, false, 512));
        }
        System.out.println(text.size());
    }

    public static void main(String[] arguments) throws Exception {
        new Random(3).nextBytes(NOISE);
        levels();
        flushing();
        dictionaries();
        buffers();
        broken();
        checksums();
        zips();
    }
}

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/** What the kernel itself does, as large as a program can ask for, while another thread has to have its turns. */
public class LongNatives {
    private static final int SIZE = 8 << 20;

    public static void main(String[] arguments) throws Throwable {
        byte[] from = new byte[SIZE], to = new byte[SIZE];
        Object[] objects = new Object[1 << 20];
        Attack.ticking("arraycopy", () -> { for (int i = 0; i < 40; i++) System.arraycopy(from, 0, to, 0, SIZE); });
        Attack.ticking("arraycopy within", () -> {
            for (int i = 0; i < SIZE; i++) to[i] = (byte) (i * 31 >> 3);
            int before = Arrays.hashCode(Arrays.copyOfRange(to, 100, SIZE - 77));
            System.arraycopy(to, 100, to, 177, SIZE - 177);
            System.out.println(before == Arrays.hashCode(Arrays.copyOfRange(to, 177, SIZE)));
            System.arraycopy(to, 177, to, 100, SIZE - 177);
            System.out.println(before == Arrays.hashCode(Arrays.copyOfRange(to, 100, SIZE - 77)));
        });
        Attack.ticking("arraycopy of objects", () -> {
            for (int i = 0; i < objects.length; i++) objects[i] = i % 1000 == 0 ? "text" : null;
            System.arraycopy(objects, 0, objects, 1, objects.length - 1);
            System.arraycopy(objects, 1, objects, 0, objects.length - 1);
            String[] strings = new String[objects.length];
            System.arraycopy(objects, 0, strings, 0, strings.length);
            System.out.println(strings[1000] + strings[1001] + strings[1_000_000]);
            objects[700_001] = 5;
            Attack.kind("store", () -> System.arraycopy(objects, 0, strings, 0, strings.length));
        });
        Attack.ticking("copyOf", () -> { for (int i = 0; i < 5; i++) Arrays.copyOf(from, SIZE / 2); });
        Attack.ticking("clone", () -> from.clone());
        Attack.ticking("direct", () -> {
            ByteBuffer buffer = ByteBuffer.allocateDirect(SIZE);
            buffer.put(from);
            buffer.flip();
            buffer.get(to);
            buffer.compact();
            System.out.println(buffer.position());
        });
        Attack.ticking("checksums", () -> {
            CRC32 crc = new CRC32();
            Adler32 adler = new Adler32();
            for (int i = 0; i < 3; i++) { crc.update(from); adler.update(from); }
            System.out.println(crc.getValue() + " " + adler.getValue());
        });
        Attack.ticking("deflate", () -> {
            Deflater deflater = new Deflater(6);
            for (int i = 0; i < SIZE / 4; i++) from[i] = (byte) ("hostile".charAt(i % 7) + i / 9999);
            deflater.setInput(from, 0, SIZE / 4);
            deflater.finish();
            int length = deflater.deflate(to);
            Inflater inflater = new Inflater();
            inflater.setInput(to, 0, length);
            byte[] back = new byte[SIZE / 4];
            System.out.println(inflater.inflate(back) + " " + Arrays.equals(back, 0, back.length, from, 0, back.length));
        });
        Attack.ticking("stored", () -> {
            Deflater deflater = new Deflater(0);
            deflater.setInput(from, 0, SIZE / 4);
            deflater.finish();
            CRC32 crc = new CRC32();
            crc.update(to, 0, deflater.deflate(to));
            System.out.println(crc.getValue());
        });
        Attack.ticking("zip bomb", () -> {
            ByteArrayOutputStream small = new ByteArrayOutputStream();
            try (DeflaterOutputStream out = new DeflaterOutputStream(small)) { out.write(new byte[SIZE]); }
            try (InputStream in = new InflaterInputStream(new java.io.ByteArrayInputStream(small.toByteArray()))) {
                System.out.println(in.read(to, 0, 1000) + " " + in.skip(SIZE));
            }
            Attack.exhaust("all at once", () -> {
                byte[] bomb = small.toByteArray();
                ByteArrayOutputStream all = new ByteArrayOutputStream();
                for (int i = 0; i < 20; i++) all.writeBytes(new InflaterInputStream(new java.io.ByteArrayInputStream(bomb)).readAllBytes());
            });
        });
        Attack.ticking("strings", () -> {
            String text = "x".repeat(SIZE / 2);
            System.out.println(text.hashCode() + " " + (text + "y").indexOf('y') + " " + text.getBytes().length + " " + text.toUpperCase().charAt(5) + " " + text.equals(text.toLowerCase()) + " " + text.intern().length());
        });
        Attack.ticking("equals and mismatch", () -> System.out.println(Arrays.equals(from, from.clone()) + " " + Arrays.mismatch(from, from.clone())));
        Attack.ticking("fill", () -> { for (int i = 0; i < 5; i++) Arrays.fill(to, (byte) i); });
    }
}

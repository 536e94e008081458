import gnomon.Domain;
import gnomon.Naming;
import gnomon.Portal;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.RandomAccessFile;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.AccessController;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Work whose size a program chooses, each kind in a thread of its name: none of it may keep others from running. Prints
 * what came of it, which `java` prints too.
 */
public class Unpolled {
    interface Taker extends Portal {
        int take(Object given);
    }

    static class TakerService implements Taker {
        public int take(Object given) {
            return given instanceof Object[] ? ((Object[]) given).length : given.getClass().getFields().length;
        }
    }

    interface Case {
        Object run() throws Throwable;
    }

    static void run(String name, long stackBytes, Case work) throws InterruptedException {
        Thread thread = new Thread(null, () -> {
            try {
                System.out.println(name + ": " + work.run());
            } catch (Throwable e) {
                System.out.println(name + ": " + e);
            }
        }, name, stackBytes);
        if (clock != null) clock.latest();
        thread.start();
        thread.join();
        long late = clock == null ? 0 : clock.latest();
        if (late > latest) {
            latest = late;
            latestIn = name;
        }
    }

    // ---- How late a thread of a third domain is that wakes up every millisecond

    interface Clock extends Portal {
        /** In nanoseconds, at most since this was asked last. */
        long latest();
    }

    static class ClockService extends Thread implements Clock {
        private static final long PERIOD_NS = 1_000_000;
        private final AtomicLong latest = new AtomicLong();

        public long latest() {
            return latest.getAndSet(0);
        }

        @Override public void run() {
            for (long next = System.nanoTime() + PERIOD_NS;; next = Math.max(next + PERIOD_NS, System.nanoTime())) {
                for (long wait = next - System.nanoTime(); wait > 0; wait = next - System.nanoTime()) LockSupport.parkNanos(wait);
                long late = System.nanoTime() - next;
                latest.accumulateAndGet(late, Math::max);
            }
        }
    }

    private static Clock clock;
    private static long latest;
    private static String latestIn = "";

    // ---- Deflater: the input so far is compressed by the old level

    /** Bytes in which no place is like an earlier one for long, and nearly all are a little. */
    static byte[] letters(int count) {
        byte[] letters = new byte[count];
        int seed = 1;
        for (int i = 0; i < count; i++) {
            seed = seed * 1103515245 + 12345;
            letters[i] = (byte) ("ab".charAt(seed >>> 16 & 1));
        }
        return letters;
    }

    static int deflateAll(Deflater deflater, byte[] in) {
        byte[] out = new byte[1 << 20];
        int count = 0;
        deflater.setInput(in);
        while (!deflater.needsInput()) count += deflater.deflate(out);
        return count;
    }

    static Object deflate() {
        byte[] in = letters(12_000), out = new byte[1 << 20];
        Deflater deflater = new Deflater(9);
        deflater.setInput(in, 0, 1);
        deflater.deflate(out);
        deflater.setLevel(1);
        int first = deflateAll(deflater, in);
        deflater.finish();
        return first + deflater.deflate(out) > 0 && deflater.getBytesRead() == in.length + 1;
    }

    /** What comes next is compared with more than what came before. */
    static Object deflateHarder() {
        Deflater up = new Deflater(6), again = new Deflater(8), with = new Deflater(9);
        deflateAll(up, letters(40_000));
        up.setLevel(9);
        deflateAll(up, letters(4_000));
        deflateAll(again, letters(16_000));
        deflateAll(again, new byte[14_000]);
        deflateAll(again, letters(10_000));
        with.setDictionary(letters(32_768));
        deflateAll(with, letters(3_000));
        return up.getBytesRead() + again.getBytesRead() + with.getBytesRead();
    }

    // ---- Dictionaries, whose checksum is that of all their bytes

    static int pack(Deflater deflater, byte[] in, byte[] packed) {
        deflater.setInput(in);
        deflater.finish();
        return deflater.deflate(packed);
    }

    static Object dictionary(boolean isBare) throws Exception {
        byte[] words = new byte[20 << 20], in = new byte[1000], packed = new byte[2000];
        for (int i = 0; i < words.length; i++) words[i] = (byte) (i * 31 >>> 3);
        System.arraycopy(words, words.length - in.length, in, 0, in.length);
        Deflater deflater = new Deflater(6, isBare);
        deflater.setDictionary(words);
        int bytes = pack(deflater, in, packed);
        Inflater inflater = new Inflater(isBare);
        if (isBare) inflater.setDictionary(words);
        inflater.setInput(packed, 0, bytes);
        byte[] out = new byte[in.length];
        StringBuilder result = new StringBuilder().append(bytes).append(' ').append(inflater.inflate(out)).append(' ').append(inflater.needsDictionary());
        if (!isBare) {
            words[0]++;
            try {
                inflater.setDictionary(words);
            } catch (IllegalArgumentException e) {
                result.append(" refused");
            }
            words[0]--;
            inflater.setDictionary(ByteBuffer.allocateDirect(words.length).put(words).flip());
            result.append(' ').append(inflater.inflate(out));
        }
        return result.append(' ').append(Arrays.equals(in, out)).append(' ').append(inflater.finished()).append(' ').append(isBare ? 0 : deflater.getAdler() - inflater.getAdler());
    }

    // ---- Copies

    static Object copyMany(Taker taker) {
        Object[] many = new Object[600_000];
        for (int i = 0; i < many.length; i++) many[i] = new int[1];
        return taker.take(many);
    }

    static Object copyLong(Taker taker) {
        return taker.take(new Object[][] {new Object[2_000_000], {new byte[30 << 20]}});
    }

    /** A public class with so many public fields of its own type. */
    static byte[] classWithFields(String name, int fields) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        String[] texts = {name, "java/lang/Object", "L" + name + ";", "<init>", "()V", "Code"};
        out.writeInt(0xcafebabe);
        out.writeInt(52);
        out.writeShort(texts.length + 5 + fields);
        for (String text : texts) {
            out.writeByte(1);
            out.writeUTF(text);
        }
        out.writeByte(7);
        out.writeShort(1); // 7: the class
        out.writeByte(7);
        out.writeShort(2); // 8: Object
        out.writeByte(12);
        out.writeShort(4);
        out.writeShort(5); // 9: <init>()V
        out.writeByte(10);
        out.writeShort(8);
        out.writeShort(9); // 10: Object.<init>()V
        for (int i = 0; i < fields; i++) {
            out.writeByte(1);
            out.writeUTF("f" + i);
        }
        out.writeShort(0x21);
        out.writeShort(7);
        out.writeShort(8);
        out.writeShort(0);
        out.writeShort(fields);
        for (int i = 0; i < fields; i++) {
            out.writeShort(1);
            out.writeShort(texts.length + 5 + i);
            out.writeShort(3);
            out.writeShort(0);
        }
        out.writeShort(1);
        out.writeShort(1);
        out.writeShort(4);
        out.writeShort(5);
        out.writeShort(1);
        out.writeShort(6);
        out.writeInt(17);
        out.writeShort(1);
        out.writeShort(1);
        out.writeInt(5);
        out.write(new byte[] {42, (byte) 183, 0, 10, (byte) 177});
        out.writeShort(0);
        out.writeShort(0);
        out.writeShort(0);
        return bytes.toByteArray();
    }

    static class Definer extends ClassLoader {
        Class<?> define(String name, byte[] file) {
            return defineClass(name, file, 0, file.length);
        }
    }

    static Object defineFields() throws Exception {
        return new Definer().define("Fields", classWithFields("Fields", Integer.getInteger("fields", 60_000))).getFields().length;
    }

    static Object refuse() {
        try {
            return new Definer().define("Refused", new byte[40 << 20]);
        } catch (ClassFormatError | OutOfMemoryError e) {
            return "refused";
        }
    }

    // ---- Deep stacks

    static int deep(int levels) {
        if (levels == 0) throw new IllegalStateException("deep");
        return deep(levels - 1) + 1;
    }

    static Object unwind() {
        try {
            return deep(60_000);
        } catch (IllegalStateException e) {
            return e.getMessage();
        }
    }

    static int collectBelow(int levels) {
        if (levels > 0) return collectBelow(levels - 1) + 1;
        System.gc();
        return 0;
    }

    static int awaitBelow(int levels, CountDownLatch isThere, CountDownLatch mayGo) throws InterruptedException {
        if (levels > 0) return awaitBelow(levels - 1, isThere, mayGo) + 1;
        isThere.countDown();
        mayGo.await();
        return 0;
    }

    static Object stackOfAnother() throws InterruptedException {
        CountDownLatch isThere = new CountDownLatch(1), mayGo = new CountDownLatch(1);
        Thread thread = new Thread(null, () -> {
            try {
                awaitBelow(LEVELS, isThere, mayGo);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }, "another", 48 << 20);
        thread.start();
        isThere.await();
        boolean isWhole = thread.getStackTrace().length > LEVELS;
        mayGo.countDown();
        thread.join();
        return isWhole;
    }

    static int stackBelow(int levels) {
        return levels > 0 ? stackBelow(levels - 1) : Thread.getAllStackTraces().get(Thread.currentThread()).length;
    }

    static class Context extends SecurityManager {
        int length() {
            return getClassContext().length;
        }
    }

    static int contextBelow(int levels) {
        if (levels > 0) return contextBelow(levels - 1);
        return AccessController.getContext() == null ? 0 : new Context().length();
    }

    static final int LEVELS = 100_000;

    // ---- Collections

    static Object collect() {
        WeakReference<?>[] references = new WeakReference<?>[60_000];
        Object[] kept = new Object[60_000];
        for (int i = 0; i < references.length; i++) {
            references[i] = new WeakReference<>(i % 2 == 0 ? kept[i] = new Object() : new Object());
            if (i % 2 == 0) ("interned " + i).intern();
        }
        System.gc();
        int cleared = 0;
        for (WeakReference<?> reference : references) cleared += reference.get() == null ? 1 : 0;
        Reference.reachabilityFence(kept);
        return cleared;
    }

    // ---- Memory and files

    static Object swap() {
        ByteBuffer bytes = ByteBuffer.allocateDirect(24 << 20).order(ByteOrder.BIG_ENDIAN);
        int[] words = new int[6 << 20];
        words[words.length - 1] = 0x01020304;
        bytes.asIntBuffer().put(words);
        return bytes.get(bytes.capacity() - 1);
    }

    static Object files() throws Exception {
        Path path = Files.createTempFile("unpolled", null), copy = path.resolveSibling("unpolled.copy");
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.write(new byte[10 << 20]);
            file.setLength(14 << 20);
            file.seek(16 << 20);
            file.write(7);
            file.seek(0);
            file.readFully(new byte[10 << 20]);
        }
        Files.copy(path, copy);
        try (FileChannel channel = FileChannel.open(copy, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(8 << 20);
            channel.read(buffer, 1);
            buffer.flip();
            channel.write(buffer, 8 << 20);
        }
        long bytes = Files.size(copy);
        Files.delete(path);
        Files.delete(copy);
        return bytes;
    }

    static Object grow() throws Exception {
        Path path = Files.createTempFile("unpolled", null);
        long bytes = 0;
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(60 << 20);
            file.setLength(100 << 20);
            file.setLength(1 << 20);
            file.setLength(50 << 20);
            bytes = file.length();
        }
        Files.delete(path);
        return bytes;
    }

    static Object mapPrivate() throws Exception {
        Path path = Files.createTempFile("unpolled", null);
        byte last;
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(40 << 20);
            file.seek((40 << 20) - 1);
            file.write(7);
            ByteBuffer copy = file.getChannel().map(FileChannel.MapMode.PRIVATE, 0, 40 << 20);
            last = copy.get((40 << 20) - 1);
        }
        Files.delete(path);
        return last;
    }

    /** These have come with the program, and are copied when they are first written to. */
    static Object own() throws Exception {
        try (RandomAccessFile file = new RandomAccessFile(System.getProperty("archived") + "/written", "rw")) {
            file.write(7);
            file.seek(file.length() - 1);
            return file.read() + " " + file.length();
        }
    }

    static Object mapOwn() throws Exception {
        try (RandomAccessFile file = new RandomAccessFile(System.getProperty("archived") + "/mapped", "rw")) {
            ByteBuffer bytes = file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, file.length());
            bytes.put(0, (byte) 7);
            file.seek(0);
            return file.read() + " " + bytes.get(bytes.capacity() - 1);
        }
    }

    // ---- The end of a domain

    /** Runs in the domain that ends then. */
    static void fill() throws Exception {
        Object[] kept = new Object[60_000];
        byte[] file = classWithFields("Many", 1);
        Path directory = Files.createTempDirectory("many");
        for (int i = 0; i < 100_000; i++) strings.add(("string " + i).intern());
        for (int i = 0; i < 80; i++) large.add(new byte[1 << 20]);
        for (int i = 0; i < kept.length; i++) {
            kept[i] = i % 20 == 0 ? new Definer().define("Many", file) : i % 5 == 1 ? ByteBuffer.allocateDirect(16) : new Object();
            if (i % 6 == 0) Files.createFile(directory.resolve("f" + i));
            synchronized (kept[i]) {
                kept[i].hashCode();
                System.identityHashCode(kept[i]);
            }
        }
        last = kept;
    }

    static Object end() throws Exception {
        Domain domain = Domain.start(new Domain.Options("filled").main("Unpolled").argument("fill").heap(256 << 20));
        domain.await();
        return domain.status();
    }

    static Object last;
    static final List<Object> strings = new ArrayList<>(), large = new ArrayList<>();

    /** Only cards that do not begin a piece of 16 KiB are marked, of which the young collection looks through all
     * slots. */
    static Object collectCards() {
        Object[] old = new Object[2_000_000];
        System.gc();
        Object young = new Object();
        for (int i = 0; i < old.length; i++) {
            if (i % 4096 >= 256 && i % 4096 < 4000) old[i] = young;
        }
        for (int i = 0; i < 300_000; i++) last = new byte[100];
        return old[3999] == young;
    }

    /** Blocks that hold nothing, each with codes of its own; and bytes that are hardly shorter when they are
     * compressed. */
    static Object inflate() throws Exception {
        byte[] in = new byte[250_000];
        String block = "00100000000000111" + "000000100" + "000".repeat(14) + "100" + "11111111" + "11101011" + "0" + "0" + "0";
        for (int i = 0; i < in.length * 8; i++) in[i / 8] |= (byte) (block.charAt(i % block.length()) - '0' << i % 8);
        Inflater inflater = new Inflater(true);
        inflater.setInput(in);
        return inflater.inflate(new byte[100_000]) + " " + inflater.getRemaining() + " " + inflater.finished();
    }

    static Object inflateLong() throws Exception {
        byte[] in = new byte[1 << 20], packed = new byte[2 << 20];
        int seed = 1;
        for (int i = 0; i < in.length; i++) {
            seed = seed * 1103515245 + 12345;
            in[i] = (byte) ((seed >>> 16) % 200);
        }
        Deflater deflater = new Deflater();
        deflater.setInput(in);
        deflater.finish();
        Inflater inflater = new Inflater();
        inflater.setInput(packed, 0, deflater.deflate(packed));
        return inflater.inflate(new byte[in.length]);
    }

    /** Some of it once more, beside the clock. */
    static void late() throws InterruptedException {
        Domain.start(new Domain.Options("clock").main("Unpolled").argument("clock").heap(32 << 20));
        clock = Naming.lookup("clock", Clock.class);
        run("deflate", 0, Unpolled::deflate);
        run("deflate harder", 0, Unpolled::deflateHarder);
        run("dictionary", 0, () -> dictionary(false));
        run("end", 0, Unpolled::end);
        run("stack of another", 0, Unpolled::stackOfAnother);
        System.out.println("latest: " + latest + " ns in " + latestIn);
        System.exit(0);
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0 && arguments[0].equals("fill")) {
            fill();
            return;
        }
        if (arguments.length > 0 && arguments[0].equals("clock")) {
            ClockService service = new ClockService();
            service.start();
            Naming.register("clock", service);
        } else if (arguments.length > 0 && arguments[0].equals("late")) {
            late();
            return;
        } else if (arguments.length > 0) {
            Naming.register("taker", new TakerService());
        }
        if (arguments.length > 0) {
            Thread.sleep(Long.MAX_VALUE);
        }
        Domain other = Domain.start(new Domain.Options("other").main("Unpolled").argument("serve").heap(256 << 20));
        Taker taker = Naming.lookup("taker", Taker.class);
        run("deflate", 0, Unpolled::deflate);
        run("deflate harder", 0, Unpolled::deflateHarder);
        run("copy many", 0, () -> copyMany(taker));
        run("copy long", 0, () -> copyLong(taker));
        run("define", 0, Unpolled::defineFields);
        run("refuse", 0, Unpolled::refuse);
        run("unwind", 8 << 20, Unpolled::unwind);
        run("collect below", 8 << 20, () -> collectBelow(60_000));
        run("collect", 0, Unpolled::collect);
        run("swap", 0, Unpolled::swap);
        run("files", 0, Unpolled::files);
        run("grow", 0, Unpolled::grow);
        run("map private", 0, Unpolled::mapPrivate);
        run("end", 0, Unpolled::end);
        run("own", 0, Unpolled::own);
        run("map own", 0, Unpolled::mapOwn);
        run("collect cards", 0, Unpolled::collectCards);
        run("inflate", 0, Unpolled::inflate);
        run("inflate long", 0, Unpolled::inflateLong);
        run("dictionary", 0, () -> dictionary(false));
        run("dictionary, bare", 0, () -> dictionary(true));
        run("stack of another", 0, Unpolled::stackOfAnother);
        run("stack of its own", 48 << 20, () -> stackBelow(LEVELS) > LEVELS);
        run("contexts below", 48 << 20, () -> contextBelow(LEVELS) > LEVELS);
        other.terminate();
        System.exit(0);
    }
}

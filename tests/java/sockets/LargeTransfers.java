import static other.net.Ends.*;

import java.io.*;
import java.nio.*;
import java.nio.channels.*;
import java.nio.channels.Channels;
import java.nio.file.*;
import java.util.zip.*;

// Much data: both directions at once, from and to files, through objects, compressed.
public class LargeTransfers {
    static final int BYTES = 600_000;

    static byte[] data() {
        byte[] data = new byte[BYTES];
        for (int i = 0, state = 1; i < BYTES; i++) data[i] = (byte) ((state = state * 1103515245 + 12345) >> 16);
        return data;
    }

    static long sum(byte[] data) {
        CRC32 crc = new CRC32();
        crc.update(data);
        return crc.getValue();
    }

    static void bothWays() throws Exception {
        java.net.Socket[] both = sockets();
        Thread[] writers = new Thread[2];
        for (int i = 0; i < 2; i++) {
            java.net.Socket socket = both[i];
            writers[i] = start(() -> {
                socket.getOutputStream().write(data());
                socket.shutdownOutput();
                return null;
            });
        }
        System.out.println(sum(both[0].getInputStream().readAllBytes()) + " " + sum(both[1].getInputStream().readAllBytes()));
        for (Thread writer : writers) writer.join();
    }

    static void files() throws Exception {
        Path from = Files.createTempFile("from", null), to = Files.createTempFile("to", null);
        Files.write(from, data());
        SocketChannel[] both = channels();
        Thread sender = start(() -> {
            try (FileChannel file = FileChannel.open(from)) {
                long sent = 0;
                while (sent < file.size()) sent += file.transferTo(sent, file.size() - sent, both[0]);
                both[0].close();
                return null;
            }
        });
        try (FileChannel file = FileChannel.open(to, StandardOpenOption.WRITE)) {
            long got = 0, count;
            while ((count = file.transferFrom(both[1], got, 50_000)) > 0) got += count;
            System.out.println(got);
        }
        sender.join();
        System.out.println(sum(Files.readAllBytes(to)) + " " + Files.mismatch(from, to));
        Files.delete(from);
        Files.delete(to);
    }

    static void mapped() throws Exception {
        Path from = Files.createTempFile("mapped", null);
        Files.write(from, data());
        SocketChannel[] both = channels();
        Thread sender = start(() -> {
            try (FileChannel file = FileChannel.open(from)) {
                ByteBuffer map = file.map(FileChannel.MapMode.READ_ONLY, 0, file.size());
                while (map.hasRemaining()) both[0].write(map);
                both[0].close();
                return null;
            }
        });
        System.out.println(sum(Channels.newInputStream(both[1]).readAllBytes()));
        sender.join();
        Files.delete(from);
    }

    static void objects() throws Exception {
        java.net.Socket[] both = sockets();
        Thread sender = start(() -> {
            try (ObjectOutputStream out = new ObjectOutputStream(new GZIPOutputStream(both[0].getOutputStream(), true))) {
                for (int i = 0; i < 200; i++) out.writeObject(new Object[] {i, "text " + i, new int[i], java.time.LocalDate.of(2020, 1, 1).plusDays(i)});
            }
            return null;
        });
        int hash = 0;
        try (ObjectInputStream in = new ObjectInputStream(new GZIPInputStream(both[1].getInputStream()))) {
            for (int i = 0; i < 200; i++) hash = hash * 31 + java.util.Arrays.deepToString((Object[]) in.readObject()).hashCode();
            attempt("end", in::readObject);
        }
        sender.join();
        System.out.println(hash);
    }

    public static void main(String[] args) throws Exception {
        bothWays();
        files();
        mapped();
        objects();
    }
}

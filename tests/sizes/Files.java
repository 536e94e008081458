import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Sizes of files, sockets and their names. */
class Files {
    private static Path top;

    private Files() {
    }

    private static Object file(Path path) throws IOException {
        java.nio.file.Files.createDirectories(path.getParent());
        java.nio.file.Files.writeString(path, "text");
        return java.nio.file.Files.readString(path);
    }

    /** A path of that many bytes, below what the directory has. */
    private static Object longPath(int length) throws IOException {
        StringBuilder text = new StringBuilder(top.toString());
        while (text.length() < length - 101) text.append('/').append("d".repeat(99));
        text.append('/').append("f".repeat(length - text.length() - 1));
        return file(Path.of(text.toString()));
    }

    private static Object gather(int count) throws IOException {
        ByteBuffer[] all = new ByteBuffer[count];
        for (int i = 0; i < count; i++) all[i] = i % 3 == 0 ? ByteBuffer.allocate(3) : ByteBuffer.allocateDirect(2);
        long written = 0;
        try (FileChannel channel = FileChannel.open(top.resolve("gather"), StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            for (long more = 1; more > 0;) {
                more = channel.write(all);
                written += more;
            }
            return written + " " + channel.size();
        }
    }

    private static Object datagram(int bytes, String address) throws IOException {
        try (DatagramSocket from = new DatagramSocket(0, InetAddress.getByName(address)); DatagramSocket to = new DatagramSocket(0, InetAddress.getByName(address))) {
            to.setSoTimeout(20_000);
            from.send(new DatagramPacket(new byte[bytes], bytes, to.getLocalSocketAddress()));
            DatagramPacket packet = new DatagramPacket(new byte[70_000], 70_000);
            to.receive(packet);
            return packet.getLength();
        }
    }

    private static Object backlog(int count) throws IOException {
        try (ServerSocket socket = new ServerSocket(0, count)) {
            return socket.isBound();
        }
    }

    private static Object buffers(int bytes) throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            socket.setReceiveBufferSize(bytes);
            return socket.getReceiveBufferSize() > 0;
        }
    }

    private static Object pathSocket(int length) throws IOException {
        String name = "/tmp/s" + "x".repeat(length - 6);
        java.nio.file.Files.deleteIfExists(Path.of(name));
        try (ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(name))) {
            return channel.isOpen();
        } finally {
            java.nio.file.Files.deleteIfExists(Path.of(name));
        }
    }

    /** One byte at about the largest position that there is. */
    private static Object position(int kibFromEnd) throws IOException {
        long end = (1L << 44) - 4096;
        long at = end - (1L << 20) + kibFromEnd * 1024L - 1;
        try (FileChannel channel = FileChannel.open(top.resolve("far"), StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.READ, StandardOpenOption.TRUNCATE_EXISTING)) {
            channel.write(ByteBuffer.wrap(new byte[] {7}), at);
            ByteBuffer back = ByteBuffer.allocate(2);
            return channel.read(back, at) + " " + back.get(0) + " " + (channel.size() == at + 1);
        }
    }

    private static Object archive(int length, int entries) throws IOException {
        java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (int i = 0; i < entries; i++) zip.putNextEntry(new ZipEntry(entries == 1 ? "n".repeat(length) : "" + i));
        }
        java.nio.file.Files.write(top.resolve("z.zip"), bytes.toByteArray());
        try (java.util.zip.ZipFile zip = new java.util.zip.ZipFile(top.resolve("z.zip").toFile())) {
            return zip.size();
        }
    }

    private static Object mapped(int count) throws IOException {
        Path path = top.resolve("mapped");
        java.nio.file.Files.write(path, new byte[4096]);
        int done = 0;
        java.nio.MappedByteBuffer[] all = new java.nio.MappedByteBuffer[count];
        try (FileChannel channel = FileChannel.open(path)) {
            for (; done < count; done++) all[done] = channel.map(FileChannel.MapMode.READ_ONLY, 0, 4096);
        }
        return done;
    }

    private static Object watched(int files) throws Exception {
        Path directory = java.nio.file.Files.createDirectories(top.resolve("watched"));
        int seen = 0;
        try (java.nio.file.WatchService service = java.nio.file.FileSystems.getDefault().newWatchService()) {
            directory.register(service, java.nio.file.StandardWatchEventKinds.ENTRY_CREATE);
            for (int i = 0; i < files; i++) java.nio.file.Files.createFile(directory.resolve("f" + i));
            for (java.nio.file.WatchKey key = service.poll(10, java.util.concurrent.TimeUnit.SECONDS); key != null && seen == 0; key = service.poll()) {
                seen += key.pollEvents().size();
                key.reset();
            }
        }
        for (int i = 0; i < files; i++) java.nio.file.Files.delete(directory.resolve("f" + i));
        return seen > 0;
    }

    static void add() throws IOException {
        top = java.nio.file.Files.createTempDirectory("sizes");
        Sizes.add("FILE_NAME_MAX", 255, length -> file(top.resolve("n".repeat(length))));
        Sizes.add("FILE_PATH_BYTES", 4096, Files::longPath);
        Sizes.add("gathered", 1024, Files::gather);
        Sizes.add("NET_DATAGRAM_IPV4_MAX", 65507, bytes -> datagram(bytes, "127.0.0.1"));
        Sizes.add("NET_DATAGRAM_MAX", 65527, bytes -> datagram(bytes, "::1"));
        Sizes.add("BACKLOG_MAX", 4096, Files::backlog);
        Sizes.add("BUFFER_BYTES_MAX", 4 << 20, Files::buffers);
        Sizes.add("PATH_BYTES_MAX", 106, Files::pathSocket);
        Sizes.add("NET_PATH_BYTES", 108, Files::pathSocket);
        Sizes.add("LINK_NAME_MOST", 255, length -> InetAddress.getByName("h".repeat(length)));
        Sizes.add("FILE_BYTES_MAX", 1024, Files::position);
        Sizes.add("archive_names", 65535, length -> archive(length, 1));
        Sizes.add("archive_entries", 300, count -> archive(0, count));
        Sizes.add("MAPPINGS_LIMIT", 65530, Files::mapped);
        Sizes.add("EVENTS_LIMIT", 16384, Files::watched);
    }
}

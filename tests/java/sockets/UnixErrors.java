import static other.net.Ends.*;

import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.nio.file.*;

// What goes wrong with sockets that are names in the file system.
public class UnixErrors {
    static final StandardProtocolFamily UNIX = StandardProtocolFamily.UNIX;
    static Path directory;

    static UnixDomainSocketAddress at(String name) { return UnixDomainSocketAddress.of(directory.resolve(name)); }

    static SocketChannel[] pair(ServerSocketChannel server) throws Exception {
        SocketChannel client = SocketChannel.open(server.getLocalAddress());
        return new SocketChannel[] {client, server.accept()};
    }

    public static void main(String[] args) throws Exception {
        directory = Files.createTempDirectory(Path.of("/tmp"), "u");
        ServerSocketChannel server = ServerSocketChannel.open(UNIX).bind(at("s"), 1);
        attempt("in use", () -> ServerSocketChannel.open(UNIX).bind(at("s")));
        attempt("bound twice", () -> server.bind(at("t")));
        attempt("no directory", () -> ServerSocketChannel.open(UNIX).bind(at("no/such")));
        attempt("nothing there", () -> SocketChannel.open(at("nothing")));
        Files.writeString(directory.resolve("file"), "x");
        attempt("a file", () -> SocketChannel.open(at("file")));
        attempt("in place of a file", () -> ServerSocketChannel.open(UNIX).bind(at("file")));
        attempt("a directory", () -> SocketChannel.open(UnixDomainSocketAddress.of(directory)));
        attempt("read as a file", () -> {
            try {
                return Files.readString(directory.resolve("s"));
            } catch (FileSystemException e) {
                return e.getReason();
            }
        });
        attempt("no name", () -> ServerSocketChannel.open(UNIX).bind(UnixDomainSocketAddress.of("")));
        attempt("too long", () -> SocketChannel.open(at("x".repeat(100))));
        attempt("too long to bind", () -> ServerSocketChannel.open(UNIX).bind(UnixDomainSocketAddress.of("/tmp/" + "x".repeat(102))));
        attempt("another family", () -> ServerSocketChannel.open(UNIX).bind(here()));
        attempt("another family to connect", () -> SocketChannel.open(UNIX).connect(here()));
        attempt("path for the others", () -> SocketChannel.open().connect(at("s")));
        attempt("path to bind for the others", () -> ServerSocketChannel.open().bind(at("s")));
        attempt("datagrams", () -> DatagramChannel.open(UNIX));
        attempt("sockets", () -> {
            new Socket().connect(at("s"));
            return null;
        });

        SocketChannel[] both = pair(server);
        both[1].close();
        attempt("end", () -> both[0].read(ByteBuffer.allocate(1)));
        attempt("nobody reads", () -> both[0].write(bytes("x")));
        SocketChannel[] unread = pair(server);
        unread[0].write(bytes("unread"));
        unread[1].close();
        attempt("closed unread", () -> unread[0].read(ByteBuffer.allocate(1)));
        attempt("then", () -> unread[0].read(ByteBuffer.allocate(1)));
        SocketChannel[] shut = pair(server);
        shut[1].shutdownInput();
        attempt("the other end reads no more", () -> shut[0].write(bytes("x")));
        SocketChannel[] waits = pair(server);
        meanwhile("closed while it reads", () -> closed(waits[0]), () -> waits[0].read(ByteBuffer.allocate(1)));
        SocketChannel[] full = pair(server);
        meanwhile("closed while it writes", () -> closed(full[1]), () -> {
            while (true) full[0].write(ByteBuffer.allocate(100_000));
        });
        meanwhile("accepts", () -> closed(server), server::accept);
        attempt("nobody listens", () -> SocketChannel.open(at("s")));
        attempt("the name stays", () -> ServerSocketChannel.open(UNIX).bind(at("s")));
        Files.delete(directory.resolve("s"));
        ServerSocketChannel again = ServerSocketChannel.open(UNIX).bind(at("s"));
        SocketChannel queued = SocketChannel.open(at("s"));
        again.close();
        attempt("its listener is gone", () -> queued.read(ByteBuffer.allocate(1)));
        Files.delete(directory.resolve("s"));
        Files.delete(directory.resolve("file"));
        Files.delete(directory);
    }
}

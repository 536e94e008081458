import static other.net.Ends.*;

import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.nio.file.*;
import java.nio.file.attribute.*;

// Channels whose addresses are paths: a conversation, what they say of themselves, options, what is in the file system.
public class UnixSockets {
    static final StandardProtocolFamily UNIX = StandardProtocolFamily.UNIX;

    public static void main(String[] args) throws Exception {
        Path directory = Files.createTempDirectory("unix"), path = directory.resolve("socket");
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(path);
        System.out.println(address.equals(UnixDomainSocketAddress.of(path.toString())) + " " + address.getPath().equals(path) + " " + UnixDomainSocketAddress.of("a/b"));
        ServerSocketChannel server = ServerSocketChannel.open(UNIX);
        System.out.println(server + " " + server.getLocalAddress());
        server.bind(address);
        System.out.println(server.getLocalAddress().equals(address) + " " + Files.exists(path) + " " + Files.isRegularFile(path));
        BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
        System.out.println(attributes.isOther() + " " + attributes.size() + " " + PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
        SocketChannel client = SocketChannel.open(UNIX);
        System.out.println(client.getLocalAddress() + " " + client.getRemoteAddress() + " " + client.isConnected());
        System.out.println(client.connect(address) + " " + client.isConnected() + " " + client.getRemoteAddress().equals(address) + " '" + client.getLocalAddress() + "'");
        SocketChannel served = server.accept();
        System.out.println("'" + served.getRemoteAddress() + "' " + served.getLocalAddress().equals(address));
        client.write(bytes("question"));
        ByteBuffer buffer = ByteBuffer.allocate(20);
        served.read(buffer);
        System.out.println(text(buffer));
        served.write(new ByteBuffer[] {bytes("an "), bytes("answer")});
        served.shutdownOutput();
        ByteBuffer[] parts = {ByteBuffer.allocate(2), ByteBuffer.allocate(20)};
        client.read(parts);
        System.out.println(text(parts[0]) + text(parts[1]) + " " + client.read(buffer.clear()));
        System.out.println(client.supportedOptions().contains(StandardSocketOptions.TCP_NODELAY) + " " + client.supportedOptions().contains(StandardSocketOptions.SO_LINGER) + " " + (client.getOption(StandardSocketOptions.SO_SNDBUF) > 0));
        attempt("adaptor", client::socket);
        attempt("another option", () -> client.setOption(StandardSocketOptions.TCP_NODELAY, true));
        client.close();
        served.close();

        SocketChannel named = SocketChannel.open(UNIX).bind(UnixDomainSocketAddress.of(directory.resolve("client")));
        named.connect(address);
        System.out.println(((UnixDomainSocketAddress) server.accept().getRemoteAddress()).getPath().getFileName() + " " + ((UnixDomainSocketAddress) named.getLocalAddress()).getPath().getFileName());
        try (SocketChannel opened = SocketChannel.open(address)) {
            System.out.println(opened.isConnected());
            server.accept();
        }
        Path moved = directory.resolve("moved");
        Files.move(path, moved);
        System.out.println(SocketChannel.open(UnixDomainSocketAddress.of(moved)).isConnected());
        server.close();
        System.out.println(Files.exists(moved) + " " + Files.exists(directory.resolve("client")));
        try (ServerSocketChannel automatic = ServerSocketChannel.open(UNIX).bind(null)) {
            Path made = ((UnixDomainSocketAddress) automatic.getLocalAddress()).getPath();
            System.out.println(Files.exists(made) + " " + SocketChannel.open(automatic.getLocalAddress()).isConnected());
            Files.delete(made);
        }
        for (String name : new String[] {"moved", "client"}) Files.delete(directory.resolve(name));
        Files.delete(directory);
    }
}

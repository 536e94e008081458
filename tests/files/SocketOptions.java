import java.io.IOException;
import java.net.*;
import java.nio.channels.*;

// With jdk.net in the image there are more options for a socket, but there is still no socket.
public class SocketOptions {
    interface Body { Object run() throws Exception; }

    static void show(String name, Body body) {
        try {
            System.out.println(name + ": " + body.run());
        } catch (Exception e) {
            System.out.println(name + ": " + e);
        }
    }

    public static void main(String[] arguments) throws IOException {
        System.out.println(ModuleLayer.boot().findModule("jdk.net").isPresent());
        show("Socket", () -> new Socket("localhost", 80));
        show("Socket alone", () -> { Socket socket = new Socket(); socket.connect(new InetSocketAddress("localhost", 80)); return socket; });
        show("options", () -> new Socket().supportedOptions().size() > 0);
        show("option", () -> new Socket().setOption(jdk.net.ExtendedSocketOptions.TCP_KEEPIDLE, 5));
        show("ServerSocket", () -> new ServerSocket(0));
        show("ServerSocket alone", () -> new ServerSocket().supportedOptions().size() > 0);
        show("DatagramSocket", () -> new DatagramSocket());
        show("MulticastSocket", () -> new MulticastSocket(0));
        show("SocketChannel", () -> SocketChannel.open());
        show("ServerSocketChannel", () -> ServerSocketChannel.open());
        show("DatagramChannel", () -> DatagramChannel.open());
        show("Unix", () -> SocketChannel.open(StandardProtocolFamily.UNIX));
        show("AsynchronousSocketChannel", () -> AsynchronousSocketChannel.open());
        show("AsynchronousServerSocketChannel", () -> AsynchronousServerSocketChannel.open());
        show("URL", () -> new URL("http://localhost/").openStream());
        show("names", () -> jdk.net.ExtendedSocketOptions.SO_INCOMING_NAPI_ID + " " + jdk.net.ExtendedSocketOptions.TCP_QUICKACK);
    }
}

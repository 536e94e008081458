import java.net.*;
import java.util.*;
import jdk.net.ExtendedSocketOptions;

// With jdk.net in the image there are more options for a socket.
public class SocketOptions {
    static Set<String> names(Set<SocketOption<?>> options) {
        Set<String> names = new TreeSet<>();
        for (SocketOption<?> option : options) names.add(option.name());
        return names;
    }

    public static void main(String[] arguments) throws Exception {
        System.out.println(ModuleLayer.boot().findModule("jdk.net").isPresent());
        try (ServerSocket server = new ServerSocket(0); Socket socket = new Socket("localhost", server.getLocalPort()); DatagramSocket datagrams = new DatagramSocket()) {
            System.out.println(names(socket.supportedOptions()) + " " + names(server.supportedOptions()) + " " + names(datagrams.supportedOptions()));
            for (SocketOption<Integer> option : List.of(ExtendedSocketOptions.TCP_KEEPIDLE, ExtendedSocketOptions.TCP_KEEPINTERVAL, ExtendedSocketOptions.TCP_KEEPCOUNT)) {
                socket.setOption(option, 17);
                System.out.println(option + " " + socket.getOption(option));
            }
            socket.setOption(ExtendedSocketOptions.TCP_QUICKACK, true);
            System.out.println(socket.getOption(ExtendedSocketOptions.TCP_QUICKACK));
        }
    }
}

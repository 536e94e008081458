import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;

/** Serves its port, which is the first argument, as many times as the second says: sends back what comes, up to its
 * end, in capitals. */
public class Inwards {
    public static void main(String[] arguments) throws IOException {
        try (ServerSocket server = new ServerSocket(Integer.parseInt(arguments[0]))) {
            System.out.println("listening");
            for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
                try (Socket socket = server.accept()) {
                    byte[] got = socket.getInputStream().readAllBytes();
                    socket.getOutputStream().write(new String(got).toUpperCase().getBytes());
                    System.out.println(socket.getLocalAddress() + " " + socket.getLocalPort() + " " + socket.getInetAddress() + " " + got.length);
                }
            }
        }
    }
}

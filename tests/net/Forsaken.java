import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;

/** Waits for an answer from the port that is its argument, which does not come because nobody speaks for the guest any
 * more; and goes on. */
public class Forsaken {
    public static void main(String[] arguments) throws IOException {
        int port = Integer.parseInt(arguments[0]);
        try (Socket socket = new Socket("localhost", port)) {
            socket.getOutputStream().write('s');
            System.out.println("waiting");
            socket.getInputStream().read();
        } catch (IOException e) {
            System.out.println(e);
        }
        try (Socket socket = new Socket("localhost", port)) {
            System.out.println("connected again");
        } catch (IOException e) {
            System.out.println(e);
        }
        try (ServerSocket server = new ServerSocket(0); Socket client = new Socket("localhost", server.getLocalPort()); Socket served = server.accept()) {
            client.getOutputStream().write(7);
            System.out.println("still " + served.getInputStream().read());
        }
    }
}

import java.io.IOException;
import java.net.Socket;

/** Says each of the further arguments to the port that is the first, at which everything is said back, and prints as
 * many bytes of that as were recorded. */
public class Otherwise {
    public static void main(String[] arguments) {
        for (int i = 1; i < arguments.length; i++) {
            try (Socket socket = new Socket("localhost", Integer.parseInt(arguments[0]))) {
                socket.getOutputStream().write(arguments[i].getBytes());
                System.out.println(new String(socket.getInputStream().readNBytes(5)));
            } catch (IOException e) {
                System.out.println(e);
            }
        }
    }
}

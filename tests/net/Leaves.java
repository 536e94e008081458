import java.net.InetAddress;
import java.net.Socket;
import java.net.UnknownHostException;

/** Resets a connection to the port that is its first argument, while the name that is its second is being looked up. */
public class Leaves {
    public static void main(String[] arguments) throws Exception {
        Socket socket = new Socket("localhost", Integer.parseInt(arguments[0]));
        Thread asking = new Thread(() -> {
            try {
                System.out.println(InetAddress.getAllByName(arguments[1]).length);
            } catch (UnknownHostException e) {
                System.out.println(e);
            }
        });
        asking.start();
        Thread.sleep(500);
        socket.getOutputStream().write('q');
        Thread.sleep(500);
        socket.setSoLinger(true, 0);
        socket.close();
        asking.join();
    }
}

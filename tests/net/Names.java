import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/** Looks up the names that are its arguments. */
public class Names {
    public static void main(String[] names) {
        for (String name : names) {
            try {
                System.out.println(Arrays.toString(InetAddress.getAllByName(name)));
            } catch (UnknownHostException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}

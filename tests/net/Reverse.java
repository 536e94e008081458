import java.net.InetAddress;

/** The names of the addresses that are its arguments. */
public class Reverse {
    public static void main(String[] addresses) throws Exception {
        for (String text : addresses) {
            InetAddress address = InetAddress.getByName(text);
            System.out.println(address.getHostName() + " " + address.getCanonicalHostName() + " " + address);
        }
    }
}

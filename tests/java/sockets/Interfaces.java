import java.net.*;
import java.util.*;

// The loopback interface, which every machine has.
public class Interfaces {
    static void show(NetworkInterface n) throws Exception {
        System.out.println(n + " " + n.getName() + n.getDisplayName() + " " + n.getMTU() + n.isLoopback() + n.isUp() + n.isPointToPoint() + n.isVirtual() + n.getHardwareAddress());
        System.out.println(n.getParent() + " " + Collections.list(n.getSubInterfaces()));
        Set<String> addresses = new TreeSet<>();
        for (InetAddress a : Collections.list(n.getInetAddresses())) addresses.add(a + " " + (a instanceof Inet6Address ? ((Inet6Address) a).getScopedInterface() : "none"));
        System.out.println(addresses);
        Set<String> bindings = new TreeSet<>();
        for (InterfaceAddress a : n.getInterfaceAddresses()) bindings.add(a.toString());
        System.out.println(bindings);
    }

    public static void main(String[] args) throws Exception {
        NetworkInterface lo = NetworkInterface.getByName("lo");
        show(lo);
        System.out.println(lo.equals(NetworkInterface.getByIndex(lo.getIndex())) + " " + lo.equals(NetworkInterface.getByInetAddress(InetAddress.getByName("127.0.0.1"))));
        System.out.println(Collections.list(NetworkInterface.getNetworkInterfaces()).contains(lo) + " " + NetworkInterface.networkInterfaces().anyMatch(lo::equals));
        System.out.println(NetworkInterface.getByName("none") + " " + NetworkInterface.getByName("a very long name of an interface") + " " + NetworkInterface.getByIndex(1000) + " " + NetworkInterface.getByInetAddress(InetAddress.getByName("203.0.113.9")));
        System.out.println(lo.equals(NetworkInterface.getByInetAddress(InetAddress.getByName("::1"))));
    }
}

import java.io.*;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.nio.file.*;
import java.util.*;

// Asks for what the machine has not; tests/files/absent.txt is the answer.
public class Absent {
    interface Body { Object run() throws Throwable; }

    static void show(String name, Body body) {
        try {
            System.out.println(name + ": " + body.run());
        } catch (Throwable e) {
            System.out.println(name + ": " + e);
        }
    }

    static void names() {
        show("localhost", () -> InetAddress.getByName("localhost"));
        show("this host", () -> InetAddress.getLocalHost());
        show("by number", () -> InetAddress.getByName("10.1.2.3"));
        show("loopback", () -> InetAddress.getByAddress(new byte[] {127, 0, 0, 1}).getHostName());
        show("unknown name", () -> InetAddress.getByName("no.such.host"));
        show("interfaces", () -> Collections.list(NetworkInterface.getNetworkInterfaces()));
    }

    static void sockets() {
        show("far", () -> new Socket("203.0.113.5", 80));
        show("multicast", () -> DatagramChannel.open().send(ByteBuffer.allocate(1), new InetSocketAddress("239.1.2.3", 9)));
        show("inheritedChannel", () -> System.inheritedChannel());
    }

    static void processes() {
        show("exec", () -> Runtime.getRuntime().exec("ls"));
        show("pid", () -> ProcessHandle.current().pid());
        show("others", () -> ProcessHandle.current().isAlive() + " " + ProcessHandle.of(77).isPresent() + " " + ProcessHandle.allProcesses().count() + " " + ProcessHandle.current().children().count());
        show("console", () -> System.console());
    }

    static void others() {
        show("own library", () -> { System.load(Files.writeString(Path.of("libx.so"), "x").toAbsolutePath().toString()); return null; });
        show("extended attributes", () -> Files.getFileStore(Path.of(".")).supportsFileAttributeView("user"));
        show("store", () -> Files.getFileStore(Path.of(".")));
        show("owner", () -> Files.getOwner(Path.of(".")) + " " + Files.getOwner(Path.of("/jdk")));
        show("not mine", () -> Files.setLastModifiedTime(Path.of("/jdk"), java.nio.file.attribute.FileTime.fromMillis(0)));
        show("not readable", () -> {
            Path path = Files.writeString(Path.of("secret"), "x");
            path.toFile().setReadable(false);
            return Files.readString(path);
        });
        show("random", () -> new java.security.SecureRandom().nextLong() != java.security.SecureRandom.getInstanceStrong().nextLong());
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 0) return;
        if (arguments[0].equals("environment")) {
            System.out.println(new TreeMap<>(System.getenv()).toString().replaceAll("[{}]", "").replace(", ", " "));
            System.out.println(TimeZone.getDefault().getID());
            System.out.println("UTC+2: " + (TimeZone.getDefault().getOffset(1751328000000L) == 2 * 3600 * 1000));
        } else if (arguments[0].equals("all")) {
            names();
            sockets();
            processes();
            others();
        }
    }
}

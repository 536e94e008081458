import gnomon.Domain;
import java.io.FileDescriptor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Connections are accepted while the heap is full, so that there is no room for the address of the other end: each call
 * fails, and the domain has as many descriptors as before.
 */
public class FullAccept {
    private static final int CONNECTIONS = 20;
    private static Object[] kept;

    /** Whatever still fits, the largest pieces first. */
    private static void fill() {
        for (int bytes = 1 << 20; bytes >= 1; bytes /= 2) {
            try {
                for (;;) {
                    Object[] next = new Object[2];
                    next[0] = kept;
                    kept = next;
                    next[1] = new byte[bytes];
                }
            } catch (OutOfMemoryError e) {
                continue;
            }
        }
    }

    private static int fail(Method accept, Object[] arguments) {
        int failed = 0;
        fill();
        for (int i = 0; i < CONNECTIONS; i++) {
            try {
                accept.invoke(null, arguments);
            } catch (Throwable e) {
                failed++;
            }
        }
        kept = null;
        return failed;
    }

    private static void check(String name, ServerSocketChannel server, Method accept, Object made) throws Exception {
        Field field = server.getClass().getDeclaredField("fd");
        field.setAccessible(true);
        accept.setAccessible(true);
        Object[] arguments = {field.get(server), new FileDescriptor(), made};
        List<SocketChannel> clients = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS + 1; i++) clients.add(SocketChannel.open(server.getLocalAddress()));
        int first = (int) accept.invoke(null, arguments);
        long before = Domain.currentUsage().files();
        int failed = fail(accept, arguments);
        System.out.println(name + ": " + first + ", then " + failed + " failed, " + (Domain.currentUsage().files() - before) + " descriptors more");
    }

    public static void main(String[] arguments) throws Exception {
        ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress("localhost", 0), CONNECTIONS + 1);
        check("address", server, Class.forName("sun.nio.ch.Net").getDeclaredMethod("accept", FileDescriptor.class, FileDescriptor.class, InetSocketAddress[].class), new InetSocketAddress[1]);
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(Path.of("/tmp/full")), CONNECTIONS + 1);
        check("path", server, Class.forName("sun.nio.ch.UnixDomainSockets").getDeclaredMethod("accept0", FileDescriptor.class, FileDescriptor.class, Object[].class), new Object[1]);
    }
}

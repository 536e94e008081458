import static other.net.Ends.*;

import java.net.*;
import java.nio.channels.*;
import java.util.*;

// Options of every kind of channel and socket: which there are, what they are at first, and what is set.
public class ChannelOptions {
    static <T> void change(NetworkChannel channel, SocketOption<T> option, T value) { attempt(option + " " + value, () -> channel.setOption(option, value).getOption(option)); }

    static void list(String what, Set<SocketOption<?>> options) { System.out.println(what + " " + new TreeSet<>(Arrays.asList(options.stream().map(SocketOption::name).toArray(String[]::new)))); }

    static void show(NetworkChannel channel, SocketOption<?>... options) throws Exception {
        for (SocketOption<?> option : options) System.out.print(option.name() + " " + channel.getOption(option) + ", ");
        System.out.println(channel.getClass().getSimpleName());
    }

    public static void main(String[] args) throws Exception {
        SocketChannel stream = SocketChannel.open();
        ServerSocketChannel server = ServerSocketChannel.open();
        DatagramChannel datagrams = DatagramChannel.open(StandardProtocolFamily.INET);
        AsynchronousSocketChannel asynchronous = AsynchronousSocketChannel.open();
        list("stream", stream.supportedOptions());
        list("server", server.supportedOptions());
        list("datagrams", datagrams.supportedOptions());
        list("asynchronous", asynchronous.supportedOptions());
        list("asynchronous server", AsynchronousServerSocketChannel.open().supportedOptions());
        list("Socket", new Socket().supportedOptions());
        list("DatagramSocket", new DatagramSocket().supportedOptions());
        show(stream, StandardSocketOptions.TCP_NODELAY, StandardSocketOptions.SO_KEEPALIVE, StandardSocketOptions.SO_LINGER, StandardSocketOptions.SO_REUSEADDR, StandardSocketOptions.IP_TOS);
        show(server, StandardSocketOptions.SO_REUSEADDR, StandardSocketOptions.SO_REUSEPORT);
        show(datagrams, StandardSocketOptions.SO_BROADCAST, StandardSocketOptions.IP_MULTICAST_TTL, StandardSocketOptions.IP_MULTICAST_LOOP, StandardSocketOptions.IP_MULTICAST_IF, StandardSocketOptions.SO_REUSEADDR);
        show(asynchronous, StandardSocketOptions.TCP_NODELAY, StandardSocketOptions.SO_KEEPALIVE);
        change(stream, StandardSocketOptions.TCP_NODELAY, true);
        change(stream, StandardSocketOptions.SO_KEEPALIVE, true);
        change(stream, StandardSocketOptions.SO_LINGER, 12);
        change(stream, StandardSocketOptions.SO_LINGER, -1);
        change(stream, StandardSocketOptions.SO_LINGER, 70_000);
        change(stream, StandardSocketOptions.IP_TOS, 16);
        change(stream, StandardSocketOptions.IP_TOS, 256);
        change(stream, StandardSocketOptions.SO_RCVBUF, -3);
        change(stream, StandardSocketOptions.SO_REUSEPORT, true);
        change(stream, StandardSocketOptions.SO_BROADCAST, true);
        change(server, StandardSocketOptions.SO_REUSEADDR, false);
        change(datagrams, StandardSocketOptions.SO_BROADCAST, true);
        change(datagrams, StandardSocketOptions.IP_MULTICAST_TTL, 3);
        change(datagrams, StandardSocketOptions.IP_MULTICAST_TTL, 256);
        change(datagrams, StandardSocketOptions.IP_MULTICAST_LOOP, false);
        change(datagrams, StandardSocketOptions.IP_MULTICAST_IF, NetworkInterface.getByName("lo"));
        change(datagrams, StandardSocketOptions.TCP_NODELAY, true);
        attempt("null", () -> stream.getOption(null));
        stream.close();
        change(stream, StandardSocketOptions.TCP_NODELAY, true);
        attempt("closed", () -> stream.getOption(StandardSocketOptions.TCP_NODELAY));
        Socket[] both = sockets();
        both[0].setTrafficClass(8);
        both[0].setOOBInline(true);
        both[0].setTcpNoDelay(true);
        System.out.println(both[0].getTrafficClass() + " " + both[0].getOOBInline() + " " + both[0].getTcpNoDelay() + " " + both[1].getTcpNoDelay() + " " + both[1].getKeepAlive());
        attempt("traffic class", () -> {
            both[0].setTrafficClass(300);
            return null;
        });
    }
}

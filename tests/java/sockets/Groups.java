import static other.net.Ends.*;

import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;

// Multicast on the loopback interface: which socket is in a group, for all senders or for one, and which hears what.
public class Groups {
    static NetworkInterface lo;

    static String received(DatagramSocket socket) throws Exception {
        DatagramPacket packet = new DatagramPacket(new byte[20], 20);
        socket.setSoTimeout(20);
        try {
            socket.receive(packet);
            return new String(packet.getData(), 0, packet.getLength()) + " from " + packet.getAddress();
        } catch (SocketTimeoutException e) {
            return "nothing";
        }
    }

    static void send(DatagramSocket socket, String text, InetAddress group, int port) throws Exception {
        socket.send(new DatagramPacket(text.getBytes(), text.length(), group, port));
    }

    static void sockets() throws Exception {
        InetAddress group = InetAddress.getByName("239.1.2.3"), other = InetAddress.getByName("239.1.2.4");
        InetSocketAddress address = new InetSocketAddress(group, 0);
        MulticastSocket first = new MulticastSocket(0), sender = new MulticastSocket();
        int port = first.getLocalPort();
        first.joinGroup(address, lo);
        attempt("joined already", () -> {
            first.joinGroup(address, lo);
            return null;
        });
        sender.setNetworkInterface(lo);
        System.out.println(sender.getNetworkInterface().getName() + " " + lo.supportsMulticast());
        send(sender, "one", group, port);
        System.out.println(received(first));
        send(sender, "two", other, port);
        System.out.println(received(first));
        sender.setTimeToLive(0);
        System.out.println(sender.getTimeToLive());
        MulticastSocket second = new MulticastSocket(port), third = new MulticastSocket(port);
        second.joinGroup(address, lo);
        third.joinGroup(new InetSocketAddress(other, 0), lo);
        send(sender, "three", group, port);
        System.out.println(received(first) + ", " + received(second) + ", " + received(third));
        first.leaveGroup(address, lo);
        send(sender, "four", group, port);
        System.out.println(received(first) + ", " + received(second));
        send(second, "direct", InetAddress.getByName("127.0.0.1"), sender.getLocalPort());
        System.out.println(received(sender));
        attempt("left already", () -> {
            first.leaveGroup(address, lo);
            return null;
        });
        attempt("no group", () -> {
            first.joinGroup(new InetSocketAddress("127.0.0.1", 0), lo);
            return null;
        });
        attempt("IPv6", () -> {
            first.joinGroup(new InetSocketAddress("ff02::1:2", 0), lo);
            return "joined";
        });
        attempt("time to live", () -> {
            sender.setTimeToLive(300);
            return null;
        });
        second.close();
        attempt("closed", () -> {
            second.joinGroup(address, lo);
            return null;
        });
    }

    static String receive(DatagramChannel channel, InetAddress group) throws Exception {
        channel.send(bytes("x"), new InetSocketAddress(group, ((InetSocketAddress) channel.getLocalAddress()).getPort()));
        Thread.sleep(10);
        return plain(channel.receive(ByteBuffer.allocate(9)));
    }

    static void channels() throws Exception {
        InetAddress group = InetAddress.getByName("224.5.6.7"), here = InetAddress.getByName("127.0.0.1"), elsewhere = InetAddress.getByName("127.0.0.9");
        DatagramChannel channel = DatagramChannel.open(StandardProtocolFamily.INET).bind(new InetSocketAddress(0)).setOption(StandardSocketOptions.IP_MULTICAST_IF, lo);
        channel.configureBlocking(false);
        System.out.println(receive(channel, group));
        MembershipKey key = channel.join(group, lo);
        System.out.println(key.isValid() + " " + key.group() + " " + key.networkInterface().getName() + " " + key.sourceAddress() + " " + (channel.join(group, lo) == key) + " " + (key.channel() == channel));
        System.out.println(receive(channel, group));
        key.block(here);
        System.out.println(receive(channel, group));
        key.unblock(here).block(elsewhere);
        System.out.println(receive(channel, group));
        attempt("not blocked", () -> key.unblock(here));
        attempt("one more", () -> channel.join(group, lo, here));
        key.drop();
        System.out.println(key.isValid() + " " + receive(channel, group));
        attempt("dropped", () -> key.block(here));
        MembershipKey one = channel.join(group, lo, here), two = channel.join(group, lo, elsewhere);
        System.out.println(one + " " + receive(channel, group));
        attempt("of one", () -> one.block(elsewhere));
        attempt("all, too", () -> channel.join(group, lo));
        one.drop();
        System.out.println(receive(channel, group) + " " + two.isValid());
        attempt("no group", () -> channel.join(here, lo));
        attempt("another family", () -> channel.join(InetAddress.getByName("ff02::1"), lo));
        attempt("any source", () -> channel.join(group, lo, InetAddress.getByName("0.0.0.0")));
        channel.close();
        System.out.println(two.isValid());
        DatagramChannel bound = DatagramChannel.open(StandardProtocolFamily.INET).bind(new InetSocketAddress(group, 0)).setOption(StandardSocketOptions.IP_MULTICAST_IF, lo);
        System.out.println(plain(bound.getLocalAddress()));
        attempt("a stream", () -> SocketChannel.open().bind(new InetSocketAddress("224.5.6.7", 0)));
    }

    public static void main(String[] args) throws Exception {
        lo = NetworkInterface.getByName("lo");
        sockets();
        channels();
    }
}

import static other.net.Ends.*;

import java.net.*;
import java.nio.channels.*;

// What sockets and channels say of themselves before, while and after they are something.
public class SocketStates {
    static void show(String when, Socket s) {
        System.out.println(when + ": " + plain(s) + " bound " + s.isBound() + " connected " + s.isConnected() + " closed " + s.isClosed() + " in " + s.isInputShutdown() + " out " + s.isOutputShutdown() + " local "
            + s.getLocalAddress() + " " + Integer.signum(s.getLocalPort()) + " remote " + s.getInetAddress() + " " + Integer.signum(s.getPort()) + " channel " + s.getChannel() + " " + plain(s.getLocalSocketAddress()) + " "
            + plain(s.getRemoteSocketAddress()));
    }

    static void show(String when, ServerSocket s) {
        System.out.println(when + ": " + plain(s) + " " + s.isBound() + " " + s.isClosed() + " " + s.getInetAddress() + " " + Integer.signum(s.getLocalPort()) + " " + plain(s.getLocalSocketAddress()) + " " + s.getChannel());
    }

    static void show(String when, DatagramSocket s) {
        System.out.println(when + ": " + s.isBound() + s.isConnected() + s.isClosed() + " " + s.getLocalAddress() + " " + Integer.signum(s.getLocalPort()) + " " + s.getInetAddress() + " " + Integer.signum(s.getPort()) + " "
            + plain(s.getLocalSocketAddress()) + " " + plain(s.getRemoteSocketAddress()));
    }

    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket();
        show("server", server);
        server.bind(here());
        show("bound", server);
        Socket client = new Socket();
        show("socket", client);
        client.bind(here());
        show("bound", client);
        client.connect(server.getLocalSocketAddress());
        show("connected", client);
        Socket served = server.accept();
        show("accepted", served);
        client.shutdownOutput();
        client.shutdownInput();
        show("shut", client);
        client.close();
        show("closed", client);
        server.close();
        show("closed", server);

        DatagramSocket datagrams = new DatagramSocket(null);
        show("datagrams", datagrams);
        datagrams.bind(here());
        show("bound", datagrams);
        datagrams.connect(datagrams.getLocalSocketAddress());
        show("connected", datagrams);
        datagrams.disconnect();
        show("disconnected", datagrams);
        datagrams.close();
        show("closed", datagrams);

        ServerSocketChannel listener = ServerSocketChannel.open();
        System.out.println(plain(listener) + " " + listener.getLocalAddress());
        listener.bind(here());
        System.out.println(plain(listener));
        SocketChannel channel = SocketChannel.open();
        System.out.println(plain(channel) + " " + channel.getLocalAddress() + " " + channel.getRemoteAddress() + " " + plain(channel.socket()));
        channel.connect(listener.getLocalAddress());
        System.out.println(plain(channel) + " " + plain(listener.accept()));
        channel.shutdownInput();
        System.out.println(plain(channel));
        channel.shutdownOutput();
        System.out.println(plain(channel) + " " + plain(channel.socket()) + " " + plain(listener.socket()));
        channel.close();
        listener.close();
        System.out.println(plain(channel) + " " + plain(listener));
        attempt("closed", channel::getLocalAddress);
        attempt("closed listener", listener::getLocalAddress);
        DatagramChannel both = DatagramChannel.open().bind(here());
        System.out.println(plain(both.getLocalAddress()) + " " + both.getRemoteAddress());
        both.connect(both.getLocalAddress());
        System.out.println(both.getLocalAddress().equals(both.getRemoteAddress()) + " " + both.isConnected());
        both.close();
        attempt("closed", both::getRemoteAddress);
    }
}

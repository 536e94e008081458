import static other.net.Ends.*;

import java.io.*;
import java.io.Writer;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.nio.channels.Channels;

// Channels seen as sockets, and as streams.
public class SocketAdaptors {
    public static void main(String[] args) throws Exception {
        ServerSocketChannel listener = ServerSocketChannel.open();
        ServerSocket server = listener.socket();
        server.bind(here(), 3);
        System.out.println(server.getChannel() == listener);
        server.setSoTimeout(20);
        attempt("nobody", server::accept);
        SocketChannel channel = SocketChannel.open();
        Socket socket = channel.socket();
        System.out.println((socket.getChannel() == channel) + " " + socket.isConnected());
        socket.connect(server.getLocalSocketAddress(), 20000);
        Socket served = server.accept();
        System.out.println(channel.isConnected() + " " + (served.getChannel() != null) + " " + served.isConnected());
        socket.setSoTimeout(20);
        attempt("nothing yet", () -> socket.getInputStream().read());
        served.getOutputStream().write("abcdef".getBytes());
        System.out.println((char) socket.getInputStream().read() + " " + new String(socket.getInputStream().readNBytes(2)) + " " + socket.getInputStream().available());
        ByteBuffer buffer = ByteBuffer.allocate(10);
        System.out.println(channel.read(buffer) + " " + text(buffer));
        channel.configureBlocking(false);
        attempt("not blocking", () -> socket.getInputStream().read());
        attempt("not blocking, out", () -> {
            socket.getOutputStream().write(1);
            return null;
        });
        channel.configureBlocking(true);
        InputStream in = Channels.newInputStream(served.getChannel());
        OutputStream out = Channels.newOutputStream(channel);
        out.write("by streams".getBytes());
        System.out.println(new String(in.readNBytes(10)));
        BufferedReader lines = new BufferedReader(Channels.newReader(served.getChannel(), "UTF-8"));
        Writer writer = Channels.newWriter(channel, "UTF-8");
        writer.write("a line with ü\n");
        writer.flush();
        System.out.println(lines.readLine().length());
        socket.shutdownOutput();
        System.out.println(lines.readLine());
        socket.close();
        System.out.println(channel.isOpen() + " " + served.getInputStream().read());
        listener.configureBlocking(false);
        attempt("accept, not blocking", server::accept);
        server.close();
        System.out.println(listener.isOpen());

        DatagramChannel a = DatagramChannel.open().bind(here());
        DatagramSocket datagrams = a.socket();
        datagrams.setSoTimeout(20);
        DatagramPacket packet = new DatagramPacket(new byte[5], 5);
        attempt("no datagram", () -> {
            datagrams.receive(packet);
            return null;
        });
        a.send(bytes("eight888"), a.getLocalAddress());
        datagrams.receive(packet);
        System.out.println(new String(packet.getData()) + " " + (datagrams.getChannel() == a) + " " + packet.getSocketAddress().equals(a.getLocalAddress()));
        a.configureBlocking(false);
        attempt("datagram, not blocking", () -> {
            datagrams.receive(packet);
            return null;
        });
    }
}

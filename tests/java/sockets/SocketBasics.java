import java.io.*;
import java.net.*;
import java.nio.charset.StandardCharsets;

// A server and a client in one process: streams, half-close, addresses, what a socket says of itself.
public class SocketBasics {
    static String read(InputStream in, int count) throws IOException {
        return new String(in.readNBytes(count), StandardCharsets.US_ASCII);
    }

    static String shown(Object o, int... ports) {
        String text = String.valueOf(o);
        for (int i = 0; i < ports.length; i++) text = text.replace(Integer.toString(ports[i]), "PORT" + i);
        return text;
    }

    static void conversation(String host) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getByName(host))) {
            Socket client = new Socket(host, server.getLocalPort());
            Socket accepted = server.accept();
            int s = server.getLocalPort(), c = client.getLocalPort();
            System.out.println(s > 0 && c > 0 && s != c);
            System.out.println(shown(server, s));
            System.out.println(shown(client, s, c) + " " + shown(accepted, s, c));
            System.out.println(shown(client.getLocalSocketAddress(), s, c) + " " + shown(client.getRemoteSocketAddress(), s, c));
            System.out.println(shown(accepted.getLocalSocketAddress(), s, c) + " " + shown(accepted.getRemoteSocketAddress(), s, c));
            System.out.println(client.getPort() == s && accepted.getPort() == c && accepted.getLocalPort() == s);
            OutputStream out = client.getOutputStream();
            InputStream in = accepted.getInputStream();
            out.write("hello".getBytes());
            System.out.println(read(in, 5) + " " + in.available());
            out.write('!');
            accepted.getOutputStream().write("answer".getBytes());
            System.out.println(read(client.getInputStream(), 6) + (char) in.read());
            out.write("last".getBytes());
            client.shutdownOutput();
            System.out.println(read(in, 100) + " " + in.read() + " " + client.isOutputShutdown() + client.isInputShutdown());
            try {
                out.write(1);
            } catch (IOException e) {
                System.out.println(e);
            }
            accepted.getOutputStream().write("still".getBytes());
            System.out.println(read(client.getInputStream(), 5));
            accepted.close();
            InputStream answers = client.getInputStream();
            System.out.println(answers.read() + " " + accepted.isClosed() + client.isClosed());
            client.shutdownInput();
            System.out.println(answers.read() + " " + client.isConnected());
            client.close();
            System.out.println(client.isConnected() + " " + client.isClosed() + " " + shown(client, s, c));
            try {
                client.getInputStream();
            } catch (IOException e) {
                System.out.println(e);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        conversation("127.0.0.1");
        conversation("::1");
        conversation("localhost");
        try (ServerSocket any = new ServerSocket(0); Socket four = new Socket("127.0.0.1", any.getLocalPort());
             Socket six = new Socket("::1", any.getLocalPort())) {
            System.out.println(shown(any, any.getLocalPort()));
            System.out.println(any.accept().getInetAddress() + " " + any.accept().getInetAddress());
            System.out.println(four.getLocalAddress() + " " + six.getLocalAddress());
        }
        Socket none = new Socket();
        System.out.println(none + " " + none.isBound() + none.isConnected() + none.getLocalPort() + none.getPort() + none.getLocalAddress() + none.getInetAddress());
        none.bind(new InetSocketAddress("127.0.0.1", 0));
        System.out.println(none.isBound() + " " + none.getLocalAddress() + " " + (none.getLocalPort() > 0));
        none.close();
        ServerSocket unbound = new ServerSocket();
        System.out.println(unbound + " " + unbound.isBound() + unbound.getLocalPort() + unbound.getInetAddress());
        try {
            unbound.accept();
        } catch (IOException e) {
            System.out.println(e);
        }
        unbound.close();
        System.out.println(unbound.isClosed());
        try {
            unbound.bind(null);
        } catch (IOException e) {
            System.out.println(e);
        }
        if (args.length > 0) return;
        byte[] large = new byte[3_000_000];
        for (int i = 0; i < large.length; i++) large[i] = (byte) (i * 31 + i / 977);
        try (ServerSocket server = new ServerSocket(0); Socket client = new Socket(server.getInetAddress(), server.getLocalPort())) {
            Socket accepted = server.accept();
            Thread writer = new Thread(() -> {
                try (client) {
                    client.getOutputStream().write(large);
                } catch (IOException e) {
                    System.out.println(e);
                }
            });
            writer.start();
            byte[] got = accepted.getInputStream().readAllBytes();
            writer.join();
            System.out.println(java.util.Arrays.equals(large, got));
            accepted.close();
        }
    }
}

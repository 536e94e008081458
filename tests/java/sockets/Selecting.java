import static other.threads.Waits.untilItWaits;

import java.io.IOException;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

// Channels with and without blocking, and what selectors say of them.
public class Selecting {
    interface Action { Object run() throws Exception; }

    static void attempt(String what, Action action) {
        try {
            System.out.println(what + ": " + action.run());
        } catch (Throwable t) {
            System.out.println(what + ": " + t);
        }
    }

    static String text(ByteBuffer b) {
        b.flip();
        return StandardCharsets.US_ASCII.decode(b).toString();
    }

    static ByteBuffer bytes(String s) { return ByteBuffer.wrap(s.getBytes()); }

    static String shown(Object o, int... ports) {
        String text = String.valueOf(o);
        for (int i = 0; i < ports.length; i++) text = text.replace(Integer.toString(ports[i]), "PORT" + i);
        return text;
    }

    static void blocking() throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            System.out.println(server);
            attempt("not bound", server::accept);
            server.bind(new InetSocketAddress("127.0.0.1", 0));
            int port = ((InetSocketAddress) server.getLocalAddress()).getPort();
            System.out.println(shown(server, port));
            SocketChannel client = SocketChannel.open();
            System.out.println(client + " " + client.isConnected() + client.isConnectionPending() + client.getLocalAddress() + client.getRemoteAddress());
            attempt("not connected", () -> client.read(ByteBuffer.allocate(1)));
            attempt("not pending", client::finishConnect);
            System.out.println(client.connect(server.getLocalAddress()));
            int own = ((InetSocketAddress) client.getLocalAddress()).getPort();
            System.out.println(shown(client, port, own));
            SocketChannel accepted = server.accept();
            System.out.println(shown(accepted, port, own) + accepted.isBlocking());
            attempt("connected", () -> client.connect(server.getLocalAddress()));
            System.out.println(client.write(new ByteBuffer[] {bytes("one "), bytes("two "), bytes("three")}));
            ByteBuffer a = ByteBuffer.allocate(6), b = ByteBuffer.allocateDirect(100);
            System.out.println(accepted.read(new ByteBuffer[] {a, b}) + " " + text(a) + "|" + text(b));
            System.out.println(accepted.read(ByteBuffer.allocate(0)));
            client.shutdownOutput();
            System.out.println(accepted.read(ByteBuffer.allocate(5)) + " " + shown(client, port, own));
            attempt("shut", () -> client.write(bytes("x")));
            accepted.socket().getOutputStream().write("adaptor".getBytes());
            byte[] got = new byte[7];
            System.out.println(client.socket().getInputStream().read(got) + new String(got));
            client.shutdownInput();
            System.out.println(client.read(ByteBuffer.allocate(5)) + " " + shown(client, port, own));
            client.close();
            System.out.println(client + " " + client.isOpen() + accepted.isOpen());
            attempt("closed", () -> client.write(bytes("x")));
            accepted.close();
            Thread interrupted = new Thread(() -> attempt("interrupted", server::accept));
            interrupted.start();
            untilItWaits(interrupted);
            interrupted.interrupt();
            interrupted.join();
            System.out.println(server.isOpen());
        }
    }

    static void closedBelow() throws Exception {
        ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress("127.0.0.1", 0));
        SocketChannel client = SocketChannel.open(server.getLocalAddress());
        Thread reader = new Thread(() -> attempt("closed by another", () -> client.read(ByteBuffer.allocate(1))));
        reader.start();
        untilItWaits(reader);
        client.close();
        reader.join();
        server.close();
    }

    static void refused() throws Exception {
        int free;
        try (ServerSocket server = new ServerSocket(0)) {
            free = server.getLocalPort();
        }
        attempt("refused", () -> SocketChannel.open(new InetSocketAddress("127.0.0.1", free)));
        try (Selector selector = Selector.open(); SocketChannel client = SocketChannel.open()) {
            client.configureBlocking(false);
            System.out.println(client.connect(new InetSocketAddress("127.0.0.1", free)) + " " + shown(client, free));
            client.register(selector, SelectionKey.OP_CONNECT);
            System.out.println(selector.select() + " " + selector.selectedKeys().iterator().next().isConnectable());
            attempt("refused later", client::finishConnect);
            System.out.println(client.isOpen());
        }
        attempt("unresolved", () -> SocketChannel.open(InetSocketAddress.createUnresolved("nowhere", 3)));
    }

    // One thread serves and asks: each round is one select.
    static void selecting() throws Exception {
        Selector selector = Selector.open();
        ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress("::1", 0));
        attempt("blocking", () -> server.register(selector, SelectionKey.OP_ACCEPT));
        server.configureBlocking(false);
        System.out.println(server.accept());
        attempt("not for servers", () -> server.register(selector, SelectionKey.OP_READ));
        SelectionKey serverKey = server.register(selector, SelectionKey.OP_ACCEPT);
        System.out.println(selector.selectNow() + " " + selector.keys().size());
        SocketChannel client = SocketChannel.open();
        client.configureBlocking(false);
        client.connect(server.getLocalAddress());
        SelectionKey clientKey = client.register(selector, SelectionKey.OP_CONNECT, "client");
        Set<String> seen = new TreeSet<>();
        SocketChannel accepted = null;
        while (seen.size() < 2) {
            selector.select();
            for (Iterator<SelectionKey> keys = selector.selectedKeys().iterator(); keys.hasNext();) {
                SelectionKey key = keys.next();
                keys.remove();
                if (key.isAcceptable()) {
                    accepted = server.accept();
                    seen.add("accepted " + accepted.isBlocking());
                } else if (key.isConnectable()) {
                    seen.add("connected " + client.finishConnect() + key.attachment());
                    key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
                }
            }
        }
        System.out.println(seen);
        System.out.println(selector.select(10) + " " + clientKey.readyOps());
        selector.selectedKeys().clear();
        accepted.write(bytes("ping"));
        System.out.println(selector.select() + " " + clientKey.isReadable() + clientKey.isWritable() + serverKey.readyOps());
        ByteBuffer got = ByteBuffer.allocate(10);
        System.out.println(client.read(got) + text(got) + client.read(ByteBuffer.allocate(1)));
        clientKey.interestOps(SelectionKey.OP_READ);
        selector.selectedKeys().clear();
        System.out.println(selector.select(20) + " " + selector.selectNow());
        accepted.configureBlocking(false);
        SelectionKey acceptedKey = accepted.register(selector, SelectionKey.OP_WRITE);
        ByteBuffer piece = ByteBuffer.allocate(50000);
        long sent = 0;
        for (int n; (n = accepted.write(piece)) > 0 || piece.position(0) == null; sent += n) piece.clear();
        System.out.println(sent > 10000);
        acceptedKey.interestOps(SelectionKey.OP_WRITE);
        selector.selectedKeys().clear();
        System.out.println(selector.selectNow() + " " + clientKey.isReadable());
        long taken = 0;
        ByteBuffer large = ByteBuffer.allocateDirect(100000);
        while (taken < sent) {
            large.clear();
            int n = client.read(large);
            if (n > 0) taken += n; else Thread.sleep(1);
        }
        Thread.sleep(20);
        selector.selectedKeys().clear();
        System.out.println((taken == sent) + " " + selector.selectNow() + " " + acceptedKey.isWritable());
        acceptedKey.cancel();
        System.out.println(acceptedKey.isValid() + " " + selector.selectNow() + selector.keys().size());
        Thread waker = new Thread(() -> {
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                System.out.println(e);
            }
            selector.wakeup();
        });
        selector.selectedKeys().clear();
        waker.start();
        System.out.println(selector.select());
        waker.join();
        selector.wakeup();
        System.out.println(selector.select() + " " + selector.select(10));
        accepted.close();
        System.out.println(selector.select() + " " + clientKey.isReadable() + " " + client.read(large.clear()));
        client.close();
        System.out.println(clientKey.isValid() + " " + selector.selectNow() + selector.keys().size());
        selector.close();
        attempt("closed", selector::select);
        server.close();
    }

    public static void main(String[] args) throws Exception {
        blocking();
        closedBelow();
        refused();
        selecting();
    }
}

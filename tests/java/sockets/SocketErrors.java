import java.io.*;
import java.net.*;
import java.util.concurrent.*;

// What goes wrong: nobody listens, the port is taken, time is over, the other end is gone, another thread closes.
public class SocketErrors {
    interface Action { Object run() throws Exception; }

    static void attempt(String what, Action action) {
        try {
            System.out.println(what + ": " + action.run());
        } catch (Throwable t) {
            System.out.println(what + ": " + t);
        }
    }

    static int freePort() throws IOException {
        try (ServerSocket server = new ServerSocket(0)) {
            return server.getLocalPort();
        }
    }

    static Socket[] pair() throws IOException {
        try (ServerSocket server = new ServerSocket(0)) {
            Socket client = new Socket("127.0.0.1", server.getLocalPort());
            return new Socket[] {client, server.accept()};
        }
    }

    static Thread later(Action action) {
        Thread thread = new Thread(() -> {
            try {
                Thread.sleep(100);
                action.run();
            } catch (Exception e) {
                System.out.println("later " + e);
            }
        });
        thread.start();
        return thread;
    }

    static Object closing(Closeable closed, Action waits) throws Exception {
        Thread closer = later(() -> {
            closed.close();
            return null;
        });
        try {
            return waits.run();
        } finally {
            closer.join();
        }
    }

    // Writes until that fails, which it does once the other end has said that it is gone.
    static Object writeOn(Socket socket) throws Exception {
        for (int i = 0; i < 100; i++) {
            socket.getOutputStream().write(new byte[100]);
            Thread.sleep(2);
        }
        return "no error";
    }

    public static void main(String[] args) throws Exception {
        int free = freePort();
        attempt("nobody", () -> new Socket("127.0.0.1", free));
        attempt("nobody there", () -> new Socket("::1", free));
        attempt("nobody in time", () -> {
            new Socket().connect(new InetSocketAddress("127.0.0.1", free), 1000);
            return null;
        });
        try (ServerSocket server = new ServerSocket(0)) {
            int port = server.getLocalPort();
            attempt("in use", () -> new ServerSocket(port));
            attempt("in use at an address", () -> new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1")));
            attempt("bound twice", () -> {
                server.bind(new InetSocketAddress(0));
                return null;
            });
            server.setSoTimeout(30);
            attempt("accept in time", server::accept);
            attempt("accept in time again", server::accept);
        }
        attempt("not an address here", () -> new ServerSocket(0, 1, InetAddress.getByName("203.0.113.7")));
        attempt("port", () -> new ServerSocket(70000));
        attempt("port of a client", () -> new Socket("127.0.0.1", -1));
        attempt("unresolved", () -> {
            new Socket().connect(InetSocketAddress.createUnresolved("nowhere", 1));
            return null;
        });
        attempt("unknown", () -> new Socket("no.such.host.invalid", 1));
        attempt("not connected", () -> new Socket().getInputStream());
        attempt("connected twice", () -> {
            Socket[] both = pair();
            both[0].connect(new InetSocketAddress("127.0.0.1", free));
            return null;
        });

        Socket[] both = pair();
        both[0].setSoTimeout(30);
        attempt("read in time", () -> both[0].getInputStream().read());
        both[1].getOutputStream().write(7);
        attempt("read after that", () -> both[0].getInputStream().read());
        both[0].setSoTimeout(0);
        attempt("closed while it reads", () -> closing(both[0], () -> both[0].getInputStream().read()));
        attempt("closed before", () -> both[0].getOutputStream());
        attempt("end", () -> both[1].getInputStream().read());
        attempt("written to nobody", () -> writeOn(both[1]));
        attempt("still the end", () -> both[1].getInputStream().read());

        Socket[] reset = pair();
        reset[0].getOutputStream().write(new byte[10]);
        reset[1].setSoLinger(true, 0);
        reset[1].close();
        Thread.sleep(20);
        attempt("reset", () -> reset[0].getInputStream().read());
        attempt("reset again", () -> reset[0].getInputStream().read());

        Socket[] unread = pair();
        unread[0].getOutputStream().write(new byte[10]);
        while (unread[1].getInputStream().available() < 10) Thread.sleep(1);
        unread[1].close();
        Thread.sleep(20);
        attempt("closed unread", () -> unread[0].getInputStream().read());

        ServerSocket server = new ServerSocket(0);
        attempt("closed while it accepts", () -> closing(server, server::accept));
        attempt("closed server", server::accept);
        Socket[] full = pair();
        attempt("closed while it writes", () -> closing(full[0], () -> {
            while (true) full[0].getOutputStream().write(new byte[100000]);
        }));
        Socket[] waits = pair();
        Thread other = later(() -> {
            waits[1].close();
            return null;
        });
        attempt("the other end closes", () -> waits[0].getInputStream().read());
        other.join();
        Socket[] shut = pair();
        Thread shuts = later(() -> {
            shut[0].shutdownInput();
            return null;
        });
        attempt("shut while it reads", () -> shut[0].getInputStream().read());
        shuts.join();
        attempt("shut twice", () -> {
            shut[0].shutdownInput();
            return null;
        });
    }
}

import gnomon.Domain;
import gnomon.Naming;
import gnomon.Portal;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** Which domain gets connections that come from the host, and what of the host's network a domain reaches. */
public class Web {
    interface Ready extends Portal {
        void listening(String who);
    }

    static class ReadyService implements Ready {
        private final List<String> all = new ArrayList<>();

        public synchronized void listening(String who) {
            all.add(who);
            notifyAll();
        }

        synchronized void await(String who) throws InterruptedException {
            while (!all.contains(who)) wait();
        }
    }

    /** Answers each connection with its domain's name. */
    static void serve(int count) throws Exception {
        try (ServerSocket server = new ServerSocket(80)) {
            Naming.lookup("ready", Ready.class).listening(Domain.currentName());
            answer(server, count);
        }
    }

    static void answer(ServerSocket server, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            try (Socket socket = server.accept()) {
                socket.getInputStream().readAllBytes();
                socket.getOutputStream().write(Domain.currentName().getBytes());
            }
        }
    }

    static Domain.Options child(String name, String... arguments) {
        Domain.Options options = new Domain.Options(name).main("Web").heap(16 << 20);
        for (String each : arguments) options.argument(each);
        return options;
    }

    static void inwards() throws Exception {
        ReadyService ready = new ReadyService();
        Naming.register("ready", ready);
        try (ServerSocket server = new ServerSocket(80)) {
            Domain thief = Domain.start(child("thief", "serve", "9"));
            ready.await("thief");
            System.out.println("both listen");
            answer(server, 2);
            Domain web = Domain.start(child("web", "serve", "2").port(80));
            try {
                Domain.start(child("second", "serve", "1").port(80));
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
            System.out.println("web: " + web.await());
            answer(server, 1);
            thief.terminate();
        }
    }

    // ---- Outwards

    static String outcome(String host, int port) {
        try (Socket socket = new Socket(host, port)) {
            return "connected";
        } catch (IOException e) {
            return e.toString();
        }
    }

    static void reach(int allowed, int other) {
        System.out.println(Domain.currentName() + ": " + outcome("localhost", allowed) + ", " + outcome("localhost", other) + ", " + outcome("127.0.0.1", allowed) + ", " + outcome("192.0.2.1", allowed) + ", " + outcome("host.example", allowed));
    }

    static void many(int port) throws IOException {
        List<Socket> open = new ArrayList<>();
        try {
            for (int i = 0; i < 8; i++) open.add(new Socket("localhost", port));
        } catch (IOException e) {
            System.out.println(Domain.currentName() + ": " + open.size() + " " + Domain.currentUsage().connections() + " " + e);
        }
        for (Socket socket : open) socket.close();
        while (Domain.currentUsage().connections() > 0) Thread.onSpinWait();
        System.out.println(Domain.currentName() + ": " + outcome("localhost", port));
    }

    static void outwards(String allowed, String other) throws Exception {
        Domain.start(child("all", "reach", allowed, other)).await();
        Domain.start(child("rule", "child", allowed, other).network("LocalHost:" + allowed)).await();
        Domain.start(child("range", "reach", allowed, other).network("*:1-" + allowed, "127.0.0.1:" + other)).await();
        Domain.start(child("loopback", "reach", allowed, other).network("loopback")).await();
        Domain.start(child("nothing", "reach", allowed, other).network("nothing")).await();
        Domain.start(child("many", "many", allowed).connections(3)).await();
        Domain.start(child("none", "many", allowed).connections(0)).await();
    }

    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "inwards": inwards(); break;
            case "serve": serve(Integer.parseInt(arguments[1])); break;
            case "outwards": outwards(arguments[1], arguments[2]); break;
            case "child":
                reach(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
                Domain.start(child("child of rule", "reach", arguments[1], arguments[2]).network("*:*")).await();
                Domain.start(child("nothing of rule", "reach", arguments[1], arguments[2]).network("localhost:" + arguments[2])).await();
                break;
            case "reach": reach(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2])); break;
            default: many(Integer.parseInt(arguments[1])); break;
        }
    }
}

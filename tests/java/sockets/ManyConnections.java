import static other.net.Ends.*;

import java.net.*;
import java.util.*;

// Three hundred connections at once, and as many one after the other: each has its own port and data.
public class ManyConnections {
    static final int COUNT = 300;

    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket()) {
            server.bind(here(), COUNT);
            List<Socket> clients = new ArrayList<>(), served = new ArrayList<>();
            Map<Integer, Integer> byPort = new HashMap<>();
            for (int i = 0; i < COUNT; i++) {
                Socket client = new Socket("127.0.0.1", server.getLocalPort());
                byPort.put(client.getLocalPort(), i);
                client.getOutputStream().write(i >> 8);
                client.getOutputStream().write(i);
                clients.add(client);
            }
            int right = 0;
            for (int i = 0; i < COUNT; i++) {
                Socket one = server.accept();
                int number = one.getInputStream().read() << 8 | one.getInputStream().read();
                if (byPort.get(one.getPort()) == number) right++;
                served.add(one);
            }
            System.out.println(byPort.size() + " " + right);
            for (Socket one : served) one.close();
            int ends = 0;
            for (Socket client : clients) if (client.getInputStream().read() < 0) ends++;
            for (Socket client : clients) client.close();
            int again = 0;
            for (int i = 0; i < COUNT; i++) {
                try (Socket client = new Socket("127.0.0.1", server.getLocalPort()); Socket one = server.accept()) {
                    one.getOutputStream().write(i);
                    if (client.getInputStream().read() == (i & 255)) again++;
                }
            }
            System.out.println(ends + " " + again);
        }
    }
}

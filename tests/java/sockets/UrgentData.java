import static other.net.Ends.*;

import java.io.*;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;

// Urgent data, in line and not: where reads end, what is skipped, what becomes of one that another follows.
public class UrgentData {
    /** Each read: how many bytes were there before, and what came. */
    static void reads(Socket socket) throws Exception {
        Thread.sleep(10);
        socket.setSoTimeout(20);
        byte[] bytes = new byte[100];
        StringBuilder text = new StringBuilder();
        try {
            for (int count = 0; count >= 0;) {
                text.append(socket.getInputStream().available()).append('/');
                count = socket.getInputStream().read(bytes);
                text.append(count < 0 ? "end" : new String(bytes, 0, count) + " ");
            }
        } catch (SocketTimeoutException e) {
            text.append("nothing");
        }
        System.out.println(text);
    }

    /** Small letters are sent, capitals as urgent data. */
    static void send(Socket socket, String letters) throws IOException {
        for (char letter : letters.toCharArray()) {
            if (Character.isUpperCase(letter)) socket.sendUrgentData(letter);
            else socket.getOutputStream().write(letter);
        }
    }

    static void conversation(boolean inLine) throws Exception {
        Socket[] both = sockets();
        both[0].setTcpNoDelay(true);
        both[1].setOOBInline(inLine);
        for (String letters : new String[] {"aBc", "dEfGh", "IJK", "L", "m", "n", "Opq"}) {
            send(both[0], letters);
            reads(both[1]);
        }
        send(both[0], "R");
        both[0].close();
        reads(both[1]);
    }

    public static void main(String[] args) throws Exception {
        conversation(false);
        conversation(true);
        for (boolean before : new boolean[] {false, true}) {
            Socket[] both = sockets();
            both[0].setTcpNoDelay(true);
            both[1].setOOBInline(before);
            send(both[0], "Xy");
            Thread.sleep(10);
            both[1].setOOBInline(!before);
            reads(both[1]);
            both[0].close(); // a socket that nobody uses any more is closed when it is collected
        }
        SocketChannel[] channels = channels();
        try (Selector selector = Selector.open()) {
            channels[1].configureBlocking(false);
            SelectionKey key = channels[1].register(selector, SelectionKey.OP_READ);
            channels[0].socket().sendUrgentData('u');
            System.out.println(selector.select(20) + " " + key.readyOps());
            channels[0].write(bytes("v"));
            System.out.println(selector.select() + " " + channels[1].read(ByteBuffer.allocate(5)));
        }
        attempt("closed", () -> {
            Socket[] both = sockets();
            both[0].close();
            both[0].sendUrgentData(1);
            return null;
        });
        attempt("not connected", () -> {
            new Socket().sendUrgentData(1);
            return null;
        });
        attempt("output is shut", () -> {
            Socket[] both = sockets();
            both[0].shutdownOutput();
            both[0].sendUrgentData(1);
            return null;
        });
    }
}

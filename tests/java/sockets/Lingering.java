import static other.net.Ends.*;

import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;

// SO_LINGER: what it is set to, and with 0 a close is a reset, for threads that read, write and select.
public class Lingering {
    static Socket[] reset() throws Exception {
        Socket[] both = sockets();
        both[1].setSoLinger(true, 0);
        both[1].close();
        return both;
    }

    public static void main(String[] args) throws Exception {
        Socket[] set = sockets();
        System.out.print(set[0].getSoLinger());
        set[0].setSoLinger(true, 7);
        System.out.print(" " + set[0].getSoLinger());
        set[0].setSoLinger(true, 100_000);
        System.out.print(" " + set[0].getSoLinger());
        set[0].setSoLinger(false, 3);
        System.out.println(" " + set[0].getSoLinger() + " " + set[0].getOption(StandardSocketOptions.SO_LINGER));
        attempt("negative", () -> {
            set[0].setSoLinger(true, -2);
            return null;
        });
        set[0].setOption(StandardSocketOptions.SO_LINGER, 5);
        System.out.println(set[0].getSoLinger());
        set[0].getOutputStream().write(new byte[3]);
        set[0].close();
        System.out.println(set[1].getInputStream().readAllBytes().length);

        Socket[] reads = reset();
        attempt("read", () -> reads[0].getInputStream().read());
        attempt("read again", () -> reads[0].getInputStream().read());
        Socket[] writes = reset();
        attempt("write", () -> {
            writes[0].getOutputStream().write(1);
            return null;
        });
        Socket[] waits = sockets();
        waits[1].setSoLinger(true, 0);
        meanwhile("while it waits", () -> closed(waits[1]), () -> waits[0].getInputStream().read());
        Socket[] data = sockets();
        data[1].getOutputStream().write(new byte[3]);
        data[1].setSoLinger(true, 0);
        data[1].close();
        attempt("data before it", () -> data[0].getInputStream().readAllBytes().length);

        SocketChannel[] channels = channels();
        channels[1].setOption(StandardSocketOptions.SO_LINGER, 0);
        try (Selector selector = Selector.open()) {
            channels[0].configureBlocking(false);
            SelectionKey key = channels[0].register(selector, SelectionKey.OP_READ);
            channels[1].close();
            System.out.println(selector.select() + " " + key.isReadable());
            attempt("channel", () -> channels[0].read(ByteBuffer.allocate(1)));
            attempt("channel again", () -> channels[0].read(ByteBuffer.allocate(1)));
        }
    }
}

import static other.net.Ends.*;

import java.io.*;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;

// One direction ends, the other goes on.
public class HalfClosing {
    static void ofSockets() throws Exception {
        Socket[] both = sockets();
        both[0].getOutputStream().write("question".getBytes());
        both[0].shutdownOutput();
        System.out.println(both[0].isOutputShutdown() + " " + both[0].isInputShutdown() + " " + both[0].isClosed() + " " + both[1].isInputShutdown());
        System.out.println(new String(both[1].getInputStream().readAllBytes()));
        attempt("write", () -> {
            both[0].getOutputStream().write(1);
            return null;
        });
        attempt("again", () -> {
            both[0].shutdownOutput();
            return null;
        });
        both[1].getOutputStream().write("answer".getBytes());
        System.out.println(new String(both[0].getInputStream().readNBytes(6)));
        both[1].getOutputStream().write("unread".getBytes());
        both[0].shutdownInput();
        attempt("input is shut", () -> both[0].getInputStream());
        both[1].close();
        both[0].close();
        attempt("closed", () -> {
            both[0].shutdownInput();
            return null;
        });
        attempt("not connected", () -> {
            new Socket().shutdownOutput();
            return null;
        });

        Socket[] shut = sockets();
        InputStream in = shut[0].getInputStream();
        shut[0].shutdownInput();
        attempt("read of a shut stream", in::read);
        attempt("available", in::available);
        Socket[] closing = sockets();
        closing[0].getOutputStream().close();
        System.out.println(closing[0].isClosed() + " " + closing[1].getInputStream().read());
    }

    static void ofChannels() throws Exception {
        SocketChannel[] both = channels();
        both[0].write(bytes("said"));
        System.out.println(both[0].shutdownOutput() == both[0]);
        attempt("write", () -> both[0].write(bytes("more")));
        ByteBuffer buffer = ByteBuffer.allocate(10);
        System.out.println(both[1].read(buffer) + " " + both[1].read(buffer) + " " + text(buffer));
        System.out.println(both[1].write(bytes("back")));
        buffer.clear();
        System.out.println(both[0].read(buffer));
        both[0].shutdownInput();
        System.out.println(both[0].read(buffer) + " " + both[0].isOpen() + " " + both[0].isConnected() + " " + both[0].socket().isInputShutdown());
        both[0].shutdownInput().shutdownOutput();
        attempt("not connected", () -> SocketChannel.open().shutdownInput());
        both[0].close();
        attempt("closed", () -> both[0].shutdownInput());
        SocketChannel[] waiting = channels();
        meanwhile("shut while it reads", () -> waiting[0].shutdownInput(), () -> waiting[0].read(ByteBuffer.allocate(1)));
        meanwhile("the other end is shut", () -> waiting[1].shutdownOutput(), () -> waiting[0].read(ByteBuffer.allocate(1)));
    }

    public static void main(String[] args) throws Exception {
        ofSockets();
        ofChannels();
    }
}

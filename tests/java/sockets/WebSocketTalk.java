import static other.net.Ends.*;

import java.io.*;
import java.net.*;
import java.net.http.*;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.*;
import java.util.concurrent.*;

// java.net.http's WebSocket with a small server: text, bytes in pieces, ping and pong, closing; and a server that
// refuses.
public class WebSocketTalk {
    static void frame(DataOutputStream out, int code, byte[] data) throws IOException {
        out.writeByte(0x80 | code);
        if (data.length < 126) {
            out.writeByte(data.length);
        } else {
            out.writeByte(126);
            out.writeShort(data.length);
        }
        out.write(data);
        out.flush();
    }

    static void serve(Socket socket) throws Exception {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
        String line, key = "";
        while (!(line = in.readLine()).isEmpty()) if (line.startsWith("Sec-WebSocket-Key: ")) key = line.substring(19);
        byte[] hash = MessageDigest.getInstance("SHA-1").digest((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").getBytes());
        out.writeBytes("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " + Base64.getEncoder().encodeToString(hash) + "\r\n\r\n");
        out.flush();
        for (int code = 0; code != 8;) {
            int first = in.readUnsignedByte(), length = in.readUnsignedByte() & 127;
            if (length == 126) length = in.readUnsignedShort();
            byte[] mask = in.readNBytes(4), data = in.readNBytes(length);
            for (int i = 0; i < length; i++) data[i] ^= mask[i & 3];
            code = first & 15;
            System.out.println("server: " + code + (first >= 128 ? " last " : " ") + length);
            frame(out, code == 9 ? 10 : code == 0 ? 2 : code, data);
        }
        socket.close();
    }

    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Thread serving = start(() -> {
            serve(server.accept());
            Socket refused = server.accept();
            refused.getInputStream().read(new byte[2000]);
            refused.getOutputStream().write("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".getBytes());
            refused.close();
            return null;
        });
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        HttpClient client = HttpClient.newHttpClient();
        URI uri = URI.create("ws://127.0.0.1:" + server.getLocalPort() + "/talk");
        WebSocket.Listener listener = new WebSocket.Listener() {
            @Override public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
                told.add("text " + data + " " + last);
                socket.request(1);
                return null;
            }
            @Override public CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
                told.add("bytes " + data.remaining() + " " + last);
                socket.request(1);
                return null;
            }
            @Override public CompletionStage<?> onPong(WebSocket socket, ByteBuffer data) {
                told.add("pong " + data.remaining());
                socket.request(1);
                return null;
            }
            @Override public CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
                told.add("close " + status + " " + reason);
                return null;
            }
        };
        WebSocket socket = client.newWebSocketBuilder().buildAsync(uri, listener).get(20, TimeUnit.SECONDS);
        socket.sendText("hello", true).join();
        System.out.println(told.take());
        socket.sendPing(bytes("abc")).join();
        System.out.println(told.take());
        socket.sendBinary(ByteBuffer.allocate(1000), true).join();
        System.out.println(told.take());
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "enough").join();
        System.out.println(told.take() + " " + socket.isOutputClosed());
        attempt("refused", () -> {
            try {
                return client.newWebSocketBuilder().buildAsync(uri, listener).get(20, TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                return e.getCause().getClass().getName() + " " + ((WebSocketHandshakeException) e.getCause()).getResponse().statusCode();
            }
        });
        serving.join();
    }
}

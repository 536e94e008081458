import static other.net.Ends.*;

import java.net.*;
import java.nio.*;
import java.nio.channels.*;
import java.util.*;

// Several buffers at once: on the heap, direct, parts of the array, empty ones, more than fit, datagrams.
public class ScatterGather {
    static ByteBuffer filled(boolean direct, int size, int from) {
        ByteBuffer buffer = direct ? ByteBuffer.allocateDirect(size) : ByteBuffer.allocate(size);
        for (int i = 0; i < size; i++) buffer.put((byte) (from + i));
        return buffer.flip();
    }

    static int sum(ByteBuffer... buffers) {
        int sum = 0;
        for (ByteBuffer buffer : buffers) {
            buffer.flip();
            while (buffer.hasRemaining()) sum = sum * 31 + buffer.get();
        }
        return sum;
    }

    static void streams() throws Exception {
        SocketChannel[] both = channels();
        ByteBuffer[] out = {filled(false, 5, 1), ByteBuffer.allocate(0), filled(true, 7, 6), filled(false, 3, 13), filled(true, 2, 16)};
        System.out.println(both[0].write(out, 0, 3) + " " + out[0].remaining() + " " + out[3].remaining());
        System.out.println(both[0].write(out, 3, 2) + " " + both[0].write(out));
        ByteBuffer a = ByteBuffer.allocateDirect(4), b = ByteBuffer.allocate(6), c = ByteBuffer.allocateDirect(100);
        long got = 0;
        while (got < 17) got += both[1].read(new ByteBuffer[] {a, b, c});
        System.out.println(got + " " + a.position() + " " + b.position() + " " + c.position() + " " + sum(a, b, c));
        both[0].write(bytes("rest"));
        ByteBuffer[] in = {ByteBuffer.allocate(0), ByteBuffer.allocate(2), ByteBuffer.allocate(1)};
        System.out.println(both[1].read(in, 1, 2) + " " + in[1].position() + in[2].position() + " " + both[1].read(new ByteBuffer[] {in[0]}));
        attempt("read only", () -> both[1].read(new ByteBuffer[] {ByteBuffer.allocate(2).asReadOnlyBuffer()}));
        attempt("read only, one", () -> both[1].read(ByteBuffer.allocate(2).asReadOnlyBuffer()));
        attempt("outside", () -> both[1].read(in, 2, 2));
        attempt("nothing", () -> both[1].read((ByteBuffer) null));
        attempt("one is nothing", () -> both[1].write(new ByteBuffer[] {bytes("x"), null}));
        both[0].close();
        ByteBuffer[] last = {ByteBuffer.allocate(1), ByteBuffer.allocate(5)};
        System.out.println(both[1].read(last) + " " + both[1].read(last));
    }

    static void large() throws Exception {
        SocketChannel[] both = channels();
        ByteBuffer[] out = new ByteBuffer[40];
        for (int i = 0; i < out.length; i++) out[i] = filled(i % 2 == 0, 20_000, i);
        Thread writer = start(() -> {
            long sent = 0;
            while (sent < 800_000) sent += both[0].write(out);
            both[0].close();
            return null;
        });
        long got = 0, count;
        int sum = 0;
        ByteBuffer[] in = {ByteBuffer.allocate(10_001), ByteBuffer.allocateDirect(3), ByteBuffer.allocate(5_000)};
        while ((count = both[1].read(in)) >= 0) {
            got += count;
            for (ByteBuffer buffer : in) {
                buffer.flip();
                while (buffer.hasRemaining()) sum = sum * 31 + buffer.get();
                buffer.clear();
            }
        }
        writer.join();
        System.out.println(got + " " + sum);
    }

    static void datagrams() throws Exception {
        DatagramChannel a = DatagramChannel.open().bind(here()), b = DatagramChannel.open().bind(here());
        a.connect(b.getLocalAddress());
        b.connect(a.getLocalAddress());
        System.out.println(a.write(new ByteBuffer[] {filled(false, 5, 1), filled(true, 6, 6)}));
        System.out.println(a.write(new ByteBuffer[] {filled(true, 300, 1)}));
        ByteBuffer one = ByteBuffer.allocate(4), two = ByteBuffer.allocateDirect(20);
        System.out.println(b.read(new ByteBuffer[] {one, two}) + " " + one.position() + " " + two.position() + " " + sum(one, two));
        one.clear();
        two.clear();
        System.out.println(b.read(new ByteBuffer[] {one, two}) + " " + two.remaining());
        attempt("no datagram without a connection", () -> DatagramChannel.open().write(new ByteBuffer[] {one}));
    }

    public static void main(String[] args) throws Exception {
        streams();
        large();
        datagrams();
    }
}

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.io.SequenceInputStream;
import java.io.UTFDataFormatException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;

/** Byte streams on memory: arrays, data, buffers with mark and reset, sequences, pushing back, and InputStream's own
 * methods. */
public class ByteStreams {
    static final class Slow extends FilterInputStream {
        Slow(InputStream in) {
            super(in);
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            return super.read(bytes, offset, Math.min(length, 3));
        }
    }

    static void data() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(4);
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeBoolean(true);
        out.writeByte(-2);
        out.writeShort(-12345);
        out.writeChar('\u20ac');
        out.writeInt(0x12345678);
        out.writeLong(Long.MIN_VALUE + 5);
        out.writeFloat(1.5f);
        out.writeDouble(-Math.PI);
        out.writeUTF("nul\0 \u00e9\u20ac\uD83D\uDE00");
        out.writeBytes("bytes\u20ac");
        out.writeChars("ch");
        System.out.println(out.size() + " " + HexFormat.of().formatHex(bytes.toByteArray()));
        DataInputStream in = new DataInputStream(new Slow(new ByteArrayInputStream(bytes.toByteArray())));
        System.out.println(in.readBoolean() + " " + in.readUnsignedByte() + " " + in.readUnsignedShort() + " " + in.readChar() + " " + in.readInt() + " " + in.readLong() + " " + in.readFloat() + " " + in.readDouble() + " " + in.readUTF().codePoints().boxed().toList() + " " + in.skipBytes(2) + " " + in.read());
        byte[] rest = new byte[4];
        in.readFully(rest);
        System.out.println(Arrays.toString(rest) + " " + in.readShort());
        try {
            in.readInt();
        } catch (EOFException e) {
            System.out.println("end " + e.getMessage());
        }
        for (byte[] bad : List.of(new byte[] {0, 2, (byte) 0xc3, 0x28}, new byte[] {0, 1, (byte) 0xff}, new byte[] {0, 2, (byte) 0xe2, (byte) 0x82})) {
            try {
                new DataInputStream(new ByteArrayInputStream(bad)).readUTF();
            } catch (UTFDataFormatException e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            out.writeUTF("x".repeat(70000));
        } catch (UTFDataFormatException e) {
            System.out.println(e.getMessage());
        }
    }

    static void buffers() throws IOException {
        byte[] source = new byte[100];
        for (int i = 0; i < source.length; i++) source[i] = (byte) i;
        BufferedInputStream in = new BufferedInputStream(new Slow(new ByteArrayInputStream(source)), 8);
        System.out.print(in.read() + " " + in.markSupported() + " ");
        in.mark(10);
        in.skip(5);
        System.out.print(in.read() + " ");
        in.reset();
        System.out.print(in.read() + " " + in.available() + " ");
        in.mark(4);
        in.readNBytes(30);
        try {
            in.reset();
            System.out.println("reset " + in.read());
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(in.readNBytes(3)[2] + " " + in.readAllBytes().length + " " + in.read() + " " + in.readAllBytes().length);
        in.close();
        try {
            in.read();
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        StringBuilder calls = new StringBuilder();
        BufferedOutputStream out = new BufferedOutputStream(new OutputStream() {
            @Override
            public void write(int b) {
                calls.append('1');
            }

            @Override
            public void write(byte[] bytes, int offset, int length) {
                calls.append('<').append(length).append('>');
            }

            @Override
            public void flush() {
                calls.append('F');
            }

            @Override
            public void close() throws IOException {
                calls.append('C');
                throw new IOException("on close");
            }
        }, 16);
        for (int i = 0; i < 20; i++) out.write(i);
        out.write(source, 0, 5);
        out.write(source, 0, 50);
        out.write(source, 3, 4);
        try (out) {
            calls.append('T');
        } catch (IOException e) {
            System.out.println(e.getMessage() + " " + calls);
        }
    }

    public static void main(String[] arguments) throws IOException {
        data();
        buffers();
        ByteArrayInputStream array = new ByteArrayInputStream("0123456789".getBytes(), 2, 6);
        System.out.println((char) array.read() + " " + array.available() + " " + array.skip(2) + " " + new String(array.readNBytes(2)) + " " + array.read() + " " + array.read() + " " + array.read(new byte[0]) + " " + array.read(new byte[2]));
        array.reset();
        array.mark(0);
        ByteArrayOutputStream copy = new ByteArrayOutputStream();
        System.out.println(array.transferTo(copy) + " " + copy.toString(StandardCharsets.US_ASCII) + " " + copy.size());
        copy.writeBytes(new byte[] {65});
        copy.writeTo(System.out);
        System.out.println();
        copy.reset();
        System.out.println(copy.size() + "[" + copy + "]");
        SequenceInputStream sequence = new SequenceInputStream(Collections.enumeration(List.of(new ByteArrayInputStream("ab".getBytes()), new ByteArrayInputStream(new byte[0]), new ByteArrayInputStream("cd".getBytes()))));
        System.out.println(new String(sequence.readAllBytes()));
        PushbackInputStream push = new PushbackInputStream(new ByteArrayInputStream("xyz".getBytes()), 2);
        int first = push.read();
        push.unread('1');
        push.unread(new byte[] {'2', '3'}, 0, 1);
        System.out.println((char) first + new String(push.readAllBytes()));
        push.unread('a');
        push.unread('b');
        try {
            push.unread('c');
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        InputStream none = InputStream.nullInputStream();
        System.out.println(none.read() + " " + none.readAllBytes().length + " " + none.skip(5));
        none.close();
        try {
            none.read();
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        try {
            new ByteArrayInputStream(new byte[3]).skipNBytes(5);
        } catch (EOFException e) {
            System.out.println("skipped past the end");
        }
        for (int[] range : new int[][] {{-1, 1}, {0, 4}, {2, 2}, {4, 0}}) {
            try {
                new ByteArrayInputStream(new byte[3]).read(new byte[3], range[0], range[1]);
                System.out.println("fine");
            } catch (IndexOutOfBoundsException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}

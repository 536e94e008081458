import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.CharArrayReader;
import java.io.CharArrayWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.LineNumberReader;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.PushbackReader;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/** Readers and writers on memory: lines, marks, numbers of lines, pushing back, encodings, PrintWriter and PrintStream.
 * */
public class CharacterStreams {
    public static void main(String[] arguments) throws IOException {
        BufferedReader reader = new BufferedReader(new StringReader("one\ntwo\r\nthree\rfour\n\nlast"), 5);
        reader.mark(3);
        System.out.println(reader.readLine() + "," + reader.readLine() + "," + reader.readLine() + "," + reader.ready() + "," + (char) reader.read() + "," + reader.lines().toList() + "," + reader.readLine());
        reader.close();
        try {
            reader.readLine();
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        LineNumberReader numbered = new LineNumberReader(new StringReader("a\r\nb\nc\rd"));
        StringBuilder lines = new StringBuilder();
        for (String line; (line = numbered.readLine()) != null;) lines.append(numbered.getLineNumber()).append(line).append(' ');
        numbered = new LineNumberReader(new StringReader("x\r\ny\nz"));
        numbered.setLineNumber(10);
        while (numbered.read() >= 0) { }
        System.out.println(lines + "" + numbered.getLineNumber());
        PushbackReader push = new PushbackReader(new StringReader("abc"), 3);
        System.out.print((char) push.read());
        push.unread("12".toCharArray());
        push.unread('0');
        char[] buffer = new char[10];
        System.out.println(push.read(buffer) + new String(buffer, 0, 5).replace('\0', '.') + push.read());
        StringReader text = new StringReader("mark and reset");
        text.skip(5);
        text.mark(100);
        System.out.print(text.read(buffer, 2, 3) + " ");
        text.reset();
        CharBuffer chars = CharBuffer.allocate(4);
        System.out.println(text.read(chars) + " " + chars.flip() + " " + text.ready() + " " + text.skip(-2) + " " + (char) text.read());
        StringWriter writer = new StringWriter();
        System.out.println(new StringReader("transferred").transferTo(writer) + " " + writer + " " + writer.getBuffer().length());
        CharArrayWriter array = new CharArrayWriter();
        array.append("abc").append('d').append("xyz", 1, 2).write("12345", 2, 2);
        System.out.println(array + " " + array.size() + " " + Arrays.toString(array.toCharArray()) + " " + new BufferedReader(new CharArrayReader(array.toCharArray(), 1, 3)).readLine());

        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (BufferedWriter out = new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8), 3)) {
            out.write("h\u00e9llo \uD83D\uDE00");
            out.newLine();
            out.append("end", 0, 2).write('!');
        }
        System.out.println(bytes.size() + " " + new InputStreamReader(new ByteArrayInputStream(bytes.toByteArray()), StandardCharsets.UTF_8).getEncoding());
        Reader decoding = new InputStreamReader(new ByteArrayInputStream(new byte[] {'a', (byte) 0xc3, (byte) 0xa9, (byte) 0xff, 'b', (byte) 0xf0, (byte) 0x9f, (byte) 0x98, (byte) 0x80}), "UTF-8");
        StringBuilder codes = new StringBuilder();
        for (int c; (c = decoding.read()) >= 0;) codes.append(Integer.toHexString(c)).append(' ');
        System.out.println(codes);
        OutputStreamWriter split = new OutputStreamWriter(bytes, StandardCharsets.UTF_16LE);
        bytes.reset();
        split.write('\uD83D');
        split.flush();
        int before = bytes.size();
        split.write('\uDE00');
        split.flush();
        System.out.println(before + " " + bytes.size() + " " + split.getEncoding());

        StringWriter target = new StringWriter();
        PrintWriter print = new PrintWriter(target, true);
        print.printf(Locale.ROOT, "%05d|%s%n", 42, "x");
        print.print('c');
        print.print(1.5f);
        print.println(new char[] {'k', 'l'});
        print.append("app").append(null).println((Object) null);
        print.println(true);
        print.format("%x", 255).write("tail", 1, 2);
        System.out.println(target.toString().replace("\n", "$") + " " + print.checkError());
        PrintWriter failing = new PrintWriter(new Writer() {
            @Override
            public void write(char[] chars, int offset, int length) throws IOException {
                throw new IOException("full");
            }

            @Override
            public void flush() { }

            @Override
            public void close() { }
        });
        failing.println("lost");
        System.out.println(failing.checkError());
        bytes.reset();
        PrintStream stream = new PrintStream(bytes, false, "ISO-8859-1");
        stream.print("\u00e9\u20ac");
        stream.write(new byte[] {1, 2, 3}, 1, 2);
        stream.println(5L);
        stream.flush();
        System.out.println(Arrays.toString(bytes.toByteArray()) + " " + stream.checkError());
        BufferedReader broken = new BufferedReader(new Reader() {
            private int count;

            @Override
            public int read(char[] chars, int offset, int length) throws IOException {
                if (count++ > 0) throw new IOException("torn");
                chars[offset] = '\n';
                return 1;
            }

            @Override
            public void close() { }
        });
        try {
            broken.lines().forEach(line -> System.out.print("<" + line + ">"));
        } catch (UncheckedIOException e) {
            System.out.println(e.getMessage() + " " + e.getCause().getMessage());
        }
        PrintStream before2 = System.err;
        System.setErr(stream);
        System.err.println("to memory");
        System.setErr(before2);
        System.out.println(bytes.size());
    }
}

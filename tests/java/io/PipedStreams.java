import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintStream;

/** Pipes between threads: order kept past a full buffer, ends that die, errors of connection. */
public class PipedStreams {
    public static void main(String[] arguments) throws Exception {
        PipedInputStream in = new PipedInputStream(16);
        PipedOutputStream out = new PipedOutputStream(in);
        Thread writer = new Thread(() -> {
            try (PrintStream print = new PrintStream(out)) {
                for (int i = 0; i < 100; i++) print.println("line " + i);
            }
        });
        writer.start();
        int sum = 0, lines = 0;
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(in))) {
            for (String line; (line = reader.readLine()) != null; lines++) sum += Integer.parseInt(line.substring(5));
        }
        writer.join();
        System.out.println(lines + " " + sum);

        PipedReader reader = new PipedReader();
        PipedWriter chars = new PipedWriter();
        chars.connect(reader);
        Thread other = new Thread(() -> {
            try {
                chars.write("characters \u20ac");
                chars.close();
            } catch (IOException e) {
                System.out.println(e.getMessage());
            }
        });
        other.start();
        StringBuilder text = new StringBuilder();
        for (int c; (c = reader.read()) >= 0;) text.append((char) c);
        other.join();
        System.out.println(text.length() + " " + text);

        try {
            chars.connect(reader);
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        try {
            new PipedInputStream().read();
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        try {
            new PipedOutputStream().write(1);
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        PipedInputStream orphan = new PipedInputStream();
        Thread dying = new Thread(() -> {
            try {
                new PipedOutputStream(orphan).write(7);
            } catch (IOException e) {
                System.out.println(e.getMessage());
            }
        });
        dying.start();
        dying.join();
        System.out.println(orphan.available() + " " + orphan.read());
        try {
            orphan.read();
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        PipedInputStream closed = new PipedInputStream();
        PipedOutputStream to = new PipedOutputStream(closed);
        closed.close();
        try {
            to.write(1);
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        InputStream small = new PipedInputStream(new PipedOutputStream(), 1);
        System.out.println(small.available());
        try {
            new PipedInputStream(0);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}

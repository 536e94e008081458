import java.io.*;
import java.util.*;

// Reads all of its standard input, some of it by the byte; copies it to a file if one is named.
public class Input {
    public static void main(String[] arguments) throws Exception {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        int first = System.in.read();
        if (first >= 0) all.write(first);
        System.out.println("first " + first + ", skipped " + System.in.skip(0));
        Scanner lines = new Scanner(System.in, "UTF-8").useDelimiter("\n");
        int count = 0;
        long hash = first;
        while (lines.hasNext()) {
            String line = lines.next();
            all.write((line + "\n").getBytes("UTF-8"));
            hash = hash * 31 + line.hashCode();
            count++;
        }
        System.out.println(count + " " + hash + " " + System.in.read() + " " + System.in.available());
        if (arguments.length > 0) {
            try (FileOutputStream out = new FileOutputStream(arguments[0])) {
                all.writeTo(out);
            }
        }
    }
}

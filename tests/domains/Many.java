import gnomon.Domain;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Starts domains one after the other, has one load and drop many classes, each with names of its own, and says of which
 * kinds of memory the machine then has more than before, but for what this domain itself has.
 */
public class Many {
    /** What is loaded again and again under another name of as many characters. */
    static class Blank0000000 {
        static String name0000000 = "text0000000";

        static String method0000000() {
            return name0000000;
        }
    }

    static final class Loader extends ClassLoader {
        /** Whether the class does what it should. */
        boolean define(byte[] original, int number) throws ReflectiveOperationException {
            byte[] digits = String.format("%07d", number).getBytes(StandardCharsets.US_ASCII);
            byte[] bytes = original.clone();
            for (int i = 0; i + 7 <= bytes.length; i++) {
                boolean is = true;
                for (int j = 0; is && j < 7; j++) is = bytes[i + j] == '0';
                if (is) System.arraycopy(digits, 0, bytes, i, 7);
            }
            String name = new String(digits, StandardCharsets.US_ASCII);
            Class<?> made = defineClass("Many$Blank" + name, bytes, 0, bytes.length);
            java.lang.reflect.Field field = made.getDeclaredField("name" + name);
            field.setAccessible(true);
            return field.get(null).equals("text" + name);
        }
    }

    private static void load(int count) throws Exception {
        byte[] original;
        try (InputStream in = Many.class.getResourceAsStream("Many$Blank0000000.class")) {
            original = in.readAllBytes();
        }
        Loader loader = null;
        for (int i = 0; i < count; i++) {
            if (i % 50 == 0) loader = new Loader();
            if (!loader.define(original, i)) throw new AssertionError(i);
        }
    }

    /** Names, monitors and structs of threads lie in pieces that nobody gives back: of these the machine's sum is
     * compared, for what this domain has of them was the kernel's. */
    private static Map<String, Long> others() {
        Map<String, Long> others = new LinkedHashMap<>(Domain.machineMemory());
        Domain.currentUsage().memory().forEach((kind, bytes) -> others.merge(kind, kind.equals("names") ? 0 : -bytes, Long::sum));
        return others;
    }

    /** What is kept of domains that have ended goes when nobody refers to them any more. */
    private static Map<String, Long> account() throws InterruptedException {
        Map<String, Long> account = others();
        for (int same = 0; same < 3; same++) {
            Map<String, Long> before = account;
            System.gc();
            Thread.sleep(20);
            account = others();
            if (!account.equals(before)) same = 0;
        }
        return account;
    }

    private static void run(String what, int count) throws InterruptedException {
        int status = Domain.start(new Domain.Options(what).main("Many").argument(what).argument(Integer.toString(count))).await();
        if (status != 0) throw new AssertionError(what + ": " + status);
    }

    private static void compare(String what, Map<String, Long> before, Map<String, Long> after) {
        System.out.println(what + ": " + (before.equals(after) ? "the same to the byte" : before + " " + after));
    }

    public static void main(String[] arguments) throws Exception {
        int count = Integer.parseInt(arguments[1]);
        if (arguments[0].equals("line")) return;
        if (arguments[0].equals("load")) {
            load(count);
            return;
        }
        for (int i = 0; i < 20; i++) run("line", i);
        run("load", 30_000); // more than are there before a collection unloads what has gone
        Map<String, Long> before = account();
        for (int i = 0; i < count; i++) run("line", i);
        Map<String, Long> then = account();
        compare(count + " domains", before, then);
        int classes = Integer.parseInt(arguments[2]);
        run("load", classes);
        compare(classes + " classes", then, account());
        System.out.println("kinds: " + before.keySet());
    }
}

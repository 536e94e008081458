import gnomon.Domain;
import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** A domain fills memory with a word and gives it back. Another one looks for that word in all memory that it can get,
 * and so does the first one. */
public class Leftovers {
    private static final long WORD = 0x1234567887654321L;
    private static final int[] SIZES = {32, 200, 1000, 7000, 20_000, 50_000, 200_000, 1 << 20, 5 << 20};
    private static final int ROUND_BYTES = 6 << 20;

    /** Fills pieces of all sizes with the word, or counts how often it is in them. */
    private static long go(boolean writes) throws ReflectiveOperationException {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe) field.get(null);
        long found = 0;
        for (int bytes : SIZES) {
            long[] pieces = new long[Math.min(ROUND_BYTES / bytes, 1000)];
            for (int i = 0; i < pieces.length; i++) pieces[i] = unsafe.allocateMemory(bytes);
            for (long piece : pieces) {
                for (int at = 0; at + 8 <= bytes; at += 8) {
                    if (writes) unsafe.putLong(piece + at, WORD);
                    else if (unsafe.getLong(piece + at) == WORD) found++;
                }
                unsafe.freeMemory(piece);
            }
        }
        return found;
    }

    private static void look(String who) throws ReflectiveOperationException {
        long found = go(false);
        System.out.println(who + ": " + (found == 0 ? "nothing" : found + " words"));
    }

    private static void start(String what) throws InterruptedException {
        Domain.start(new Domain.Options(what).main("Leftovers").heap(64 << 20).argument(what)).await();
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 0) {
            start("writes");
            start("looks");
            start("writes");
            look("the first one");
        } else if (arguments[0].equals("writes")) {
            go(true);
            System.out.println("written");
        } else {
            look("a domain");
        }
    }
}

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Strings of all lengths up to some words that differ in one place, or not at all, in both orders and with bytes that
 * are negative as such. */
public class ComparedTexts {
    private static int compared(String a, String b) { return a.compareTo(b); }

    private static String text(int length, int at, int value) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) 'm');
        if (at < length) bytes[at] = (byte) value;
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static int naive(String a, String b) {
        for (int i = 0; i < a.length() && i < b.length(); i++) {
            if (a.charAt(i) != b.charAt(i)) return a.charAt(i) - b.charAt(i);
        }
        return a.length() - b.length();
    }

    public static void main(String[] arguments) {
        int[] values = {0, 'a', 'z', 0x7f, 0x80, 0xff};
        long hash = 0;
        int wrong = 0;
        for (int round = 0; round < 3; round++) {
            for (int first = 0; first <= 35; first++) {
                for (int second = 0; second <= 35; second++) {
                    for (int at = 0; at <= 35; at += 1 + round) {
                        String a = text(first, 99, 0), b = text(second, at, values[(at + first) % values.length]);
                        int difference = compared(a, b), other = compared(b, a);
                        if (difference != naive(a, b) || other != -difference) wrong++;
                        hash = hash * 31 + difference;
                    }
                }
            }
        }
        System.out.println(hash + " " + wrong);
        System.out.println(compared("", "") + " " + compared("a", "\u1234") + " " + compared("\u1234", "a") + " " + compared("\u1234b", "\u1234a"));
        String same = text(20, 3, 7);
        System.out.println(compared(same, same));
    }
}

/** Bytes that are used without their sign, with it, and both ways, often enough to be translated again. */
public class UnsignedBytes {
    private static final byte[] BYTES = new byte[256];
    private static byte shared = -3;
    private static volatile byte visible = -7;
    private byte own = -100;

    private static int sum(byte[] bytes) {
        int sum = 0;
        for (byte one : bytes) sum = 31 * sum + (one & 255);
        return sum;
    }

    private static int both(byte[] bytes, int i) { return (bytes[i] & 0xff) * 1000 + bytes[i]; }

    private static int stored(byte[] bytes, int i, int value) {
        bytes[i] = (byte) value;
        return bytes[i] & 255;
    }

    private static int other(byte[] bytes, int i) { return (bytes[i] & 127) + (bytes[i] & 256); }

    private static long wide(byte[] bytes, int i) { return (bytes[i] & 255L) << 40 | (bytes[i + 1] & 0xffL); }

    private static boolean isHigh(byte[] bytes, int i) { return (bytes[i] & 255) > 200; }

    private int fields() {
        own -= 9;
        shared += 5;
        visible += 11;
        return (own & 255) + ((shared & 255) << 8) + ((visible & 255) << 16);
    }

    /** Which of two branches a condition takes is known from the edge that led there; one of them is seldom taken. */
    private static int seldom(int i) {
        boolean found = isRound(i) || i % 7 == 3;
        int sum = i;
        while (!found && sum > 0) {
            found = isRound(sum);
            sum -= 13;
        }
        return found ? sum : -sum;
    }

    private static boolean isRound(int i) { return i % 100 == 0 ? i > 0 : i % 1000 == 1; }

    public static void main(String[] arguments) {
        for (int i = 0; i < BYTES.length; i++) BYTES[i] = (byte) (i * 7);
        UnsignedBytes one = new UnsignedBytes();
        long sum = 0;
        for (int round = 0; round < 20_000; round++) {
            int i = round & 127;
            sum = sum * 31 + both(BYTES, i) + stored(BYTES, i, round) + other(BYTES, i) + wide(BYTES, i) + (isHigh(BYTES, i) ? 1 : 0) + one.fields() + seldom(round);
            if (round % 100 == 0) sum += sum(BYTES);
        }
        System.out.println(sum);
    }
}

/** Loops whose work is in small methods that are inlined, two deep, in known proportions: for the tests that tell
 * instructions and samples apart by method and by line. */
public class Planted {
    /** As single and triple have it, the one a third as often as the other. */
    static int mix(int y, int i) {
        int z = y * 29;
        return z + (y >>> 5) ^ i; // mixed
    }

    static int mash(int y, int i) {
        int z = y * 29;
        return z + (y >>> 5) ^ i; // mashed
    }

    static int single(int x) {
        int y = x;
        for (int i = 0; i < 20; i++) y = mix(y, i);
        return y;
    }

    static int triple(int x) {
        int y = x;
        for (int i = 0; i < 60; i++) y = mash(y, i);
        return y;
    }

    static int step(int x) {
        return (x ^ x >>> 7) * 31 + (x << 3 ^ 5); // stepped
    }

    /** Two deep, it has nothing to do itself. */
    static int through(int x) {
        return step(step(step(step(x)))); // through
    }

    static int round(int x) {
        int y = x;
        for (int i = 0; i < 40; i++) y = through(y);
        return single(x) + triple(x) + y;
    }

    public static void main(String[] arguments) {
        int state = 1, rounds = Integer.parseInt(arguments[0]);
        for (int i = 0; i < rounds; i++) state += round(state);
        System.out.println(state);
    }
}

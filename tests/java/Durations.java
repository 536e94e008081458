/** Calls of known durations: a method that takes a fixed time for each turn of its loop, asked for turns of all sizes;
 * and three short ones that call each other. */
public class Durations {
    private static int sink = 1;

    static void turn(int turns) {
        int value = sink;
        for (int i = turns; i > 0; i--) value = value * 31 + i;
        sink = value;
    }

    static void c() { turn(20); }

    static void b() {
        turn(20);
        c();
    }

    static void a() {
        turn(20);
        b();
        c();
    }

    // The same, which nobody times.
    static void twinC() { turn(20); }

    static void twinB() {
        turn(20);
        twinC();
    }

    static void twinA() {
        turn(20);
        twinB();
        twinC();
    }

    /** The turns of the calls, one a line. */
    private static void known(int calls) {
        long random = 12345;
        for (int i = 0; i < calls; i++) {
            random = random * 6364136223846793005L + 1442695040888963407L;
            int turns = 1 + (int) (random >>> 33) % (1 << 4 + i % 14);
            timed(turns);
            System.out.println(turns);
        }
    }

    static void timed(int turns) { turn(turns); }

    /** What a call of the twins of a, b and c takes in ns, by the program's clock: see Truth, in turns with calls of a,
     * b and c themselves. */
    private static void twins(int rounds, int calls) {
        long[][] took = new long[3][rounds];
        for (int round = 0; round < rounds; round++) {
            long start = System.nanoTime();
            for (int i = 0; i < calls; i++) twinA();
            long afterA = System.nanoTime();
            for (int i = 0; i < calls; i++) twinB();
            long afterB = System.nanoTime();
            for (int i = 0; i < calls; i++) twinC();
            long afterC = System.nanoTime();
            took[0][round] = afterA - start;
            took[1][round] = afterB - afterA;
            took[2][round] = afterC - afterB;
            for (int i = 0; i < calls; i++) a();
            for (int i = 0; i < calls; i++) b();
            for (int i = 0; i < calls; i++) c();
        }
        for (long[] ns : took) System.out.println(Truth.of(ns) / calls);
    }

    public static void main(String[] arguments) {
        if (arguments[0].equals("known")) known(Integer.parseInt(arguments[1]));
        else twins(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
    }
}

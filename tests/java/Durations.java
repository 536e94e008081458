/** Calls of known durations: a method that takes a fixed time for each turn of its loop, asked for turns of all sizes; and three short ones that call each other. */
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

    /** The least time of a call of a, b and c, in ns, as the program sees it by its clock. */
    private static void shortest(int rounds, int calls) {
        long[] best = {Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE};
        for (int round = 0; round < rounds; round++) {
            long start = System.nanoTime();
            for (int i = 0; i < calls; i++) a();
            long afterA = System.nanoTime();
            for (int i = 0; i < calls; i++) b();
            long afterB = System.nanoTime();
            for (int i = 0; i < calls; i++) c();
            long afterC = System.nanoTime();
            best[0] = Math.min(best[0], afterA - start);
            best[1] = Math.min(best[1], afterB - afterA);
            best[2] = Math.min(best[2], afterC - afterB);
        }
        for (long ns : best) System.out.println((double) ns / calls);
    }

    public static void main(String[] arguments) {
        if (arguments[0].equals("known")) known(Integer.parseInt(arguments[1]));
        else shortest(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
    }
}

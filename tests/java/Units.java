/** The three methods of examples/Abc.java with short units of work, in turns with twins that nobody times. Prints what
 * a call of each twin takes, in ns by the program's clock: see Truth. */
public class Units {
    private static int state = 1;
    private static int unit;

    static void consume(int n) {
        int x = state;
        for (int i = n * unit; i > 0; i--) x = x * 1103515245 + 12345;
        state = x;
    }

    static void a() {
        consume(15);
        b();
        consume(20);
        c();
        consume(5);
        b();
        consume(5);
    }

    static void b() {
        consume(5);
        c();
        c();
        consume(10);
    }

    static void c() { consume(10); }

    static void twinA() {
        consume(15);
        twinB();
        consume(20);
        twinC();
        consume(5);
        twinB();
        consume(5);
    }

    static void twinB() {
        consume(5);
        twinC();
        twinC();
        consume(10);
    }

    static void twinC() { consume(10); }

    /** Arguments: rounds, calls of each in one, steps in a unit. */
    public static void main(String[] arguments) {
        int rounds = Integer.parseInt(arguments[0]), calls = Integer.parseInt(arguments[1]);
        unit = Integer.parseInt(arguments[2]);
        long[][] took = new long[3][rounds];
        for (int round = 0; round < rounds; round++) {
            long start = System.nanoTime();
            for (int i = 0; i < calls; i++) twinA();
            long afterA = System.nanoTime();
            for (int i = 0; i < calls; i++) twinB();
            long afterB = System.nanoTime();
            for (int i = 0; i < calls; i++) twinC();
            took[2][round] = System.nanoTime() - afterB;
            took[1][round] = afterB - afterA;
            took[0][round] = afterA - start;
            for (int i = 0; i < calls; i++) a();
            for (int i = 0; i < calls; i++) b();
            for (int i = 0; i < calls; i++) c();
        }
        for (long[] ns : took) System.out.println(Truth.of(ns) / calls);
    }
}

/** Three methods that call each other; how long each takes can be worked out by hand, so it shows whether a profiler
 * tells the truth. */
public class Abc {
    private static int state = 1;
    private static int unit = 1000;

    /** A counted loop of a linear congruential generator: nothing but arithmetic, always the same. */
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

    static void c() {
        consume(10);
    }

    /** Arguments: calls of a (100), calls to warm up (10), steps in one unit of work (1000). */
    public static void main(String[] arguments) {
        int calls = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 100;
        int warm = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 10;
        if (arguments.length > 2) unit = Integer.parseInt(arguments[2]);
        for (int i = 0; i < warm; i++) a();
        for (int i = 0; i < calls; i++) a();
        System.out.println(state);
    }
}

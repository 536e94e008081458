/** Runs a benchmark once, briefly, so that all it needs is loaded and translated; then in full, with the seconds that
 * this took. */
public class Warm {
    private static void run(String name, String... arguments) {
        switch (name) {
            case "Sieve" -> Sieve.main(arguments);
            case "NBody" -> NBody.main(arguments);
            case "Queens" -> Queens.main(arguments);
            case "Mandelbrot" -> Mandelbrot.main(arguments);
            case "Tasks" -> Tasks.main(arguments);
            case "HashTable" -> HashTable.main(arguments);
            default -> throw new IllegalArgumentException(name);
        }
    }

    public static void main(String[] arguments) {
        run(arguments[0], arguments[1]);
        long start = System.nanoTime();
        run(arguments[0]);
        System.out.println("seconds " + (System.nanoTime() - start) / 1e9);
    }
}

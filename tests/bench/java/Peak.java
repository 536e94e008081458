import java.util.function.IntSupplier;

/** Runs a program round after round and prints the least time of one, in microseconds, with its checksum: for what a
 * translator makes of code that is fully warm. */
public class Peak {
    private static IntSupplier program(String name) {
        return switch (name) {
            case "Parse" -> Parse::round;
            case "Hanoi" -> Hanoi::round;
            case "Jobs" -> Jobs::round;
            case "Flow" -> Flow::round;
            case "Loops" -> Loops::round;
            case "Crossings" -> Crossings::round;
            case "Chain" -> Chain::round;
            case "Board" -> Board::round;
            case "Orders" -> Orders::round;
            case "Branches" -> Branches::round;
            case "Balls" -> Balls::round;
            case "Sieve" -> Sieve::round;
            case "NBody" -> NBody::round;
            case "Mandelbrot" -> Mandelbrot::round;
            case "Words" -> Words::round;
            case "Streams" -> Streams::round;
            default -> throw new IllegalArgumentException(name);
        };
    }

    /** Arguments: seconds that it is to take, and names of programs. */
    public static void main(String[] arguments) {
        for (int i = 1; i < arguments.length; i++) {
            IntSupplier program = program(arguments[i]);
            int sum = program.getAsInt();
            long least = Long.MAX_VALUE, end = System.nanoTime() + (long) (Double.parseDouble(arguments[0]) * 1e9), now;
            while ((now = System.nanoTime()) < end) {
                if (program.getAsInt() != sum) throw new AssertionError(arguments[i]);
                least = Math.min(least, System.nanoTime() - now);
            }
            System.out.println(arguments[i] + " " + sum + " " + least / 1000.0);
        }
    }
}

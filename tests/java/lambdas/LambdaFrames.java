/** Small bodies of lambdas and small methods are in the stack traces of what they call, and with their own lines. */
public class LambdaFrames {
    interface Calculation { long of(long a, long b); }

    static Object[] objects = new Object[8];
    private final int field;

    LambdaFrames(int field) { this.field = field; }

    long fails(int p) {
        long sum = 0;
        for (int i = 0; i < 10; i++) sum += (long) i * p;
        return sum + objects[p & 7].hashCode();
    }

    long self() { return fails(3); }
    long other(LambdaFrames next) { return next.self(); }
    long third(LambdaFrames next) {
        int before = next.field;
        return before
            + next.other(this);
    }

    static long calculate(Calculation calculation, long a, long b) { return calculation.of(a, b); }
    long captured() { return calculate((x, y) -> fails(-24), 1, 2); }
    long uncaptured() { return calculate((x, y) -> new LambdaFrames(1).self(), 1, 2); }
    long reference() { return calculate(this::added, 1, 2); }
    long added(long a, long b) { return a + b + third(new LambdaFrames(2)); }

    static void show(String label, java.util.function.ToLongFunction<LambdaFrames> what) {
        try {
            System.out.println(label + " " + what.applyAsLong(new LambdaFrames(7)));
        } catch (NullPointerException e) {
            StringBuilder line = new StringBuilder(label);
            for (StackTraceElement frame : e.getStackTrace()) {
                if (frame.getMethodName().equals("show")) break;
                line.append(' ').append(frame.getMethodName().startsWith("lambda$") ? "lambda" : frame.getMethodName()).append(':').append(frame.getLineNumber());
            }
            System.out.println(line);
        }
    }

    public static void main(String[] arguments) {
        for (int round = 0; round < 3; round++) {
            show("captured", LambdaFrames::captured);
            show("uncaptured", f -> f.uncaptured());
            show("reference", LambdaFrames::reference);
            show("third", f -> f.third(f));
            show("null", f -> f.third(null));
            show("other", f -> f.other(null));
        }
    }
}

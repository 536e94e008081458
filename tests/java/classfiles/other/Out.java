package other;

/** What assembled code calls to show something. */
public class Out {
    private static final StringBuilder line = new StringBuilder();

    public static void print(int x) { line.append(x).append(' '); }
    public static void print(long x) { line.append(x).append("L "); }
    public static void print(float x) { line.append(x).append("f "); }
    public static void print(double x) { line.append(x).append("d "); }
    public static void print(Object x) { line.append(x).append(' '); }

    /** What was printed since the last time. */
    public static String take() {
        String text = line.toString();
        line.setLength(0);
        return text;
    }
}

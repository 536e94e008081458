/** A constructor reads its final fields through a method before and after it has set them: each read sees what stands
 * there then. */
public class FinalsReadEarly {
    static final class Point {
        final int x;
        final byte narrow;
        final Object name;
        String seen = "";

        Point(int x, Object name) {
            look();
            this.x = x;
            look();
            narrow = (byte) x;
            look();
            this.name = name;
            look();
        }

        private void look() { seen += sum(this) + "," + name(this) + " "; }
        private static int sum(Point point) { return point.narrow + point.x; }
        private static Object name(Point point) { return point.name; }
    }

    public static void main(String[] arguments) {
        for (int x : new int[] {0, 300, 0x55aa33cb, Integer.MIN_VALUE}) {
            Point point = new Point(x, "p" + x);
            System.out.println(point.seen + point.x + " " + point.narrow + " " + point.name);
        }
    }
}

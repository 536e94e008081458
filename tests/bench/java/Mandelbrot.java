/** How long points of the plane stay near zero under z := z² + c: double arithmetic in registers, one branch. */
public class Mandelbrot {
    private static int steps(double cx, double cy, int limit) {
        double x = 0, y = 0;
        for (int i = 0; i < limit; i++) {
            double xx = x * x, yy = y * y;
            if (xx + yy > 4) return i;
            y = 2 * x * y + cy;
            x = xx - yy + cx;
        }
        return limit;
    }

    static int round() {
        int side = 40, sum = 0;
        for (int row = 0; row < side; row++)
            for (int column = 0; column < side; column++)
                sum = sum * 31 + steps(-2.0 + 3.0 * column / side, -1.5 + 3.0 * row / side, 50);
        return sum;
    }

    public static void main(String[] arguments) {
        int repeats = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 48;
        int side = 400;
        long sum = 0;
        for (int repeat = 0; repeat < repeats; repeat++)
            for (int row = 0; row < side; row++)
                for (int column = 0; column < side; column++)
                    sum = sum * 31 + steps(-2.0 + 3.0 * column / side, -1.5 + 3.0 * row / side, 300 + repeat);
        System.out.println("mandelbrot " + sum);
    }
}

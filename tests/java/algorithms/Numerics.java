import java.util.Arrays;

/** Floating point work whose every bit counts: linear systems, integration, planets, Fourier, Mandelbrot, careful sums.
 * */
public class Numerics {
    static double[] solve(double[][] a, double[] b) {
        int n = b.length;
        for (int column = 0; column < n; column++) {
            int pivot = column;
            for (int row = column; row < n; row++) if (Math.abs(a[row][column]) > Math.abs(a[pivot][column])) pivot = row;
            double[] swap = a[column];
            a[column] = a[pivot];
            a[pivot] = swap;
            double value = b[column];
            b[column] = b[pivot];
            b[pivot] = value;
            for (int row = column + 1; row < n; row++) {
                double factor = a[row][column] / a[column][column];
                for (int k = column; k < n; k++) a[row][k] -= factor * a[column][k];
                b[row] -= factor * b[column];
            }
        }
        for (int row = n - 1; row >= 0; row--) {
            for (int k = row + 1; k < n; k++) b[row] -= a[row][k] * b[k];
            b[row] /= a[row][row];
        }
        return b;
    }

    static double energy(double[][] bodies) {
        double sum = 0;
        for (int i = 0; i < bodies.length; i++) {
            double[] p = bodies[i];
            sum += 0.5 * p[6] * (p[3] * p[3] + p[4] * p[4] + p[5] * p[5]);
            for (int j = i + 1; j < bodies.length; j++) {
                double[] q = bodies[j];
                sum -= p[6] * q[6] / Math.sqrt((p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]) + (p[2] - q[2]) * (p[2] - q[2]));
            }
        }
        return sum;
    }

    static void advance(double[][] bodies, double step) {
        for (int i = 0; i < bodies.length; i++)
            for (int j = i + 1; j < bodies.length; j++) {
                double[] p = bodies[i], q = bodies[j];
                double x = p[0] - q[0], y = p[1] - q[1], z = p[2] - q[2], d2 = x * x + y * y + z * z, magnitude = step / (d2 * Math.sqrt(d2));
                for (int k = 0; k < 3; k++) {
                    double d = k == 0 ? x : k == 1 ? y : z;
                    p[3 + k] -= d * q[6] * magnitude;
                    q[3 + k] += d * p[6] * magnitude;
                }
            }
        for (double[] body : bodies) for (int k = 0; k < 3; k++) body[k] += step * body[3 + k];
    }

    static void fourier(double[] re, double[] im) {
        int n = re.length;
        if (n == 1) return;
        double[][] half = new double[4][n / 2];
        for (int i = 0; i < n / 2; i++) {
            half[0][i] = re[2 * i];
            half[1][i] = im[2 * i];
            half[2][i] = re[2 * i + 1];
            half[3][i] = im[2 * i + 1];
        }
        fourier(half[0], half[1]);
        fourier(half[2], half[3]);
        for (int k = 0; k < n / 2; k++) {
            double angle = -2 * Math.PI * k / n, c = StrictMath.cos(angle), s = StrictMath.sin(angle), x = c * half[2][k] - s * half[3][k], y = c * half[3][k] + s * half[2][k];
            re[k] = half[0][k] + x;
            im[k] = half[1][k] + y;
            re[k + n / 2] = half[0][k] - x;
            im[k + n / 2] = half[1][k] - y;
        }
    }

    public static void main(String[] arguments) {
        double[][] matrix = new double[12][12];
        double[] right = new double[12];
        for (int i = 0; i < 12; i++) {
            right[i] = i - 5.5;
            for (int j = 0; j < 12; j++) matrix[i][j] = 1.0 / (i + j + 1);
        }
        System.out.println(Arrays.toString(solve(matrix, right)));
        double[][] bodies = {{0, 0, 0, 0, 0, 0, 39.5}, {4.84, -1.16, -0.10, 0.6, 2.8, -0.02, 0.037}, {8.34, 4.12, -0.4, -1.01, 1.8, 0.008, 0.011}, {12.9, -15.1, -0.22, 1.08, 0.87, -0.01, 0.0017}};
        System.out.print(energy(bodies));
        for (int i = 0; i < 2000; i++) advance(bodies, 0.01);
        System.out.println(" " + energy(bodies) + " " + Arrays.toString(bodies[1]));
        double[] re = new double[64], im = new double[64];
        for (int i = 0; i < 64; i++) re[i] = StrictMath.sin(i * 0.7) + i % 5;
        fourier(re, im);
        System.out.println(Arrays.toString(Arrays.copyOf(re, 6)) + Arrays.toString(Arrays.copyOf(im, 6)));
        long inside = 0, steps = 0;
        float narrow = 0;
        for (int py = -40; py < 40; py++)
            for (int px = -60; px < 30; px++) {
                double x = 0, y = 0;
                int n = 0;
                for (; n < 60 && x * x + y * y < 4; n++) {
                    double t = x * x - y * y + px / 30.0;
                    y = 2 * x * y + py / 30.0;
                    x = t;
                }
                steps += n;
                narrow += (float) (x * y) / (n + 1);
                if (n == 60) inside++;
            }
        System.out.println(inside + " " + steps + " " + narrow);
        double plain = 0, sum = 0, lost = 0;
        float single = 0;
        for (int i = 1; i <= 20000; i++) {
            double term = 1.0 / i / i * (i % 2 == 0 ? -1 : 1);
            plain += term;
            single += (float) term;
            double y = term - lost, t = sum + y;
            lost = t - sum - y;
            sum = t;
        }
        System.out.println(plain + " " + sum + " " + single + " " + (plain == sum));
        double root = 1, bisect = 0, high = 2;
        for (int i = 0; i < 8; i++) root -= (root * root * root - 2) / (3 * root * root);
        for (int i = 0; i < 60; i++) {
            double middle = (bisect + high) / 2;
            if (middle * middle * middle < 2) bisect = middle;
            else high = middle;
        }
        double area = 0;
        for (int i = 0; i < 1000; i++) {
            double x = (i + 0.5) / 1000;
            area += 4 / (1 + x * x) / 1000;
        }
        System.out.println(root + " " + bisect + " " + area + " " + Math.ulp(area));
        double y = 1, t = 0, h = 0.05;
        for (int i = 0; i < 100; i++, t += h) {
            double k1 = y * (1 - t), k2 = (y + h / 2 * k1) * (1 - t - h / 2), k3 = (y + h / 2 * k2) * (1 - t - h / 2), k4 = (y + h * k3) * (1 - t - h);
            y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
        }
        System.out.println(y + " " + t);
    }
}

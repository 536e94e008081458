/** Short methods that are inlined, in the ways that there are; with an argument, on null as well. Prints one sum. */
public class Observed {
    interface Shape {
        int area(int x);
    }

    static final class Square implements Shape {
        public int area(int x) {
            return x * x;
        }
    }

    static final class Strip implements Shape {
        public int area(int x) {
            return 3 * x;
        }
    }

    static final class Pair {
        final int a, b;

        Pair(int a, int b) {
            this.a = a;
            this.b = b;
        }

        int sum() {
            return a + b;
        }
    }

    private int field = 3;
    private static final int[] numbers = new int[64];

    int get() {
        return field;
    }

    static int add(int a, int b) {
        return a + b;
    }

    static int pick(int a, int b) {
        if (a > b) return a;
        return b;
    }

    static boolean isLarge(int a) {
        return a > 100;
    }

    static int area(Shape shape, int x) {
        return shape.area(x);
    }

    static int fails(int x) {
        if (x % 20 == 0) throw new IllegalStateException();
        return x;
    }

    static int deep(int n) {
        return n == 0 ? 0 : add(deep(n - 1), 1);
    }

    static int sumOfNumbers() {
        int sum = 0;
        for (int i = 0; i < numbers.length; i++) sum = add(sum, numbers[i]);
        return sum;
    }

    static int pairs(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) sum += new Pair(i, 1).sum();
        return sum;
    }

    static int onNull(Observed[] some) {
        int sum = 0;
        for (Observed one : some) {
            try {
                sum += one.get();
            } catch (NullPointerException e) {
                sum += 7;
            }
        }
        return sum;
    }

    static int failures(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            try {
                sum += fails(i);
            } catch (IllegalStateException e) {
                sum++;
            }
        }
        return sum;
    }

    static int round(Observed observed, Shape[] shapes, int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum = add(sum, observed.get());
            if (isLarge(sum)) sum = pick(sum - 100, 3);
            sum ^= area(shapes[i % shapes.length], i);
        }
        return sum;
    }

    public static void main(String[] arguments) {
        Observed observed = new Observed();
        Shape[] shapes = {new Square(), new Strip()};
        Observed[] some = {observed, null, observed, observed};
        int sum = 0;
        for (int i = 0; i < 20; i++) {
            sum = add(sum, round(observed, shapes, 3000));
            for (int k = 0; k < 100; k++) sum += sumOfNumbers();
            sum += pairs(3000) + failures(1000);
            for (int k = 0; k < 20; k++) sum += deep(40);
            if (arguments.length > 0) {
                for (int k = 0; k < 100; k++) sum += onNull(some);
            }
        }
        System.out.println(sum);
    }
}

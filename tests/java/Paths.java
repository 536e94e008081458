/** Short methods that are called and return most of the time: much of it passes before a frame is set up, or after it has been taken down. */
public class Paths {
    static int sum;

    static int leaf(int x) { return x * 31 + 7; }

    static void middle(int times) {
        for (int i = 0; i < times; i++) sum = leaf(sum);
    }

    static void outer(int times) {
        for (int i = 0; i < times; i++) middle(1_000_000);
    }

    public static void main(String[] arguments) {
        outer(Integer.parseInt(arguments[0]));
        System.out.println(sum);
    }
}

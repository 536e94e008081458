public class First {
    static int state = 1;

    public static void work(int milliseconds) {
        long end = System.nanoTime() + milliseconds * 1_000_000L;
        while (System.nanoTime() < end) state = burn(state, 20_000);
    }

    static int burn(int value, int times) {
        for (int i = 0; i < times; i++) value = value * 1103515245 + 12345;
        return value;
    }
}

import gnomon.Profiler;

/** Changes the sampler's rate as it goes: each method runs under a rate of its own, and the last one is much lower than
 * the first. */
public class Rates {
    private static int value = 1;

    private static void work(int rounds) {
        for (int i = 0; i < rounds; i++) value = value * 1664525 + 1013904223;
    }

    static void often(int rounds) {
        work(rounds);
    }

    static void unseen(int rounds) {
        work(rounds);
    }

    static void seldom(int rounds) {
        work(rounds);
    }

    public static void main(String[] arguments) {
        int rounds = Integer.parseInt(arguments[0]);
        Profiler.sample(5000);
        often(rounds);
        Profiler.sample(0);
        unseen(rounds);
        Profiler.sample(500);
        seldom(rounds);
        System.out.println(value);
    }
}

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What a machine still has to be able to do after an attack: collections, text, threads, exceptions, reflection,
 * lambdas, a collection of the heap. */
public class Afterwards {
    private static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

    public static void main(String[] arguments) throws Exception {
        Map<String, Integer> words = new TreeMap<>();
        for (int i = 0; i < 20_000; i++) words.merge("word" + i % 97, 1, Integer::sum);
        System.out.println(words.size() + " " + words.get("word13") + " " + fibonacci(20));
        long[] sums = new long[4];
        Thread[] threads = new Thread[4];
        for (int t = 0; t < 4; t++) {
            int number = t;
            threads[t] = new Thread(() -> { for (int i = 0; i < 10_000; i++) synchronized (sums) { sums[number] += i; } });
            threads[t].start();
        }
        for (Thread thread : threads) thread.join();
        System.out.println(sums[0] + sums[1] + sums[2] + sums[3]);
        System.gc();
        System.out.println(IntStream.range(0, 100).boxed().map(i -> i * i).filter(i -> i % 3 == 1).map(String::valueOf).collect(Collectors.joining(",")).hashCode());
        try {
            Object o = Class.forName("java.util.ArrayList").getDeclaredConstructor().newInstance();
            ((String) o).length();
        } catch (ClassCastException e) {
            System.out.println("as ever");
        }
    }
}

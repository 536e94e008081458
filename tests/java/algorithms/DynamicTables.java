import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Tables filled bottom up and top down: edit distance, knapsack, common subsequences, partitions, matrix chains,
 * Collatz lengths. */
public class DynamicTables {
    static int distance(String a, String b) {
        int[][] table = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++)
            for (int j = 0; j <= b.length(); j++)
                table[i][j] = i == 0 ? j : j == 0 ? i : Math.min(Math.min(table[i - 1][j], table[i][j - 1]) + 1, table[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1));
        return table[a.length()][b.length()];
    }

    static String common(String a, String b) {
        String[][] table = new String[a.length() + 1][b.length() + 1];
        for (String[] row : table) Arrays.fill(row, "");
        for (int i = 1; i <= a.length(); i++)
            for (int j = 1; j <= b.length(); j++)
                table[i][j] = a.charAt(i - 1) == b.charAt(j - 1) ? table[i - 1][j - 1] + a.charAt(i - 1) : table[i - 1][j].length() >= table[i][j - 1].length() ? table[i - 1][j] : table[i][j - 1];
        return table[a.length()][b.length()];
    }

    static long knapsack(int[] weights, long[] values, int limit) {
        long[] best = new long[limit + 1];
        for (int i = 0; i < weights.length; i++) for (int w = limit; w >= weights[i]; w--) best[w] = Math.max(best[w], best[w - weights[i]] + values[i]);
        return best[limit];
    }

    static final Map<Long, Integer> lengths = new HashMap<>(Map.of(1L, 1));

    static int collatz(long n) {
        Integer known = lengths.get(n);
        if (known != null) return known;
        int length = 1 + collatz(n % 2 == 0 ? n / 2 : 3 * n + 1);
        lengths.put(n, length);
        return length;
    }

    static BigInteger partitions(int n) {
        BigInteger[] ways = new BigInteger[n + 1];
        Arrays.fill(ways, BigInteger.ZERO);
        ways[0] = BigInteger.ONE;
        for (int part = 1; part <= n; part++) for (int sum = part; sum <= n; sum++) ways[sum] = ways[sum].add(ways[sum - part]);
        return ways[n];
    }

    static int chain(int[] sizes) {
        int n = sizes.length - 1;
        int[][] cost = new int[n][n];
        for (int length = 2; length <= n; length++)
            for (int i = 0; i + length <= n; i++) {
                int j = i + length - 1;
                cost[i][j] = Integer.MAX_VALUE;
                for (int k = i; k < j; k++) cost[i][j] = Math.min(cost[i][j], cost[i][k] + cost[k + 1][j] + sizes[i] * sizes[k + 1] * sizes[j + 1]);
            }
        return cost[0][n - 1];
    }

    static int increasing(int[] values) {
        int[] tails = new int[values.length];
        int size = 0;
        for (int value : values) {
            int at = Arrays.binarySearch(tails, 0, size, value);
            if (at < 0) at = -at - 1;
            tails[at] = value;
            if (at == size) size++;
        }
        return size;
    }

    public static void main(String[] arguments) {
        System.out.println(distance("kitten", "sitting") + " " + distance("", "abc") + " " + distance("intention", "execution") + " " + common("AGGTABQWERTY", "GXTXAYBWETYQ") + " " + common("abc", "xyz").length());
        int[] weights = new int[40];
        long[] values = new long[40];
        for (int i = 0; i < 40; i++) {
            weights[i] = 3 + i * 7 % 23;
            values[i] = 10 + i * i % 97;
        }
        System.out.println(knapsack(weights, values, 150) + " " + partitions(200) + " " + chain(new int[] {30, 35, 15, 5, 10, 20, 25}));
        int longest = 0;
        for (int n = 1; n < 3000; n++) if (collatz(n) > collatz(Math.max(1, longest))) longest = n;
        System.out.println(longest + " " + collatz(longest) + " " + lengths.size());
        int[] sequence = new int[500];
        for (int i = 0; i < sequence.length; i++) sequence[i] = (i * 7919 + 13) % 1009;
        System.out.println(increasing(sequence));
        long[][] pascal = new long[40][];
        for (int i = 0; i < pascal.length; i++) {
            pascal[i] = new long[i + 1];
            for (int j = 0; j <= i; j++) pascal[i][j] = j == 0 || j == i ? 1 : pascal[i - 1][j - 1] + pascal[i - 1][j];
        }
        System.out.println(Arrays.stream(pascal[39]).sum() + " " + pascal[39][19] + " " + Arrays.toString(pascal[9]));
        long coins = 0;
        long[] change = new long[501];
        change[0] = 1;
        for (int coin : new int[] {1, 2, 5, 10, 20, 50, 100, 200}) for (int i = coin; i <= 500; i++) change[i] += change[i - coin];
        for (long way : change) coins += way;
        System.out.println(change[200] + " " + coins);
    }
}

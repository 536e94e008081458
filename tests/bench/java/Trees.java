import gnomon.Profiler;
import java.util.Arrays;

/**
 * Binary trees, made and counted over and over, while what they allocate is counted and while it is not, in turns:
 * prints how many nodes, the nanoseconds of a node in the quickest quarter of the rounds of either kind, and their
 * ratio. What the machine does to a run it does to both kinds alike; the ratio is the median over pairs of turns that
 * follow each other.
 */
public class Trees {
    private static final int DEPTH = 14, TURN = 20;

    private static final class Node {
        final Node left, right;

        Node(Node left, Node right) {
            this.left = left;
            this.right = right;
        }

        int count() {
            return left == null ? 1 : 1 + left.count() + right.count();
        }
    }

    private static Node make(int depth) {
        return depth == 0 ? new Node(null, null) : new Node(make(depth - 1), make(depth - 1));
    }

    private static long nodes;

    /** Nanoseconds of a node in the quickest quarter of a turn. */
    private static double turn() {
        long[] rounds = new long[TURN];
        for (int i = 0; i < TURN; i++) {
            long start = System.nanoTime();
            nodes += make(DEPTH).count();
            rounds[i] = System.nanoTime() - start;
        }
        return quarter(rounds) / (double) ((2 << DEPTH) - 1);
    }

    private static long quarter(long[] values) {
        Arrays.sort(values);
        return values[values.length / 4];
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }

    private static double counted() {
        Profiler.alloc("**");
        double ns = turn();
        Profiler.noAlloc("**");
        return ns;
    }

    public static void main(String[] arguments) {
        int pairs = Integer.parseInt(arguments[0]);
        double[] off = new double[pairs], on = new double[pairs], ratios = new double[pairs];
        counted();
        turn();
        nodes = 0;
        for (int i = 0; i < pairs; i++) {
            on[i] = counted();
            off[i] = turn();
            ratios[i] = on[i] / off[i];
        }
        System.out.println(nodes + " " + median(off) + " " + median(on) + " " + median(ratios));
    }
}

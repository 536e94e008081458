/** Binary trees, made and counted over and over: prints how many nodes, and the nanoseconds of the fastest round, to a node. */
public class Trees {
    private static final int DEPTH = 14;

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

    public static void main(String[] arguments) {
        long nodes = 0, fastest = Long.MAX_VALUE;
        for (int round = Integer.parseInt(arguments[0]); round > 0; round--) {
            long start = System.nanoTime();
            nodes += make(DEPTH).count();
            fastest = Math.min(fastest, System.nanoTime() - start);
        }
        System.out.println(nodes + " " + (double) fastest / ((2 << DEPTH) - 1));
    }
}

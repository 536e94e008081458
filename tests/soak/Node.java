/** A tree whose nodes know what they were made with. */
final class Node {
    final Node left, right;
    final long check;

    Node(int depth, long seed) {
        left = depth == 0 ? null : new Node(depth - 1, seed * 31 + 1);
        right = depth == 0 ? null : new Node(depth - 1, seed * 31 + 2);
        check = seed;
    }

    void verify(long seed) {
        if (check != seed) throw new AssertionError("a node has changed: " + check + ", not " + seed);
        if (left == null) return;
        left.verify(seed * 31 + 1);
        right.verify(seed * 31 + 2);
    }
}

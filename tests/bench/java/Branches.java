import java.util.Arrays;

/** Makes trees of arrays of random sizes: allocation, and a lambda that fills them. */
class Branches {
    private int seed = 74755, count;

    private int random() {
        seed = seed * 1309 + 13849 & 65535;
        return seed;
    }

    private Object[] tree(int depth) {
        count++;
        if (depth == 1) return new Object[random() % 10 + 1];
        Object[] tree = new Object[4];
        Arrays.setAll(tree, i -> tree(depth - 1));
        return tree;
    }

    static int round() {
        Branches branches = new Branches();
        branches.tree(7);
        return branches.count;
    }
}

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Threads make trees and keep most of them, so that each collection has some MiB to copy. Prints a sum over what is
 * left. */
public class Copies {
    static final class Node {
        Node left, right;
        int key;
        byte[] data;
    }

    static Node tree(int depth, Random random) {
        Node node = new Node();
        node.key = random.nextInt();
        node.data = new byte[16 + random.nextInt(48)];
        if (depth > 0) {
            node.left = tree(depth - 1, random);
            node.right = tree(depth - 1, random);
        }
        return node;
    }

    static long sum(Node node) {
        return node == null ? 0 : node.key + node.data.length + sum(node.left) + 3 * sum(node.right);
    }

    static long work(int seed, int trees) {
        Random random = new Random(seed);
        List<Node> kept = new ArrayList<>();
        for (int i = 0; i < trees; i++) {
            kept.add(tree(10, random));
            if (i % 3 == 0) tree(9, random);
            if (i % 16 == 0) kept.set(i / 2, null);
        }
        long sum = 0;
        for (Node node : kept) sum += sum(node);
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        long[] sums = new long[Integer.parseInt(args[0])];
        Thread[] threads = new Thread[sums.length];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> sums[number] = work(number, Integer.parseInt(args[1])));
            threads[i].start();
        }
        long all = 0;
        for (int i = 0; i < threads.length; i++) {
            threads[i].join();
            all = all * 31 + sums[i];
        }
        System.gc();
        System.out.println(all);
    }
}

// Holds objects of known numbers and sizes until it ends, and drops others.
public class Held {
    static class Leaf { // 8 + 4 + 1, that is 16 bytes
        int number;
        byte small;
    }

    static class Node { // 8 + 8 + 4 + 4
        long value;
        Leaf leaf;
        Node next;
    }

    static class Kind extends Node { // 24 + 2 + 8, that is 40
        char letter;
        double weight;
    }

    static Object[] kept = new Object[4];
    static String text;

    public static void main(String[] arguments) throws InterruptedException {
        Leaf[] leaves = new Leaf[1000];
        for (int i = 0; i < leaves.length; i++) leaves[i] = new Leaf();
        Node first = null;
        for (int i = 0; i < 500; i++) {
            Node node = i % 5 == 0 ? new Kind() : new Node();
            node.value = i;
            node.leaf = leaves[i];
            node.next = first;
            first = node;
        }
        kept[0] = leaves;
        kept[1] = first;
        kept[2] = new long[7][11];
        kept[3] = new Held[70000]; // a large object, with chunks of its own
        text = new StringBuilder("held").reverse().toString();
        Object dropped = null;
        for (int i = 0; i < 5000; i++) dropped = new Kind();
        Thread.sleep(100); // the library's own threads come to where they wait, and the heart beats
        System.out.println(dropped != null);
    }
}

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Looks for the loops of flow graphs: depth-first numbers, sets and maps of nodes, union-find. */
class Loops {
    private static final class Node {
        final int id;
        final List<Node> in = new ArrayList<>(), out = new ArrayList<>();

        Node(int id) {
            this.id = id;
        }

        @Override public int hashCode() { return id; }
        @Override public boolean equals(Object other) { return other instanceof Node node && node.id == id; }
    }

    private static final class Part {
        Node node;
        Part parent = this;
        int number;

        Part find() {
            List<Part> way = new ArrayList<>();
            Part at = this;
            while (at != at.parent) {
                if (at.parent != at.parent.parent) way.add(at);
                at = at.parent;
            }
            Part root = at;
            way.forEach(each -> each.parent = root);
            return root;
        }
    }

    private final List<Node> graph = new ArrayList<>();
    private final Map<Node, Integer> numbers = new HashMap<>();
    private final List<Part> parts = new ArrayList<>();
    private int[] last;

    private Node node() {
        Node node = new Node(graph.size());
        graph.add(node);
        return node;
    }

    private static void edge(Node from, Node to) {
        from.out.add(to);
        to.in.add(from);
    }

    private Node nest(Node start, int depth) {
        Node head = node();
        edge(start, head);
        Node at = head;
        for (int i = 0; i < 2 && depth > 0; i++) at = nest(at, depth - 1);
        Node tail = node();
        edge(at, tail);
        edge(tail, head);
        return tail;
    }

    private void search(Node node) {
        Part part = new Part();
        part.node = node;
        part.number = parts.size();
        numbers.put(node, part.number);
        parts.add(part);
        for (Node to : node.out) {
            if (!numbers.containsKey(to)) search(to);
        }
        last[part.number] = parts.size() - 1;
    }

    private boolean isAncestor(int above, int below) {
        return above <= below && below <= last[above];
    }

    private int bodies() {
        int loops = 0, sum = 0;
        for (int i = parts.size() - 1; i >= 0; i--) {
            Set<Part> body = new HashSet<>();
            List<Part> open = new ArrayList<>();
            for (Node from : parts.get(i).node.in) {
                int number = numbers.get(from);
                if (isAncestor(i, number) && number != i) {
                    Part part = parts.get(number).find();
                    if (body.add(part)) open.add(part);
                }
            }
            if (!body.isEmpty()) loops++;
            while (!open.isEmpty()) {
                Part part = open.remove(open.size() - 1);
                for (Node from : part.node.in) {
                    Part other = parts.get(numbers.get(from)).find();
                    if (other.number != i && isAncestor(i, other.number) && body.add(other)) open.add(other);
                }
            }
            for (Part part : body) {
                part.parent = parts.get(i);
                sum += part.number;
            }
        }
        return loops * 1000003 + sum;
    }

    static int round() {
        Loops loops = new Loops();
        Node at = loops.node();
        for (int i = 0; i < 12; i++) at = loops.nest(at, 4);
        loops.last = new int[loops.graph.size()];
        loops.search(loops.graph.get(0));
        return loops.bodies();
    }
}

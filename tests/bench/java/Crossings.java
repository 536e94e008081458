/** Moving points are kept in trees by name and by cell, and pairs that come near are counted: comparisons through an
 * interface, doubles. */
class Crossings {
    private static final class Name implements Comparable<Name> {
        final int[] letters = new int[3];

        Name(int number) {
            letters[0] = number / 100;
            letters[1] = number / 10 % 10;
            letters[2] = number % 10;
        }

        @Override public int compareTo(Name other) {
            for (int i = 0; i < letters.length; i++) {
                int difference = letters[i] - other.letters[i];
                if (difference != 0) return difference;
            }
            return 0;
        }
    }

    private record Vector(double x, double y) implements Comparable<Vector> {
        Vector plus(Vector other) { return new Vector(x + other.x, y + other.y); }
        Vector minus(Vector other) { return new Vector(x - other.x, y - other.y); }
        Vector times(double factor) { return new Vector(x * factor, y * factor); }
        double dot(Vector other) { return x * other.x + y * other.y; }

        private static int compare(double a, double b) {
            return a < b ? -1 : a > b ? 1 : 0;
        }

        @Override public int compareTo(Vector other) {
            int first = compare(x, other.x);
            return first != 0 ? first : compare(y, other.y);
        }
    }

    /** Not balanced: keys come in no order. */
    private static final class Tree<K extends Comparable<K>, V> {
        private static final class Node<K, V> {
            final K key;
            V value;
            Node<K, V> left, right;

            Node(K key, V value) {
                this.key = key;
                this.value = value;
            }
        }

        private Node<K, V> root;

        V get(K key) {
            Node<K, V> at = root;
            while (at != null) {
                int order = key.compareTo(at.key);
                if (order == 0) return at.value;
                at = order < 0 ? at.left : at.right;
            }
            return null;
        }

        void put(K key, V value) {
            Node<K, V> at = root, above = null;
            int order = 0;
            while (at != null) {
                order = key.compareTo(at.key);
                if (order == 0) {
                    at.value = value;
                    return;
                }
                above = at;
                at = order < 0 ? at.left : at.right;
            }
            Node<K, V> node = new Node<>(key, value);
            if (above == null) root = node;
            else if (order < 0) above.left = node;
            else above.right = node;
        }
    }

    private static final class Cell {
        final Vector[] points = new Vector[64];
        int count;
    }

    private static final double SIZE = 4, NEAR = 1;
    private final Tree<Name, Vector> places = new Tree<>();

    private int near(Cell cell, Vector point) {
        int near = 0;
        for (int i = 0; i < cell.count; i++) {
            Vector way = cell.points[i].minus(point);
            if (way.dot(way) < NEAR) near++;
        }
        return near;
    }

    private int step(int time) {
        Tree<Vector, Cell> cells = new Tree<>();
        int near = 0;
        for (int i = 0; i < 200; i++) {
            int number = i * 77 % 200;
            Name name = new Name(number);
            Vector old = places.get(name);
            double angle = number * 0.7 + time * 0.01;
            Vector move = new Vector(angle - (int) angle - 0.5, angle * 3 - (int) (angle * 3) - 0.5);
            Vector point = old == null ? new Vector(number % 16, number / 16) : old.plus(move.times(0.1));
            places.put(name, point);
            Vector corner = new Vector((int) (point.x / SIZE) * SIZE, (int) (point.y / SIZE) * SIZE);
            Cell cell = cells.get(corner);
            if (cell == null) cells.put(corner, cell = new Cell());
            near += near(cell, point);
            if (cell.count < cell.points.length) cell.points[cell.count++] = point;
        }
        return near;
    }

    static int round() {
        Crossings crossings = new Crossings();
        int sum = 0;
        for (int time = 0; time < 12; time++) sum = sum * 31 + crossings.step(time);
        return sum;
    }
}

import java.util.function.IntConsumer;

/** Stores to arrays by methods that run often: into arrays of a final class, where the value is known to fit, and into
 * those that turn out to be of another class than they are declared as. */
public class StoresOften {
    static final class Leaf {
        final int number;
        Leaf next;

        Leaf(int number) { this.number = number; }
    }

    static class Base { }
    static final class Derived extends Base { }

    final Leaf[] leaves = new Leaf[4];
    Base[] bases = new Base[2];
    Object[] objects = new Object[2];
    String[] strings = new String[2];
    final int[][] rows = new int[2][];
    Leaf last;
    Base base = new Base();

    void push(Leaf leaf, int at) {
        leaf.next = leaves[at];
        leaves[at] = leaf;
        last = leaf;
    }

    Leaf pop(int at) {
        Leaf leaf = leaves[at];
        leaves[at] = leaf.next;
        leaf.next = null;
        return leaf;
    }

    void row(int[] row, int at) { rows[at] = row; }
    void swap() {
        int[] row = rows[0];
        rows[0] = rows[1];
        rows[1] = row;
    }

    void keep(Object object, String string) {
        objects[0] = object;
        strings[1] = string;
        strings[0] = strings[1];
    }

    void keep(Base base) { bases[0] = base; }
    void keepOwn() { bases[1] = base; }

    static Object[] fresh(boolean many, String text) {
        Object[] made = many ? new Object[2] : new String[1];
        made[0] = text;
        return made;
    }

    static void put(Object[] array, Object value) { array[0] = value; }

    private static void tries(String what, Runnable action) {
        try {
            action.run();
            System.out.println(what + ": done");
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e);
        }
    }

    private void refuse() {
        tries("an Integer among strings", () -> put(new String[1], 1));
        tries("null among strings", () -> put(new String[1], null));
        tries("a leaf among leaves", () -> put(leaves, new Leaf(9)));
        tries("a string among leaves", () -> put(leaves, "leaf"));
        bases = new Derived[2];
        tries("a base among derived", () -> keep(new Base()));
        tries("a derived among derived", () -> keep(new Derived()));
        tries("its base among derived", this::keepOwn);
        objects = new String[2];
        tries("an object among strings", () -> keep(this, "b"));
        tries("a string among strings", () -> keep("a", "b"));
        objects = new Object[2];
        bases = new Base[2];
        tries("nothing to pop", () -> pop(3));
        tries("no leaf", () -> push(null, 0));
        tries("out of bounds", () -> push(new Leaf(1), 4));
    }

    public static void main(String[] arguments) {
        StoresOften all = new StoresOften();
        IntConsumer step = i -> {
            all.push(new Leaf(i), i % 3);
            if (i % 4 != 0) all.push(all.pop(i % 3), 2);
            all.row(new int[] {i}, i % 2);
            if (i > 2) all.swap();
            all.keep(i % 2 == 0 ? "even" : (Object) i, "text " + i % 7);
            all.keep(i % 3 == 0 ? new Base() : new Derived());
            all.keepOwn();
            put(i % 2 == 0 ? new Object[1] : new Integer[1], i);
        };
        int sum = 0;
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 6000; i++) {
                step.accept(i);
                sum = sum * 31 + all.last.number + all.rows[0][0] + fresh(i % 2 == 0, "x").length + all.strings[0].length();
            }
            System.out.println(sum);
            all.refuse();
        }
    }
}

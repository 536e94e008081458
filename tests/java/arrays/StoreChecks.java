import java.io.Serializable;

/** Stores into arrays of references: what may be stored where, through every static type, in loops, of interfaces, of
 * arrays of arrays; the exception's text, and nothing is written when it fails. */
public class StoreChecks {
    interface Face { }
    interface Wide extends Face { }
    static class Base implements Face { public String toString() { return "base"; } }
    static class Derived extends Base implements Wide { public String toString() { return "derived"; } }
    static final class Leaf extends Derived { public String toString() { return "leaf"; } }
    enum Color { RED, GREEN { } }

    private static String store(Object[] array, int index, Object value) {
        Object before = array[index];
        try {
            array[index] = value;
            return array[index] == value ? "stored" : "lost";
        } catch (ArrayStoreException e) {
            return (array[index] == before ? "" : "changed ") + e.getMessage();
        }
    }

    private static void table() {
        Object[][] arrays = {new Object[1], new Base[1], new Derived[1], new Leaf[1], new Face[1], new Wide[1], new String[1], new Comparable[1], new Serializable[1], new Cloneable[1], new Number[1], new Integer[1], new Object[1][1], new int[1][1], new String[1][1], new Face[1][1], new Runnable[1],
            new Color[1], new Enum[1], new Object[1][][], new Cloneable[1][], new Class<?>[1], new CharSequence[1]};
        Object[] values = {null, new Object(), new Base(), new Derived(), new Leaf(), "text", 5, 5L, 'c', new int[1], new long[1], new String[1], new Leaf[1], new Object[1], new int[1][1], new Leaf[1][1], Color.RED, Color.GREEN, (Runnable) () -> { }, String.class, new StringBuilder()};
        for (Object[] array : arrays) {
            for (Object value : values) {
                String type = value instanceof Runnable ? "lambda" : value == null ? "null" : value.getClass().getSimpleName();
                String result = store(array, 0, value);
                System.out.println(array.getClass().getSimpleName() + " <- " + type + ": " + (value instanceof Runnable && result.contains("Lambda") ? "refused" : result));
            }
        }
    }

    private static void typed() {
        Base[] bases = new Derived[2];
        try { bases[0] = new Base(); } catch (ArrayStoreException e) { System.out.println(e.getMessage()); }
        bases[1] = new Leaf();
        Face[] faces = bases;
        try { faces[0] = new Face() { }; } catch (ArrayStoreException e) { System.out.println(e.getMessage()); }
        faces[0] = new Derived();
        Object[] objects = faces;
        try { objects[0] = "text"; } catch (ArrayStoreException e) { System.out.println(e.getMessage()); }
        System.out.println(bases[0] + " " + bases[1]);
        Object[][] nested = new String[2][2];
        try { nested[0] = new Object[1]; } catch (ArrayStoreException e) { System.out.println(e.getMessage()); }
        try { nested[0][0] = 5; } catch (ArrayStoreException e) { System.out.println(e.getMessage()); }
        nested[1] = new String[] {"a", "b", "c"};
        System.out.println(nested[1].length + " " + nested[1][2]);
        Object[] own = new Object[1][];
        try { own[0] = own; System.out.println(((Object[]) own[0])[0] == own); } catch (ArrayStoreException e) { System.out.println(e.getMessage()); }
        Comparable<?>[] comparables = new Integer[1];
        try { ((Object[]) comparables)[0] = "x"; } catch (ArrayStoreException e) { System.out.println(e.getMessage()); }
    }

    private static void order() {
        Object[] none = null, strings = new String[1];
        int calls = 0;
        try { strings[5] = calls++; } catch (RuntimeException e) { System.out.println(e.getMessage() + " " + calls); }
        try { strings[-1] = new Object(); } catch (RuntimeException e) { System.out.println(e.getMessage()); }
        try { none[0] = calls++; } catch (RuntimeException e) { System.out.println(e.getClass() + " " + calls); }
        try { strings[0] = calls / 0; } catch (RuntimeException e) { System.out.println(e.getMessage()); }
    }

    private static void loops() {
        Object[][] targets = {new Object[64], new Number[64], new Integer[64]};
        Object[] values = {1, 2L, "3", 4.0, null};
        for (Object[] target : targets) {
            int failed = 0;
            for (int i = 0; i < 64; i++) {
                try { target[i] = values[i % 5]; } catch (ArrayStoreException e) { failed++; target[i] = null; }
            }
            int sum = 0;
            for (Object value : target) if (value instanceof Number) sum += ((Number) value).intValue();
            System.out.println(failed + " " + sum);
        }
        Object[] from = {1, 2, "three", 4}, to = new Integer[4];
        try { System.arraycopy(from, 0, to, 0, 4); } catch (ArrayStoreException e) { System.out.println(e.getMessage()); }
        System.out.println(to[0] + " " + to[1] + " " + to[2] + " " + to[3]);
        try { System.arraycopy(from, 0, new int[4], 0, 4); } catch (ArrayStoreException e) { System.out.println(e.getMessage()); }
        try { System.arraycopy(new int[4], 0, new long[4], 0, 1); } catch (ArrayStoreException e) { System.out.println(e.getMessage()); }
        try { System.arraycopy("text", 0, to, 0, 1); } catch (ArrayStoreException e) { System.out.println(e.getMessage()); }
        try { System.arraycopy(from, 0, "text", 0, 1); } catch (ArrayStoreException e) { System.out.println(e.getMessage()); }
        try { System.arraycopy(from, 2, to, 2, 3); } catch (IndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try { System.arraycopy(from, -1, to, 2, 1); } catch (IndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try { System.arraycopy(from, 0, to, 3, 2); } catch (IndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try { System.arraycopy(from, 0, to, 0, -1); } catch (IndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try { System.arraycopy(new byte[3], 2, new byte[9], Integer.MAX_VALUE, 1); } catch (IndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try { System.arraycopy(null, 0, to, 0, 1); } catch (NullPointerException e) { System.out.println("null"); }
    }

    public static void main(String[] arguments) {
        table();
        typed();
        order();
        loops();
    }
}

import java.lang.reflect.Array;
import java.util.Arrays;

/** Copies of a few elements, of every type, within one array both ways and between two, and all that is wrong with one;
 * strings that differ in one place; methods that are overridden late. */
public class ShortCopies {
    private static final Class<?>[] TYPES = {boolean.class, byte.class, char.class, short.class, int.class, long.class, float.class, double.class, String.class};

    private static void fill(Object array) {
        for (int i = 0; i < Array.getLength(array); i++) {
            if (array instanceof boolean[] flags) flags[i] = i % 3 == 0;
            else if (array instanceof byte[] bytes) bytes[i] = (byte) (i * 7 - 90);
            else if (array instanceof char[] chars) chars[i] = (char) (i * 577);
            else if (array instanceof short[] shorts) shorts[i] = (short) (i * 1003);
            else if (array instanceof int[] ints) ints[i] = i * 100_000_007;
            else if (array instanceof long[] longs) longs[i] = i * 1_000_000_000_000_007L;
            else if (array instanceof float[] floats) floats[i] = i / 3f;
            else if (array instanceof double[] doubles) doubles[i] = i / 7.0;
            else ((Object[]) array)[i] = "s" + i;
        }
    }

    private static int hash(Object array) {
        int hash = 1;
        for (int i = 0; i < Array.getLength(array); i++) hash = hash * 31 + Array.get(array, i).hashCode();
        return hash;
    }

    private static String copy(Object from, int start, Object to, int at, int count) {
        try {
            System.arraycopy(from, start, to, at, count);
            return "ok";
        } catch (RuntimeException e) {
            return e.toString();
        }
    }

    private static void copies() {
        for (Class<?> type : TYPES) {
            int sum = 0;
            for (int count = 0; count < 140; count += count < 70 ? 1 : 7) {
                for (int shift = 0; shift < 10; shift++) {
                    Object from = Array.newInstance(type, 150), to = Array.newInstance(type, 151);
                    fill(from);
                    fill(to);
                    copy(from, shift, to, shift / 2 + 1, count);
                    sum = sum * 31 + hash(to);
                    copy(from, shift, from, 9 - shift, count);
                    sum = sum * 31 + hash(from);
                }
            }
            System.out.println(type + " " + sum);
        }
    }

    private static void errors() {
        byte[] bytes = new byte[10];
        int[][] cases = {{-1, 0, 1}, {0, -1, 1}, {0, 0, -1}, {0, 0, 11}, {10, 0, 0}, {10, 0, 1}, {11, 0, 0}, {0, 10, 0}, {0, 11, 0}, {5, 6, 5}, {6, 5, 5}, {Integer.MAX_VALUE, 0, 2},
            {0, Integer.MAX_VALUE, 2}, {2, 2, Integer.MAX_VALUE}, {Integer.MIN_VALUE, 0, 1}, {0, 0, Integer.MIN_VALUE}};
        for (int[] each : cases) System.out.println(Arrays.toString(each) + " " + copy(bytes, each[0], bytes, each[1], each[2]));
        System.out.println(copy(bytes, 0, new boolean[10], 0, 1));
        System.out.println(copy(bytes, 0, new int[10], 0, 0));
        System.out.println(copy(bytes, 0, "text", 0, 1));
        System.out.println(copy("text", 0, "text", 0, 0));
        System.out.println(copy(new byte[2][2], 0, new byte[2][2], 0, 1));
        System.out.println(copy(new Object[] {"a", 1}, 0, new String[2], 0, 2));
        System.out.println(copy(new byte[1], 0, new byte[1], 0, 1));
        try {
            System.arraycopy(null, 0, bytes, 0, 0);
        } catch (NullPointerException e) {
            System.out.println("null from");
        }
        try {
            System.arraycopy(bytes, 0, null, 0, 0);
        } catch (NullPointerException e) {
            System.out.println("null to");
        }
    }

    private static boolean same(String a, Object b) {
        return a.equals(b);
    }

    private static void strings() {
        int equal = 0, different = 0;
        for (int round = 0; round < 60; round++) {
            for (int length = 0; length < 27; length++) {
                char[] chars = new char[length];
                Arrays.fill(chars, round % 2 == 0 ? 'a' : '\u4e00');
                String text = new String(chars);
                if (same(text, new String(chars))) equal++;
                if (!same(text, text + "a") && !same(text + "a", text) && !same(text, null) && !same(text, chars)) different++;
                for (int at = 0; at < length; at++) {
                    chars[at] ^= 128;
                    if (!same(text, new String(chars))) different++;
                    chars[at] ^= 128;
                }
            }
        }
        System.out.println(equal + " equal, " + different + " different");
    }

    private static class Shape {
        int sides() { return 3; }
        int all(int count) {
            int sum = 0;
            for (int i = 0; i < count; i++) sum += sides();
            return sum;
        }
        /** Makes the object of the class that overrides, in the middle of the loop in which nothing did. */
        static int mixed(Shape[] shapes, int late) {
            int sum = 0;
            for (int i = 0; i < shapes.length; i++) {
                if (i == late) shapes[i] = other();
                sum += shapes[i].sides();
            }
            return sum;
        }
        static Shape other() { return new Square(); }
    }

    private static class Square extends Shape {
        @Override int sides() { return 4; }
    }

    private static int depth(Shape shape, int n) {
        return n == 0 ? shape.sides() : depth(shape, n - 1) + depth(shape, n - 2 < 0 ? 0 : n - 2);
    }

    public static void main(String[] arguments) {
        copies();
        errors();
        strings();
        Shape[] shapes = new Shape[100];
        Arrays.fill(shapes, new Shape());
        int sum = 0;
        for (int i = 0; i < 6000; i++) sum += Shape.mixed(shapes, -1) + shapes[0].all(3);
        System.out.println(sum + " " + Shape.mixed(shapes, 50) + " " + Shape.mixed(shapes, -1) + " " + shapes[50].all(3) + " " + depth(shapes[50], 18));
    }
}

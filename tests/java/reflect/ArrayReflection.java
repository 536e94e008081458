import java.lang.reflect.Array;
import java.util.Arrays;

/** java.lang.reflect.Array with all types, and its exceptions. */
public class ArrayReflection {
    interface Action { Object run() throws Exception; }

    static void attempt(String label, Action action) {
        try {
            System.out.println(label + ": " + action.run());
        } catch (NullPointerException e) {
            System.out.println(label + ": NullPointerException");
        } catch (Throwable e) {
            System.out.println(label + ": " + e);
        }
    }

    static Object[] arrays() {
        return new Object[] {new boolean[] {true, false}, new byte[] {-1, 2}, new char[] {'a', 'b'}, new short[] {-3, 4}, new int[] {-5, 6}, new long[] {-7, 8},
            new float[] {-1.5f, 2}, new double[] {-2.5, 3}, new String[] {"x", null}, new int[][] {{1}, null}, new Object[] {1, "two"}, "no array", null};
    }

    static void getters(Object array) {
        String name = array == null ? "null" : array.getClass().getSimpleName();
        for (int index : new int[] {0, 1, 2, -1}) {
            attempt(name + ".getBoolean " + index, () -> Array.getBoolean(array, index));
            attempt(name + ".getByte " + index, () -> Array.getByte(array, index));
            attempt(name + ".getChar " + index, () -> (int) Array.getChar(array, index));
            attempt(name + ".getShort " + index, () -> Array.getShort(array, index));
            attempt(name + ".getInt " + index, () -> Array.getInt(array, index));
            attempt(name + ".getLong " + index, () -> Array.getLong(array, index));
            attempt(name + ".getFloat " + index, () -> Array.getFloat(array, index));
            attempt(name + ".getDouble " + index, () -> Array.getDouble(array, index));
            attempt(name + ".get " + index, () -> {
                Object o = Array.get(array, index);
                return o instanceof int[] ? "int[]" : o + (o == null ? "" : o.getClass().getName());
            });
        }
        attempt(name + ".length", () -> Array.getLength(array));
    }

    static void setters(Object array) {
        String name = array == null ? "null" : array.getClass().getSimpleName();
        for (int index : new int[] {0, 2}) {
            attempt(name + ".setBoolean", () -> { Array.setBoolean(array, index, true); return Array.get(array, index); });
            attempt(name + ".setByte", () -> { Array.setByte(array, index, (byte) -9); return Array.get(array, index); });
            attempt(name + ".setChar", () -> { Array.setChar(array, index, 'z'); return Array.get(array, index); });
            attempt(name + ".setShort", () -> { Array.setShort(array, index, (short) -10); return Array.get(array, index); });
            attempt(name + ".setInt", () -> { Array.setInt(array, index, 11); return Array.get(array, index); });
            attempt(name + ".setLong", () -> { Array.setLong(array, index, 12L << 33); return Array.get(array, index); });
            attempt(name + ".setFloat", () -> { Array.setFloat(array, index, 13.5f); return Array.get(array, index); });
            attempt(name + ".setDouble", () -> { Array.setDouble(array, index, 14.25); return Array.get(array, index); });
            for (Object value : new Object[] {true, (byte) 1, 'v', (short) 2, 3, 4L, 5f, 6.0, "text", null})
                attempt(name + ".set " + value, () -> { Array.set(array, index, value); return Array.get(array, index); });
        }
    }

    public static void main(String[] arguments) {
        for (Object array : arrays()) getters(array);
        for (Object array : arrays()) if (!(array instanceof int[][])) setters(array);
        for (Class<?> type : new Class<?>[] {int.class, String.class, long[].class, void.class, null}) {
            attempt("new " + type, () -> Array.newInstance(type, 3).getClass().getName());
            attempt("new negative " + type, () -> Array.newInstance(type, -1));
            attempt("new multi " + type, () -> {
                Object o = Array.newInstance(type, 2, 3, 0);
                return o.getClass().getName() + " " + Array.getLength(Array.get(o, 1));
            });
            attempt("new multi negative " + type, () -> Array.newInstance(type, 2, -3));
            attempt("new multi none " + type, () -> Array.newInstance(type, new int[0]));
            attempt("new multi null " + type, () -> Array.newInstance(type, (int[]) null));
            attempt("new multi 255 " + type, () -> Array.newInstance(type, new int[255]).getClass().getName().length());
            attempt("new multi 256 " + type, () -> Array.newInstance(type, new int[256]));
        }
        attempt("deep", () -> {
            Class<?> c = int.class;
            for (int i = 0; i < 256; i++) c = c.arrayType();
            return c;
        });
        attempt("multi", () -> Arrays.deepToString((int[][][]) Array.newInstance(int.class, 2, 2, 2)));
    }
}

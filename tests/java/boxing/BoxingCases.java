import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Boxing and unboxing wherever the compiler puts them: caches and identity, null, mixed arithmetic, comparisons,
 * conditional expressions, compound assignment, collections, overloads, varargs, switch, loops, equals across types. */
public class BoxingCases {
    static Integer field; static Long wide = 5L; Character letter = 'a'; static Boolean flag;
    static String which(int x) { return "int"; } static String which(long x) { return "long"; } static String which(Integer x) { return "Integer"; } static String which(Object x) { return "Object"; } static String which(int... x) { return "int..."; }
    static String only(Object... x) { return x.length + "" + (x.length > 0 && x[0] != null ? x[0].getClass().getSimpleName() : ""); }
    static String big(double x) { return "double" + x; } static String big(Object x) { return "Object" + x; }
    static <T> T id(T t) { return t; }
    static Integer maybe(boolean b) { return b ? 1 : null; }
    static String attempt(java.util.function.Supplier<?> s) { try { return String.valueOf(s.get()); } catch (RuntimeException e) { return e.getClass().getSimpleName(); } }

    static void caches() {
        for (int i : new int[] {-129, -128, -1, 0, 127, 128, 100000}) {
            Integer a = i, b = i, c = Integer.valueOf(i); Long l = (long) i, m = Long.valueOf(i); Short s = (short) i, t = (short) i; Byte x = (byte) i, y = (byte) i; Character p = (char) (i & 0xff), q = (char) (i & 0xff), r = (char) i, u = (char) i;
            System.out.print((a == b) + " " + (a == c) + " " + (l == m) + " " + (s == t) + " " + (x == y) + " " + (p == q) + " " + (r == u) + " " + a.equals(b) + a.equals(l) + l.equals((long) i) + l.equals(i) + (a <= b && a >= b) + (a == i) + (l == i) + new Object[] {i, (long) i}[0].equals(new Object[] {i}[0]) + "; ");
        }
        Boolean t = true, u = Boolean.valueOf("TRUE"); Float f = 1f, g = 1f; Double d = 0.0, e = -0.0, nan = Double.NaN;
        System.out.println((t == u) + " " + f.equals(g) + d.equals(e) + (d == (double) e) + nan.equals(Double.NaN) + nan.equals(0.0 / 0) + (nan == (double) nan) + d.compareTo(e) + Integer.valueOf(5).hashCode() + Long.valueOf(-1).hashCode() + Double.valueOf(1.5).hashCode() + Boolean.hashCode(true) + Character.valueOf('x').hashCode() + Float.valueOf(-0f).hashCode());
    }

    static void arithmetic() {
        Integer i = 7; Long l = 3L; Double d = 2.5; Character c = 'c'; Byte b = 100; Short s = 1000; Float f = 1.5f; Boolean z = true;
        System.out.println((i + l) + " " + (i * d) + " " + (c + i) + " " + (b * s) + " " + (f / i) + " " + (i % l) + " " + (i << l) + " " + -i + ~i + " " + !z + (z & flagOf(false)) + (z ^ true) + " " + (i > l) + (c == 99) + (d != 2.5) + (i / 2) + (l / 2.0) + (char) (c + 1) + (b + b) + (i & 3 | 8) + (short) (s * s));
        i++; ++l; d--; c++; b++; s--; f += 1; i += 2; l *= i; i <<= 1; c = (char) (c + 1); z &= false; z |= i > 3; b = (byte) -b;
        System.out.println(i + " " + l + " " + d + " " + c + " " + b + " " + s + " " + f + " " + z);
        Integer j = i++ + ++i, k = i--; i = -i; Integer[] array = {1, 2, null}; array[0] += array[1]++; array[i < 0 ? 1 : 0] *= 10;
        System.out.println(i + " " + j + " " + k + " " + array[0] + " " + array[1] + attempt(() -> array[2]++) + array[2]);
        int sum = 0; for (Integer x : List.of(1, 2, 3)) sum += x; for (int x : new Integer[] {4, 5}) sum += x; for (long x : new int[] {6}) sum += x; for (Integer x = 0; x < 5; x++) sum += x;
        System.out.println(sum);
    }
    static boolean flagOf(Boolean b) { return b; }

    static void nulls() {
        Integer none = null; Boolean no = null; Character nothing = null; Map<String, Integer> map = new HashMap<>();
        System.out.println(attempt(() -> none + 1) + attempt(() -> none == 0) + (none == null) + attempt(() -> no ? 1 : 2) + attempt(() -> { if (no) return 1; return 2; }) + attempt(() -> { int x = map.get("k"); return x; }) + attempt(() -> { switch (none) { default: return "?"; } }) + attempt(() -> nothing + "" + 1) + attempt(() -> (int) nothing) + attempt(() -> { for (int x : new Integer[] {null}) return x; return 0; }) + attempt(() -> which((int) none)) + which(none) + attempt(() -> { long l = none; return l; }) + attempt(() -> field++));
        System.out.println(attempt(() -> true ? none : 0) + attempt(() -> true ? (Object) none : 0) + attempt(() -> { Integer r = flagOf(true) ? maybe(false) : 0; return r; }) + attempt(() -> { Integer r = flagOf(true) ? maybe(false) : Integer.valueOf(0); return r; }) + attempt(() -> flagOf(false) ? 1 : 'x') + attempt(() -> flagOf(true) ? 1 : 2L) + attempt(() -> flagOf(true) ? Integer.valueOf(1) : Double.valueOf(2)) + attempt(() -> flagOf(true) ? 'a' : none) + attempt(() -> flagOf(true) ? null : 0) + attempt(() -> (Object) (flagOf(true) ? (short) 1 : 'b')));
    }

    static void overloads() {
        byte b = 1; char c = 'c'; Integer i = 5; Long l = 6L; Object o = 7;
        System.out.println(which(b) + which(c) + which(5L) + which(i) + which(l) + which(o) + which(5f) + which() + which(1, 2) + only() + only((Object) null) + only(1) + only(1L, 'c') + only(new int[3]) + only(new Integer[] {1, 2}) + big(1) + big('c') + big(i) + big(1f) + big(l) + id(5).getClass().getSimpleName() + (id(5) + id(6L)) + id('x') + BoxingCases.<Number>id(1.5f).intValue());
        List<Integer> list = new ArrayList<>(List.of(10, 20, 30, 1));
        list.remove(1); list.remove((Integer) 1); list.remove(Integer.valueOf(99));
        System.out.println(list + " " + list.contains(10) + list.indexOf(30) + list.contains((Object) 10L));
        Map<Object, String> map = new HashMap<>(); map.put(1, "int"); map.put(1L, "long"); map.put('1', "char"); map.put((short) 1, "short"); map.put(1.0, "double"); map.put("1", "text");
        System.out.println(map.size() + map.get(1) + map.get((long) 1) + map.get((byte) 1) + map.get((char) 49) + map.get(1f));
        Object x = 1; Comparable<Integer> y = 2; Number n = 'a' + 1; java.io.Serializable z = true; Integer w = (Integer) (Object) 5; int v = (int) (Object) 6; long u = (Integer) o; double t = (char) 'c'; Object s = flagOf(true) ? 1 : "s"; final Byte small = 10; Character d = 65; Short h = (short) 'a';
        System.out.println(x.getClass() + " " + y.compareTo(3) + n + z + w + v + u + t + s + small + d + h + attempt(() -> (Long) o) + attempt(() -> (long) (Integer) o) + attempt(() -> (int) (Object) 5L));
    }

    public static void main(String[] arguments) {
        caches();
        arithmetic();
        nulls();
        overloads();
        switch (wide.intValue()) { case 5: System.out.println("five"); }
        Integer i = 3; switch (i) { case 3: System.out.println("three"); } Character c = 'q'; switch (c) { case 'q': System.out.println("q"); }
        assert flag == null;
        long total = 0; Long boxed = 0L; for (int k = 0; k < 2000; k++) { boxed += k; Integer m = k; total += m.hashCode() + boxed; }
        System.out.println(total + " " + boxed);
    }
}

/**
 * What a cold path calls for (an allocation when the window is full, a class to resolve, a slow class test, an error)
 * while more values live than there are registers: all of them, and the result, must be there afterwards.
 */
public class Pressure {
    private static long hash;

    static class Node {
        final int value;
        final Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    static class Late1 { static int field = 11; static final Object MARK = new Object(); int[] own = {1}; }
    static class Late2 { static long field = 12; double own = 2.5; }
    static class Late3 { static double field = 13.5; static String name() { return "late"; } }
    interface Face { int face(); }
    static class Faced implements Face { int n; Faced(int n) { this.n = n; } public int face() { return n; } }

    // Every local lives until the end; lengths and classes vary
    private static int allocations(int a, int b, int c, int d, int e, int f, int g, int h, int count) {
        int i = a + b, j = c - d, k = e * f, l = g ^ h, m = i + j, n = k - l, o = m * 3, p = n ^ o;
        double u = a * 0.5, v = b * 1.5, w = u + v;
        Node list = null;
        int sum = 0;
        for (int x = 0; x < count; x++) {
            int[] fixed = new int[12];
            long[] longs = new long[x & 31];
            Object[] objects = {list, fixed, longs};
            list = new Node(x + p, (x & 1023) == 0 ? null : list);
            byte[] bytes = new byte[a + (x & 63)];
            fixed[x % 12] = i;
            bytes[bytes.length - 1] = (byte) x;
            i += j;
            j ^= k;
            k += l + bytes[bytes.length - 1];
            l -= m;
            m += n ^ fixed[x % 12];
            n += o + longs.length;
            o ^= p;
            p += list.value + objects.length + (objects[1] == fixed ? 1 : 1000);
            u += v * 0.001;
            v = v + w * 0.0001;
            w = w * 0.999 + u * 0.001;
            sum = sum * 31 + (i ^ j ^ k ^ l ^ m ^ n ^ o ^ p) + a + b + c + d + e + f + g + h;
        }
        hash = hash * 31 + Double.doubleToLongBits(u + v + w);
        return sum + list.value;
    }

    private static String resolutions(int a, int b, int c, int d, int e, int f, int g, int h, Object object) {
        int i = a + b, j = c - d, k = e * f, l = g ^ h, m = i + j, n = k - l, o = m * 3, p = n ^ o;
        long q = i * 1000000007L, r = q ^ j, s = r - k, t = s + l;
        double u = a * 0.5, v = b * 1.5, w = u + v;
        int late = Late1.field;
        long later = Late2.field + late;
        double latest = Late3.field + later;
        Object mark = Late1.MARK;
        Object[] made = {new Late1(), new Late2(), new Late3(), new Late1[3], new Late2[a][b], Late3.name(), Late2.class, "literal"};
        boolean is = object instanceof Face, face = object instanceof Runnable, array = made[4] instanceof Object[][];
        int call = ((Face) object).face();
        made[0] = mark;
        String text = i + " " + j + " " + k + " " + l + " " + m + " " + n + " " + o + " " + p + " " + q + " " + r + " " + s + " " + t + " " + u + " " + v + " " + w + " " + late + later + latest + is + face + array + call;
        return text + (made[0] == Late1.MARK) + made[6] + ((Object[]) made[4]).length + made[7];
    }

    private static String errors(int a, int b, int c, int d, int e, int f, int g, int h, Object object, int[] array) {
        int i = a + b, j = c - d, k = e * f, l = g ^ h, m = i + j, n = k - l, o = m * 3, p = n ^ o;
        double u = a * 0.5, v = b * 1.5, w = u + v;
        StringBuilder text = new StringBuilder();
        for (int way = 0; way < 8; way++) {
            i += way;
            u += i;
            try {
                switch (way) {
                    case 0: array[i + 100]++; break;
                    case 1: i = (Integer) object; break;
                    case 2: i /= array[0]; break;
                    case 3: ((Object[]) object)[0] = "x"; break;
                    case 4: i = new int[-i].length; break;
                    case 5: i = ((Face) object).face(); break;
                    case 6: i += ((Object) (way > 100 ? array : null)).hashCode(); break;
                    default: throw new IllegalStateException();
                }
            } catch (RuntimeException x) {
                text.append(x.getClass().getSimpleName()).append(' ').append(i).append(j).append(k).append(l).append(m).append(n).append(o).append(p).append(u).append(v).append(w).append('\n');
                j = i ^ k;
                w += j;
            }
        }
        return text.toString();
    }

    public static void main(String[] arguments) {
        for (int round = 0; round < 4; round++) {
            System.out.println(allocations(1 + round, 2, 3, 4, 5, 6, 7, 8, 6000 + round));
        }
        System.out.println(hash);
        System.out.println(resolutions(1, 2, 3, 4, 5, 6, 7, 8, new Faced(9)));
        System.out.println(resolutions(3, 1, -4, 1, -5, 9, 2, 6, new Faced(-9)));
        System.out.print(errors(1, 2, 3, 4, 5, 6, 7, 8, "text", new int[3]));
        System.out.print(errors(-1, 2, -3, 4, -5, 6, -7, 8, new Integer[1], new int[3]));
    }
}

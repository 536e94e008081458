// What the SSA evaluator runs: each static method without arguments that returns a long is one program; its value must
// be what `java` says.
public class Programs {
    static int counter;
    static final int[] TABLE = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5};
    static final long BIG = 0x123456789abcdefL;

    interface Shape { int area(); default int twice() { return 2 * area(); } }
    static class Square implements Shape { final int side; Square(int side) { this.side = side; } public int area() { return side * side; } }
    static class Cube extends Square { Cube(int side) { super(side); } @Override public int area() { return 6 * super.area(); } }
    static class Node { Node next; int value; Node(int value, Node next) { this.value = value; this.next = next; } }
    static class Failure extends RuntimeException { final int code; Failure(int code) { this.code = code; } }

    static long integers() {
        long sum = 0;
        int[] values = {0, 1, -1, 7, -7, 12345, Integer.MAX_VALUE, Integer.MIN_VALUE, 31, 33};
        for (int a : values)
            for (int b : values) {
                sum = sum * 31 + (a + b) + (a - b) * 3 + a * b;
                if (b != 0) sum += a / b * 5 + a % b * 7;
                sum ^= (a << b) + (a >> b) + (a >>> b);
                sum += (a & b) + (a | b) * 2 + (a ^ b) * 3 + (byte) a + (char) b + (short) (a + b);
            }
        for (int a : values) sum += a / 8 + a % 8 * 3 + a * 16 + a / 2 + a % 1024 + -a;
        return sum;
    }

    static int[] byConstants(int x) {
        return new int[] {
            x / 3, x % 3, x / 5, x % 5, x / 6, x % 6, x / 7, x % 7, x / 9, x % 9, x / 10, x % 10, x / 11, x % 11, x / 25, x % 25,
            x / 100, x % 100, x / 125, x % 125, x / 625, x % 625, x / 641, x % 641, x / 1000, x % 1000, x / 6_700_417, x % 6_700_417,
            x / 1_000_000_007, x % 1_000_000_007, x / 0x3fffffff, x % 0x3fffffff, x / 0x40000001, x % 0x40000001,
            x / 0x7ffffffe, x % 0x7ffffffe, x / 0x7fffffff, x % 0x7fffffff, x / -3, x % -7,
            (x & 0x7fffffff) / 7, (x & 0x7fffffff) % 7, (x & 0xffff) / 10, (char) x % 10, (x & -2) / 7, (x & -2) % 7};
    }

    static long quotients() {
        long sum = 0;
        int[] near = {0, 3, 5, 7, 10, 641, 1000, 1_000_000_007, 0x3fffffff, 0x40000001, Integer.MAX_VALUE, Integer.MIN_VALUE};
        for (int value : near)
            for (int x = value - 2; x != value + 3; x++)
                for (int sign = -1; sign <= 1; sign += 2)
                    for (int quotient : byConstants(x * sign)) sum = sum * 31 + quotient;
        for (int i = 0, x = 1; i < 60; i++, x = x * 1103515245 + 12345)
            for (int quotient : byConstants(x)) sum = sum * 31 + quotient;
        return sum;
    }

    static long longs() {
        long sum = 1;
        long[] values = {0, 1, -1, BIG, -BIG, Long.MIN_VALUE, Long.MAX_VALUE, 63, 1L << 40};
        for (long a : values)
            for (long b : values) {
                sum = sum * 17 + (a ^ b) + (a < b ? 1 : 2) + (a >= b ? 4 : 8) + a * b;
                if (b != 0) sum += a / b + a % b;
                sum += (a << (int) b) ^ (a >> (int) b) ^ (a >>> (int) b);
            }
        for (long a : values) sum += a / 16 + a % 16 + (int) a;
        return sum;
    }

    static long floats() {
        double[] values = {0.0, -0.0, 1.5, -2.25, 1e30, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
        long sum = 0;
        for (double a : values)
            for (double b : values) {
                sum = sum * 3 + (a < b ? 1 : 0) + (a <= b ? 2 : 0) + (a > b ? 4 : 0) + (a >= b ? 8 : 0) + (a == b ? 16 : 0) + (a != b ? 32 : 0);
                if (!(a < b)) sum += 5;
                if (!(a > b)) sum += 7;
                sum += (long) (a + b) + (int) (a - b) + (long) (float) a + (int) (float) b;
                if (a == a && b == b && b != 0) sum += Double.doubleToRawLongBits(a / b) >>> 40;
                sum += Float.floatToRawIntBits((float) a * 3f) & 0xff;
            }
        return sum + (long) Math.sqrt(1e12) + Math.abs(-17) + (long) Math.abs(-2.5) + Math.min(3, -4) + Math.max(5L, 6L);
    }

    static long control() {
        long sum = 0;
        outer:
        for (int i = 0; i < 40; i++) {
            switch (i) {
                case 0: sum += 1; break;
                case 1: case 2: sum += 10; continue outer;
                case 7: sum *= 3;
                case 8: sum -= 2; break;
                case 39: break outer;
                default: sum += i;
            }
            switch (i * 1000) {
                case 3000: sum += 7; break;
                case -5: case 12000: sum ^= 99; break;
                case 20000: sum = -sum; break;
            }
            for (int j = i; j > 0; j -= 3) {
                if (j % 5 == 0) continue outer;
                sum += i > j ? j : i;
            }
            do sum++; while (sum % 7 != 0);
        }
        return sum;
    }

    static int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }
    static long calls() { return depth(100) * 1000L + many(1, 2L, 3f, 4.0, TABLE.length > 3 ? 1 : 0, (byte) 6, (short) 7, 'a', 9, 10L, 11, 12); }
    static long many(int a, long b, float c, double d, int e, byte f, short g, char h, int i, long j, int k, int l) {
        return a + b * 2 + (long) (c * 3) + (long) (d * 4) + e * 5 + f * 6 + g * 7 + h * 8 + i * 9 + j * 10 + k * 11 + l * 12;
    }

    static long objects() {
        Shape[] shapes = {new Square(3), new Cube(2), new Square(5)};
        long sum = 0;
        for (Shape shape : shapes) {
            sum = sum * 100 + shape.area() + shape.twice();
            if (shape instanceof Cube) sum += ((Cube) shape).side;
            if (shape instanceof Square && !(shape instanceof Cube)) sum += 3;
        }
        Node list = null;
        for (int i = 0; i < 10; i++) list = new Node(i * i, list);
        for (Node at = list; at != null; at = at.next) sum += at.value;
        Object array = new int[][] {{1, 2}, {3}};
        if (array instanceof int[][]) sum += ((int[][]) array)[1][0];
        if (array instanceof Object[]) sum += 1000;
        if (array.getClass() == int[][].class) sum += 5000;
        return sum + counter++ + counter;
    }

    static long arrays() {
        long[][] grid = new long[4][5];
        char[] letters = new char[7];
        byte[] bytes = new byte[300];
        boolean[] flags = new boolean[3];
        float[][][] deep = new float[2][3][];
        for (int i = 0; i < 4; i++) for (int j = 0; j < 5; j++) grid[i][j] = i * 10 + j;
        for (int i = 0; i < letters.length; i++) letters[i] = (char) ('a' + i);
        for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) i;
        flags[1] = true;
        System.arraycopy(bytes, 100, bytes, 98, 100);
        long sum = deep[1].length + (deep[1][2] == null ? 1 : 0);
        for (long[] row : grid) for (long value : row) sum = sum * 3 + value;
        for (char letter : letters) sum += letter;
        for (byte value : bytes) sum += value;
        for (int value : TABLE) sum = sum * 2 + value;
        return sum + (flags[1] ? 1 : 0) + (flags[0] ? 2 : 0);
    }

    static int fail(int kind) {
        int[] small = {1, 2, 3};
        Object text = small;
        switch (kind) {
            case 0: return small[3];
            case 1: return small[-1];
            case 2: return 1 / (small[0] - 1);
            case 3: return ((Node) null).value;
            case 4: return ((Square) text).side;
            case 5: throw new Failure(42);
            case 6: { Object[] squares = new Square[1]; squares[0] = null; return 6; }
            case 7: { Object[] squares = new Square[2]; squares[0] = new Node(1, null); return 7; }
            case 8: return new int[-1].length;
            case 9: { Node node = null; node.value = 3; return 9; }
            case 10: { int[] none = null; return none.length; }
            case 11: { Shape none = null; return none.area(); }
            case 12: throw null;
            default: return kind;
        }
    }

    static long exceptions() {
        long sum = 0;
        for (int kind = 0; kind < 15; kind++) {
            int before = kind * 3, after = 0;
            try {
                after = before + 1;
                sum += fail(kind);
                after = before + 2;
            } catch (ArrayIndexOutOfBoundsException e) {
                sum += 1000 + after;
            } catch (ArithmeticException | ClassCastException e) {
                sum += 2000 + after * 2;
            } catch (Failure e) {
                sum += e.code + after;
            } catch (RuntimeException e) {
                sum += e instanceof NullPointerException ? 3000 : e instanceof ArrayStoreException ? 4000 : 5000;
                before = after;
            } finally {
                sum = sum * 3 + before + after;
            }
        }
        return sum + nested(3) + loops();
    }

    static long nested(int n) {
        long sum = n;
        try {
            try {
                sum += 10 / (n - 3);
            } finally {
                sum *= 7;
                try { sum += fail(5); } catch (Failure e) { sum += e.code; }
            }
        } catch (ArithmeticException e) {
            sum += 100;
        }
        return sum;
    }

    static long loops() {
        long sum = 0;
        int i = 0;
        double ratio = 0.5;
        while (true) {
            try {
                i++;
                ratio *= 1.5;
                if (i % 3 == 0) throw new Failure(i);
                if (i > 20) break;
                sum += i;
            } catch (Failure e) {
                sum += 100L * e.code + (long) ratio;
                continue;
            }
            sum += 2;
        }
        return sum;
    }

    static synchronized int locked(int n) { if (n > 3) throw new Failure(n); return n + 1; }
    synchronized int lockedToo(Object other) { synchronized (other) { return locked(9); } }
    static long monitors() {
        long sum = locked(1);
        try { sum += new Programs().lockedToo(TABLE); } catch (Failure e) { sum += e.code * 10; }
        synchronized (TABLE) { sum += TABLE.length; }
        return sum;
    }

    static long loopCarried() {
        int a = 1, b = 2, c = 3;
        for (int i = 0; i < 50; i++) { int t = a; a = b; b = c; c = t + i; if ((i & 3) == 2) { t = b; b = a; a = t; } }
        return a * 1000003L + b * 1009L + c;
    }

    static long common(Node node, int i) {
        node.value = i;
        long sum = node.value + node.value;
        node.next.value = i + 1;
        sum += node.value * 10 + node.next.value;
        TABLE[2] = node.value;
        return sum + TABLE[2] + TABLE[2] * 3;
    }
    static long aliases() {
        Node self = new Node(0, null);
        self.next = self;
        long sum = 0;
        for (int i = 0; i < 5; i++) sum = sum * 7 + common(self, i) + common(new Node(1, self), i);
        TABLE[2] = 4;
        return sum;
    }

    // The final field has two values in one method, once the constructor is inlined there.
    static class Settled { final byte narrow; final int before; Settled(int value) { before = peek(this); narrow = (byte) value; } static int peek(Settled it) { return it.narrow; } }
    static long settled() { Settled it = new Settled(300); return it.narrow * 10L + it.before; }

    public static void main(String[] arguments) throws Exception {
        for (java.lang.reflect.Method method : Programs.class.getDeclaredMethods())
            if (method.getReturnType() == long.class && method.getParameterCount() == 0) System.out.println(method.getName() + " " + method.invoke(null));
    }
}

/** Shifts: distances beyond the width, negative ones, of long by int and of int by long, constant and not, compound,
 * and of values just widened or narrowed. */
public class Shifts {
    private static final int[] INTS = {0, 1, -1, 2, 0x55555555, 0xaaaaaaaa, Integer.MAX_VALUE, Integer.MIN_VALUE, 0x12345678, -12345};
    private static final long[] LONGS = {0, 1, -1, 0x5555555555555555L, 0xaaaaaaaaaaaaaaaaL, Long.MAX_VALUE, Long.MIN_VALUE, 0x123456789abcdefL, -1234567890123L};
    private static final int[] DISTANCES = {0, 1, 7, 8, 31, 32, 33, 63, 64, 65, 127, -1, -31, -32, -33, -64, Integer.MIN_VALUE, Integer.MAX_VALUE};

    private static void byVariable() {
        for (int distance : DISTANCES) {
            StringBuilder line = new StringBuilder().append(distance).append(':');
            for (int x : INTS) line.append(' ').append(x << distance).append('/').append(x >> distance).append('/').append(x >>> distance);
            System.out.println(line);
            line = new StringBuilder().append(distance).append(" long:");
            for (long x : LONGS) line.append(' ').append(x << distance).append('/').append(x >> distance).append('/').append(x >>> distance);
            System.out.println(line);
        }
    }

    private static void byLong() {
        long[] distances = {0, 1, 31, 32, 33, 63, 64, 0x100000001L, 0xffffffff00000005L, Long.MIN_VALUE, -1};
        for (long distance : distances) {
            System.out.println((0x12345678 << distance) + " " + (-5 >> distance) + " " + (-5 >>> distance) + " " + (-5L << distance) + " " + (-5L >> distance) + " " + (-5L >>> distance));
        }
    }

    private static void byConstant(int x, long y) {
        System.out.println((x << 0) + " " + (x << 1) + " " + (x << 31) + " " + (x << 32) + " " + (x << 33) + " " + (x << -1) + " " + (x >> 31) + " " + (x >> 32) + " " + (x >>> 31) + " " + (x >>> 32) + " " + (x >>> -1));
        System.out.println((y << 0) + " " + (y << 1) + " " + (y << 31) + " " + (y << 32) + " " + (y << 63) + " " + (y << 64) + " " + (y >> 63) + " " + (y >> 64) + " " + (y >>> 63) + " " + (y >>> 64) + " " + (y >>> -1));
        System.out.println(((x << 24) >> 24) + " " + ((x << 16) >>> 16) + " " + ((x << 16) >> 16) + " " + ((y << 32) >> 32) + " " + ((y << 32) >>> 32) + " " + ((y >>> 32) << 32) + " " + (x >>> 3 << 3) + " " + (x << 5 >> 7));
        System.out.println((x << 4 << 4) + " " + (x << 20 << 20) + " " + (x >> 20 >> 20) + " " + (x >>> 20 >>> 20) + " " + (y << 40 << 40) + " " + (y >> 40 >> 40) + " " + (y >>> 40 >>> 40));
    }

    private static void compound() {
        byte b = -100; short s = -30000; char c = 50000; int i = -7; long l = -7;
        b <<= 1; System.out.print(b + " "); b >>= 1; System.out.print(b + " "); b >>>= 1; System.out.print(b + " "); b >>>= 30; System.out.println(b);
        s <<= 3; System.out.print(s + " "); s >>= 1; System.out.print(s + " "); s >>>= 2; System.out.print(s + " "); s <<= 40L; System.out.println(s);
        c <<= 3; System.out.print((int) c + " "); c >>= 1; System.out.print((int) c + " "); c >>>= 2; System.out.print((int) c + " "); c <<= 33; System.out.println((int) c);
        i <<= 35L; System.out.print(i + " "); i >>= -30; System.out.print(i + " "); i >>>= 1; System.out.println(i);
        l <<= 35; System.out.print(l + " "); l >>= -30; System.out.print(l + " "); l >>>= 1L; System.out.println(l);
        int[] array = {1, 2, 3};
        int at = 0;
        array[at++] <<= array[at++] <<= array[at];
        System.out.println(array[0] + " " + array[1] + " " + array[2] + " " + at);
    }

    private static void ofConversions() {
        byte b = -1; char c = '\uffff'; short s = -2; long l = 0x80000000L;
        System.out.println((b >>> 4) + " " + (b >>> 28) + " " + ((byte) (b >>> 4)) + " " + ((byte) ((b & 0xff) >>> 4)) + " " + (c >>> 4) + " " + (c << 16) + " " + (c >> 20) + " " + (s >>> 1) + " " + (s >> 1));
        System.out.println(((int) l >> 4) + " " + ((int) l >>> 4) + " " + ((int) (l >> 4)) + " " + ((long) (int) l >>> 4) + " " + (1L << 31) + " " + (1 << 31) + " " + (long) (1 << 31) + " " + ((1 << 31) >>> 31));
        int rotated = 0x80000001, distance = 5;
        System.out.println((rotated << distance | rotated >>> -distance) + " " + Integer.rotateLeft(rotated, distance) + " " + Integer.rotateRight(rotated, 37) + " " + Long.rotateLeft(l, -31) + " " + Long.rotateRight(1, 1));
    }

    /** The distance and the value in every register there is. */
    private static long crowd(int a, int b, int c, int d, long e, long f, long g, long h) {
        int p = a << b, q = b << a, r = c >> d, s = d >>> c, t = a << a, u = b >>> b;
        long v = e << a, w = f >> b, x = g >>> c, y = h << d, z = e >>> e, o = f >> f;
        return p + q * 3L + r * 5L + s * 7L + t * 11L + u * 13L + v * 17 + w * 19 + x * 23 + y * 29 + z * 31 + o * 37 + (a << (b << (c << d))) + (e >> (int) (f >> (int) (g >> h)));
    }

    public static void main(String[] arguments) {
        byVariable();
        byLong();
        for (int x : INTS) byConstant(x, (long) x << 31 ^ x);
        compound();
        ofConversions();
        for (int i = -3; i < 40; i += 3) System.out.println(crowd(i, i + 1, -i, 5 - i, i * 1000003L, ~i, Long.MIN_VALUE >> i, i));
    }
}

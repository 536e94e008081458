/** Expressions deeper and wider than there are registers, of all types at once; calls in the middle of them; methods of
 * very many arguments and locals; nested conditionals. */
public class DeepExpressions {
    static int calls;
    static int f(int x) { calls++; return x + 1; }
    static double g(double x, int n) { calls++; return n == 0 ? x : g(x * 1.5, n - 1); }
    static long h(long a, long b, long c, long d, long e, long f, long g, long h) { return a - b + c * d - (e ^ f) + (g << (h & 7)); }

    static int ints(int a, int b, int c, int d) {
        return ((((a + b) * (c - d)) ^ ((a - b) * (c + d))) + (((a ^ b) + (c & d)) * ((a | b) - (c ^ d)))) - ((((a << 3) + (b >> 2)) * ((c >>> 1) - (d << 5))) ^ (((a * 7) % (b | 1)) + ((c * 11) / (d | 1))))
            + (f(a) + (f(b) * (f(c) - (f(d) ^ (f(a + b) + (f(c + d) * (f(a - c) - (f(b - d) + (f(a * b) ^ f(c * d))))))))));
    }

    static double mixed(int i, long l, float f, double d, byte b, short s, char c, boolean z) {
        return (i + (l * (f - (d / (b + (s * (c - (z ? i : l)))))))) + ((((((i * l) + f) * d) - b) * s) + c) * (z ? (i > l ? f : d) : (b < s ? c : i)) + g(f, i & 3) * (l + g(d, 2)) - (((i ^ s) & c) | b) * (float) (l >> 3)
            + (i + (i + (i + (l + (l + (l + (f + (f + (f + (d + (d + (d + (b + (b + (s + (s + (c + (c + g(1, 1)))))))))))))))))));
    }

    static String conditional(int x) { return x < 10 ? x < 5 ? x < 2 ? x < 1 ? "zero" : "one" : x < 3 ? "two" : x == 3 ? "three" : "four" : x == 5 ? "five" : x < 8 ? x == 6 ? "six" : "seven" : x == 8 ? "eight" : "nine" : x < 100 ? x % 2 == 0 ? "even" : "odd" : "large"; }
    static boolean logic(boolean a, boolean b, boolean c, boolean d) { return a && (b || c && !d) || !a && (b ^ c || d == a) && !(c && d || b && !a) || (a ? b : c) != (d ? c : b) && (a | b & c ^ d); }

    static long arguments(int a0, long a1, int a2, double a3, int a4, float a5, Object a6, int a7, long a8, int a9, double b0, double b1, double b2, double b3, float b4, float b5, float b6, double b7, double b8, int b9, byte c0, short c1, char c2, boolean c3, String c4, int[] c5, long c6, long c7, double c8, float c9) {
        return a0 + a1 * 2 + a2 * 3 + (long) (a3 * 5) + a4 * 7 + (long) (a5 * 11) + a6.hashCode() + a7 * 13 + a8 * 17 + a9 * 19 + (long) (b0 + b1 * 2 + b2 * 3 + b3 * 5 + b4 * 7 + b5 * 11 + b6 * 13 + b7 * 17 + b8 * 19) + b9 * 23 + c0 * 29 + c1 * 31 + c2 * 37 + (c3 ? 41 : 43) + c4.length() * 47 + c5.length * 53 + c6 * 59 + c7 * 61 + (long) (c8 * 67) + (long) (c9 * 71);
    }

    static long locals(int n) {
        int a = n, b = a + 1, c = b * 2, d = c - a, e = d ^ b, f = e + c, g = f * d, h = g - e, i = h + f, j = i ^ g, k = j + h, l = k - i, m = l * j, o = m + k, p = o ^ l, q = p - m, r = q + o, s = r * p, t = s - q, u = t ^ r;
        long aa = a, bb = aa + b, cc = bb * c, dd = cc - d, ee = dd ^ e, ff = ee + f, gg = ff * g, hh = gg - h, ii = hh ^ i, jj = ii + j;
        double x = a, y = x + b, z = y * c, w = z - d, v = w + e, xx = v * 0.5, yy = xx - f, zz = yy + g;
        Object o1 = "o1", o2 = o1 + "" + a, o3 = new int[] {a, b}, o4 = (Object) c;
        for (int count = 0; count < 3; count++) {
            u += t; t -= s; s ^= r; r += q; q *= p; p -= o; o += m; m ^= l; l += k; k -= j; j += i; i ^= h; h += g; g -= f; f += e; e *= d; d += c; c -= b; b ^= a; a += u;
            jj += ii; ii -= hh; hh ^= gg; gg += ff; ff -= ee; ee += dd; dd *= cc; cc += bb; bb -= aa; aa += jj;
            zz += yy; yy -= xx; xx += v; v -= w; w += z; z -= y; y += x; x = zz % 1000;
            o4 = o3; o3 = o2; o2 = o1 + "" + u; o1 = o4;
        }
        return a + b + c + d + e + f + g + h + i + j + k + l + m + o + p + q + r + s + t + u + aa + bb + cc + dd + ee + ff + gg + hh + ii + jj + (long) (x + y + z + w + v + xx + yy + zz) + o2.hashCode() + (o1 instanceof String ? 1 : 2) + (o3 instanceof String ? 4 : 8) + (o4 instanceof int[] ? 16 : 32);
    }

    public static void main(String[] arguments) {
        for (int i = -3; i < 4; i++) System.out.println(ints(i, i * 7, 100 - i, i ^ 55) + " " + mixed(i, i * 10000000000L, i / 3f, i * 1.1, (byte) (i * 50), (short) (i * 9999), (char) (i + 100), i > 0) + " " + locals(i));
        for (int x : new int[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 99, 100}) System.out.print(conditional(x) + " ");
        for (int bits = 0; bits < 16; bits++) System.out.print(logic((bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0) ? 1 : 0);
        System.out.println(" " + calls);
        System.out.println(arguments(1, 2, 3, 4.5, 5, 6.5f, "seven", 8, 9, 10, 1.1, 2.2, 3.3, 4.4, 5.5f, 6.6f, 7.7f, 8.8, 9.9, 11, (byte) 12, (short) 13, 'c', true, "text", new int[3], 1L << 40, -5, 2.5, 3.5f));
        System.out.println(h(h(1, 2, 3, 4, 5, 6, 7, 8), h(8, 7, 6, 5, 4, 3, 2, 1), h(h(9, 9, 9, 9, 9, 9, 9, 9), 1, 2, 3, 4, 5, 6, 7), f(f(f(f(1)))), (long) g(g(1, 2), f(1)), calls++, calls++ + ++calls, calls));
    }
}

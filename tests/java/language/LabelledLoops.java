/** Loops of all kinds, nested and labelled, left and continued from everywhere, with several counters, without bodies,
 * empty, with conditions that have effects, counting over the ends of their types. */
public class LabelledLoops {
    static String search(int[][] grid, int wanted) {
        int looked = 0;
        outer:
        for (int i = 0; i < grid.length; i++) {
            if (grid[i] == null) continue;
            inner:
            for (int j = 0; ; j++) {
                if (j >= grid[i].length) continue outer;
                looked++;
                if (grid[i][j] < 0) break inner;
                if (grid[i][j] % 2 == 1 && grid[i][j] != wanted) continue;
                if (grid[i][j] == wanted) return i + "," + j + " after " + looked;
                if (grid[i][j] > 100) break outer;
            }
            looked += 100;
        }
        return "none after " + looked;
    }

    static int blocks(int x) {
        int r = 0;
        a: { r += 1; if (x == 0) break a; b: { r += 10; if (x == 1) break b; if (x == 2) break a; r += 100; } r += 1000; }
        c: if (x > 2) { r += 10000; if (x == 3) break c; r += 20000; } else r += 50000;
        d: do { e: for (;;) { switch (x) { case 4: break e; case 5: x = 4; continue; case 6: x = 5; continue d; case 7: break d; default: break; } break; } r += 100000; } while (x == 5);
        return r;
    }

    static long overflow() {
        long sum = 0;
        int n = 0;
        for (int i = Integer.MAX_VALUE - 3; i > 0; i++) sum += i;
        for (byte b = 120; b > 0; b++) n++;
        for (char c = 65530; c > 100; c++) n++;
        for (short s = -32766; s < 0; s--) n++;
        for (int i = Integer.MIN_VALUE; i <= Integer.MIN_VALUE + 5; i++) n++;
        for (long l = Long.MAX_VALUE - 2; l > 0; l++) n++;
        for (int i = 10; i-- > 0; ) n += i;
        for (int i = 0; i != 100; i += 5) n++;
        for (float f = 0; f < 1; f += 0.1f) n++;
        for (double d = 1; d > 1e-3; d /= 2) n++;
        for (int i = 5; i >= -5; i -= 3) n += i * i;
        for (int i = 0, j = 100; i < j; i += 7, j -= 3) n += j - i;
        return sum * 1000 + n;
    }

    static String shapes() {
        StringBuilder b = new StringBuilder();
        int i = 0;
        while (i++ < 3) b.append(i);
        do b.append('d').append(i--); while (i > 2);
        for (; i < 6; ) i++;
        for (;;) { if (i++ > 8) break; if (i % 2 == 0) continue; b.append(i); }
        while (true) { if (b.length() > 12) break; b.append('w'); }
        do { if (i == 12) continue; b.append('c'); } while (i++ < 13);
        for (String s : new String[] {"x", "y"}) for (char c : (s + "z").toCharArray()) { if (c == 'y') break; b.append(c); }
        for (int x : new int[0]) b.append("never");
        for (Object o : java.util.List.of(1, 'q')) b.append(o);
        for (int x = 0; x < 2; x++) for (int y = 0; y < 2; y++) for (int z = 0; z < 2; z++) b.append(x ^ y ^ z);
        int k = 0; for (; k < 5; k++); b.append(k); while (--k > 0); b.append(k); do ; while (k++ < 3); b.append(k);
        return b.toString();
    }

    static int collatz(long start) { int steps = 0; for (long n = start; n != 1; n = (n & 1) == 0 ? n >> 1 : 3 * n + 1) steps++; return steps; }
    static int sieve(int n) { boolean[] composite = new boolean[n + 1]; int primes = 0; next: for (int i = 2; i <= n; i++) { if (composite[i]) continue next; primes++; for (long j = (long) i * i; j <= n; j += i) composite[(int) j] = true; } return primes; }
    static int queens(int n) { int[] at = new int[n]; int found = 0, row = 0; at[0] = -1; search: while (row >= 0) { at[row]++; if (at[row] == n) { row--; continue; } for (int r = 0; r < row; r++) if (at[r] == at[row] || row - r == Math.abs(at[row] - at[r])) continue search; if (row == n - 1) found++; else at[++row] = -1; } return found; }
    static long nested(int n) { long c = 0; for (int a = 0; a < n; a++) for (int b = a; b < n; b++) for (int d = b; d >= a; d--) { if ((a + b + d) % 7 == 3) continue; if (d == a + 5) break; for (int e = 0; e < 3; e++) c = c * 3 + a - b + d * e; } return c; }

    public static void main(String[] arguments) {
        int[][] grid = {{2, 4, 5}, null, {7, 8, -1, 9}, {}, {10, 102, 11}, {12}};
        for (int wanted : new int[] {5, 9, 7, 11, 12, 4}) System.out.println(search(grid, wanted));
        for (int x = 0; x < 9; x++) System.out.print(blocks(x) + " ");
        System.out.println(overflow() + " " + shapes());
        System.out.println(collatz(27) + " " + collatz(837799) + " " + sieve(10000) + " " + queens(6) + " " + queens(7) + " " + nested(20));
    }
}

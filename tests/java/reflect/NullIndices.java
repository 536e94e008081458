/** Where the null came from, when it stood in an array: what is said of its index. */
public class NullIndices {
    static int[][] a = new int[300][];
    static Object[][] o = {{null}};
    static int f() { return 0; }
    static void show(NullPointerException e) { System.out.println(e.getMessage()); }

    public static void main(String[] z) {
        int[] p = {1}; long q = 1; int i = 2;
        try { a[(byte) i][0]++; } catch (NullPointerException e) { show(e); }
        try { a[(char) i][0]++; } catch (NullPointerException e) { show(e); }
        try { a[(short) i][0]++; } catch (NullPointerException e) { show(e); }
        try { a[(int) q][0]++; } catch (NullPointerException e) { show(e); }
        try { a[-i + 3][0]++; } catch (NullPointerException e) { show(e); }
        try { a[p[0]][0]++; } catch (NullPointerException e) { show(e); }
        try { a[p[p[0]-1]][0]++; } catch (NullPointerException e) { show(e); }
        try { a[p.length][0]++; } catch (NullPointerException e) { show(e); }
        try { a[f()][0]++; } catch (NullPointerException e) { show(e); }
        try { a[i++][0]++; } catch (NullPointerException e) { show(e); }
        try { a[++i][0]++; } catch (NullPointerException e) { show(e); }
        try { ((String) o[0][0]).trim(); } catch (NullPointerException e) { show(e); }
        try { ((String) ((Object[]) o[0])[0]).trim(); } catch (NullPointerException e) { show(e); }
        byte[] bs = {1}; char[] cs = {1}; short[] ss = {1};
        try { a[bs[0]][0]++; } catch (NullPointerException e) { show(e); }
        try { a[cs[0]][0]++; } catch (NullPointerException e) { show(e); }
        try { a[ss[0]][0]++; } catch (NullPointerException e) { show(e); }
        try { a[Integer.valueOf(3)][0]++; } catch (NullPointerException e) { show(e); }
        try { a[30000-29990][0]++; } catch (NullPointerException e) { show(e); }
        try { a['c'][0]++; } catch (NullPointerException e) { show(e); }
        try { a[f() == 0 ? 4 : 5][0]++; } catch (NullPointerException e) { show(e); }
        try { a[a.length > 5 ? f() : i][f() > 0 ? 1 : 0] = i; } catch (NullPointerException e) { show(e); }
        try { a[5][0] += f() > 0 ? 1 : 0; } catch (NullPointerException e) { show(e); }
        try { foo(f() > 0 ? 1 : 0, null); } catch (NullPointerException e) { show(e); }
    }
    static void foo(int k, int[] m) { k = 3; m[k++] += 4; }
}

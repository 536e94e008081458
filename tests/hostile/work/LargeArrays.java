import java.util.Arrays;

/** Arrays as large as the heap has room for, made, filled, copied, compared, dropped, of many dimensions, collected,
 * while another thread has to have its turns. */
public class LargeArrays {
    static Object kept;
    static int sum;

    public static void main(String[] arguments) throws Throwable {
        int large = Attack.some(96 << 20);
        Attack.ticking("bytes", () -> { for (int i = 0; i < 6; i++) { byte[] b = new byte[large]; sum += b[large - 1]; b[large / 2] = 1; } });
        Attack.ticking("longs", () -> { for (int i = 0; i < 6; i++) { long[] b = new long[large / 8]; sum += (int) b[b.length - 1]; b[5] = -1; } });
        Attack.ticking("references", () -> { Object[] b = new Object[large / 8]; for (int i = 0; i < b.length; i += 1000) b[i] = b; kept = b; System.gc(); sum += b[0] == b ? 0 : 1; });
        Attack.ticking("collected", () -> { for (int i = 0; i < 3; i++) System.gc(); });
        Attack.ticking("cloned", () -> sum += ((Object[]) kept).clone().length & 1);
        kept = null;
        Attack.ticking("dimensions", () -> { for (int i = 0; i < 5; i++) { int[][][] c = new int[20][100][Attack.some(2_000)]; sum += c[19][99][c[19][99].length - 1]; } });
        Attack.ticking("copied", () -> { byte[] b = new byte[large / 3]; for (int i = 0; i < 3; i++) b = Arrays.copyOf(b, b.length + 1); sum += b.length & 1; });
        Attack.ticking("filled and compared", () -> { int[] a = new int[large / 16], b = new int[large / 16]; Arrays.fill(a, 7); Arrays.fill(b, 7); System.out.println(Arrays.equals(a, b) + " " + (Arrays.hashCode(a) == Arrays.hashCode(b))); Arrays.sort(a); Arrays.setAll(b, i -> i & 3); Arrays.parallelPrefix(b, Integer::sum); });
        Attack.ticking("strings", () -> { char[] c = new char[large / 8]; Arrays.fill(c, '\u0416'); String s = new String(c); System.out.println(s.equals(new String(c)) + " " + (s.hashCode() == new String(c).hashCode()) + " " + s.substring(1).indexOf('x')); });
        Attack.ticking("small ones", () -> { Object[] all = new Object[Attack.some(400_000)]; for (int k = 0; k < 3; k++) for (int i = 0; i < all.length; i++) all[i] = new Object[] {all[(i + 7) % all.length], null}; kept = all; System.gc(); });
        kept = null;
        int[] sizes = {0, 1, 255, 256, 65_535, 65_536, 1 << 20, (1 << 20) - 16, (1 << 20) - 15, (1 << 20) + 1};
        for (int size : sizes) { byte[] b = new byte[size]; for (int i = 0; i < size; i++) if (b[i] != 0) throw new AssertionError("dirty at " + i + " of " + size); Arrays.fill(b, (byte) -1); }
        System.out.println("clean " + (sum >= 0));
    }
}

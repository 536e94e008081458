import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/** The heap in every way: monitors with hashes, arrays too large, finalizers that hold on, references, caught again and
 * again. */
public class ObjectsWithoutEnd {
    static List<Object> kept = new ArrayList<>();
    static class Reviving { byte[] bytes = new byte[100]; @Override @SuppressWarnings("deprecation") protected void finalize() { kept.add(this); } }
    static class Slow { @Override @SuppressWarnings("deprecation") protected void finalize() throws Throwable { Thread.sleep(1); throw new Error("in a finalizer"); } }

    public static void main(String[] arguments) throws Throwable {
        Attack.exhaust("monitors with hashes", () -> {
            Object[] all = new Object[Attack.some(1_000_000)];
            for (int i = 0; i < all.length; i++) {
                all[i] = new Object();
                all[i].hashCode();
                synchronized (all[i]) { all[i].notify(); }
            }
        });
        Attack.exhaust("monitors waited for", () -> {
            Object[] all = new Object[Attack.some(500)];
            for (int i = 0; i < all.length; i++) synchronized (all[i] = new Object()) { all[i].wait(0, 1); }
        });
        for (int i = 0; i < 3; i++) Attack.kind("heap", () -> { List<byte[]> all = new ArrayList<>(); for (;;) all.add(new byte[1 << 20]); });
        Attack.kind("small objects", () -> { Object[] list = {null}; for (;;) list = new Object[] {list}; });
        Attack.kind("largest int[]", () -> System.out.println(new int[Integer.MAX_VALUE].length));
        Attack.kind("largest byte[]", () -> System.out.println(new byte[Integer.MAX_VALUE].length));
        Attack.kind("negative", () -> System.out.println(new byte[Integer.parseInt("-1")].length));
        Attack.kind("many dimensions", () -> System.out.println(new int[100_000][100_000].length));
        Attack.kind("clone", () -> { byte[] b = new byte[100 << 20]; List<byte[]> all = new ArrayList<>(); for (;;) all.add(b.clone()); });
        Attack.kind("text", () -> { String s = "x"; for (;;) s += s; });
        Attack.kind("builder", () -> { StringBuilder b = new StringBuilder(); for (;;) b.append("text without end"); });
        Attack.kind("list", () -> { List<Object> list = new ArrayList<>(); for (;;) list.add(list); });
        Attack.kind("direct", () -> { List<Object> all = new ArrayList<>(); for (;;) all.add(java.nio.ByteBuffer.allocateDirect(1 << 20)); });
        Attack.kind("direct at once", () -> java.nio.ByteBuffer.allocateDirect(Integer.MAX_VALUE));
        for (int i = 0; i < Attack.some(20_000); i++) new Reviving();
        System.gc();
        System.runFinalization();
        kept = new ArrayList<>();
        for (int i = 0; i < 200; i++) new Slow();
        System.gc();
        Attack.exhaust("hashes", () -> { IdentityHashMap<Object, Object> map = new IdentityHashMap<>(); for (int i = 0; i < Attack.some(500_000); i++) map.put(new Object(), null); });
        Attack.kind("warm", () -> Integer.parseInt("x"));
        Attack.kind("warm", () -> new ArrayList<>().get(-1));
        Attack.kind("errors while there is nothing left", () -> {
            List<Object> all = new ArrayList<>();
            int[] caught = {0};
            try {
                for (;;) all.add(new byte[100_000]);
            } catch (OutOfMemoryError e) {
                try {
                    for (;;) all.add(new byte[1_000]);
                } catch (OutOfMemoryError f) {
                    for (int i = 0; i < 10; i++) {
                        try {
                            Integer.parseInt("x");
                        } catch (NumberFormatException | OutOfMemoryError g) {
                            caught[0]++;
                        }
                        try {
                            all.get(-1);
                        } catch (IndexOutOfBoundsException | OutOfMemoryError g) {
                            caught[0]++;
                        }
                    }
                }
            }
            all = null;
            if (caught[0] != 20) throw new IllegalStateException();
        });
    }
}

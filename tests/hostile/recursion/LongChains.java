import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/** Chains of objects as long as the heap allows: the collector follows them all. */
public class LongChains {
    static class Node { Object next; Node(Object next) { this.next = next; } }
    static class Dying { Object next; static int died; Dying(Object next) { this.next = next; } @Override @SuppressWarnings("deprecation") protected void finalize() { died++; } }

    public static void main(String[] arguments) throws Exception {
        Object list = null;
        int nodes = Attack.some(2_000_000);
        for (int i = 0; i < nodes; i++) list = new Node(list);
        System.gc();
        int length = 0;
        for (Node at = (Node) list; at != null; at = (Node) at.next) length++;
        System.out.println("list " + (length == nodes));
        list = null;
        Object[] nest = {};
        for (int i = 0; i < Attack.some(1_000_000); i++) nest = new Object[] {nest};
        System.gc();
        System.out.println("arrays " + nest.length);
        nest = null;
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Object weak = new Object();
        for (int i = 0; i < Attack.some(300_000); i++) weak = i % 2 == 0 ? new WeakReference<>(weak, queue) : new SoftReference<>(weak, queue);
        System.gc();
        System.out.println("references " + (weak != null));
        weak = null;
        Object dying = null;
        for (int i = 0; i < Attack.some(200_000); i++) dying = new Dying(dying);
        dying = null;
        List<Object> all = new ArrayList<>();
        for (int i = 0; i < Attack.some(100_000); i++) all.add(new WeakReference<>(all));
        for (int i = 0; i < 3; i++) { System.gc(); Thread.sleep(10); }
        Object self = null;
        Node ring = new Node(null);
        ring.next = ring;
        self = ring;
        System.gc();
        System.out.println("ring " + (((Node) self).next == self));
    }
}

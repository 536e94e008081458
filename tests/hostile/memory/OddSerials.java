import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Streams of objects that nobody wrote: circles, hash bombs, lengths below zero and beyond all memory, references to
 * what was not there, wrong classes, every byte changed. */
public class OddSerials {
    static class Node implements Serializable {
        private static final long serialVersionUID = 1;
        final int[] fixed = {1, 2, 3};
        Object next;
        String text = "node";
    }

    private static byte[] write(Object object) throws Exception {
        ByteArrayOutputStream to = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(to)) { out.writeObject(object); }
        return to.toByteArray();
    }

    private static Object read(byte[] bytes) throws Exception {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes)) {
            @Override protected Class<?> resolveClass(java.io.ObjectStreamClass of) throws ClassNotFoundException { return Class.forName(of.getName(), false, OddSerials.class.getClassLoader()); }
        }) { return in.readObject(); }
    }

    private static byte[] stream(Object... parts) throws Exception {
        ByteArrayOutputStream to = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(to);
        out.writeInt(0xaced0005);
        for (Object part : parts) {
            if (part instanceof String) out.writeUTF((String) part);
            else if (part instanceof Long) out.writeLong((Long) part);
            else if (part instanceof Byte) out.writeByte((Byte) part);
            else if (part instanceof Short) out.writeShort((Short) part);
            else out.writeInt((Integer) part);
        }
        return to.toByteArray();
    }

    public static void main(String[] arguments) throws Exception {
        Node a = new Node(), b = new Node();
        a.next = b;
        b.next = a;
        Node back = (Node) read(write(a));
        System.out.println("circle " + (((Node) back.next).next == back) + " " + back.fixed.length);
        List<Object> self = new ArrayList<>();
        self.add(self);
        System.out.println("list in itself " + (((List<?>) read(write((Serializable) self))).get(0) != null));
        Node deep = new Node();
        for (int i = 0; i < 100_000; i++) { Node n = new Node(); n.next = deep; deep = n; }
        Node deepest = deep;
        Attack.exhaust("deep graph", () -> write(deepest));
        byte[] ints = write(new int[] {1, 2, 3});
        for (int length : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 200_000_000}) {
            byte[] changed = ints.clone();
            for (int i = 0; i < 4; i++) changed[ints.length - 16 + i] = (byte) (length >> 24 - 8 * i);
            Attack.exhaust("int[" + length + "]", () -> { try { read(changed); } catch (Exception e) { /* as good */ } });
        }
        Set<Object> bomb = new HashSet<>(), one = bomb, two = new HashSet<>();
        for (int i = 0; i < 12; i++) {
            Set<Object> x = new HashSet<>(), y = new HashSet<>();
            x.add("one");
            one.add(x); one.add(y); two.add(x); two.add(y);
            one = x; two = y;
        }
        System.out.println("hash bomb " + ((Set<?>) read(write((Serializable) bomb))).size());
        Attack.kind("handle of nothing", () -> read(stream((byte) 0x71, 0x7e0123)));
        Attack.kind("class of no class", () -> read(stream((byte) 0x73, (byte) 0x72, "no.such.Class", 1L, (byte) 2, (short) 0, (byte) 0x78, (byte) 0x70)));
        Attack.kind("Class itself", () -> read(stream((byte) 0x73, (byte) 0x72, "java.lang.Class", 3206093459760846163L, (byte) 2, (short) 0, (byte) 0x78, (byte) 0x70)));
        Attack.kind("not serializable", () -> read(stream((byte) 0x73, (byte) 0x72, "java.lang.Thread", 1L, (byte) 2, (short) 0, (byte) 0x78, (byte) 0x70)));
        Attack.kind("array as an object", () -> read(stream((byte) 0x73, (byte) 0x72, "[I", 5600894804908749477L, (byte) 2, (short) 0, (byte) 0x78, (byte) 0x70)));
        Attack.kind("object as an array", () -> read(stream((byte) 0x75, (byte) 0x72, "java.util.HashMap", 362498820763181265L, (byte) 2, (short) 0, (byte) 0x78, (byte) 0x70, 3)));
        Attack.kind("enum of none", () -> read(stream((byte) 0x7e, (byte) 0x72, "java.lang.Thread$State", 0L, (byte) 0x12, (short) 0, (byte) 0x78, (byte) 0x72, "java.lang.Enum", 0L, (byte) 0x12, (short) 0, (byte) 0x78, (byte) 0x70, (byte) 0x74, "NONE")));
        HashMap<String, Object> map = new HashMap<>();
        map.put("a", new int[][] {{1}, {2, 3}});
        map.put("b", a);
        map.put("c", new Object[] {"x", 1, 2L, Thread.State.NEW, new java.math.BigInteger("99"), String.class});
        byte[] whole = write(map);
        int failed = 0, read = 0;
        for (int i = 0; i < whole.length; i++) {
            byte[] changed = whole.clone();
            changed[i] ^= (byte) (1 << i % 8);
            try {
                read(changed);
                read++;
            } catch (Exception | OutOfMemoryError | StackOverflowError | NoClassDefFoundError e) {
                failed++;
            }
        }
        System.out.println("changed " + (failed + read == whole.length));
    }
}

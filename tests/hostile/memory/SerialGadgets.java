import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.PriorityQueue;
import other.Assembler;

/** Objects that act while they are read: define classes, read again, replace themselves by something else, change their
 * reader's classes, leak before they are there. */
public class SerialGadgets {
    static Object leaked;

    static class Defines implements Serializable {
        private void readObject(ObjectInputStream in) throws IOException {
            Class<?> made = new Attack.Shadow().define(new Assembler("jdk/internal/misc/Unsafe", "java/lang/Object").addMethod(0x109, "registerNatives", "()V").bytes());
            try {
                made.getMethod("registerNatives").invoke(null);
            } catch (ReflectiveOperationException e) {
                throw new IOException(e.getCause().getClass().getName());
            }
        }
    }
    static class Recursing implements Serializable {
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException { read(write(new Recursing())); }
    }
    static class Replaced implements Serializable {
        Replaced inner;
        private Object readResolve() { return "not what it was"; }
    }
    static class WritesItself implements Serializable {
        private Object writeReplace() { return new WritesItself(); }
    }
    static class ReplacesFor implements Serializable {
        int n;
        private Object writeReplace() { ReplacesFor next = new ReplacesFor(); next.n = n + 1; return n > 50 ? "end" : next; }
    }
    static class Leaking implements Serializable {
        final int fixed = "four".length();
        Leaking other;
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException { leaked = this; in.defaultReadObject(); throw new IOException("leaked with " + fixed); }
    }
    public static class Extern implements Externalizable {
        int n = 5;
        public Extern() { leaked = this; }
        @Override public void writeExternal(ObjectOutput out) throws IOException { out.writeInt(n); out.write(new byte[2000]); }
        @Override public void readExternal(ObjectInput in) throws IOException { n = in.readInt(); }
    }
    static class NoConstructor extends Hidden implements Serializable { NoConstructor() { super(1); } }
    static class Hidden { Hidden(int n) { } }
    static class Fields implements Serializable {
        private static final ObjectStreamField[] serialPersistentFields = {new ObjectStreamField("none", Thread.class), new ObjectStreamField("size", int.class)};
        int size = 3;
    }
    static class WrongFields implements Serializable {
        private static final ObjectStreamField[] serialPersistentFields = {new ObjectStreamField("size", String.class)};
        int size = 3;
    }
    enum Small { A }
    record Pair(int a, Object b) implements Serializable { Pair { if (a < 0) throw new IllegalArgumentException(); leaked = b; } }

    static byte[] write(Object o) throws IOException {
        ByteArrayOutputStream to = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(to)) { out.writeObject(o); }
        return to.toByteArray();
    }
    static Object read(byte[] bytes) throws IOException, ClassNotFoundException { return read(bytes, null); }
    static Object read(byte[] bytes, Class<?> instead) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes)) {
            @Override protected Class<?> resolveClass(ObjectStreamClass of) throws ClassNotFoundException { return instead != null ? instead : Class.forName(of.getName(), false, SerialGadgets.class.getClassLoader()); }
        }) { return in.readObject(); }
    }

    private static void both(String label, Object o) { Attack.attempt(label, () -> { Object back = read(write(o)); return back == null ? null : back.getClass().getName(); }); }

    public static void main(String[] arguments) throws Exception {
        both("defines", new Defines());
        Attack.exhaust("reads itself", () -> read(write(new Recursing())));
        both("replaced", new Replaced());
        Replaced outer = new Replaced();
        outer.inner = new Replaced();
        Attack.kind("replaced in a field", () -> read(write(outer)));
        Attack.exhaust("writes itself", () -> write(new WritesItself()));
        both("replaces for", new ReplacesFor());
        Leaking ring = new Leaking();
        ring.other = ring;
        both("leaks", ring);
        System.out.println(leaked.getClass().getName() + " " + ((Leaking) leaked).fixed + " " + (((Leaking) leaked).other == leaked));
        both("external", new Extern());
        byte[] cut = java.util.Arrays.copyOf(write(new Extern()), 60);
        Attack.kind("external, cut off", () -> read(cut));
        both("no constructor", new NoConstructor());
        both("fields", new Fields());
        both("wrong fields", new WrongFields());
        both("enum", Small.A);
        both("record", new Pair(1, "x"));
        byte[] pair = write(new Pair(1, "x"));
        for (int i = 0; i + 4 < pair.length; i++) {
            if (pair[i] == 0 && pair[i + 1] == 0 && pair[i + 2] == 0 && pair[i + 3] == 1) pair[i] = -1;
        }
        Attack.kind("record that its constructor refuses", () -> read(pair));
        byte[] bytes = write(new Fields());
        for (Class<?> instead : new Class<?>[] {String.class, Thread.class, int.class, Object[].class, Class.class, Small.class, Pair.class, Runnable.class, Extern.class}) Attack.kind("read as " + instead.getName(), () -> read(bytes, instead));
        InvocationHandler handler = (InvocationHandler & Serializable) (p, m, a) -> m.getName().equals("hashCode") ? 5 : m.getName().equals("compare") ? 1 / 0 : "text";
        Comparator<Object> comparator = (Comparator<Object>) Proxy.newProxyInstance(SerialGadgets.class.getClassLoader(), new Class<?>[] {Comparator.class}, handler);
        both("proxy with a lambda", comparator);
        PriorityQueue<Object> queue = new PriorityQueue<>(2, (Comparator<Object> & Serializable) (a, b) -> 0);
        queue.add("a");
        queue.add("b");
        both("queue with a lambda", queue);
        both("a class", String.class);
        both("a thread", new ArrayList<>(java.util.List.of(Thread.currentThread())));
        both("an exception with a trace", new IllegalStateException("x", new Error()));
        for (int i = 0; i < 2_000; i++) {
            try {
                read(write(i % 2 == 0 ? new Fields() : new Pair(i, "x")));
            } catch (IOException e) {
                System.out.println(e);
                break;
            }
        }
        System.out.println("goes on");
    }
}

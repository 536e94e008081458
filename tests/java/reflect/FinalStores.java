import java.io.*;

/** Stores to fields that have become final since their users were compiled. */
public class FinalStores extends ClassLoader {
    FinalStores() { super(FinalStores.class.getClassLoader()); }

    /** The class file with all fields made final. */
    static byte[] harden(byte[] file) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(file));
        in.skipBytes(8);
        int count = in.readUnsignedShort();
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            if (tag == 1) in.skipBytes(in.readUnsignedShort());
            else if (tag == 5 || tag == 6) { in.skipBytes(8); i++; }
            else in.skipBytes(tag == 7 || tag == 8 || tag == 16 || tag == 19 || tag == 20 ? 2 : tag == 15 ? 3 : 4);
        }
        in.skipBytes(6);
        in.skipBytes(2 * in.readUnsignedShort());
        for (int fields = in.readUnsignedShort(); fields > 0; fields--) {
            int at = file.length - in.available();
            file[at + 1] |= 0x10;
            in.skipBytes(6);
            for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
                in.skipBytes(2);
                in.skipBytes(in.readInt());
            }
        }
        return file;
    }

    @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith("FinalStores") || name.equals("FinalStores")) return super.loadClass(name, resolve);
        Class<?> known = findLoadedClass(name);
        if (known != null) return known;
        try (InputStream in = FinalStores.class.getResourceAsStream("/" + name + ".class")) {
            byte[] file = in.readAllBytes();
            if (name.endsWith("Holder")) harden(file);
            return defineClass(name, file, 0, file.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    static class Holder {
        int a = 1;
        long wide;
        static String b = "b".trim();
        void set(int x) { a = x; }
        void setWide() { wide += 2; }
        static void setStatic() { b = null; }
        Holder() { wide = 4; }
        public String toString() { return a + " " + wide + " " + b; }
    }
    static class Below extends Holder { Below() { a = 5; } }
    static class Other {
        static void set(Holder h) { h.a = 3; }
        static void setStatic() { Holder.b = "c"; }
        static int read(Holder h) { return h.a + Holder.b.length(); }
    }
    public static class Program implements Runnable {
        static void attempt(String label, Runnable action) {
            for (int i = 0; i < 2; i++) {
                try {
                    action.run();
                    System.out.println(label + " done");
                } catch (Throwable e) {
                    System.out.println(label + " " + e);
                }
            }
        }

        @Override public void run() {
            Holder h = new Holder();
            attempt("read", () -> System.out.println(Other.read(h)));
            attempt("other", () -> Other.set(h));
            attempt("other static", () -> Other.setStatic());
            attempt("own method", () -> h.set(9));
            attempt("own long", () -> h.setWide());
            attempt("own static", () -> Holder.setStatic());
            attempt("subclass", () -> new Below());
            attempt("constructor", () -> System.out.println(new Holder()));
            System.out.println(h);
        }
    }

    public static void main(String[] arguments) throws Exception {
        ((Runnable) new FinalStores().loadClass("FinalStores$Program").getConstructor().newInstance()).run();
    }
}

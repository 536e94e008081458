import java.io.InputStream;
import java.lang.invoke.MethodHandles;

/** In the descriptors of a hidden class its own name is that of an ordinary class, of which it is none. */
public class HiddenNames {
    record Pair(int a, Object b) {}
    enum Colour { RED, GREEN }
    static class Chain {
        Chain next;
        int length() { return next == null ? 1 : 1 + next.length(); }
    }
    static class Maker {
        int value = 3;
        static Maker make() { return new Maker(); }
    }
    static class Plain implements java.util.function.IntSupplier {
        private final int value = 5;
        private int twice() { return 2 * value; }
        public int getAsInt() { return twice() + new Plain().twice(); }
        public boolean equals(Object other) { return other instanceof Plain && ((Plain) other).value == value; }
        public int hashCode() { return value; }
    }

    static void define(Class<?> like) throws Exception {
        byte[] bytes;
        try (InputStream in = like.getResourceAsStream(like.getName() + ".class")) {
            bytes = in.readAllBytes();
        }
        try {
            Class<?> hidden = MethodHandles.lookup().defineHiddenClass(bytes, true).lookupClass();
            System.out.println(like.getSimpleName() + " " + hidden.isHidden() + " " + (hidden == like));
            if (hidden.getInterfaces().length > 0) {
                Object made = hidden.getDeclaredConstructor().newInstance();
                System.out.println(((java.util.function.IntSupplier) made).getAsInt() + " " + made.equals(new Plain()) + " " + new Plain().equals(made) + " " + made.equals(made));
            }
        } catch (Throwable e) {
            System.out.println(like.getSimpleName() + " " + e.getClass().getName());
        }
    }

    public static void main(String[] arguments) throws Exception {
        for (Class<?> like : new Class<?>[] {Pair.class, Colour.class, Chain.class, Maker.class, Plain.class}) define(like);
    }
}

// Objects of known lifetimes, in numbers of objects of 256 bytes: 256 of them are 64 KiB. Nothing else is allocated
// between the first object of a class and the last that pushes one out of its ring, which is filled from its beginning.
public class Ages {
    static class Cell {
        long x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15;
        long x16, x17, x18, x19, x20, x21, x22, x23, x24, x25, x26, x27, x28, x29, x30;
    }
    static class Half extends Cell {}   // lives for two and a half times 64 KiB
    static class Once extends Cell {}   // for 64 KiB
    static class Old extends Cell {}    // for twenty times 64 KiB
    static class Both extends Cell {}   // made at two places: for 64 KiB, and for two and a half times that
    static class Filler extends Cell {} // pushes the last of them out

    static void half(Object[] ring, int count) {
        for (int i = 0; i < count; i++) ring[i % ring.length] = new Half();
    }

    static void once(Object[] ring, int count) {
        for (int i = 0; i < count; i++) ring[i % ring.length] = new Once();
    }

    static void old(Object[] ring, int count) {
        for (int i = 0; i < count; i++) ring[i % ring.length] = new Old();
    }

    static void bothOnce(Object[] ring, int count) {
        for (int i = 0; i < count; i++) ring[i % ring.length] = new Both();
    }

    static void bothHalf(Object[] ring, int count) {
        for (int i = 0; i < count; i++) ring[i % ring.length] = new Both();
    }

    static void fill(Object[] ring) {
        for (int i = 0; i < ring.length; i++) ring[i] = new Filler();
    }

    public static void main(String[] arguments) throws Exception {
        for (String name : new String[] {"Half", "Once", "Old", "Both", "Filler"}) Class.forName("Ages$" + name);
        Object[] two = new Object[640], one = new Object[256], twenty = new Object[5120];
        half(two, 7680);
        fill(two);
        once(one, 8192);
        fill(one);
        old(twenty, 10240);
        fill(twenty);
        bothOnce(one, 8192);
        fill(one);
        bothHalf(two, 7680);
        fill(two);
        System.out.println("done");
    }
}

/** What it takes to enter the monitor of an object that has an identity hash, and of which nobody else knows: prints
 * nanoseconds. */
public class Hashed {
    private static long enter(Object[] objects) {
        long start = System.nanoTime();
        for (Object object : objects) {
            synchronized (object) { object.hashCode(); }
        }
        return (System.nanoTime() - start) / objects.length;
    }

    public static void main(String[] arguments) {
        Object[] objects = new Object[1000];
        long ns = 0;
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < objects.length; i++) {
                objects[i] = new Object();
                objects[i].hashCode();
            }
            ns = enter(objects);
        }
        System.out.println(ns);
    }
}

/** Locks while classes are initialised, in static nested and inner code, by identity and not by equality; hash codes of
 * locked objects; exceptions out of nested locks release each. */
public class ClassLocks {
    static class Point { int x; Point(int x) { this.x = x; } @Override public boolean equals(Object o) { return o instanceof Point && ((Point) o).x == x; } @Override public int hashCode() { return x; } }
    static class Init { static boolean locked; static { synchronized (Init.class) { locked = Thread.holdsLock(Init.class); } } static synchronized boolean again() { return locked && Thread.holdsLock(Init.class); } }
    class Inner { synchronized boolean both() { synchronized (ClassLocks.this) { return Thread.holdsLock(this) && Thread.holdsLock(ClassLocks.this); } } }
    static String nested(Object[] locks, int at, int fail) {
        synchronized (locks[at]) {
            if (at == fail) throw new IllegalStateException("at " + at + " holding " + held(locks));
            return at + 1 == locks.length ? held(locks) : nested(locks, at + 1, fail);
        }
    }
    static String held(Object[] locks) { String r = ""; for (Object lock : locks) r += Thread.holdsLock(lock) ? 1 : 0; return r; }

    public static void main(String[] arguments) throws InterruptedException {
        Point a = new Point(1), b = new Point(1);
        synchronized (a) { System.out.println(Thread.holdsLock(a) + " " + Thread.holdsLock(b) + " " + a.equals(b)); }
        Object o = new Object();
        int before = o.hashCode(), inside;
        synchronized (o) { inside = o.hashCode(); synchronized (o) { System.out.println(System.identityHashCode(o) == before); } }
        System.out.println(before == inside && before == o.hashCode());
        Object late = new Object();
        int hash;
        synchronized (late) { synchronized (late) { hash = late.hashCode(); } }
        System.out.println(hash == late.hashCode());
        System.out.println(Init.again() + " " + new ClassLocks().new Inner().both());
        Object[] locks = {new Object(), "x", new Point(3), new int[0], ClassLocks.class, Init.class};
        for (int fail = 0; fail <= locks.length; fail++) {
            try { System.out.print(nested(locks, 0, fail)); } catch (IllegalStateException e) { System.out.print(e.getMessage()); }
            System.out.println(" then " + held(locks));
        }
        Integer small = 5, same = 5, large = new java.math.BigInteger("500").intValue();
        synchronized (small) { System.out.println(Thread.holdsLock(same) + " " + Thread.holdsLock(large)); }
        Thread[] threads = new Thread[3];
        StringBuilder order = new StringBuilder();
        Object turn = new Object();
        int[] next = {0};
        for (int i = 0; i < threads.length; i++) {
            int me = i;
            threads[i] = new Thread(() -> {
                for (int round = 0; round < 5; round++) {
                    synchronized (turn) {
                        while (next[0] % 3 != me) try { turn.wait(); } catch (InterruptedException e) { return; }
                        order.append(me);
                        next[0]++;
                        turn.notifyAll();
                    }
                }
            });
        }
        for (int i = 2; i >= 0; i--) threads[i].start();
        for (Thread thread : threads) thread.join();
        System.out.println(order);
    }
}

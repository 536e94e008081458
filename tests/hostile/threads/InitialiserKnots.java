import java.util.concurrent.CountDownLatch;

/** Initialisers that wait for each other, for a thread that needs the class, for themselves; that throw, start threads,
 * are interrupted, end their thread; thousands that race. Daemons that never come back hurt nobody. */
public class InitialiserKnots {
    static final CountDownLatch[] LATCHES = {new CountDownLatch(2), new CountDownLatch(1)};
    static class A { static int x; static { meet(); x = B.x + 1; } }
    static class B { static int x; static { meet(); x = A.x + 1; } }
    static void meet() { LATCHES[0].countDown(); try { LATCHES[0].await(); } catch (InterruptedException e) { throw new AssertionError(e); } }
    static class Waits { static int x = 1; static final Thread t = new Thread(() -> x++); static { t.setDaemon(true); t.start(); try { t.join(200); } catch (InterruptedException e) { x = -1; } x += t.isAlive() ? 10 : 0; } }
    static class Cyclic1 { static final Object A = Cyclic2.B == null ? "first" : "second"; }
    static class Cyclic2 { static final Object B = Cyclic1.A == null ? "third" : "fourth"; }
    static class Super { static Sub sub = new Sub(); static int n = 5; int seen = n; }
    static class Sub extends Super { static int m = 7; int other = m; }
    static class Throws { static { if (true) throw new IllegalStateException("first"); } static void m() { } }
    static class Checked { static { sneak(new java.io.IOException("checked")); } static int x; }
    static class ThrowsError { static { if (true) throw new NoSuchFieldError("own"); } static int x; }
    static class Fails extends Throws { static int y = 1; }
    interface WithDefault { int X = count(1); default void d() { } }
    interface WithoutDefault { int X = count(100); }
    static class Implements implements WithDefault, WithoutDefault { }
    static class Racing { static int x; static { Thread.yield(); x = count(10_000); } }
    static class Interrupted { static boolean was; static { Thread.currentThread().interrupt(); was = true; } }
    static class Locked { static { synchronized (Locked.class) { x = 4; } } static int x; }
    static class Escapes { static Escapes early; static final int LATE; static { early = new Escapes(); LATE = count(0) + 9; } int late() { return LATE; } int copy = LATE; }
    static class Deep { static int x = fall(0); static int fall(int n) { return fall(n + 1) + 1; } }
    static int counted;
    static synchronized int count(int n) { counted += n; return n; }
    @SuppressWarnings("unchecked") static <T extends Throwable> void sneak(Throwable t) throws T { throw (T) t; }

    private static Thread daemon(Runnable action) { Thread t = new Thread(action); t.setDaemon(true); t.start(); return t; }

    public static void main(String[] arguments) throws Throwable {
        Thread one = daemon(() -> System.out.println("never " + A.x)), two = daemon(() -> System.out.println("never " + B.x)), three = daemon(() -> System.out.println("never " + A.x));
        one.join(100);
        System.out.println("knot " + one.isAlive() + two.isAlive() + three.isAlive());
        one.interrupt();
        three.interrupt();
        Waits.t.join();
        System.out.println("waits " + Waits.x);
        System.out.println(Cyclic1.A + " " + Cyclic2.B + " " + new Sub().seen + Super.sub.seen + Super.sub.other);
        for (int i = 0; i < 3; i++) {
            Attack.attempt("throws", () -> { Throws.m(); return null; });
            Attack.attempt("fails", () -> Fails.y);
            Attack.attempt("checked", () -> Checked.x);
            Attack.attempt("error", () -> ThrowsError.x);
            Attack.kind("deep", () -> System.out.println(Deep.x));
            Attack.kind("by name", () -> Class.forName("InitialiserKnots$Throws"));
            Attack.kind("array of it", () -> System.out.println(new Throws[2].length));
            Attack.kind("an instance", Throws::new);
        }
        new Implements();
        System.out.println("interfaces " + counted);
        counted = 0;
        Thread[] racing = new Thread[50];
        for (int i = 0; i < racing.length; i++) { racing[i] = new Thread(() -> { if (Racing.x != 10_000) System.out.println("too early"); }); racing[i].start(); }
        for (Thread t : racing) t.join();
        System.out.println("once " + counted);
        System.out.println(Interrupted.was + " " + Thread.interrupted() + " " + Locked.x + " " + Escapes.early.copy + " " + new Escapes().copy + " " + Escapes.early.late());
        Thread holder = daemon(() -> { synchronized (Held.class) { LATCHES[1].countDown(); try { Thread.sleep(100); } catch (InterruptedException e) { return; } } });
        LATCHES[1].await();
        System.out.println("its lock is another's " + Held.x);
        holder.join();
    }
    static class Held { static int x = 6; }
}

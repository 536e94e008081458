import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;

/** Classes that many threads want to initialise at once: once only, everyone waits, failures are told to all; recursive
 * requests go on. */
public class InitialisationRaces {
    static final AtomicInteger started = new AtomicInteger();

    static void pause() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException exception) {
            throw new AssertionError(exception);
        }
    }

    static class Slow {
        static int value;

        static {
            started.incrementAndGet();
            pause();
            value = 42;
        }

        static int get() {
            return value;
        }
    }

    static class Parent {
        static int value = Child.seen();

        static int own() {
            return value;
        }
    }

    static class Child extends Parent {
        static int other = 7;

        static int seen() {
            return other;
        }
    }

    static class Failing {
        static final AtomicInteger tries = new AtomicInteger();
        static int value;

        static {
            started.incrementAndGet();
            pause();
            if (started.get() > 0) throw new IllegalStateException("cannot be");
        }
    }

    interface Default {
        int SEEN = started.incrementAndGet();

        default int three() {
            return 3;
        }
    }

    static class Implementing implements Default {
        static int value = 5;
    }

    interface Use {
        int value();
    }

    static void race(String what, Use use) throws Exception {
        started.set(0);
        int count = 8;
        CyclicBarrier barrier = new CyclicBarrier(count);
        AtomicInteger sum = new AtomicInteger(), initialisers = new AtomicInteger(), missing = new AtomicInteger();
        Thread[] threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            threads[i] = new Thread(() -> {
                try {
                    barrier.await();
                    sum.addAndGet(use.value());
                } catch (ExceptionInInitializerError error) {
                    initialisers.incrementAndGet();
                } catch (NoClassDefFoundError error) {
                    missing.incrementAndGet();
                } catch (Exception exception) {
                    System.out.println(exception);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
        System.out.println(what + ": started " + started + ", sum " + sum + ", errors " + initialisers + " " + missing);
    }

    public static void main(String[] arguments) throws Exception {
        race("slow", Slow::get);
        race("slow again", () -> Slow.value);
        race("failing", () -> Failing.value);
        race("new", () -> new Slow() == null ? 0 : 1);
        race("child", () -> Child.other + Parent.own());
        race("interface", () -> Implementing.value + new Implementing().three());
    }
}

import java.lang.reflect.Array;

// Allocates what tests/allocation.t knows, each kind in a method of its own, in two threads by different numbers; and
// in many threads, more than there are blocks of counters.
public class Allocated implements Cloneable {
    static volatile Object sink;
    int field;

    static class Pair { Object first, second; }
    static class Late { long value; }  // not loaded when its maker is translated
    static class Final { protected void finalize() { } }
    static class Failure extends RuntimeException { }

    static void objects(int count) {
        for (int i = 0; i < count; i++) sink = new Pair();
    }

    static void late(int count) {
        for (int i = 0; i < count; i++) sink = new Late();
    }

    static void finalizers(int count) {
        for (int i = 0; i < count; i++) sink = new Final();
    }

    static void arrays(int count) {
        for (int i = 0; i < count; i++) {
            sink = new boolean[i % 10];
            sink = new byte[i % 10];
            sink = new char[i % 10];
            sink = new short[i % 10];
            sink = new int[i % 10];
            sink = new long[i % 10];
            sink = new float[i % 10];
            sink = new double[i % 10];
            sink = new Pair[i % 10];
            sink = new int[i % 10][];
            sink = new int[7];
            sink = new byte[50000 + 8 * i];
        }
    }

    static void dimensions(int count) {
        for (int i = 0; i < count; i++) sink = new short[2][3][5];
    }

    static Pair inlined() {
        return new Pair();
    }

    static void caller(int count) {
        for (int i = 0; i < count; i++) sink = inlined();
    }

    static void varargs(int count) {
        for (int i = 0; i < count; i++) sink = many("a", "b", "c");
    }

    static Object many(Object... what) {
        return what[0];
    }

    static void boxes(int count) {
        for (int i = 0; i < count; i++) sink = 1000 + i;
    }

    static void strings(int count) {
        for (int i = 0; i < count; i++) sink = "number " + (100 + i);
    }

    static void clones(int count) throws CloneNotSupportedException {
        int[] numbers = {1, 2, 3};
        for (int i = 0; i < count; i++) sink = numbers.clone();
        Allocated object = new Allocated();
        for (int i = 0; i < count; i++) sink = object.clone();
    }

    static void thrown(int count) {
        for (int i = 0; i < count; i++) {
            try {
                throw new Failure();
            } catch (Failure failure) {
                sink = failure;
            }
        }
    }

    static void raised(int count) {
        Object none = null;
        for (int i = 0; i < count; i++) {
            try {
                sink = none.hashCode();
            } catch (NullPointerException exception) {
                sink = exception;
            }
        }
    }

    static void tooLarge(int count) {
        for (int i = 0; i < count; i++) {
            try {
                sink = new byte[1 << 30];
            } catch (OutOfMemoryError error) {
                sink = error;
            }
        }
    }

    static void reflective(int count) throws Exception {
        for (int i = 0; i < count; i++) sink = Array.newInstance(Pair.class, 3);
        for (int i = 0; i < count; i++) sink = Array.newInstance(char.class, 2, 2);
    }

    static void all(int count) {
        try {
            objects(1000 * count);
            late(10 * count);
            finalizers(count);
            arrays(100 * count);
            dimensions(10 * count);
            caller(30 * count);
            varargs(40 * count);
            boxes(50 * count);
            strings(60 * count);
            clones(70 * count);
            thrown(8 * count);
            raised(9 * count);
            tooLarge(2 * count);
            reflective(12 * count);
        } catch (Exception exception) {
            throw new RuntimeException(exception);
        }
    }

    static Thread start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.start();
        return thread;
    }

    // Starts so many threads at a time, each of which makes an object before the first of them ends.
    static void crowd(int threads) throws InterruptedException {
        Thread[] crowd = new Thread[threads];
        Object gate = new Object();
        int[] arrived = {0};
        for (int i = 0; i < threads; i++) {
            crowd[i] = start("crowd", () -> {
                synchronized (gate) {
                    sink = new long[8];
                    if (++arrived[0] == threads) gate.notifyAll();
                    try {
                        while (arrived[0] < threads) gate.wait();
                    } catch (InterruptedException exception) {
                        throw new RuntimeException(exception);
                    }
                }
            });
        }
        for (Thread thread : crowd) thread.join();
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread one = start("one", () -> all(1)), two = start("two", () -> all(2));
        one.join();
        two.join();
        if (arguments.length > 0) crowd(Integer.parseInt(arguments[0]));
        System.out.println("done");
    }
}

import java.util.ArrayList;
import java.util.List;

/** Threads that fill the heap together until each has had its OutOfMemoryErrors; what they had before is whole, and
 * there is room again. */
public class Exhausted {
    static final class Link {
        final Link next;
        final long[] data;

        Link(Link next, int length) {
            this.next = next;
            data = new long[length];
            data[length - 1] = length;
        }
    }

    static int fill(int length) {
        Link chain = null;
        try {
            while (true) chain = new Link(chain, length);
        } catch (OutOfMemoryError error) {
            if (!"Java heap space".equals(error.getMessage())) throw new AssertionError(error);
        }
        int count = 0;
        for (; chain != null; chain = chain.next, count++) if (chain.data[length - 1] != length) throw new AssertionError("a link has changed");
        return count;
    }

    private static boolean go;

    // A thread that starts others needs room.
    static synchronized void await() {
        try {
            while (!go) Exhausted.class.wait();
        } catch (InterruptedException exception) {
            throw new AssertionError(exception);
        }
    }

    static boolean run(int number, int[] own) {
        for (int i = 0; i < own.length; i++) own[i] = number * i;
        boolean any = false;
        for (int i = 0; i < 3; i++) any |= fill(10 + 300 * number) > 0;
        for (int i = 0; i < own.length; i++) if (own[i] != number * i) throw new AssertionError("a thread's own has changed");
        return any;
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread[] threads = new Thread[5];
        boolean[] right = new boolean[threads.length];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            int[] own = new int[1000];
            threads[i] = new Thread(() -> {
                await();
                right[number] = run(number, own);
            });
        }
        for (Thread thread : threads) thread.start();
        synchronized (Exhausted.class) {
            go = true;
            Exhausted.class.notifyAll();
        }
        for (Thread thread : threads) thread.join();
        for (boolean one : right) if (!one) throw new AssertionError("a thread has failed");
        List<byte[]> room = new ArrayList<>();
        for (int i = 0; i < 10; i++) room.add(new byte[1_000_000]);
        System.out.println("all right, and room for " + room.size());
    }
}

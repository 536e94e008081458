import java.lang.ref.WeakReference;
import java.util.Timer;
import java.util.TimerTask;

// Locals that an exception handler uses are kept as long as the handler can be reached, and no longer: what was set to
// null behind the try block can be collected, and what is in use is still there, wherever the collector has moved it.
public class HandlerLocals {
    static Object sink;

    static String state(WeakReference<?> weak) {
        for (int i = 0; i < 3 && weak.get() != null; i++) System.gc();
        return weak.get() == null ? "collected" : "there";
    }

    static void dropped() {
        byte[] big = new byte[1000];
        WeakReference<byte[]> weak = new WeakReference<>(big);
        try {
            Integer.parseInt("12");
        } catch (NumberFormatException e) {
            System.out.println(big.length);
        }
        System.out.println("behind the block " + state(weak) + " " + big.length);
        big = null;
        System.out.println("dropped " + state(weak));
    }

    static void replaced(String number) {
        int[] numbers = {1, 2, 3};
        WeakReference<int[]> first = new WeakReference<>(numbers);
        for (int i = 0; i < 3; i++) {
            try {
                sink = Integer.parseInt(number);
                numbers = new int[] {i, i};
                System.out.println("round " + i + " first " + state(first));
                if (i == 1) throw new IllegalStateException(state(first) + " in the block");
            } catch (NumberFormatException e) {
                System.out.println("not a number, " + numbers.length + " left, first " + state(first));
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage() + ", " + numbers[0] + numbers[1]);
            }
        }
        WeakReference<int[]> last = new WeakReference<>(numbers);
        numbers = null;
        System.out.println("first " + state(first) + " last " + state(last));
    }

    static void fail(WeakReference<?> weak) {
        System.out.println("called: " + state(weak));
        throw new RuntimeException();
    }

    // The inner handler needs one local, the outer one both.
    static void nested() {
        StringBuilder a = new StringBuilder("a"), b = new StringBuilder("b");
        WeakReference<StringBuilder> weakA = new WeakReference<>(a), weakB = new WeakReference<>(b);
        try {
            try {
                fail(weakA);
            } catch (RuntimeException e) {
                a.append("1 ").append(state(weakB));
                fail(weakB);
            } finally {
                a.append(" finally");
            }
        } catch (RuntimeException e) {
            b.append("2 ").append(state(weakA)).append(' ').append(a);
        }
        System.out.println(a + " and " + b);
        a = b = null;
        System.out.println(state(weakA) + " " + state(weakB));
    }

    // A null that is stored in the protected range is what the handler sees.
    static void nulled() {
        Object object = new Object();
        WeakReference<Object> weak = new WeakReference<>(object);
        try {
            object = null;
            fail(weak);
        } catch (RuntimeException e) {
            System.out.println(object + " " + state(weak));
        }
    }

    static synchronized void locked() {
        Object lock = new Object();
        WeakReference<Object> weak = new WeakReference<>(lock);
        synchronized (lock) {
            System.out.println("locked " + state(weak));
        }
        lock = null;
    }

    static void traps(int[] array, int index) {
        Object[] held = {"held"};
        try {
            held[0] = "held " + array[index];
        } catch (NullPointerException | IndexOutOfBoundsException e) {
            System.gc();
            System.out.println(held[0] + " " + e.getClass().getSimpleName());
        }
    }

    // The thread of a timer ends when nobody can schedule anything more.
    static void timer() throws InterruptedException {
        Thread[] thread = new Thread[1];
        Timer timer = new Timer();
        timer.schedule(new TimerTask() {
            public void run() { thread[0] = Thread.currentThread(); }
        }, 1);
        while (thread[0] == null) Thread.sleep(1);
        try {
            Integer.parseInt("12");
        } catch (NumberFormatException e) {
            timer.cancel();
        }
        timer = null;
        for (int i = 0; i < 200 && thread[0].isAlive(); i++) {
            System.gc();
            thread[0].join(50);
        }
        System.out.println("timer " + (thread[0].isAlive() ? "runs on" : "ended"));
    }

    public static void main(String[] arguments) throws InterruptedException {
        dropped();
        replaced("12");
        replaced("twelve");
        nested();
        nulled();
        locked();
        traps(null, 0);
        traps(new int[1], 1);
        traps(new int[1], 0);
        timer();
    }
}

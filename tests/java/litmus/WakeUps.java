import java.util.concurrent.locks.LockSupport;
import other.litmus.Litmus;

/** What one thread does before it wakes, interrupts or outlives another one is seen by that one; no wake-up is lost.
 * And the clock that they share never goes back. */
public class WakeUps {
    private static int data;
    private static volatile int turn;

    private interface Exchange { void await(int mine); void pass(Thread other, int theirs); }

    /** Two threads take turns; each adds one to a plain field, which the other must see. */
    private static void turns(Litmus litmus, String name, int rounds, Exchange exchange) throws InterruptedException {
        Thread here = Thread.currentThread();
        data = turn = 0;
        int[] wrong = new int[2];
        Thread other = new Thread(() -> {
            for (int i = 0; i < rounds; i++) {
                exchange.await(1);
                if (data++ != 2 * i + 1) wrong[1]++;
                exchange.pass(here, 0);
            }
        });
        other.start();
        for (int i = 0; i < rounds; i++) {
            exchange.await(0);
            if (data++ != 2 * i) wrong[0]++;
            exchange.pass(other, 1);
        }
        exchange.await(0);
        other.join();
        litmus.tell(name, rounds * 2L, wrong[0] + wrong[1], 0);
    }

    private static final Exchange PARKING = new Exchange() {
        public void await(int mine) { while (turn != mine) LockSupport.park(); }
        public void pass(Thread other, int theirs) {
            turn = theirs;
            LockSupport.unpark(other);
        }
    };

    private static final Exchange NOTIFYING = new Exchange() {
        public synchronized void await(int mine) {
            try {
                while (turn != mine) wait();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
        public synchronized void pass(Thread other, int theirs) {
            turn = theirs;
            notify();
        }
    };

    /** The turn itself is the interruption; nothing else is read. */
    private static final Exchange INTERRUPTING = new Exchange() {
        private boolean begun;
        public void await(int mine) {
            if (mine == 0 && !begun) {
                begun = true;
                return;
            }
            while (!Thread.interrupted()) Thread.onSpinWait();
        }
        public void pass(Thread other, int theirs) { other.interrupt(); }
    };

    private static final Exchange INTERRUPTING_SLEEP = new Exchange() {
        private boolean begun;
        public void await(int mine) {
            if (mine == 0 && !begun) {
                begun = true;
                return;
            }
            try {
                Thread.sleep(600_000);
                throw new AssertionError("slept");
            } catch (InterruptedException expected) {
                return;
            }
        }
        public void pass(Thread other, int theirs) { other.interrupt(); }
    };

    private static void startAndJoin(Litmus litmus, int rounds) throws InterruptedException {
        int[] cell = new int[1], wrong = new int[1];
        for (int i = 0; i < rounds; i++) {
            cell[0] = i;
            int expected = i;
            Thread thread = new Thread(() -> { if (cell[0]++ != expected) wrong[0]++; });
            thread.start();
            thread.join();
            if (cell[0] != i + 1 || thread.getState() != Thread.State.TERMINATED) wrong[0]++;
        }
        litmus.tell("start and join", rounds, wrong[0], 0);
    }

    // ---- Readings of the clock, each given to the other threads

    private static volatile long latest;
    private static long wrongReadings;

    private static void read(int count) {
        long wrong = 0;
        for (int i = 0; i < count; i++) {
            long before = latest, now = System.nanoTime();
            if (now < before) wrong++;
            latest = now;
        }
        synchronized (WakeUps.class) {
            wrongReadings += wrong;
        }
    }

    private static void clock(Litmus litmus, int readings) throws InterruptedException {
        latest = System.nanoTime();
        Thread[] threads = {new Thread(() -> read(readings / 2)), new Thread(() -> read(readings / 2))};
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
        litmus.tell("nanoTime", readings / 2 * 2L, wrongReadings, 0);
    }

    /** Arguments: tries; readings of the clock. */
    public static void main(String[] arguments) throws InterruptedException {
        Litmus litmus = new Litmus(arguments);
        int rounds = litmus.tries() / 2, few = Math.max(10, litmus.tries() / 200);
        turns(litmus, "park and unpark", rounds, PARKING);
        turns(litmus, "wait and notify", rounds, NOTIFYING);
        turns(litmus, "interrupt, sleeping", rounds, INTERRUPTING_SLEEP);
        if (Runtime.getRuntime().availableProcessors() > 1) {
            turns(litmus, "interrupt", rounds, INTERRUPTING);
        } else {
            litmus.tell("interrupt", 0, 0, 0); // each turn would take a time slice
        }
        startAndJoin(litmus, few);
        clock(litmus, arguments.length > 1 ? Integer.parseInt(arguments[1]) : litmus.tries());
        litmus.end();
    }
}

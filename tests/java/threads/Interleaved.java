import java.util.ArrayList;
import java.util.List;

/** Threads that compute in translated code while others do: registers, XMM registers and references live over every
 * switch; handed over by wait and notify, interrupted, joined. */
public class Interleaved {
    private static final int THREADS = 6;

    static final class Worker extends Thread {
        final int seed;
        double sum;
        long hash;
        int caught;

        Worker(int seed) {
            super("worker " + seed);
            this.seed = seed;
        }

        @Override
        public void run() {
            int[] numbers = new int[64];
            String[] texts = new String[64];
            long a = seed, b = seed * 3L, c = ~seed;
            double x = seed, y = 1.0 / (seed + 1), z = 0.5;
            float f = seed * 0.75f;
            for (int i = 0; i < 300000; i++) {
                a = a * 6364136223846793005L + b;
                b ^= a >>> 17;
                c += a ^ b;
                x = x * 0.999 + y;
                y = y + z * 1e-7;
                z = x > 500 ? z * 0.5 : z + 1e-6;
                f = f * 0.5f + (i & 15);
                numbers[(int) (a >>> 58)] += (int) c;
                if ((i & 0x3ff) == 0) {
                    texts[i >> 10 & 63] = "t" + (b & 0xff);
                }
                if ((i & 0x7fff) == 5) {
                    try {
                        numbers[(int) (c & 127) + 64]++;
                    } catch (ArrayIndexOutOfBoundsException e) {
                        caught++;
                    }
                }
            }
            hash = a ^ b * 31 ^ c * 17;
            for (int i = 0; i < 64; i++) {
                hash = hash * 31 + numbers[i];
                hash += texts[i] == null ? 0 : texts[i].hashCode();
            }
            sum = x + y + z + f;
        }
    }

    static final class Baton {
        private int turn;
        private final List<String> log = new ArrayList<>();

        synchronized void pass(int me, int rounds) {
            for (int i = 0; i < rounds; i++) {
                while (turn != me) {
                    try {
                        wait();
                    } catch (InterruptedException e) {
                        log.add("interrupted " + me);
                    }
                }
                log.add("" + me);
                turn = (me + 1) % 3;
                notifyAll();
            }
        }
    }

    private static void interrupted() throws InterruptedException {
        final Object monitor = new Object();
        final List<String> seen = new ArrayList<>();
        Thread sleeper = new Thread() {
            @Override
            public void run() {
                try {
                    Thread.sleep(60000);
                } catch (InterruptedException e) {
                    seen.add("sleep: " + e.getMessage() + " " + isInterrupted());
                }
                synchronized (monitor) {
                    interrupt();
                    try {
                        monitor.wait();
                    } catch (InterruptedException e) {
                        seen.add("wait: " + e.getMessage() + " " + Thread.holdsLock(monitor));
                    }
                }
                interrupt();
                seen.add(Thread.interrupted() + " " + Thread.interrupted());
                try {
                    monitor.notify();
                } catch (IllegalMonitorStateException e) {
                    seen.add(e.getMessage());
                }
            }
        };
        sleeper.start();
        sleeper.interrupt();
        sleeper.join();
        System.out.println(seen);
    }

    public static void main(String[] arguments) throws InterruptedException {
        Worker[] workers = new Worker[THREADS];
        for (int i = 0; i < THREADS; i++) {
            workers[i] = new Worker(i);
            workers[i].start();
        }
        for (Worker worker : workers) {
            worker.join();
            System.out.println(worker.getName() + " " + Long.toHexString(worker.hash) + " " + Long.toHexString(Double.doubleToLongBits(worker.sum)) + " " + worker.caught);
        }
        final Baton baton = new Baton();
        Thread[] runners = new Thread[3];
        for (int i = 0; i < 3; i++) {
            final int me = i;
            runners[i] = new Thread() {
                @Override
                public void run() {
                    baton.pass(me, 50);
                }
            };
            runners[i].start();
        }
        for (Thread runner : runners) {
            runner.join();
        }
        System.out.println(baton.log.size() + " " + baton.log.get(149) + baton.log.hashCode());
        interrupted();
    }
}

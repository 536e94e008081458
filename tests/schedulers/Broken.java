import gnomon.Scheduler;

/** Schedulers that do their work for a while and then something that they must not. */
public class Broken {
    static class Turns implements Scheduler {
        static final int GOOD_ANSWERS = 40;

        final int[] queue = new int[THREADS];
        int first;
        int count;
        int answers;
        int last;

        @Override
        public boolean ready(int thread) {
            queue[(first + count++) % THREADS] = thread;
            return false;
        }

        @Override
        public void blocked(int thread) {
        }

        @Override
        public int next() {
            if (++answers > GOOD_ANSWERS) misbehave();
            int thread = queue[first];
            first = (first + 1) % THREADS;
            count--;
            last = thread;
            return thread;
        }

        @Override
        public long quantum(int thread) {
            return 1_000_000;
        }

        void misbehave() {
        }
    }

    static class Throws extends Turns {
        final RuntimeException made = new IllegalStateException("made before");

        @Override
        void misbehave() {
            throw made;
        }
    }

    static class ThrowsNew extends Turns {
        @Override
        void misbehave() {
            throw new IllegalStateException("made now");
        }
    }

    static class Faults extends Turns {
        @Override
        void misbehave() {
            queue[-1] = 0;
        }
    }

    static class Loops extends Turns {
        volatile int sink;

        @Override
        void misbehave() {
            for (;;) sink++;
        }
    }

    static class Catches extends Turns {
        volatile int sink;

        @Override
        void misbehave() {
            for (;;) {
                try {
                    for (;;) sink++;
                } catch (Throwable e) {
                    sink = 0;
                } finally {
                    sink++;
                }
            }
        }
    }

    static class Recurses extends Turns {
        int depth(int n) {
            return n == Integer.MIN_VALUE ? 0 : depth(n + 1) + 1;
        }

        @Override
        void misbehave() {
            last = depth(0);
        }
    }

    static class Allocates extends Turns {
        Object kept;

        @Override
        void misbehave() {
            kept = new long[10];
        }
    }

    static class AllocatesMuch extends Turns {
        Object[] kept = new Object[1];

        @Override
        void misbehave() {
            for (;;) kept = new Object[] {kept, new byte[100_000]};
        }
    }

    static class Sleeps extends Turns {
        @Override
        void misbehave() {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                last = 0;
            }
        }
    }

    static class Yields extends Turns {
        @Override
        void misbehave() {
            Thread.yield();
        }
    }

    static class Waits extends Turns {
        @Override
        void misbehave() {
            synchronized (this) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    last = 0;
                }
            }
        }
    }

    static class Parks extends Turns {
        @Override
        void misbehave() {
            java.util.concurrent.locks.LockSupport.park();
        }
    }

    static class Locks extends Turns {
        @Override
        void misbehave() {
            synchronized (Work.LOCK) {
                last = 0;
            }
        }
    }

    static class Prints extends Turns {
        @Override
        void misbehave() {
            System.out.println("what a scheduler prints");
        }
    }

    static class Nonsense extends Turns {
        @Override
        public int next() {
            int thread = super.next();
            return answers > GOOD_ANSWERS ? -7 : thread;
        }
    }

    static class Nobody extends Turns {
        @Override
        public int next() {
            int thread = super.next();
            return answers > GOOD_ANSWERS ? 0 : thread;
        }
    }

    static class NotReady extends Turns {
        @Override
        public int next() {
            int thread = super.next();
            return answers > GOOD_ANSWERS ? Scheduler.current() : thread;
        }
    }

    static class Quantum extends Turns {
        @Override
        public long quantum(int thread) {
            return answers > GOOD_ANSWERS ? -1 : super.quantum(thread);
        }
    }

    /** Not broken: makes the running thread give way each time. */
    static class Impatient extends Turns {
        @Override
        public boolean ready(int thread) {
            super.ready(thread);
            return true;
        }

        @Override
        public long quantum(int thread) {
            return 100_000;
        }
    }

    static class NoScheduler {
    }

    static class Fails extends Turns {
        Fails() {
            throw new IllegalStateException("not today");
        }
    }
}

package other.litmus;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs small programs of two to four threads that race, many times, and counts what came out. Each try has a State of
 * its own; the threads go through an array of them at the same time, without waiting for each other, so each try meets
 * another moment of the race. With an argument, the number of tries, the counts are printed; without one there are few
 * tries, and what is printed is the same in every run.
 */
public final class Litmus {
    /** What the threads of a try share, and what they have seen: a to d. */
    public static final class State {
        public int x, y;
        public volatile int vx, vy;
        public long wide;
        public double real;
        public Object reference;
        public volatile Object vreference;
        public int a, b, c, d;

        void clear() {
            x = y = vx = vy = a = b = c = d = 0;
            wide = 0;
            real = 0;
            reference = vreference = null;
        }
    }

    public interface Actor { void act(State state); }
    public interface Seen { boolean in(State state); }

    public static final VarHandle X, Y;
    public static final Seen NOTHING = state -> false;

    static {
        try {
            X = MethodHandles.lookup().findVarHandle(State.class, "x", int.class);
            Y = MethodHandles.lookup().findVarHandle(State.class, "y", int.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static final int FEW = 2000, BATCH = 2000;

    private final int tries;
    private final boolean counts;
    private boolean failed;

    public Litmus(String[] arguments) {
        counts = arguments.length > 0;
        tries = counts ? Integer.parseInt(arguments[0]) : FEW;
    }

    public int tries() { return tries; }

    /** For a test that races in a way of its own: says how often something forbidden and something weak was seen. */
    public void tell(String name, long done, long forbidden, long weak) {
        if (forbidden > 0) failed = true;
        if (counts) {
            System.out.println(name + ": " + done + " tries, forbidden " + forbidden + ", weak " + weak);
        } else {
            System.out.println(name + ": " + (forbidden == 0 ? "right" : "WRONG"));
        }
    }

    public void end() { System.out.println(failed ? "FORBIDDEN OUTCOMES" : "done"); }

    // ---- All threads wait for the last one

    public static final class Meeting {
        private final int members;
        private final AtomicInteger came = new AtomicInteger();
        private volatile int number;

        public Meeting(int members) { this.members = members; }

        public void await() {
            int now = number;
            if (came.incrementAndGet() == members) {
                came.set(0);
                number = now + 1;
                return;
            }
            for (int round = PROCESSORS >= members ? 0 : PATIENCE; number == now; round++) pause(round);
        }
    }

    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors(), PATIENCE = 2000;

    private static void pause(int round) {
        if (round < PATIENCE) {
            Thread.onSpinWait();
        } else {
            LockSupport.parkNanos(20_000);
        }
    }

    // ---- A test

    /** How far a thread has come, on a cache line of its own. */
    private static final class Progress {
        long before1, before2, before3, before4, before5, before6, before7;
        volatile int at;
        long behind1, behind2, behind3, behind4, behind5, behind6, behind7;
    }

    private static final int MOMENTS = 30_000;

    /**
     * Two threads that can run at once come to each try together, unless one waits for too long because its processor
     * does something else: then they pass through the array as they may, as do more threads.
     */
    private static void actAll(Actor actor, State[] states, Progress own, Progress other) {
        int left = other == null ? 0 : MOMENTS;
        for (int i = 0; i < states.length; i++) {
            if (left > 0) {
                own.at = i;
                while (other.at < i && left-- > 0) Thread.onSpinWait();
            }
            actor.act(states[i]);
        }
        own.at = Integer.MAX_VALUE;
    }

    private static void follow(Actor actor, State[] states, Meeting meeting, int batches, Progress own, Progress other) {
        for (int i = 0; i < batches; i++) {
            meeting.await();
            actAll(actor, states, own, other);
            meeting.await();
            own.at = 0;
        }
    }

    /**
     * The first actor is the calling thread's. `forbidden`: what may never be seen; `weak`: what may be, but would not
     * be if the threads took their steps in turns. Returns how often that was.
     */
    public long test(String name, Seen forbidden, Seen weak, Actor... actors) {
        int size = Math.min(tries, BATCH), batches = tries / size;
        State[] states = new State[size];
        for (int i = 0; i < size; i++) states[i] = new State();
        Meeting meeting = new Meeting(actors.length);
        Progress here = new Progress(), there = new Progress();
        boolean together = actors.length == 2 && PROCESSORS > 1;
        for (int i = 1; i < actors.length; i++) {
            Actor actor = actors[i];
            Progress own = actors.length == 2 ? there : new Progress();
            Thread thread = new Thread(() -> follow(actor, states, meeting, batches, own, together ? here : null));
            thread.setDaemon(true);
            thread.start();
        }
        long wrong = 0, allowed = 0;
        for (int i = 0; i < batches; i++) {
            meeting.await();
            actAll(actors[0], states, here, together ? there : null);
            meeting.await();
            here.at = 0;
            for (State state : states) {
                if (forbidden.in(state)) wrong++;
                if (weak.in(state)) allowed++;
                state.clear();
            }
        }
        tell(name, (long) batches * size, wrong, allowed);
        return allowed;
    }
}

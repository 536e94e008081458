import gnomon.Domain;
import gnomon.Naming;
import gnomon.Portal;
import gnomon.Scheduler;
import java.util.ArrayList;
import java.util.List;

/**
 * Services whose domains' schedulers leave the thread that copies what they are given in the middle of it, after more
 * and more turns: such a copy has collections of the caller's heap wait for it. Another thread of the caller's domain
 * allocates meanwhile, and is to go on: nobody may hold another domain's heap.
 */
public class Starves {
    interface Takes extends Portal {
        void begin(int turns);

        int take(List<int[]> list);
    }

    /** Its first turns, which are short, are the service's; then those of a thread that spins. */
    public static class Miser implements Scheduler {
        static volatile int turns = Integer.MAX_VALUE;
        private final int[] waiting = new int[THREADS];
        private int count;

        @Override
        public boolean ready(int thread) {
            waiting[count++] = thread;
            return turns > 0 && Scheduler.told(thread) == 0;
        }

        @Override
        public void blocked(int thread) {
            // as it is
        }

        @Override
        public int next() {
            int at = 0;
            for (int i = 0; i < count; i++) {
                if (Scheduler.told(waiting[i]) == 0 == turns > 0) at = i;
            }
            int thread = waiting[at];
            waiting[at] = waiting[--count];
            if (Scheduler.told(thread) == 0 && turns > 0 && turns < Integer.MAX_VALUE) turns--;
            return thread;
        }

        @Override
        public long quantum(int thread) {
            return 100_000;
        }
    }

    static class Service implements Takes {
        @Override
        public void begin(int turns) {
            Miser.turns = turns;
        }

        @Override
        public int take(List<int[]> list) {
            return list.size();
        }
    }

    public static class Server {
        public static void main(String[] arguments) {
            Thread spinner = new Thread(() -> {
                Scheduler.tell(1);
                for (;;) Thread.onSpinWait();
            }, "spinner");
            spinner.start();
            Naming.register(arguments[0], new Service());
        }
    }

    static void allocate(long milliseconds) {
        int[][] kept = new int[1000][];
        long end = System.nanoTime() + milliseconds * 1_000_000;
        for (int i = 0; System.nanoTime() < end; i++) kept[i % kept.length] = new int[500];
    }

    public static void main(String[] arguments) throws Exception {
        List<int[]> large = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) large.add(new int[] {i});
        for (int turns = 8; turns <= 20; turns += 3) {
            String name = "takes" + turns;
            Domain domain = Domain.start(new Domain.Options(name).main("Starves$Server").heap(24 << 20).argument(name).scheduler("Starves$Miser"));
            Takes takes = Naming.lookup(name, Takes.class);
            takes.begin(turns);
            Thread caller = new Thread(() -> {
                try {
                    takes.take(large);
                } catch (RuntimeException e) {
                    // it ends before it has answered
                }
            });
            caller.start();
            allocate(400);
            domain.terminate();
            caller.join();
            System.out.println("goes on");
        }
    }
}

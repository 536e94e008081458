import gnomon.Domain;
import gnomon.Scheduler;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.time.Duration;

/**
 * Domains whose main thread makes itself their scheduler by the natives of gnomon.SchedulerThread, and answers what it
 * is not asked: that a thread goes on or makes way where none was interrupted, threads that are not ready, itself.
 * Prints for each whether it has ended; the first domain goes on.
 */
public class Misled {
    private static MethodHandle begin, next, consider, choose, check, current;

    static class Turns implements Scheduler {
        public boolean ready(int thread) {
            return false;
        }

        public void blocked(int thread) {
        }

        public int next() {
            return 0;
        }

        public long quantum(int thread) {
            return 1_000_000;
        }
    }

    private static MethodHandle handle(String name, Class<?>... types) throws ReflectiveOperationException {
        Method method = Class.forName("gnomon.SchedulerThread").getDeclaredMethod(name, types);
        method.setAccessible(true);
        return MethodHandles.lookup().unreflect(method);
    }

    /** It may not allocate once it chooses: with handles nothing does. */
    private static void answer(int how, int own) throws Throwable {
        long question = 0;
        boolean is = false;
        for (int i = 0; i < 50; i++) {
            switch (how) {
                case 0: question = (long) consider.invokeExact(false); break;
                case 1: question = (long) consider.invokeExact(true); break;
                case 2: question = (long) choose.invokeExact(own, 1_000_000L); break;
                case 3: question = (long) next.invokeExact(); break;
                case 4: question = (long) choose.invokeExact(1, 1_000_000L); break;
                case 5: is = (boolean) check.invokeExact(1); break;
                default:
                    for (int k = 0; k < 100; k++) {
                        question = (long) choose.invokeExact(k, 1_000_000L);
                        question = (long) consider.invokeExact((k & 1) == 0);
                    }
                    break;
            }
        }
    }

    private static void child(int how) throws Throwable {
        begin = handle("begin0", Scheduler.class);
        next = handle("next0");
        consider = handle("consider0", boolean.class);
        choose = handle("choose0", int.class, long.class);
        check = handle("check0", int.class);
        current = handle("current0");
        int own = (int) current.invokeExact();
        Scheduler scheduler = new Turns();
        for (int i = 0; i < 2; i++) answer(how, own); // it does not choose yet: nothing comes of it
        for (int i = 0; i < 3; i++) {
            Thread thread = new Thread(() -> {
                for (;;) Thread.onSpinWait();
            });
            thread.setDaemon(true);
            thread.start();
        }
        Thread.sleep(10);
        long question = (long) begin.invokeExact(scheduler);
        answer(how, own);
    }

    /** How many of them have ended, by themselves or when they were told to. */
    static int all() throws Exception {
        int ended = 0;
        for (int how = 0; how < 7; how++) {
            Domain domain = Domain.start(new Domain.Options("misled").main("Misled").heap(16 << 20).argument("" + how));
            domain.await(Duration.ofSeconds(2));
            domain.terminate();
            domain.await();
            ended++;
        }
        return ended;
    }

    public static void main(String[] arguments) throws Throwable {
        if (arguments.length > 0) {
            child(Integer.parseInt(arguments[0]));
        } else {
            System.out.println("ended: " + all());
            System.exit(0);
        }
    }
}

import gnomon.Domain;
import gnomon.DomainTerminatedException;
import gnomon.Naming;
import gnomon.Portal;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;

/** How domains live and end, as far as that is the same on every virtual machine; run without arguments it starts them.
 * */
public class Elsewhere {
    interface Gate extends Portal {
        int wait(int milliseconds);

        void say(String what);

        Object told();
    }

    static class GateService implements Gate {
        private final StringBuilder told = new StringBuilder();

        public int wait(int milliseconds) {
            try {
                Thread.sleep(milliseconds);
            } catch (InterruptedException e) {
                return -1;
            }
            return milliseconds;
        }

        public synchronized void say(String what) {
            told.append(what).append(", ");
        }

        public synchronized Object told() {
            String all = told.toString();
            told.setLength(0);
            return all;
        }
    }

    static int count;

    static void check(String what, Object object) {
        System.out.println(what + ": " + object);
    }

    static void run(String what) throws Exception {
        Gate gate = Naming.lookup("gate", Gate.class);
        switch (what) {
            case "returns" -> gate.say("count " + ++count + " " + Domain.currentName() + " " + Domain.current());
            case "throws" -> throw new IllegalStateException("on purpose");
            case "threads" -> {
                for (int i = 0; i < 3; i++) {
                    int milliseconds = i == 2 ? 100_000 : 50;
                    Thread thread = new Thread(() -> {
                        gate.wait(milliseconds);
                        gate.say("late");
                    });
                    thread.setDaemon(i == 2);
                    thread.start();
                }
                gate.say("main is done");
            }
            case "properties" -> {
                gate.say(System.getProperty("given") + " " + System.getProperty("here") + " " + System.getProperty("java.version").startsWith("17"));
                gate.say(System.getProperty("java.class.path").endsWith("gnomon.jar") + " " + System.getProperties().containsKey("here"));
                System.setProperty("left", "behind");
            }
            case "input" -> gate.say("read " + readInput());
            case "waits" -> {
                Naming.register("waiting", new GateService());
                Thread.sleep(100_000);
            }
            case "nests" -> gate.say("inner " + Domain.start(options("inner", "returns")).await());
            case "limited" -> {
                Thread caller = new Thread(() -> gate.wait(300));
                caller.start();
                while (Domain.currentUsage().calls() == 0) Thread.sleep(1);
                String refused = "";
                try {
                    gate.say("not said");
                } catch (RejectedExecutionException e) {
                    refused = e.getMessage();
                }
                caller.join();
                gate.say(refused + ", then " + Domain.currentUsage().calls());
            }
            case "family" -> {
                int started = 0;
                try {
                    for (; started < 100; started++) Domain.start(options("child", "waitsQuietly"));
                } catch (OutOfMemoryError e) {
                    gate.say("started " + started);
                }
            }
            case "waitsQuietly" -> Thread.sleep(100_000);
            default -> throw new AssertionError(what);
        }
    }

    private static int readInput() throws IOException {
        return System.in.read();
    }

    static Domain.Options options(String name, String what) {
        return new Domain.Options(name).main("Elsewhere").argument(what).property("given", what + "=x").heap(16 << 20);
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0) {
            run(arguments[0]);
            return;
        }
        count = 100;
        System.setProperty("here", "only");
        Gate gate = new GateService();
        Naming.register("gate", gate);
        for (String what : List.of("returns", "throws", "threads", "properties", "input", "nests")) {
            Domain domain = Domain.start(options(what, what));
            check(what, domain.await() + " " + domain.status() + " " + domain.isAlive() + " " + gate.told() + domain);
        }
        check("limited", Domain.start(options("limited", "limited").calls(1)).await() + " " + gate.told());
        check("no main", Domain.start(new Domain.Options("none").main("NotThere")).await());
        check("mine", count + " " + System.getProperty("left") + " " + Domain.current() + " " + Domain.currentName());
        ends();
        check("family", Domain.start(options("family", "family")).await() + " " + gate.told());
        check("exit", "hereafter");
        System.exit(3);
    }

    private static void ends() throws Exception {
        Domain domain = Domain.start(options("waits", "waits"));
        Gate waiting = Naming.lookup("waiting", Gate.class);
        check("waits", waiting.wait(10) + " " + domain.await(Duration.ofMillis(5)) + " " + (domain.usage().threads() > 0));
        try {
            domain.status();
        } catch (IllegalThreadStateException e) {
            check("status", e.getMessage());
        }
        Thread killer = new Thread(() -> {
            try {
                Thread.sleep(100);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            domain.terminate();
        });
        killer.start();
        try {
            waiting.wait(100_000);
        } catch (DomainTerminatedException e) {
            check("in the call", e.getMessage() + " " + domain.await());
        }
        try {
            waiting.say("x");
        } catch (DomainTerminatedException e) {
            check("after it", e.getMessage());
        }
        try {
            Naming.lookup("waiting", Gate.class, Duration.ofMillis(10));
        } catch (TimeoutException e) {
            check("its name", e.getMessage());
        }
        Domain.Usage usage = domain.usage();
        check("usage", usage.threads() + " " + usage.calls() + " " + usage.heapBytes() + " " + usage.classBytes() + " " + usage.files());
        check("alive", domain.isAlive() + " " + domain.await(Duration.ZERO));
        try {
            new Domain.Options("bad").heap(5);
        } catch (IllegalArgumentException e) {
            check("bad", e.getMessage());
        }
        try {
            Domain.start(new Domain.Options("bad"));
        } catch (IllegalArgumentException e) {
            check("bad", e.getMessage());
        }
    }
}

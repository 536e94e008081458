import gnomon.Domain;
import gnomon.DomainTerminatedException;
import gnomon.Naming;
import gnomon.Portal;
import gnomon.PortalCopyException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Services as arguments and results: by reference. Run without an argument it starts the domain of the service; with
 * "direct" it calls the service itself, as far as that makes no difference; with "elsewhere" it leaves out what only
 * Gnomon has: names of proxies' classes, and limits of heaps and services.
 */
public class Links {
    interface Listener extends Portal {
        String told(String what);
    }

    interface Wide extends Portal {
        double sum(int a, long b, float c, double d, byte e, short f, char g, boolean h, Object i, int j, double k, String l, long m);

        default String greeting() {
            return "hello from " + Domain.currentName();
        }

        float half(float value);

        boolean not(boolean value);

        char next(char value);
    }

    interface Hub extends Wide {
        Listener add(Listener listener);

        List<String> tell(String what);

        Listener[] all();

        Hub self();

        Object both(Object first, Object second);

        boolean interrupted();

        void fail();

        void recurse();

        void fill();

        void failOddly() throws Odd;

        boolean interruptItself();

        void hold(Listener inside);

        void release();

        void keep(Listener[] listeners);
    }

    static class Odd extends Exception {
        private static final long serialVersionUID = 1;
        final transient Thread what = new Thread();
    }

    interface Other extends Portal {
    }

    static class Both implements Listener, Other {
        public String told(String what) {
            return what;
        }
    }

    static class Own implements Listener {
        private final String name;

        Own(String name) {
            this.name = name;
        }

        public String told(String what) {
            return name + " hears " + what;
        }
    }

    static class HubService implements Hub {
        private final List<Listener> listeners = new ArrayList<>();
        private final List<Listener[]> kept = new ArrayList<>();
        private boolean held;

        public double sum(int a, long b, float c, double d, byte e, short f, char g, boolean h, Object i, int j, double k, String l, long m) {
            return a + b + c + d + e + f + g + (h ? 1 : 0) + ((Object[]) i).length + j + k + l.length() + m;
        }

        public float half(float value) {
            return value / 2;
        }

        public boolean not(boolean value) {
            return !value;
        }

        public char next(char value) {
            return (char) (value + 1);
        }

        public Listener add(Listener listener) {
            listeners.add(listener);
            return listener;
        }

        public List<String> tell(String what) {
            List<String> answers = new ArrayList<>();
            for (Listener listener : listeners) {
                try {
                    answers.add(listener.told(what));
                } catch (DomainTerminatedException e) {
                    answers.add(e.getMessage());
                }
            }
            return answers;
        }

        public Listener[] all() {
            return listeners.toArray(new Listener[0]);
        }

        public Hub self() {
            return this;
        }

        public Object both(Object first, Object second) {
            return first == second;
        }

        public boolean interrupted() {
            return Thread.currentThread().isInterrupted();
        }

        public void fail() {
            throw new IllegalStateException("inside", new Error("cause"));
        }

        public void recurse() {
            recurse();
        }

        public void fill() {
            System.out.println(new long[1 << 28].length);
        }

        public void failOddly() throws Odd {
            throw new Odd();
        }

        public boolean interruptItself() {
            Thread.currentThread().interrupt();
            return Thread.currentThread().isInterrupted();
        }

        public synchronized void hold(Listener inside) {
            held = true;
            inside.told("held");
            while (held) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }

        public void keep(Listener[] listeners) {
            if (listeners == null) kept.clear();
            else kept.add(listeners);
        }

        public synchronized void release() {
            held = false;
            notifyAll();
        }
    }

    static boolean isElsewhere;

    private static void check(String what, Object object) {
        System.out.println(what + ": " + object);
    }

    public static void main(String[] arguments) throws Exception {
        String how = arguments.length > 0 ? arguments[0] : "all";
        if (how.equals("serve")) {
            Naming.register("hub", new HubService());
            Thread.sleep(1_000_000);
        }
        if (how.equals("listen")) {
            Naming.lookup("hub", Hub.class).add(what -> Domain.currentName() + " heard " + what);
            Thread.sleep(1_000_000);
        }
        if (how.equals("direct")) {
            numbers(new HubService());
            links(new HubService());
            return;
        }
        isElsewhere = how.equals("elsewhere");
        Domain domain = Domain.start(new Domain.Options("there").main("Links").argument("serve"));
        Hub hub = Naming.lookup("hub", Hub.class);
        numbers(hub);
        links(hub);
        identity(hub);
        failures(hub);
        refusals(hub);
        others(hub);
        domain.terminate();
        domain.await();
        try {
            hub.tell("nothing");
        } catch (DomainTerminatedException e) {
            check("ended", e.getMessage());
        }
    }

    private static void numbers(Wide service) {
        check("sum", service.sum(1, 2L, 3.5f, 4.25, (byte) -5, (short) 600, 'A', true, new Object[3], -7, 1e3, "four", 1L << 40));
        check("half", service.half(3));
        check("not", service.not(true) + " " + service.not(false));
        check("next", service.next('a'));
    }

    private static void links(Hub hub) {
        Listener first = new Own("first");
        check("itself", hub.add(first) == first);
        check("again", hub.add(first) == first);
        hub.add(what -> "a lambda hears " + what);
        check("told", hub.tell("news"));
        Listener[] all = hub.all();
        check("all", all.length + " " + (all[0] == first) + " " + (all[0] == all[1]) + " " + all[2].told("more"));
        check("shared", hub.both(first, first) + " " + hub.both(first, all[2]));
        Object[] objects = {1, 2};
        check("shared arguments", hub.both(objects, objects) + " " + hub.both(objects, objects.clone()));
        Thread.currentThread().interrupt();
        check("interrupted", hub.not(false) + " " + Thread.interrupted());
        try {
            hub.fail();
        } catch (IllegalStateException e) {
            check("failed", e.getMessage() + ", " + e.getCause().getMessage() + ", " + e.getStackTrace()[0]);
        }
    }

    private static void identity(Hub hub) {
        check("greeting", hub.greeting());
        check("not interrupted there", hub.interrupted());
        Hub self = hub.self();
        check("proxies", (self == hub) + " " + self.equals(hub) + " " + (self.hashCode() == hub.hashCode()) + " " + hub.equals(null)
            + " " + hub.toString().replaceAll("\\d+", "N") + " " + self.toString().replaceAll("\\d+", "N"));
        if (!isElsewhere) check("a class of its own", hub.getClass().getSimpleName() + " " + hub.getClass().getInterfaces()[0].getSimpleName());
        check("back at home", hub.both(self, hub));
    }

    private static void failures(Hub hub) throws InterruptedException {
        try {
            hub.recurse();
        } catch (StackOverflowError e) {
            check("recursed", e.getStackTrace()[0].getMethodName());
        }
        try {
            if (!isElsewhere) hub.fill();
        } catch (OutOfMemoryError e) {
            check("filled", e.getMessage());
        }
        try {
            hub.failOddly();
        } catch (PortalCopyException e) {
            check("failed oddly", e.getMessage());
        } catch (Odd e) {
            throw new AssertionError(e);
        }
        check("interrupts itself", hub.interruptItself() + " " + hub.interrupted());
        CountDownLatch inside = new CountDownLatch(1);
        boolean[] wasInterrupted = new boolean[1];
        Thread caller = new Thread(() -> {
            hub.hold(what -> {
                inside.countDown();
                return what;
            });
            wasInterrupted[0] = Thread.interrupted();
        });
        caller.start();
        inside.await();
        caller.interrupt();
        hub.release();
        caller.join();
        check("interrupted inside", wasInterrupted[0]);
    }

    private static void refusals(Hub hub) throws InterruptedException {
        try {
            hub.both(new Both(), null);
        } catch (PortalCopyException e) {
            check("refused", e.getMessage());
        }
        try {
            Naming.register("both", new Both());
        } catch (IllegalArgumentException e) {
            check("not registered", e.getMessage());
        }
        try {
            Naming.register("hub", new Own(""));
        } catch (IllegalStateException e) {
            check("not registered", e.getMessage());
        }
        for (int i = 0; i < 10; i++) hub.both(thousand(), null);
        if (!isElsewhere) fill(hub);
    }

    private static void fill(Hub hub) {
        int count = 0;
        try {
            for (; count < 10; count++) hub.keep(thousand());
        } catch (PortalCopyException e) {
            check("full", count + " " + e.getMessage().replaceAll("\\d+]", "N]"));
        }
        hub.keep(null);
        hub.keep(thousand());
        hub.keep(null);
    }

    private static Listener[] thousand() {
        Listener[] thousand = new Listener[1000];
        Arrays.setAll(thousand, i -> new Own(""));
        return thousand;
    }

    private static void others(Hub hub) throws InterruptedException {
        Domain third = Domain.start(new Domain.Options("third").main("Links").argument("listen"));
        while (hub.all().length < 4) {
            Thread.sleep(1);
        }
        Listener far = hub.all()[3];
        check("third", hub.tell("all").get(3) + ", " + far.told("me"));
        third.terminate();
        third.await();
        check("gone", hub.tell("all").get(3));
        try {
            far.told("me");
        } catch (DomainTerminatedException e) {
            check("gone here", e.getMessage());
        }
    }
}

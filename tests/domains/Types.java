import gnomon.Domain;
import gnomon.EventLog;
import gnomon.Naming;
import gnomon.Portal;

/**
 * A domain starts others, one after the other, each of which adds types of events until it gets no more: as many as
 * would use up the numbers of the machine. Then the first domain starts one that adds a type.
 */
public class Types {
    private static final int CHILDREN = 66;

    interface Counter extends Portal {
        void add(int count);
    }

    static class CounterService implements Counter {
        int sum;

        public void add(int count) {
            sum += count;
        }
    }

    static int types() {
        String name = "type " + Domain.current() + " ";
        int count = 0;
        try {
            for (; count < 2000; count++) EventLog.createEvent(name + count);
        } catch (IllegalStateException e) {
            return count;
        }
        return -1;
    }

    static int run(String name) throws InterruptedException {
        Domain domain = Domain.start(new Domain.Options(name).main("Types").heap(16 << 20).argument(name));
        return domain.await();
    }

    static void head() throws InterruptedException {
        CounterService counter = new CounterService();
        Naming.register("counter", counter);
        int failed = 0;
        for (int i = 0; i < CHILDREN; i++) failed += run("child") == 0 ? 0 : 1;
        System.out.println("a family: " + counter.sum + " types, " + failed + " failed");
    }

    public static void main(String[] arguments) throws InterruptedException {
        switch (arguments.length == 0 ? "" : arguments[0]) {
            case "":
                run("head");
                run("other");
                break;
            case "head":
                head();
                break;
            case "child":
                Naming.lookup("counter", Counter.class).add(types());
                break;
            default:
                System.out.println("another domain: type " + (EventLog.createEvent("another") > 0));
        }
    }
}

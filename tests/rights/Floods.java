import gnomon.Domain;
import gnomon.EventLog;

/** Domains that record many events, each of a type of its own name, by calls of each kind: without a limit, with 100
 * and 0 a second, and one that gives its child more than it has. */
public class Floods {
    static final int ROUNDS = 20_000; // of five events

    static int run(Domain.Options options, String... arguments) throws InterruptedException {
        options.main("Floods");
        for (String argument : arguments) options.argument(argument);
        return Domain.start(options).await();
    }

    static void record(int id, int i) {
        EventLog.record(id);
        EventLog.record(id, i);
        EventLog.record(id, i, -i);
        EventLog.record(id, (long) i << 40);
        EventLog.logEvent(i, "text");
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 0) {
            int all = run(new Domain.Options("all"), "all") + run(new Domain.Options("some").events(100), "some") + run(new Domain.Options("none").events(0), "none")
                + run(new Domain.Options("above").events(100), "above", "child");
            System.out.println(all);
            return;
        }
        int id = EventLog.createEvent(arguments[0]);
        for (int i = 0; i < ROUNDS; i++) record(id, i);
        if (arguments.length == 2) System.exit(run(new Domain.Options("child").events(Integer.MAX_VALUE), arguments[1]));
    }
}

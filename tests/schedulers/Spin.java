import gnomon.Domain;
import gnomon.Naming;
import gnomon.Portal;
import java.util.ArrayList;
import java.util.List;

/** Domains that spin: for each the time of the processor that it had in a window of so many milliseconds, in
 * nanoseconds. Arguments: the window, and for each domain WEIGHT or WEIGHTxTHREADS. */
public class Spin {
    interface Sign extends Portal { }

    /** In the other domains. */
    public static class Spinner {
        static volatile int sink;

        static void spin() {
            for (int i = 0; ; i++) sink += i;
        }

        public static void main(String[] arguments) {
            for (int i = 1; i < Integer.parseInt(arguments[1]); i++) {
                Thread thread = new Thread(Spinner::spin);
                thread.setDaemon(true);
                thread.start();
            }
            Naming.register(arguments[0], new Sign() { });
            spin();
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        List<Domain> domains = new ArrayList<>();
        for (int i = 1; i < arguments.length; i++) {
            String[] parts = arguments[i].split("x");
            domains.add(Domain.start(new Domain.Options("spinner" + i).main("Spin$Spinner").heap(8 << 20).argument("spin" + i)
                .argument(parts.length > 1 ? parts[1] : "1").weight(Integer.parseInt(parts[0]))));
        }
        for (int i = 1; i < arguments.length; i++) Naming.lookup("spin" + i, Sign.class);
        long[] before = domains.stream().mapToLong(domain -> domain.usage().cpuNanos()).toArray();
        Thread.sleep(Integer.parseInt(arguments[0]));
        for (int i = 0; i < before.length; i++) System.out.println(domains.get(i).usage().cpuNanos() - before[i]);
        System.exit(0);
    }
}

import gnomon.Domain;
import gnomon.DomainTerminatedException;
import gnomon.Naming;
import gnomon.Portal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Domains that are ended in the middle of their collections, while others call them: each call returns what it should,
 * or says that the domain has ended. Argument: how many, one after the other.
 */
public class Midst {
    interface Echo extends Portal {
        List<int[]> echo(List<int[]> numbers);
    }

    /** Large enough to be collected for some milliseconds, in a domain of 64 MiB. */
    static class EchoService implements Echo {
        private final List<Object[]> kept = new ArrayList<>();

        EchoService() {
            for (int i = 0; i < 10_000; i++) kept.add(new Object[] {new int[50], new int[50], i});
        }

        public List<int[]> echo(List<int[]> numbers) {
            return numbers;
        }

        void collect() {
            while (true) System.gc();
        }
    }

    static class Caller extends Thread {
        private final Echo echo;
        private final Random random;
        int right;
        int wrong;
        boolean ended;

        Caller(Echo echo, int seed) {
            this.echo = echo;
            random = new Random(seed);
        }

        private static long sum(List<int[]> all) {
            long sum = 0;
            for (int[] numbers : all) {
                for (int number : numbers) sum = sum * 31 + number;
            }
            return sum;
        }

        @Override public void run() {
            try {
                while (true) {
                    List<int[]> all = new ArrayList<>();
                    for (int i = random.nextInt(100); i >= 0; i--) all.add(random.ints(random.nextInt(50)).toArray());
                    List<int[]> back = echo.echo(all);
                    if (back.size() == all.size() && sum(back) == sum(all)) right++; else wrong++;
                }
            } catch (DomainTerminatedException e) {
                ended = true;
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 2) {
            EchoService service = new EchoService();
            Naming.register(arguments[1], service);
            new Thread(service::collect).start();
            service.collect();
        }
        int count = Integer.parseInt(arguments[0]);
        int right = 0;
        int wrong = 0;
        boolean ended = true;
        for (int i = 0; i < count; i++) {
            Domain domain = Domain.start(new Domain.Options("echo" + i).main("Midst").argument("").argument("echo"));
            Caller[] callers = new Caller[2];
            Echo echo = Naming.lookup("echo", Echo.class);
            for (int k = 0; k < callers.length; k++) {
                callers[k] = new Caller(echo, 2 * i + k);
                callers[k].start();
            }
            Thread.sleep(20 + 7 * (i % 5));
            domain.terminate();
            int status = domain.await();
            if (status != 137) System.out.println("status " + status);
            for (Caller caller : callers) {
                caller.join();
                right += caller.right;
                wrong += caller.wrong;
                ended &= caller.ended;
            }
        }
        System.out.println("right: " + (right > 0) + ", wrong: " + wrong + ", ended: " + ended);
    }
}

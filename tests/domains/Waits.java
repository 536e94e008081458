import gnomon.Domain;
import gnomon.Naming;
import gnomon.Portal;

/** Calls of another domain that are slow there in a known way, for gnomon slow. */
public class Waits {
    interface Service extends Portal {
        void sleeps() throws InterruptedException;

        long works();

        void calls() throws InterruptedException;
    }

    static class There implements Service {
        @Override
        public void sleeps() throws InterruptedException {
            Thread.sleep(30);
        }

        @Override
        public long works() {
            long until = System.nanoTime() + 20_000_000;
            long sum = 0;
            while (System.nanoTime() < until) {
                sum++;
            }
            return sum;
        }

        @Override
        public void calls() throws InterruptedException {
            Naming.lookup("second", Service.class).sleeps();
        }
    }

    static void bySleep(Service service) throws InterruptedException {
        service.sleeps();
    }

    static void byWork(Service service) {
        service.works();
    }

    static void byCall(Service service) throws InterruptedException {
        service.calls();
    }

    public static void main(String[] arguments) throws InterruptedException {
        if (arguments.length > 0) {
            Naming.register(arguments[0], new There());
            Thread.currentThread().join();
        }
        for (String name : new String[] {"first", "second"}) {
            Domain.start(new Domain.Options(name).main("Waits").argument(name));
        }
        Service service = Naming.lookup("first", Service.class);
        Naming.lookup("second", Service.class).sleeps();
        service.calls();
        bySleep(service);
        byWork(service);
        byCall(service);
    }
}

import gnomon.Domain;
import gnomon.Naming;
import gnomon.Portal;

/** The same loop in this domain and, through a portal, in another one. See tests/elapsed.t. */
public class Through {
    public interface Service extends Portal {
        long brief();
        long lengthy();
    }

    static volatile long sink;

    static class Server implements Service {
        public long brief() {
            return turns(100_000);
        }

        public long lengthy() {
            return turns(300_000);
        }
    }

    static long turns(int count) {
        for (int i = 0; i < count; i++) sink += i;
        return sink;
    }

    static void callBrief(Service service) {
        service.brief();
    }

    static void callLengthy(Service service) {
        service.lengthy();
    }

    static void ownBrief() {
        turns(100_000);
    }

    static void ownLengthy() {
        turns(300_000);
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0) {
            Naming.register("through", new Server());
            Thread.sleep(100000);
        }
        Domain there = Domain.start(new Domain.Options("there").main("Through").argument("there"));
        Service service = Naming.lookup("through", Service.class);
        for (int i = 0; i < 40; i++) {
            callBrief(service);
            callLengthy(service);
            ownBrief();
            ownLengthy();
        }
        there.terminate();
    }
}

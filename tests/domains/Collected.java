import gnomon.Domain;
import gnomon.Naming;
import gnomon.Portal;

/** A domain is collected over and over, as it asks for, while another calls it: calls that come meanwhile wait for the
 * collection's end. */
public class Collected {
    private static final int MIB = 16, TIMES = 20;

    interface Store extends Portal {
        void fill();

        void collect();

        int size();
    }

    static class Service implements Store {
        private Object[] kept;

        public void fill() {
            kept = new Object[MIB << 10];
            for (int i = 0; i < kept.length; i++) kept[i] = new Object[250];
        }

        public void collect() {
            for (int i = 0; i < TIMES; i++) System.gc();
        }

        public int size() {
            return kept.length;
        }
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0) {
            Naming.register("store", new Service());
            Thread.currentThread().join();
        }
        Domain domain = Domain.start(new Domain.Options("store").main("Collected").argument("in").heap(3 * MIB << 20));
        Store store = Naming.lookup("store", Store.class);
        store.fill();
        Thread collector = new Thread(store::collect);
        collector.start();
        int calls = 0, wrong = 0;
        while (collector.isAlive()) {
            if (store.size() != MIB << 10) wrong++;
            calls++;
        }
        System.out.println("called: " + (calls > 0) + ", wrong: " + wrong);
        domain.terminate();
    }
}

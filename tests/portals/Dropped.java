import gnomon.Domain;
import gnomon.Naming;
import gnomon.Portal;
import java.util.ArrayList;
import java.util.List;

/**
 * Services end with their last proxy, in a collection of the domain that had it, while the domain that serves is being
 * collected itself; others are made meanwhile, in another domain. There are many, and so large (Words, which
 * tests/portals.t writes, has 2,000 fields) that room for their copies has to be made again and again, in between which
 * others run. Each that is left answers as before.
 */
public class Dropped {
    public interface Item extends Portal {
        int number();
    }

    public interface Maker extends Portal {
        Item make(int number);
        void end();
    }

    static class One extends Words implements Item {
        final int number;
        One(int number) { this.number = number; }
        public int number() { return number; }
    }

    static volatile boolean ended;

    static class Server implements Maker {
        public Item make(int number) { return new One(number); }
        public void end() { ended = true; }
    }

    static void serve(String name) {
        Naming.register(name, new Server());
        while (!ended) System.gc();
    }

    static Maker find(String name) {
        try {
            return Naming.lookup(name, Maker.class);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static int use(String name, int services, int rounds) {
        Maker maker = find(name);
        Item[] items = new Item[services];
        int wrong = 0;
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < services; i++) {
                if (items[i] == null) items[i] = maker.make(i);
                if (i % 50 == 0) System.gc();
                if (i % 3 == round % 3) items[i] = null;
            }
            for (int i = 0; i < services; i++) {
                if (items[i] != null && items[i].number() != i) wrong++;
            }
        }
        maker.end();
        return wrong;
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 1) {
            serve(arguments[0]);
            return;
        }
        int services = Integer.parseInt(arguments[0]), rounds = Integer.parseInt(arguments[1]);
        List<Thread> threads = new ArrayList<>();
        int[] wrong = new int[3];
        for (int i = 0; i < 3; i++) {
            String name = "maker " + i;
            int number = i;
            Domain.start(new Domain.Options(name).heap(150L << 20).main("Dropped").argument(name));
            threads.add(new Thread(() -> wrong[number] = use(name, services, rounds)));
        }
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
        System.out.println(wrong[0] + wrong[1] + wrong[2] + " answered wrongly");
    }
}

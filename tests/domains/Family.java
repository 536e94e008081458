import gnomon.Domain;
import gnomon.Naming;
import gnomon.Portal;
import java.io.InputStream;
import java.util.function.IntUnaryOperator;

/**
 * A domain starts three, each of which takes of one kind of memory what it gets: two of them while their starter is
 * there, the third one after its end. All together they may have no more of it than the starter may. The first domain
 * says how much they have taken, and whether it works as before. What the three have printed says how they ended.
 */
public class Family {
    interface Taker extends Portal {
        void take(String kind);

        boolean isFull();
    }

    static class Taking implements Taker {
        private volatile boolean isFull;

        public boolean isFull() {
            return isFull;
        }

        // What comes in the end has been rehearsed: it needs no code then.
        public void take(String kind) {
            isFull = false;
            Thread thread = new Thread(() -> {
                try {
                    switch (kind) {
                        case "class data": Unpaid.classes(); break;
                        case "code": Unpaid.code(); break;
                        case "native": Unpaid.memory(); break;
                    }
                    isFull = true;
                } catch (OutOfMemoryError e) {
                    isFull = true;
                } catch (ReflectiveOperationException e) {
                    throw new AssertionError(e);
                }
                Unpaid.sleep(kind.isEmpty() ? 0 : 1_000_000);
            });
            thread.start();
        }
    }

    static Domain.Options options(String name, String kind) {
        Domain.Options options = new Domain.Options(name).main("Family").heap(64 << 20).argument(name).argument(kind);
        return kind.equals("class data") ? options.classData(64 << 20) : options;
    }

    static Taker taker(int number) throws InterruptedException {
        Taker taker = Naming.lookup("taker" + number, Taker.class);
        fill(taker, "");
        return taker;
    }

    static void fill(Taker taker, String kind) throws InterruptedException {
        taker.take(kind);
        while (!taker.isFull()) Thread.sleep(5);
    }

    /** What other domains have, and the kernel, which may take a few MiB meanwhile. */
    static long others(String kind) {
        return Domain.machineMemory().get(kind) - Domain.currentUsage().memory().get(kind);
    }

    static void say(String who, long bytes) {
        long most = Long.parseLong(System.getProperty("family.most"));
        System.out.println(who + (bytes > most / 2 && bytes < most + (4 << 20) ? ": what one may have" : ": " + bytes + " of " + most));
    }

    static void work() throws Exception {
        try (InputStream in = Family.class.getResourceAsStream("Unpaid$Piece.class")) {
            Class<?> type = Unpaid.loader().define("Unpaid$Piece", in.readAllBytes());
            IntUnaryOperator piece = (IntUnaryOperator) type.getDeclaredConstructor().newInstance();
            System.out.println("the first one works: " + piece.applyAsInt(9) + " " + java.nio.ByteBuffer.allocateDirect(1 << 20).capacity());
        }
    }

    static void first(String kind) throws Exception {
        long before = others(kind);
        Domain head = Domain.start(options("head", kind));
        Taker[] takers = {taker(0), taker(1), taker(2)};
        fill(takers[0], kind);
        fill(takers[1], kind);
        say("two of them", others(kind) - before);
        work();
        head.terminate();
        head.await();
        fill(takers[2], kind);
        say("three of them", others(kind) - before);
        work();
    }

    public static void main(String[] arguments) throws Exception {
        String name = arguments[0], kind = arguments[1];
        if (name.equals("first")) {
            first(kind);
            return;
        }
        if (name.equals("head")) {
            for (int i = 0; i < 3; i++) Domain.start(options("taker" + i, kind));
        } else {
            Naming.register(name, new Taking());
        }
        Thread.sleep(1_000_000);
    }
}

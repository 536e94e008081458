import gnomon.Domain;
import gnomon.Naming;
import gnomon.Portal;
import java.util.concurrent.SynchronousQueue;

/**
 * What a call between two domains takes, in nanoseconds, at best of some rounds: "portal CALLS", a line for each kind
 * of call; and what the same takes between two threads with SynchronousQueue: "queue CALLS".
 */
public class Calls {
    private static final int ROUNDS = 7;

    public interface Service extends Portal {
        void nothing();

        int bytes(byte[] bytes);

        int graph(Node node);
    }

    public static class Node {
        Node left;
        Node right;

        Node(int count) {
            left = count > 1 ? new Node(count / 2) : null;
            right = count > 2 ? new Node((count - 1) / 2) : null;
        }

        int count() {
            return 1 + (left == null ? 0 : left.count()) + (right == null ? 0 : right.count());
        }
    }

    static class Server implements Service {
        public void nothing() {
        }

        public int bytes(byte[] bytes) {
            return bytes.length;
        }

        public int graph(Node node) {
            return node.left == null ? 1 : 2;
        }
    }

    interface Body {
        int run() throws InterruptedException;
    }

    private static double time(int count, Body body) throws InterruptedException {
        double best = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long sum = 0;
            long start = System.nanoTime();
            for (int i = 0; i < count; i++) {
                sum += body.run();
            }
            best = Math.min(best, (double) (System.nanoTime() - start) / count);
            if (sum < 0) {
                throw new AssertionError(sum);
            }
        }
        return best;
    }

    public static void main(String[] arguments) throws InterruptedException {
        if (arguments.length == 0) {
            Naming.register("calls", new Server());
            Thread.sleep(1_000_000_000);
        }
        int count = Integer.parseInt(arguments[1]);
        if (arguments[0].equals("queue")) {
            queue(count);
        } else {
            portal(count);
        }
    }

    private static void queue(int count) throws InterruptedException {
        SynchronousQueue<Integer> there = new SynchronousQueue<>();
        SynchronousQueue<Integer> back = new SynchronousQueue<>();
        Thread server = new Thread(() -> {
            try {
                for (;;) {
                    back.put(there.take());
                }
            } catch (InterruptedException e) {
                return;
            }
        });
        server.setDaemon(true);
        server.start();
        System.out.println("nothing: " + time(count, () -> {
            there.put(1);
            return back.take();
        }));
    }

    private static void portal(int count) throws InterruptedException {
        Domain domain = Domain.start(new Domain.Options("there").main("Calls"));
        Service service = Naming.lookup("calls", Service.class);
        byte[] small = new byte[1024];
        byte[] large = new byte[1 << 20];
        Node hundred = new Node(100);
        Node many = new Node(100_000);
        System.out.println("nothing: " + time(count, () -> {
            service.nothing();
            return 0;
        }));
        System.out.println("1 KiB: " + time(count, () -> service.bytes(small)));
        System.out.println("1 MiB: " + time(count / 1000 + 1, () -> service.bytes(large)));
        System.out.println(hundred.count() + " objects: " + time(count / 10 + 1, () -> service.graph(hundred)));
        System.out.println(many.count() + " objects: " + time(count / 10_000 + 1, () -> service.graph(many)));
        domain.terminate();
    }
}

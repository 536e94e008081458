import gnomon.Domain;
import gnomon.DomainTerminatedException;
import gnomon.Memory;
import gnomon.Naming;
import gnomon.Portal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Domains whose threads call each other in all directions, while one is ended and started again: no call may be lost, and
 * no copy wrong. Arguments: how many domains, threads of each, calls of each thread, and restarts; the property stress: in all
 * of them, instead of one, a collection at so many allocations.
 */
public class Storm {
    static class Tree {
        final int value;
        final List<Tree> children = new ArrayList<>();
        Tree parent;

        Tree(Random random, int size) {
            value = random.nextInt();
            while (size > 1) {
                int part = 1 + random.nextInt(size - 1);
                Tree child = new Tree(random, part);
                child.parent = this;
                children.add(child);
                size -= part;
            }
        }

        long sum() {
            long sum = value;
            for (Tree child : children) sum = sum * 31 + (child.parent == this ? child.sum() : 1);
            return sum;
        }
    }

    static class Odd extends Exception {
        private static final long serialVersionUID = 1;
        final long sum;

        Odd(long sum) {
            super("odd " + sum);
            this.sum = sum;
        }
    }

    interface Back extends Portal {
        long back(long[] numbers);
    }

    interface Node extends Portal {
        long add(int a, long b, double c, byte d);

        long sum(Tree tree, byte[] bytes) throws Odd;

        Tree copy(Tree tree);

        long callBack(Back back, long[] numbers, int depth);

        long share(Memory memory, int index);

        Results results();
    }

    static class Results {
        long right, ended, wrong;
    }

    static final AtomicLong RIGHT = new AtomicLong(), ENDED = new AtomicLong(), WRONG = new AtomicLong();
    static volatile int running;

    static class NodeService implements Node {
        public long add(int a, long b, double c, byte d) {
            return a + b + (long) c + d;
        }

        public long sum(Tree tree, byte[] bytes) throws Odd {
            long sum = tree.sum() + bytes.length + bytes[bytes.length - 1];
            if ((sum & 1) == 1) throw new Odd(sum);
            return sum;
        }

        public Tree copy(Tree tree) {
            return tree;
        }

        public long callBack(Back back, long[] numbers, int depth) {
            return depth == 0 ? back.back(numbers) : back.back(numbers) + callBack(back, numbers, depth - 1);
        }

        public long share(Memory memory, int index) {
            return memory.buffer().getLong(8 * index);
        }

        public Results results() {
            Results results = new Results();
            results.right = running == 0 ? RIGHT.get() : -1;
            results.ended = ENDED.get();
            results.wrong = WRONG.get();
            return results;
        }
    }

    static void check(boolean right) {
        (right ? RIGHT : WRONG).incrementAndGet();
    }

    static void call(Node node, Random random) {
        switch (random.nextInt(5)) {
            case 0 -> {
                int a = random.nextInt();
                check(node.add(a, 5L << 40, 7.5, (byte) -3) == a + (5L << 40) + 4);
            }
            case 1 -> {
                Tree tree = new Tree(random, 1 + random.nextInt(60));
                byte[] bytes = new byte[1 + random.nextInt(3000)];
                bytes[bytes.length - 1] = (byte) random.nextInt();
                long expected = tree.sum() + bytes.length + bytes[bytes.length - 1];
                try {
                    check(node.sum(tree, bytes) == expected && (expected & 1) == 0);
                } catch (Odd e) {
                    check(e.sum == expected && (expected & 1) == 1 && e.getMessage().equals("odd " + expected));
                }
            }
            case 2 -> {
                Tree tree = new Tree(random, 1 + random.nextInt(300));
                check(node.copy(tree).sum() == tree.sum());
            }
            case 3 -> {
                long[] numbers = {random.nextLong(), 2};
                int depth = random.nextInt(4);
                check(node.callBack(given -> given[0] * given[1], numbers, depth) == (depth + 1) * (numbers[0] * 2));
            }
            default -> {
                Memory memory = Memory.allocate(64);
                int index = random.nextInt(8);
                memory.buffer().putLong(8 * index, index * 17L);
                check(node.share(memory, index) == index * 17L);
            }
        }
    }

    static void storm(int number, int domains, int calls) {
        Random random = new Random(number);
        for (int i = 0; i < calls; i++) {
            try {
                call(Naming.lookup("node" + random.nextInt(domains), Node.class, Duration.ofSeconds(300)), random);
            } catch (DomainTerminatedException e) {
                ENDED.incrementAndGet();
            } catch (InterruptedException | TimeoutException e) {
                WRONG.incrementAndGet();
            }
        }
    }

    static Domain start(int number, String[] arguments) {
        Domain.Options options = new Domain.Options("node" + number).main("Storm").argument("" + number);
        for (String argument : arguments) options.argument(argument);
        String stress = System.getProperty("stress", number == 1 ? "3000" : null);
        if (stress != null) options.property("gnomon.gc.stress", stress).property("gnomon.gc.verify", "20").property("gnomon.gc.protect", "1");
        return Domain.start(options);
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 4) {
            serve(arguments);
            return;
        }
        int domains = Integer.parseInt(arguments[0]);
        int threads = Integer.parseInt(arguments[1]);
        int calls = Integer.parseInt(arguments[2]);
        List<Domain> all = new ArrayList<>();
        for (int i = 0; i < domains; i++) all.add(start(i, arguments));
        for (int i = Integer.parseInt(arguments[3]); i > 0; i--) {
            Naming.lookup("node0", Node.class).results();
            Thread.sleep(5);
            all.get(0).terminate();
            all.get(0).await();
            all.set(0, start(0, arguments));
        }
        long right = 0;
        long ended = 0;
        for (int i = 0; i < domains; i++) {
            Results results;
            do {
                Thread.sleep(2);
                results = Naming.lookup("node" + i, Node.class).results();
            } while (results.right < 0);
            if (results.wrong != 0) System.out.println("wrong: " + results.wrong);
            if (results.right + results.ended != (long) threads * calls) System.out.println("lost: " + results.right + " " + results.ended);
            right += results.right;
            ended += results.ended;
        }
        System.out.println("calls: " + (right + ended) + ", more than half returned: " + (right > ended));
        for (Domain domain : all) domain.terminate();
        for (Domain domain : all) domain.await();
    }

    private static void serve(String[] arguments) throws InterruptedException {
        int number = Integer.parseInt(arguments[0]);
        int threads = Integer.parseInt(arguments[2]);
        running = threads;
        Naming.register("node" + number, new NodeService());
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int seed = number * threads + i;
            all.add(new Thread(() -> storm(seed, Integer.parseInt(arguments[1]), Integer.parseInt(arguments[3]))));
            all.get(i).start();
        }
        for (Thread thread : all) thread.join();
        running = 0;
        Thread.sleep(1_000_000_000);
    }
}

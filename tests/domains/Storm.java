import gnomon.Domain;
import gnomon.DomainTerminatedException;
import gnomon.Memory;
import gnomon.Naming;
import gnomon.Portal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Domains whose threads call each other in all directions, while one is ended and started again: no call may be lost,
 * and no copy wrong. Arguments: how many domains, threads of each, calls of each thread, and restarts. With "10s" in
 * place of the calls they go on for so many seconds, in two rounds of half of them; one domain is started again every
 * so many milliseconds, and the second round may leave nothing behind. The property stress: in all of them, instead of
 * one, a collection at so many allocations.
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

        void begin(long end);
    }

    static class Results {
        long made, right, ended, wrong;
    }

    static final CountDownLatch BEGIN = new CountDownLatch(1);
    static volatile long end;
    static final AtomicLong MADE = new AtomicLong(), RIGHT = new AtomicLong(), ENDED = new AtomicLong(), WRONG = new AtomicLong();
    static final AtomicInteger running = new AtomicInteger();

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
            results.made = running.get() == 0 ? MADE.get() : -1;
            results.right = RIGHT.get();
            results.ended = ENDED.get();
            results.wrong = WRONG.get();
            return results;
        }

        public void begin(long end) {
            Storm.end = end;
            BEGIN.countDown();
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

    /** As many calls as are asked for, or until the time of the clock that is told later. */
    static void storm(int number, int domains, String calls) throws InterruptedException {
        Random random = new Random(number);
        boolean isTimed = calls.endsWith("s");
        long most = isTimed ? Long.MAX_VALUE : Integer.parseInt(calls);
        if (isTimed) BEGIN.await();
        for (long i = 0; i < most && (!isTimed || System.currentTimeMillis() < end); i++) {
            MADE.incrementAndGet();
            try {
                call(Naming.lookup("node" + random.nextInt(domains), Node.class, Duration.ofSeconds(300)), random);
            } catch (DomainTerminatedException e) {
                ENDED.incrementAndGet();
            } catch (InterruptedException | TimeoutException e) {
                WRONG.incrementAndGet();
            }
        }
        running.decrementAndGet();
    }

    static Domain start(int number, String[] arguments) {
        Domain.Options options = new Domain.Options("node" + number).main("Storm").argument("" + number);
        for (String argument : arguments) options.argument(argument);
        String stress = System.getProperty("stress", number == 1 ? "3000" : null);
        if (stress != null) options.property("gnomon.gc.stress", stress).property("gnomon.gc.verify", "20").property("gnomon.gc.protect", "1");
        return Domain.start(options);
    }

    /** One domain is ended again and again, then what each has to report is added up. */
    private static void round(String[] arguments, int seconds, int restarts, long pauseMillis) throws InterruptedException {
        int domains = Integer.parseInt(arguments[0]);
        List<Domain> all = new ArrayList<>();
        for (int i = 0; i < domains; i++) all.add(start(i, arguments));
        for (int i = 0; i < domains; i++) Naming.lookup("node" + i, Node.class);
        long end = System.currentTimeMillis() + 1000L * seconds;
        for (int i = 0; i < domains; i++) Naming.lookup("node" + i, Node.class).begin(end);
        int done = 0;
        for (; done < restarts && (seconds == 0 || System.currentTimeMillis() < end); done++) {
            Naming.lookup("node0", Node.class).results();
            Thread.sleep(pauseMillis);
            all.get(0).terminate();
            Domain.machineMemory(); // the machine asserts then that its accounts are the sums of all others
            all.get(0).await();
            all.set(0, start(0, arguments));
            Naming.lookup("node0", Node.class).begin(end);
        }
        Results sum = new Results();
        for (int i = 0; i < domains; i++) {
            Results results;
            do {
                Thread.sleep(2);
                Domain.machineMemory();
                results = Naming.lookup("node" + i, Node.class).results();
            } while (results.made < 0);
            if (results.wrong != 0) System.out.println("wrong: " + results.wrong);
            if (results.right + results.ended != results.made) System.out.println("lost: " + results.made + " " + results.right + " " + results.ended);
            sum.right += results.right;
            sum.ended += results.ended;
        }
        boolean isTimed = seconds > 0;
        System.out.println("calls: " + (isTimed ? "some" : sum.right + sum.ended) + ", more than half returned: " + (sum.right > sum.ended));
        if (isTimed) System.err.println("returned " + sum.right + ", ended " + sum.ended + ", restarts " + done);
        for (Domain domain : all) domain.terminate();
        for (Domain domain : all) domain.await();
    }

    /** What the whole machine has in use when all others have ended: class data, code, mirrors, heaps, other memory,
     * names. */
    private static long[] account() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(20);
        }
        return Domain.machineAccount();
    }

    private static void rounds(String[] arguments) throws InterruptedException {
        int seconds = Integer.parseInt(arguments[2].substring(0, arguments[2].length() - 1));
        int pauseMillis = Integer.parseInt(arguments[3]);
        int half = Math.max(1, seconds / 2);
        round(arguments, half, Math.max(1, half * 1000 / pauseMillis), pauseMillis);
        long[] before = account();
        round(arguments, half, Math.max(1, half * 1000 / pauseMillis), pauseMillis);
        long[] after = account();
        String[] names = {"class data", "code", "mirrors", "heaps", "other memory", "names"};
        // The first domain's own: one domain has 6 MiB. What 32 threads have is kept for the next ones: of the second
        // round there may have been so many more at once.
        long[] allowed = {256 << 10, 1 << 20, 256 << 10, 4 << 20, (256 << 10) + 32 * (72 << 10), 100};
        for (int i = 0; i < names.length; i++) {
            System.err.println(names[i] + ": " + before[i] + " " + after[i]);
            if (after[i] - before[i] > allowed[i]) System.out.println("left behind of " + names[i] + ": " + (after[i] - before[i]));
        }
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 4) {
            serve(arguments);
        } else if (arguments[2].endsWith("s")) {
            rounds(arguments);
        } else {
            round(arguments, 0, Integer.parseInt(arguments[3]), 5);
        }
    }

    private static void serve(String[] arguments) throws InterruptedException {
        int number = Integer.parseInt(arguments[0]);
        int threads = Integer.parseInt(arguments[2]);
        running.set(threads);
        Naming.register("node" + number, new NodeService());
        for (int i = 0; i < threads; i++) {
            int seed = number * threads + i;
            Thread thread = new Thread(() -> {
                try {
                    storm(seed, Integer.parseInt(arguments[1]), arguments[3]);
                } catch (InterruptedException e) {
                    WRONG.incrementAndGet();
                }
            });
            thread.start();
        }
        Thread.sleep(1_000_000_000);
    }
}

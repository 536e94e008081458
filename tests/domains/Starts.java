import gnomon.Domain;
import java.util.Arrays;

/** Starts domains one after the other, each of which prints a line, and says what the machine has in use after the
 * first few and at the end. */
public class Starts {
    /** What is kept of domains that have ended goes when nobody refers to them any more. */
    private static long[] account() throws InterruptedException {
        long[] account = Domain.machineAccount();
        for (int same = 0; same < 3; same++) {
            long[] before = account;
            System.gc();
            Thread.sleep(20);
            account = Domain.machineAccount();
            if (!Arrays.equals(account, before)) same = 0;
        }
        return account;
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("line")) {
            System.out.println(arguments[1]);
            return;
        }
        if (arguments[0].equals("usage")) {
            Domain.Usage usage = Domain.currentUsage();
            System.out.println("in 6 MiB: " + (usage.heapBytes() + usage.classBytes() <= 6 << 20));
            return;
        }
        int count = Integer.parseInt(arguments[0]);
        int first = Integer.parseInt(arguments[1]);
        long[] before = null;
        long nanos = System.nanoTime();
        for (int i = 0; i < count; i++) {
            if (i == first) before = account();
            Domain domain = Domain.start(new Domain.Options("number " + i).main("Starts").argument("line").argument("line " + i));
            if (domain.await() != 0) throw new AssertionError(i);
        }
        long[] after = account();
        Domain.start(new Domain.Options("usage").main("Starts").argument("usage")).await();
        System.err.println((System.nanoTime() - nanos) / count / 1000 + " us each, " + Arrays.toString(before) + " " + Arrays.toString(after));
        System.out.println("account: " + Arrays.equals(before, after));
    }
}

import gnomon.Domain;
import gnomon.Naming;
import gnomon.Portal;

/**
 * Calls through a portal that take long, and one that calls back: for samples. `first` and `second` lead to the same
 * service, which computes; `nested` to one that has `back`, a service of the caller's domain, compute.
 */
public class Sampled {
    public interface Work extends Portal {
        long compute(int rounds);

        long forward(int rounds, Back back);
    }

    public interface Back extends Portal {
        long back(int rounds);
    }

    private static long busy(int rounds) {
        long sum = 0;
        for (int i = 0; i < rounds; i++) {
            for (int k = 0; k < 1000; k++) {
                sum = sum * 31 + (sum >>> 7) + k;
            }
        }
        return sum;
    }

    static class Worker implements Work {
        public long compute(int rounds) {
            return busy(rounds);
        }

        public long forward(int rounds, Back back) {
            return back.back(rounds);
        }
    }

    static class Answer implements Back {
        public long back(int rounds) {
            return busy(rounds);
        }
    }

    private static long first(Work work, int rounds) {
        return work.compute(rounds);
    }

    private static long second(Work work, int rounds) {
        return work.compute(3 * rounds);
    }

    private static long nested(Work work, int rounds) {
        return work.forward(rounds, new Answer());
    }

    private static long alone(int rounds) {
        return busy(rounds);
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 0) {
            Naming.register("work", new Worker());
            Thread.sleep(1_000_000_000);
        }
        int rounds = Integer.parseInt(arguments[0]);
        Domain domain = Domain.start(new Domain.Options("there").main("Sampled"));
        Work work = Naming.lookup("work", Work.class);
        long one = first(work, rounds);
        long sum = alone(rounds);
        boolean equal = one == sum && nested(work, rounds) == sum && second(work, rounds) == alone(3 * rounds);
        System.out.println(equal);
        domain.terminate();
    }
}

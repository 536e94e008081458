import java.util.ArrayList;
import java.util.List;

/** OutOfMemoryError for what can never be had, from one thread and from many, and what the machine is good for
 * afterwards. */
public class OutOfMemory {
    interface Allocation {
        Object make();
    }

    static void attempt(String what, Allocation allocation) {
        try {
            Object made = allocation.make();
            System.out.println(what + ": " + made.getClass());
        } catch (OutOfMemoryError | NegativeArraySizeException error) {
            System.out.println(what + ": " + error);
        }
    }

    static final int MOST = Integer.MAX_VALUE;

    static void many() throws InterruptedException {
        Thread[] threads = new Thread[3];
        int[] caught = new int[threads.length];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 3; k++) {
                    try {
                        long[] array = new long[MOST - 2 - number];
                        caught[number] += array.length;
                    } catch (OutOfMemoryError error) {
                        caught[number]++;
                    }
                    List<String> list = new ArrayList<>();
                    for (int j = 0; j < 100; j++) list.add("text " + j);
                    if (!list.get(99).equals("text 99")) throw new AssertionError();
                }
            });
            threads[i].start();
        }
        int sum = 0;
        for (int i = 0; i < threads.length; i++) {
            threads[i].join();
            sum += caught[i];
        }
        System.out.println("many: " + sum);
    }

    public static void main(String[] arguments) throws InterruptedException {
        attempt("int[MAX]", () -> new int[MOST]);
        attempt("int[MAX - 1]", () -> new int[MOST - 1]);
        attempt("byte[MAX]", () -> new byte[MOST]);
        attempt("Object[MAX]", () -> new Object[MOST]);
        attempt("long[MAX - 2]", () -> new long[MOST - 2]);
        attempt("double[MAX - 2][]", () -> new double[2][MOST - 2]);
        attempt("int[2][MAX]", () -> new int[2][MOST]);
        attempt("int[-1]", () -> new int[-1]);
        attempt("int[3][-2]", () -> new int[3][-2]);
        attempt("int[0][-2]", () -> new int[0][-2]);
        attempt("Object[MIN]", () -> new Object[Integer.MIN_VALUE]);
        attempt("newInstance", () -> java.lang.reflect.Array.newInstance(long.class, MOST));
        attempt("clone", () -> new int[3].clone());
        for (int i = 0; i < 2; i++) {
            try {
                StringBuilder builder = new StringBuilder();
                builder.append(new long[MOST - 8].length);
                System.out.println(builder);
            } catch (OutOfMemoryError error) {
                StackTraceElement[] trace = error.getStackTrace();
                System.out.println("caught again " + (trace != null) + (error.getCause() == null) + error.getSuppressed().length);
            }
        }
        many();
    }
}

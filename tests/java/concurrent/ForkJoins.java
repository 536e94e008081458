import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Fork and join: recursive tasks and actions, counted completers, exceptions, invokeAll, pools of one's own. */
public class ForkJoins {
    static final class Fibonacci extends RecursiveTask<Integer> {
        private static final long serialVersionUID = 1;
        final int n;

        Fibonacci(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) return n;
            Fibonacci left = new Fibonacci(n - 1);
            left.fork();
            return new Fibonacci(n - 2).compute() + left.join();
        }
    }

    static final class MergeSort extends RecursiveAction {
        private static final long serialVersionUID = 1;
        final int[] array;
        final int start, end;

        MergeSort(int[] array, int start, int end) {
            this.array = array;
            this.start = start;
            this.end = end;
        }

        @Override
        protected void compute() {
            if (end - start < 50) {
                Arrays.sort(array, start, end);
                return;
            }
            int middle = (start + end) / 2;
            invokeAll(new MergeSort(array, start, middle), new MergeSort(array, middle, end));
            int[] merged = new int[end - start];
            for (int i = 0, left = start, right = middle; i < merged.length; i++) merged[i] = right >= end || left < middle && array[left] <= array[right] ? array[left++] : array[right++];
            System.arraycopy(merged, 0, array, start, merged.length);
        }
    }

    static final class Adder extends CountedCompleter<Long> {
        private static final long serialVersionUID = 1;
        final int start, end;
        final List<Adder> parts = new ArrayList<>();
        long sum;

        Adder(CountedCompleter<?> parent, int start, int end) {
            super(parent);
            this.start = start;
            this.end = end;
        }

        @Override
        public void compute() {
            if (end - start > 100) {
                int middle = (start + end) >>> 1;
                setPendingCount(2);
                parts.add(new Adder(this, start, middle));
                parts.add(new Adder(this, middle, end));
                for (Adder part : parts) part.fork();
            } else for (int i = start; i < end; i++) sum += i;
            tryComplete();
        }

        @Override
        public void onCompletion(CountedCompleter<?> caller) {
            for (Adder part : parts) sum += part.sum;
        }

        @Override
        public Long getRawResult() {
            return sum;
        }
    }

    public static void main(String[] arguments) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(4);
        System.out.println(pool.invoke(new Fibonacci(16)) + " " + ForkJoinPool.commonPool().invoke(new Fibonacci(12)) + " " + pool.getParallelism());
        int[] numbers = new java.util.Random(4).ints(3000, 0, 1000000).toArray(), expected = numbers.clone();
        Arrays.sort(expected);
        pool.invoke(new MergeSort(numbers, 0, numbers.length));
        System.out.println(Arrays.equals(numbers, expected) + " " + pool.invoke(new Adder(null, 0, 10000)));
        ForkJoinTask<Integer> bad = pool.submit(() -> {
            if (numbers.length > 0) throw new IllegalArgumentException("inside");
            return 1;
        });
        try {
            bad.get();
        } catch (ExecutionException e) {
            Throwable root = e;
            while (root.getCause() != null) root = root.getCause();
            System.out.println(root.getMessage() + " " + bad.isCompletedAbnormally() + " " + bad.isCompletedNormally());
        }
        try {
            pool.invoke(new RecursiveAction() {
                private static final long serialVersionUID = 1;

                @Override
                protected void compute() {
                    throw new ArithmeticException("from a task");
                }
            });
        } catch (ArithmeticException e) {
            System.out.println(e.getClass().getName());
        }
        AtomicInteger count = new AtomicInteger();
        List<ForkJoinTask<?>> tasks = new ArrayList<>();
        for (int i = 0; i < 50; i++) tasks.add(ForkJoinTask.adapt(count::incrementAndGet));
        pool.submit(() -> ForkJoinTask.invokeAll(tasks)).get();
        System.out.println(count + " " + tasks.get(3).isDone() + " " + ForkJoinTask.inForkJoinPool() + " " + pool.submit(() -> ForkJoinTask.inForkJoinPool()).get() + " " + pool.submit(() -> Thread.currentThread().isDaemon()).get());
        ForkJoinTask<String> quiet = ForkJoinTask.adapt(() -> "quiet");
        quiet.quietlyInvoke();
        System.out.println(quiet.getRawResult() + " " + quiet.cancel(true) + " " + quiet.isCancelled() + " " + new Fibonacci(5).cancel(false));
        Fibonacci reused = new Fibonacci(10);
        System.out.print(pool.invoke(reused) + " ");
        reused.reinitialize();
        System.out.println(reused.isDone() + " " + pool.invoke(reused));
        ForkJoinPool async = new ForkJoinPool(2, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true);
        for (int i = 0; i < 20; i++) async.execute(count::incrementAndGet);
        System.out.println(async.awaitQuiescence(10, TimeUnit.SECONDS) + " " + count + " " + async.getAsyncMode());
        async.shutdown();
        pool.shutdown();
        System.out.println(pool.awaitTermination(10, TimeUnit.SECONDS) + " " + async.awaitTermination(10, TimeUnit.SECONDS) + " " + pool.isTerminated());
    }
}

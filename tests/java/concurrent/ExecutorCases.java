import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Executors: pools, results and exceptions, invokeAll and invokeAny, cancelling, rejecting, scheduling, shutting down.
 * */
public class ExecutorCases {
    static int slowSquare(int x) throws InterruptedException {
        Thread.sleep(x % 3);
        return x * x;
    }

    static void results() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            int x = i;
            tasks.add(() -> slowSquare(x));
        }
        int sum = 0;
        for (Future<Integer> future : pool.invokeAll(tasks)) sum += future.get();
        System.out.println(sum + " " + pool.invokeAny(List.of(() -> "only")) + " " + pool.submit(() -> { }, "done").get() + " " + pool.submit(() -> { }).get());
        try {
            pool.submit(() -> {
                throw new java.io.IOException("task");
            }).get();
        } catch (ExecutionException e) {
            System.out.println(e.getMessage() + " | " + e.getCause());
        }
        try {
            pool.invokeAny(List.of(() -> {
                throw new IllegalStateException("a");
            }));
        } catch (ExecutionException e) {
            System.out.println(e.getCause());
        }
        ExecutorCompletionService<Integer> completion = new ExecutorCompletionService<>(pool);
        for (int i = 0; i < 5; i++) {
            int x = i;
            completion.submit(() -> slowSquare(x));
        }
        int total = 0;
        for (int i = 0; i < 5; i++) total += completion.take().get();
        System.out.println(total + " " + completion.poll());
        CountDownLatch never = new CountDownLatch(1);
        Future<Object> stuck = pool.submit(() -> {
            never.await();
            return null;
        });
        try {
            stuck.get(5, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("timeout " + stuck.isDone());
        }
        System.out.println(stuck.cancel(true) + " " + stuck.isCancelled() + " " + stuck.isDone() + " " + stuck.cancel(true));
        try {
            stuck.get();
        } catch (CancellationException e) {
            System.out.println(e.getMessage());
        }
        pool.shutdown();
        System.out.println(pool.awaitTermination(10, TimeUnit.SECONDS) + " " + pool.isShutdown() + " " + pool.isTerminated());
        try {
            pool.submit(() -> 1);
        } catch (RejectedExecutionException e) {
            System.out.println("rejected");
        }
    }

    static void policies() throws Exception {
        CountDownLatch release = new CountDownLatch(1), started = new CountDownLatch(1);
        AtomicInteger names = new AtomicInteger();
        ThreadFactory factory = task -> {
            Thread thread = new Thread(task, "worker-" + names.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
        List<String> log = new ArrayList<>();
        for (ThreadPoolExecutor.AbortPolicy policy : List.of(new ThreadPoolExecutor.AbortPolicy())) {
            ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 2, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(1), factory, policy);
            pool.execute(() -> {
                started.countDown();
                try {
                    release.await();
                } catch (InterruptedException e) {
                    log.add("interrupted");
                }
            });
            started.await();
            pool.execute(() -> log.add("queued"));
            System.out.println(pool.getPoolSize() + " " + pool.getQueue().size() + " " + pool.getActiveCount() + " " + pool.getCorePoolSize() + " " + pool.getMaximumPoolSize());
            pool.setRejectedExecutionHandler(new ThreadPoolExecutor.CallerRunsPolicy());
            pool.setMaximumPoolSize(1);
            pool.execute(() -> log.add("by " + Thread.currentThread().getName().startsWith("worker")));
            pool.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardOldestPolicy());
            pool.execute(() -> log.add("replacement"));
            pool.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
            pool.execute(() -> log.add("never"));
            pool.setRejectedExecutionHandler(policy);
            try {
                pool.execute(() -> log.add("never"));
            } catch (RejectedExecutionException e) {
                System.out.println("full");
            }
            release.countDown();
            pool.shutdown();
            pool.awaitTermination(10, TimeUnit.SECONDS);
            System.out.println(log + " " + pool.getCompletedTaskCount() + " " + pool.getLargestPoolSize());
        }
        ThreadPoolExecutor hooked = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
            @Override
            protected void beforeExecute(Thread thread, Runnable task) {
                log.add("before");
            }

            @Override
            protected void afterExecute(Runnable task, Throwable thrown) {
                log.add("after " + thrown);
            }

            @Override
            protected void terminated() {
                log.add("terminated");
            }
        };
        log.clear();
        hooked.execute(() -> log.add("run"));
        hooked.shutdown();
        hooked.awaitTermination(10, TimeUnit.SECONDS);
        System.out.println(log);
        ThreadPoolExecutor direct = new ThreadPoolExecutor(0, 4, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), factory);
        System.out.println(direct.submit(() -> Thread.currentThread().isDaemon()).get() + " " + direct.shutdownNow());
    }

    static void scheduled() throws Exception {
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
        List<String> order = new ArrayList<>();
        ScheduledFuture<?> late = timer.schedule(() -> order.add("late"), 300, TimeUnit.MILLISECONDS);
        timer.schedule(() -> order.add("early"), 1, TimeUnit.MILLISECONDS);
        CountDownLatch three = new CountDownLatch(3);
        ScheduledFuture<?> periodic = timer.scheduleAtFixedRate(three::countDown, 0, 1, TimeUnit.MILLISECONDS);
        three.await();
        System.out.println(periodic.cancel(false) + " " + periodic.isCancelled());
        late.get();
        System.out.println(order + " " + late.isDone() + " " + (late.getDelay(TimeUnit.SECONDS) <= 0));
        AtomicInteger runs = new AtomicInteger();
        ScheduledFuture<?> failing = timer.scheduleWithFixedDelay(() -> {
            if (runs.incrementAndGet() == 2) throw new IllegalStateException("second run");
        }, 0, 1, TimeUnit.MILLISECONDS);
        try {
            failing.get();
        } catch (ExecutionException e) {
            System.out.println(e.getCause() + " " + runs);
        }
        timer.schedule(() -> order.add("delayed past shutdown"), 5, TimeUnit.MILLISECONDS);
        timer.shutdown();
        System.out.println(timer.awaitTermination(10, TimeUnit.SECONDS) + " " + order);
    }

    public static void main(String[] arguments) throws Exception {
        results();
        policies();
        scheduled();
        FutureTask<Integer> task = new FutureTask<>(() -> 5);
        System.out.println(task.isDone());
        task.run();
        System.out.println(task.get() + " " + task.isDone() + " " + Executors.callable(() -> { }, 3).call());
        ExecutorService single = Executors.newSingleThreadExecutor();
        Future<String> name = single.submit(() -> Thread.currentThread().getName().replaceAll("\\d+", "N"));
        System.out.println(name.get() + " " + single.shutdownNow().size());
    }
}

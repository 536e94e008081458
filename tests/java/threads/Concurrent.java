import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/** java.util.concurrent: executors, fork and join, futures, queues, locks, atomics, barriers. */
public class Concurrent {
    static void executors() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Future<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            int n = i;
            futures.add(pool.submit(() -> n * n));
        }
        int sum = 0;
        for (Future<Integer> future : futures) sum += future.get();
        List<Callable<String>> calls = Arrays.asList(() -> "a", () -> "b", () -> "c");
        StringBuilder all = new StringBuilder();
        for (Future<String> future : pool.invokeAll(calls)) all.append(future.get());
        String any = pool.invokeAny(calls);
        Future<?> failing = pool.submit(() -> {
            throw new IllegalStateException("inside");
        });
        try {
            failing.get();
        } catch (ExecutionException exception) {
            System.out.println(exception.getCause());
        }
        Future<?> slow = pool.submit(() -> {
            Thread.sleep(100_000);
            return null;
        });
        try {
            slow.get(10, TimeUnit.MILLISECONDS);
        } catch (TimeoutException exception) {
            System.out.println("timeout " + slow.cancel(true) + slow.isCancelled() + slow.isDone());
        }
        pool.shutdown();
        System.out.println(sum + " " + all + " " + "abc".contains(any) + " " + pool.awaitTermination(10, TimeUnit.SECONDS) + " " + pool.isTerminated());
        try {
            pool.execute(() -> { });
        } catch (RejectedExecutionException exception) {
            System.out.println("rejected");
        }
        ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(2);
        CountDownLatch ticks = new CountDownLatch(3);
        ScheduledFuture<?> repeating = scheduler.scheduleAtFixedRate(ticks::countDown, 1, 2, TimeUnit.MILLISECONDS);
        ScheduledFuture<String> once = scheduler.schedule(() -> "once", 5, TimeUnit.MILLISECONDS);
        System.out.println(ticks.await(10, TimeUnit.SECONDS) + " " + once.get() + " " + repeating.cancel(false) + " " + (scheduler.shutdownNow().size() < 2));
    }

    static class Fibonacci extends RecursiveTask<Integer> {
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

    static void forks() throws Exception {
        System.out.println(new ForkJoinPool(3).invoke(new Fibonacci(18)) + " " + ForkJoinPool.commonPool().submit(() -> "common").get());
        long[] numbers = new long[20000];
        Arrays.parallelSetAll(numbers, i -> (i * 7919L) % 20011);
        Arrays.parallelSort(numbers);
        boolean sorted = true;
        for (int i = 1; i < numbers.length; i++) sorted &= numbers[i - 1] <= numbers[i];
        System.out.println(sorted + " " + Arrays.stream(numbers).parallel().filter(n -> n % 3 == 0).sum());
    }

    static void futures() throws Exception {
        CompletableFuture<Integer> first = CompletableFuture.supplyAsync(() -> 20), second = CompletableFuture.supplyAsync(() -> 22);
        System.out.println(first.thenCombine(second, Integer::sum).thenApply(n -> "sum " + n).get());
        System.out.println(CompletableFuture.supplyAsync(() -> 1 / (first.isDone() ? 0 : 0)).handle((n, error) -> error == null ? "none" : error.getCause().toString()).get());
        System.out.println(CompletableFuture.allOf(first, second).thenApply(none -> first.join() * second.join()).get());
        CompletableFuture<String> late = new CompletableFuture<>();
        CompletableFuture<String> chain = late.thenCompose(text -> CompletableFuture.supplyAsync(() -> text + "!")).whenComplete((text, error) -> System.out.println("complete " + text));
        late.complete("late");
        System.out.println(chain.get() + " " + new CompletableFuture<String>().completeOnTimeout("default", 5, TimeUnit.MILLISECONDS).get());
        try {
            new CompletableFuture<String>().orTimeout(5, TimeUnit.MILLISECONDS).join();
        } catch (CompletionException exception) {
            System.out.println(exception.getCause().getClass());
        }
    }

    static void queues() throws Exception {
        for (BlockingQueue<Integer> queue : List.of(new ArrayBlockingQueue<Integer>(3), new LinkedBlockingQueue<Integer>(), new SynchronousQueue<Integer>(), new LinkedTransferQueue<Integer>(), new PriorityBlockingQueue<Integer>(), new LinkedBlockingDeque<Integer>(2))) {
            AtomicLong sum = new AtomicLong();
            Thread[] threads = new Thread[4];
            for (int i = 0; i < threads.length; i++) {
                int number = i;
                threads[i] = new Thread(() -> {
                    try {
                        for (int k = 0; k < 300; k++) {
                            if (number % 2 == 0) queue.put(k * (number + 1));
                            else sum.addAndGet(queue.take());
                        }
                    } catch (InterruptedException exception) {
                        System.out.println(exception);
                    }
                });
                threads[i].start();
            }
            for (Thread thread : threads) thread.join();
            System.out.println(queue.getClass().getSimpleName() + " " + sum + " " + queue.size() + " " + queue.poll(1, TimeUnit.MILLISECONDS));
        }
        DelayQueue<Delayed> delays = new DelayQueue<>();
        System.out.println(delays.poll());
    }

    static void locks() throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock(true);
        StampedLock stamped = new StampedLock();
        int[] values = new int[3];
        Semaphore semaphore = new Semaphore(2, true);
        AtomicInteger inside = new AtomicInteger(), most = new AtomicInteger(), torn = new AtomicInteger();
        CyclicBarrier barrier = new CyclicBarrier(5, () -> values[2]++);
        Phaser phaser = new Phaser(5);
        Thread[] threads = new Thread[5];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                try {
                    for (int k = 0; k < 200; k++) {
                        if (number < 2) {
                            lock.writeLock().lock();
                            values[0]++;
                            if (k % 20 == 0) Thread.yield();
                            values[1]++;
                            lock.writeLock().unlock();
                        } else {
                            lock.readLock().lock();
                            if (values[0] != values[1]) torn.incrementAndGet();
                            lock.readLock().unlock();
                        }
                        long stamp = stamped.tryOptimisticRead();
                        if (!stamped.validate(stamp)) {
                            stamp = stamped.readLock();
                            stamped.unlockRead(stamp);
                        }
                        if (k % 50 == number) {
                            stamp = stamped.writeLock();
                            stamped.unlockWrite(stamp);
                        }
                        if (k % 40 == 0) {
                            semaphore.acquire();
                            int now = inside.incrementAndGet();
                            most.accumulateAndGet(now, Math::max);
                            Thread.yield();
                            inside.decrementAndGet();
                            semaphore.release();
                            barrier.await();
                            phaser.arriveAndAwaitAdvance();
                        }
                    }
                } catch (Exception exception) {
                    System.out.println(exception);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
        System.out.println(values[0] + " " + values[1] + " " + values[2] + " torn " + torn + " most " + (most.get() <= 2) + " phase " + phaser.getPhase());
        Exchanger<String> exchanger = new Exchanger<>();
        Thread other = new Thread(() -> {
            try {
                System.out.println("got " + exchanger.exchange("theirs"));
            } catch (InterruptedException exception) {
                System.out.println(exception);
            }
        });
        other.start();
        String mine = exchanger.exchange("mine");
        other.join();
        System.out.println("got " + mine);
    }

    static void maps() throws Exception {
        ConcurrentHashMap<String, LongAdder> counts = new ConcurrentHashMap<>();
        ConcurrentSkipListMap<Integer, String> sorted = new ConcurrentSkipListMap<>();
        CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>();
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 2000; k++) {
                    counts.computeIfAbsent("key " + k % 37, key -> new LongAdder()).increment();
                    sorted.put(k, "value " + k);
                    if (k % 200 == 0) list.add(number * 10000 + k);
                    if (k % 500 == 0) Thread.yield();
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
        long total = 0;
        for (Map.Entry<String, LongAdder> entry : new TreeMap<>(counts).entrySet()) total = 31 * total + entry.getValue().sum();
        List<Integer> copy = new ArrayList<>(list);
        Collections.sort(copy);
        System.out.println(total + " " + sorted.size() + " " + sorted.firstKey() + " " + sorted.headMap(100).size() + " " + copy.size() + " " + copy.get(7));
        System.out.println(counts.reduceValuesToLong(1, LongAdder::sum, 0, Long::sum) + " " + counts.searchKeys(1, key -> key.endsWith("36") ? key : null));
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>(List.of(1, 2, 3));
        queue.removeIf(n -> n == 2);
        AtomicReference<String> reference = new AtomicReference<>("a");
        AtomicIntegerArray array = new AtomicIntegerArray(3);
        array.accumulateAndGet(1, 5, Integer::sum);
        System.out.println(queue + " " + reference.compareAndSet("a", "b") + reference.updateAndGet(text -> text + text) + " " + array + " " + new AtomicStampedReference<>("x", 3).getStamp());
    }

    public static void main(String[] arguments) throws Exception {
        executors();
        forks();
        futures();
        queues();
        locks();
        maps();
    }
}

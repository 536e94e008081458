import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Pools whose factories give nothing, tasks that die, submit themselves, block their own pool; timers with impossible
 * times; chains of futures; barriers broken and phasers overrun; thread groups that lie. */
public class PoolGames {
    static class Deep extends RecursiveTask<Integer> {
        final int n;
        Deep(int n) { this.n = n; }
        @Override protected Integer compute() { if (n == 0) throw new ArithmeticException("deep"); Deep next = new Deep(n - 1); next.fork(); return next.join() + 1; }
    }

    public static void main(String[] arguments) throws Throwable {
        Attack.kind("factory of nothing", () -> { ExecutorService pool = Executors.newFixedThreadPool(2, r -> null); Future<?> f = pool.submit(() -> { }); try { f.get(10, TimeUnit.MILLISECONDS); } finally { pool.shutdownNow(); } });
        Attack.kind("factory that throws", () -> { ExecutorService pool = Executors.newFixedThreadPool(2, r -> { throw new IllegalStateException(); }); try { pool.submit(() -> { }); } finally { pool.shutdownNow(); } });
        ExecutorService dying = Executors.newFixedThreadPool(3, r -> { Thread t = new Thread(r); t.setUncaughtExceptionHandler((x, e) -> { }); return t; });
        for (int i = 0; i < 200; i++) dying.execute(() -> { throw new Error(); });
        System.out.println("still " + dying.submit(() -> 5).get());
        dying.shutdown();
        Attack.kind("after its end", () -> dying.submit(() -> 5));
        ExecutorService single = Executors.newSingleThreadExecutor();
        Attack.kind("waits for itself", () -> single.submit(() -> single.submit(() -> 5).get(20, TimeUnit.MILLISECONDS)).get());
        single.shutdownNow();
        Attack.kind("forks that fail", () -> new ForkJoinPool(2).invoke(new Deep(200)));
        Attack.kind("parallel stream that fails", () -> IntStream.range(0, 1000).parallel().forEach(i -> { if (i == 777) throw new IllegalStateException(); }));
        CompletableFuture<Integer> first = new CompletableFuture<>(), last = first;
        for (int i = 0; i < 5_000; i++) last = last.thenApply(x -> x + 1);
        first.complete(0);
        System.out.println("chain " + last.get());
        CompletableFuture<Object> ring = new CompletableFuture<>();
        ring.thenRun(() -> ring.obtrudeValue("again"));
        ring.complete("once");
        Attack.kind("exceptional", () -> CompletableFuture.supplyAsync(() -> { throw new OutOfMemoryError("own"); }).get());
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
        for (long delay : new long[] {Long.MIN_VALUE, -1, 0}) Attack.kind("delay " + delay, () -> System.out.println(timer.schedule(() -> "now", delay, TimeUnit.DAYS).get()));
        timer.schedule(() -> "never", Long.MAX_VALUE, TimeUnit.DAYS);
        timer.schedule(() -> "never", Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        System.out.println(timer.schedule(() -> "soon", 1, TimeUnit.MILLISECONDS).get());
        Attack.kind("period of 0", () -> timer.scheduleAtFixedRate(() -> { }, 0, 0, TimeUnit.DAYS));
        timer.shutdownNow();
        Timer old = new Timer(true);
        TimerTask task = new TimerTask() { @Override public void run() { throw new IllegalStateException(); } };
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> { });
        old.schedule(task, 1);
        Thread.sleep(50);
        Attack.kind("dead timer", () -> old.schedule(new TimerTask() { @Override public void run() { } }, 1));
        Attack.kind("task twice", () -> new Timer(true).schedule(task, 1));
        Thread.setDefaultUncaughtExceptionHandler(null);
        CyclicBarrier barrier = new CyclicBarrier(2, () -> { throw new IllegalStateException(); });
        Thread other = new Thread(() -> { try { barrier.await(); } catch (Exception e) { /* broken */ } });
        other.start();
        Attack.attempt("barrier", () -> { try { barrier.await(); return "open"; } catch (IllegalStateException | java.util.concurrent.BrokenBarrierException e) { return "broken " + barrier.isBroken(); } });
        other.join();
        Attack.kind("phaser", () -> new Phaser(65_536));
        Attack.kind("phaser's tiers", () -> { Phaser p = new Phaser(); for (int i = 0; i < 2_000; i++) p = new Phaser(p, 1); p.arriveAndDeregister(); });
        Attack.kind("unregistered", () -> new Phaser().arrive());
        Attack.kind("exchange alone", () -> new Exchanger<>().exchange(1, 1, TimeUnit.MILLISECONDS));
        Attack.attempt("synchronous", () -> new SynchronousQueue<>().offer(1));
        Attack.kind("pool of none", () -> new ThreadPoolExecutor(0, 0, 1, TimeUnit.DAYS, new SynchronousQueue<>()));
        Attack.kind("ForkJoinPool of 40,000", () -> new ForkJoinPool(40_000));
        ThreadGroup group = new ThreadGroup("liar") {
            @Override public void uncaughtException(Thread t, Throwable e) { uncaughtException(t, e); }
        };
        Thread lied = new Thread(group, () -> { throw new IllegalStateException(); });
        lied.start();
        lied.join();
        Thread[] none = new Thread[0];
        System.out.println(group.enumerate(none) + " " + group.activeCount() + " " + group.isDaemon());
        Attack.kind("parent of itself", () -> new ThreadGroup(null, "x"));
        Attack.kind("thread that is its own target", () -> { Thread[] t = new Thread[1]; t[0] = new Thread(() -> t[0].run()); t[0].setUncaughtExceptionHandler((x, e) -> { }); t[0].start(); t[0].join(); });
        Attack.kind("joins itself", () -> { Thread t = new Thread(() -> { try { Thread.currentThread().join(10); } catch (InterruptedException e) { return; } }); t.start(); t.join(); });
        List<ThreadLocal<Object>> locals = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) { ThreadLocal<Object> local = new ThreadLocal<>(); local.set(local); if (i % 10 == 0) locals.add(local); }
        System.out.println(locals.get(5).get() == locals.get(5));
        ExecutionException failed = null;
        try {
            Executors.newCachedThreadPool(r -> { Thread t = new Thread(r); t.setDaemon(true); return t; }).submit(() -> { throw new StackOverflowError(); }).get();
        } catch (ExecutionException e) {
            failed = e;
        }
        System.out.println(failed.getCause());
    }
}

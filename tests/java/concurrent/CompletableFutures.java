import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** CompletableFuture: chains, combinations, exceptions through the stages, completion from outside, timeouts. */
public class CompletableFutures {
    static String describe(Throwable thrown) {
        return thrown == null ? "none" : thrown.getClass().getSimpleName() + "(" + thrown.getMessage() + ")" + (thrown.getCause() == null ? "" : "<-" + thrown.getCause());
    }

    public static void main(String[] arguments) throws Exception {
        CompletableFuture<Integer> five = CompletableFuture.supplyAsync(() -> 5), seven = CompletableFuture.completedFuture(7);
        System.out.println(five.thenApply(x -> x + 1).thenCompose(x -> CompletableFuture.supplyAsync(() -> x * 10)).thenCombine(seven, Integer::sum).get());
        List<String> log = new ArrayList<>();
        five.thenAccept(x -> log.add("accept " + x)).thenRun(() -> log.add("run")).join();
        five.thenAcceptBoth(seven, (x, y) -> log.add(x + "+" + y)).join();
        five.runAfterBoth(seven, () -> log.add("both")).join();
        System.out.println(log + " " + seven.applyToEither(new CompletableFuture<>(), x -> x * 2).join());

        CompletableFuture<Integer> failed = CompletableFuture.supplyAsync(() -> {
            throw new IllegalStateException("broken");
        });
        System.out.println(failed.handle((value, thrown) -> value + " " + describe(thrown)).join());
        System.out.println(failed.exceptionally(thrown -> -1).join() + " " + failed.thenApply(x -> x + 1).exceptionally(thrown -> {
            System.out.println(describe(thrown));
            return -2;
        }).join());
        try {
            failed.join();
        } catch (CompletionException e) {
            System.out.println("join " + describe(e));
        }
        try {
            failed.thenApply(x -> x).get();
        } catch (ExecutionException e) {
            System.out.println("get " + describe(e));
        }
        System.out.println(failed.isCompletedExceptionally() + " " + failed.isDone() + " " + failed.isCancelled() + " " + describe(failed.whenComplete((value, thrown) -> log.add(describe(thrown))).handle((value, thrown) -> thrown).join()));
        CompletableFuture<Integer> worse = seven.whenComplete((value, thrown) -> {
            throw new ArithmeticException("in whenComplete");
        });
        System.out.println(worse.handle((value, thrown) -> describe(thrown)).join());
        System.out.println(CompletableFuture.failedFuture(new java.io.IOException("checked")).handle((value, thrown) -> describe(thrown)).join() + " " + failed.exceptionallyCompose(thrown -> CompletableFuture.completedFuture(99)).join());

        CompletableFuture<String> manual = new CompletableFuture<>();
        CompletableFuture<String> dependent = manual.thenApply(text -> text + "!");
        System.out.println(dependent.isDone() + " " + dependent.getNow("not yet") + " " + manual.getNumberOfDependents() + " " + manual.complete("now") + " " + manual.complete("again") + " " + dependent.join() + " " + dependent.getNow("not yet"));
        manual.obtrudeValue("changed");
        System.out.println(manual.join() + " " + dependent.join());
        CompletableFuture<String> cancelled = new CompletableFuture<>();
        CompletableFuture<String> after = cancelled.thenApply(text -> text);
        System.out.println(cancelled.cancel(true) + " " + cancelled.isCancelled() + " " + after.isCancelled() + " " + after.isCompletedExceptionally());
        try {
            cancelled.get();
        } catch (CancellationException e) {
            System.out.println("cancelled " + e.getMessage());
        }
        try {
            after.join();
        } catch (CompletionException e) {
            System.out.println(describe(e));
        }
        CompletableFuture<String> exceptional = new CompletableFuture<>();
        exceptional.completeExceptionally(new TimeoutException("mine"));
        System.out.println(exceptional.handle((value, thrown) -> describe(thrown)).join() + " " + exceptional.toString().replaceAll(".*\\[", "["));

        CompletableFuture<?>[] many = new CompletableFuture<?>[20];
        int[] results = new int[20];
        for (int i = 0; i < many.length; i++) {
            int place = i;
            many[i] = CompletableFuture.runAsync(() -> results[place] = place * place);
        }
        CompletableFuture.allOf(many).join();
        int sum = 0;
        for (int result : results) sum += result;
        System.out.println(sum + " " + CompletableFuture.anyOf(new CompletableFuture<>(), CompletableFuture.completedFuture("any")).join() + " " + CompletableFuture.allOf().isDone());
        try {
            new CompletableFuture<>().orTimeout(3, TimeUnit.MILLISECONDS).join();
        } catch (CompletionException e) {
            System.out.println(describe(e));
        }
        System.out.println(new CompletableFuture<String>().completeOnTimeout("default", 3, TimeUnit.MILLISECONDS).join() + " " + CompletableFuture.supplyAsync(() -> "delayed", CompletableFuture.delayedExecutor(3, TimeUnit.MILLISECONDS)).join());
        try {
            new CompletableFuture<>().get(2, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("timeout " + e.getMessage());
        }
        ExecutorService pool = Executors.newFixedThreadPool(2, task -> new Thread(task, "mine"));
        System.out.println(CompletableFuture.supplyAsync(() -> Thread.currentThread().getName(), pool).thenApplyAsync(name -> name + Thread.currentThread().getName(), pool).join());
        pool.shutdown();
        CompletionStage<Integer> stage = seven.minimalCompletionStage();
        System.out.println(stage.thenApply(x -> x - 1).toCompletableFuture().join() + " " + seven.copy().join());
        CompletableFuture<Integer> chain = CompletableFuture.completedFuture(0);
        for (int i = 0; i < 2000; i++) chain = chain.thenApply(x -> x + 1);
        CompletableFuture<Integer> start = new CompletableFuture<>(), deep = start;
        for (int i = 0; i < 2000; i++) deep = deep.thenApply(x -> x + 1);
        start.complete(1);
        System.out.println(chain.join() + " " + deep.join());
    }
}

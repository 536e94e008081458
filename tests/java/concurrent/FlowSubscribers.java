import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;

/** Flow with SubmissionPublisher: back pressure, transformation, cancelling, errors. */
public class FlowSubscribers {
    static final class Collector implements Flow.Subscriber<Integer> {
        final List<Integer> items = Collections.synchronizedList(new ArrayList<>());
        final CountDownLatch done = new CountDownLatch(1);
        final int limit;
        volatile String ending = "cancelled";
        private Flow.Subscription subscription;

        Collector(int limit) {
            this.limit = limit;
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            subscription.request(1);
        }

        @Override
        public void onNext(Integer item) {
            items.add(item);
            if (items.size() == limit) {
                subscription.cancel();
                done.countDown();
            } else subscription.request(1);
        }

        @Override
        public void onError(Throwable thrown) {
            ending = "error " + thrown.getMessage();
            done.countDown();
        }

        @Override
        public void onComplete() {
            ending = "complete";
            done.countDown();
        }
    }

    static final class Doubler extends SubmissionPublisher<Integer> implements Flow.Processor<Integer, Integer> {
        private Flow.Subscription subscription;

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            subscription.request(4);
        }

        @Override
        public void onNext(Integer item) {
            submit(item * 2);
            subscription.request(1);
        }

        @Override
        public void onError(Throwable thrown) {
            closeExceptionally(thrown);
        }

        @Override
        public void onComplete() {
            close();
        }
    }

    public static void main(String[] arguments) throws Exception {
        Collector all = new Collector(-1), some = new Collector(5);
        try (SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>()) {
            Doubler doubler = new Doubler();
            publisher.subscribe(doubler);
            doubler.subscribe(all);
            publisher.subscribe(some);
            System.out.println(publisher.getNumberOfSubscribers() + " " + publisher.hasSubscribers() + " " + doubler.isSubscribed(all));
            for (int i = 0; i < 50; i++) publisher.submit(i);
        }
        System.out.println(all.done.await(10, TimeUnit.SECONDS) + " " + some.done.await(10, TimeUnit.SECONDS));
        System.out.println(all.items + " " + all.ending);
        System.out.println(some.items + " " + some.ending);
        ExecutorService pool = Executors.newSingleThreadExecutor();
        SubmissionPublisher<Integer> failing = new SubmissionPublisher<>(pool, 4);
        Collector third = new Collector(-1);
        failing.subscribe(third);
        failing.submit(1);
        while (third.items.isEmpty()) Thread.yield();
        failing.closeExceptionally(new IllegalStateException("source broke"));
        third.done.await();
        System.out.println(third.items + " " + third.ending + " " + failing.isClosed() + " " + failing.getMaxBufferCapacity());
        try {
            failing.submit(2);
        } catch (IllegalStateException e) {
            System.out.println("closed");
        }
        Collector late = new Collector(-1);
        failing.subscribe(late);
        late.done.await();
        System.out.println(late.ending);
        List<Integer> consumed = Collections.synchronizedList(new ArrayList<>());
        SubmissionPublisher<Integer> simple = new SubmissionPublisher<>(pool, 16);
        var consuming = simple.consume(consumed::add);
        for (int i = 0; i < 10; i++) simple.offer(i, (subscriber, item) -> false);
        simple.close();
        consuming.get();
        System.out.println(consumed);
        pool.shutdown();
    }
}

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Blocking queues of all kinds between producers and consumers; delays, transfers, hand-over, bounds. */
public class BlockingQueues {
    static final class Delay implements Delayed {
        final String name;
        final long at;

        Delay(String name, long start, int milliseconds) {
            this.name = name;
            at = start + milliseconds * 1_000_000L;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(at - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(at, ((Delay) other).at);
        }
    }

    static void pump(BlockingQueue<Integer> queue) throws InterruptedException {
        AtomicLong sum = new AtomicLong();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 2; t++) {
            threads.add(new Thread(() -> {
                try {
                    for (int i = 1; i <= 150; i++) queue.put(i);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }));
            threads.add(new Thread(() -> {
                try {
                    for (int i = 0; i < 150; i++) sum.addAndGet(queue.take());
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
        System.out.println(queue.getClass().getSimpleName() + " " + sum + " " + queue.size() + " " + queue.poll() + " " + queue.poll(1, TimeUnit.MILLISECONDS) + " " + (queue.remainingCapacity() > 5) + " " + queue.peek());
    }

    public static void main(String[] arguments) throws Exception {
        pump(new ArrayBlockingQueue<>(4, true));
        pump(new LinkedBlockingQueue<>(7));
        pump(new LinkedBlockingDeque<>(2));
        pump(new PriorityBlockingQueue<>());
        pump(new SynchronousQueue<>());
        pump(new SynchronousQueue<>(true));
        pump(new LinkedTransferQueue<>());

        ArrayBlockingQueue<String> bounded = new ArrayBlockingQueue<>(2);
        System.out.println(bounded.offer("a") + " " + bounded.offer("b") + " " + bounded.offer("c") + " " + bounded.offer("c", 1, TimeUnit.MILLISECONDS) + " " + bounded + " " + bounded.remainingCapacity());
        try {
            bounded.add("d");
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        List<String> drained = new ArrayList<>();
        System.out.println(bounded.drainTo(drained, 1) + " " + drained + " " + bounded.drainTo(drained) + " " + drained + " " + bounded.isEmpty());
        PriorityBlockingQueue<String> priority = new PriorityBlockingQueue<>(1, (a, b) -> b.compareTo(a));
        priority.addAll(List.of("m", "z", "a"));
        System.out.println(priority.take() + priority.take() + priority.take());
        DelayQueue<Delay> delays = new DelayQueue<>();
        long start = System.nanoTime();
        delays.add(new Delay("last", start, 12));
        delays.add(new Delay("first", start, 1));
        delays.add(new Delay("second", start, 6));
        System.out.println(delays.take().name + " " + delays.take().name + " " + delays.take().name + " " + delays.poll());
        LinkedTransferQueue<String> transfer = new LinkedTransferQueue<>();
        System.out.println(transfer.tryTransfer("nobody") + " " + transfer.tryTransfer("nobody", 1, TimeUnit.MILLISECONDS) + " " + transfer.size());
        Thread taker = new Thread(() -> {
            try {
                System.out.println("took " + transfer.take());
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        taker.start();
        transfer.transfer("handed over");
        taker.join();
        SynchronousQueue<Integer> direct = new SynchronousQueue<>();
        System.out.println(direct.offer(1) + " " + direct.poll() + " " + direct.isEmpty() + " " + direct.iterator().hasNext());
        Thread blocked = new Thread(() -> {
            try {
                new LinkedBlockingQueue<>().take();
            } catch (InterruptedException e) {
                System.out.println("take interrupted");
            }
        });
        blocked.start();
        blocked.interrupt();
        blocked.join();
        LinkedBlockingDeque<Integer> deque = new LinkedBlockingDeque<>(3);
        deque.putFirst(1);
        deque.putLast(2);
        deque.offerFirst(0);
        System.out.println(deque + " " + deque.offerLast(9) + " " + deque.takeLast() + " " + deque.pollFirst(1, TimeUnit.MILLISECONDS) + " " + deque.peekLast());
    }
}

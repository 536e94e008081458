/** synchronized methods and blocks left in every way; which thread holds what afterwards; wait and notify without the
 * lock; nested and recursive locks; locks on classes, strings, arrays, boxes; contention counted. */
public class MonitorCases {
    int count;
    static int shared;
    synchronized int method(int way) {
        if (way == 0) return ++count;
        if (way == 1) throw new IllegalStateException("one");
        if (way == 2) { synchronized (this) { synchronized (this) { return count + 100; } } }
        if (way == 3) return method(way - 1) + 1;
        return holds(this) ? 1 : 0;
    }
    static synchronized int fixed(int way) { if (way == 0) throw new RuntimeException(); return holds(MonitorCases.class) ? ++shared : -1; }
    static boolean holds(Object o) { return Thread.holdsLock(o); }

    static String block(Object lock, int way) {
        String r = "";
        for (int i = 0; i < 3; i++) {
            synchronized (lock) {
                r += holds(lock) ? 'h' : '-';
                if (way == 0 && i == 1) continue;
                if (way == 1 && i == 1) break;
                if (way == 2 && i == 1) return r + holds(lock);
                if (way == 3 && i == 1) throw new IllegalArgumentException(r);
                try { if (way == 4) throw new Exception(); } catch (Exception e) { r += 'c'; } finally { r += holds(lock) ? 'f' : '?'; }
            }
            r += holds(lock) ? '!' : '.';
        }
        return r;
    }

    static void illegal(String label, Object lock) throws InterruptedException {
        try { lock.notify(); System.out.println("notified"); } catch (IllegalMonitorStateException e) { System.out.println(label + " " + e.getMessage()); }
        try { lock.notifyAll(); System.out.println("notified"); } catch (IllegalMonitorStateException e) { System.out.println(label + " " + e.getMessage()); }
        try { lock.wait(); } catch (IllegalMonitorStateException e) { System.out.println(label + " " + e.getMessage()); }
        try { lock.wait(1); } catch (IllegalMonitorStateException e) { System.out.println(label + " " + e.getMessage()); }
        try { lock.wait(-1); } catch (IllegalArgumentException e) { System.out.println(label + " " + e.getMessage()); }
        try { lock.wait(1, 1000000); } catch (IllegalArgumentException e) { System.out.println(label + " " + e.getMessage()); }
        synchronized (lock) {
            lock.notify();
            lock.wait(1);
            lock.wait(0, 1);
            System.out.println(label + " " + holds(lock));
        }
    }

    static int swapped(Object a, Object b) {
        Object lock = a;
        synchronized (lock) {
            lock = b;
            synchronized (lock) { lock = null; return (holds(a) ? 1 : 0) + (holds(b) ? 2 : 0); }
        }
    }

    public static void main(String[] arguments) throws Exception {
        MonitorCases o = new MonitorCases();
        for (int way = 0; way < 5; way++) {
            try { System.out.print(o.method(way) + " "); } catch (IllegalStateException e) { System.out.print(e.getMessage() + " "); }
            System.out.print(holds(o) + " ");
            try { System.out.print(fixed(way) + " "); } catch (RuntimeException e) { System.out.print("x "); }
            System.out.println(holds(MonitorCases.class));
        }
        Object[] locks = {new Object(), "literal", new int[3], 5, MonitorCases.class, Thread.currentThread(), new Object[0], Thread.State.NEW, (Runnable) () -> { }};
        for (int i = 0; i < locks.length; i++) for (int way = 0; way < 6; way++) {
            try { System.out.print(block(locks[i], way)); } catch (IllegalArgumentException e) { System.out.print("thrown " + e.getMessage()); }
            System.out.print(holds(locks[i]) ? " held " : " ");
        }
        System.out.println();
        illegal("object", new Object());
        illegal("array", new long[1]);
        Object held = new Object();
        synchronized (held) { illegal("other", new Object()); }
        System.out.println(swapped(new Object(), new Object()) + " " + swapped(o, o));
        try { synchronized ((Object) null) { System.out.println("?"); } } catch (NullPointerException e) { System.out.println("null"); }
        try { Thread.holdsLock(null); } catch (NullPointerException e) { System.out.println("null"); }
        int n = deep(o, 0);
        System.out.println(n + " " + holds(o));
        Thread[] threads = new Thread[4];
        int[] total = {0};
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 2000; k++) {
                    synchronized (total) { total[0]++; if (k % 500 == 0) Thread.yield(); }
                    fixed(1);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
        System.out.println(total[0] + " " + shared);
        Object gate = new Object();
        boolean[] open = {false};
        Thread waiter = new Thread(() -> {
            synchronized (gate) {
                synchronized (gate) {
                    while (!open[0]) try { gate.wait(); } catch (InterruptedException e) { System.out.println("interrupted " + holds(gate) + Thread.interrupted()); }
                }
                System.out.println("through " + holds(gate));
            }
        });
        waiter.start();
        while (waiter.getState() != Thread.State.WAITING) Thread.sleep(1);
        waiter.interrupt();
        while (waiter.getState() != Thread.State.WAITING || waiter.isInterrupted()) Thread.sleep(1);
        synchronized (gate) { open[0] = true; gate.notifyAll(); }
        waiter.join();
    }

    static int deep(Object lock, int n) { synchronized (lock) { return n == 300 ? (holds(lock) ? n : -1) : deep(lock, n + 1); } }
}

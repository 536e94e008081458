import gnomon.EventLog;

/** Events from initialisers, finalizers, handlers, hooks of all kinds, fifty threads at once, at the end of the stack
 * and of the heap, from reflection, handles and lambdas. */
public class EventsFromEverywhere {
    static final int ID = EventLog.createEvent("everywhere");
    static volatile int finalized;
    static class Initialised { static { EventLog.record(ID); EventLog.logEvent(1, "initialiser"); } static void m() { } }
    static class Finalized { @Override @SuppressWarnings("deprecation") protected void finalize() { EventLog.record(ID, 7L); EventLog.createEvent("finalized " + finalized++); } }
    static int deep(int n) { EventLog.record(ID, n); EventLog.logEvent(n, "deep"); return deep(n + 1) + 1; }
    static int traced(int n) {
        try {
            EventLog.record(ID, n, n);
            return traced(n + 1);
        } finally {
            EventLog.record(ID, Long.MIN_VALUE);
        }
    }
    @Override public String toString() { EventLog.logEvent(3, "" + hashCode()); return "text"; }

    public static void main(String[] arguments) throws Throwable {
        Initialised.m();
        for (int i = 0; i < 100; i++) new Finalized();
        System.gc();
        System.runFinalization();
        Attack.kind("deep", () -> deep(0));
        Attack.kind("finally", () -> traced(0));
        Attack.kind("full", () -> { java.util.List<Object> all = new java.util.ArrayList<>(); for (;;) { all.add(new byte[1 << 20]); EventLog.record(ID); EventLog.logEvent(all.size(), "full"); } });
        Thread[] threads = new Thread[50];
        for (int i = 0; i < threads.length; i++) {
            int n = i;
            threads[i] = new Thread(() -> { for (int k = 0; k < 500; k++) { EventLog.record(ID, n, k); EventLog.logEvent(k, "thread"); if (EventLog.createEvent("shared " + k % 20) < 256) throw new AssertionError(); if (k % 100 == 0) Thread.yield(); } });
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
        java.util.function.IntConsumer lambda = EventLog::record;
        for (int i = 0; i < 3_000; i++) lambda.accept(i % 2 == 0 ? ID : -i);
        java.lang.invoke.MethodHandle handle = java.lang.invoke.MethodHandles.lookup().findStatic(EventLog.class, "record", java.lang.invoke.MethodType.methodType(void.class, int.class, int.class));
        for (int i = 0; i < 1_000; i++) handle.invokeExact(ID + i % 300, i);
        Attack.kind("constructor", () -> EventLog.class.getDeclaredConstructor().newInstance());
        Attack.kind("null type", () -> EventLog.createEvent(null));
        System.out.println(String.valueOf(new EventsFromEverywhere()));
    }
}

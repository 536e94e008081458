package gnomon;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** What the kernel leaves to Java of portals: threads that serve calls, exceptions. */
final class Portals {
    static final int TAKEN = -1;

    private Portals() {
    }

    // ---- Names

    static void register(String name, Portal service) {
        int count = EventLog.isRecording() ? register0(Portals.class, name, service) : LocalPortals.register(name, service);
        if (count == TAKEN) {
            throw new IllegalStateException("the name \"" + name + "\" is taken");
        }
        if (count != 1) {
            throw new IllegalArgumentException(service.getClass().getName() + " implements " + count + " portals");
        }
    }

    /** Returns null if the limit, in nanoseconds, came first; negative: there is none. */
    static Object lookup(String name, Class<?> type, long limit) throws InterruptedException {
        return EventLog.isRecording() ? lookup0(name, type, limit) : LocalPortals.lookup(name, type, limit);
    }

    // ---- The caller

    static Caller caller() {
        if (!EventLog.isRecording()) {
            return LocalCall.caller();
        }
        int number = callerNumber0();
        String name = callerName0(); // null if it has ended meanwhile
        return name == null ? null : new Caller(number, name);
    }

    // ---- Called by the kernel

    private static void terminated(String message) {
        throw new DomainTerminatedException(message);
    }

    private static void refused(String message) {
        throw new PortalCopyException(message);
    }

    /** A thread more that serves calls. */
    private static void startServer() {
        Thread server = new Server();
        server.setDaemon(true);
        server.start();
    }

    /** Where an exception came from is told by its domain alone, so it is put down before it is copied. */
    static void putTrace(Throwable thrown) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        try {
            for (Throwable at = thrown; at != null && seen.add(at); at = at.getCause()) {
                at.getStackTrace();
                for (Throwable suppressed : at.getSuppressed()) {
                    suppressed.getStackTrace();
                }
            }
        } catch (Throwable e) {
            return; // a method of the exception's own has thrown: it goes as it is
        }
    }

    static final class Server extends Thread {
        private Server() {
            super("portal server");
        }

        /** On another virtual machine. */
        Server(ThreadGroup group, Runnable work) {
            super(group, work, "portal server", 0, false);
        }

        @Override
        public void run() {
            if (EventLog.isRecording()) {
                serve0(Portals.class);
            } else {
                super.run();
            }
        }
    }

    private static native int register0(Class<?> portals, String name, Portal service);

    private static native Object lookup0(String name, Class<?> type, long nanoseconds);

    private static native int callerNumber0();

    private static native String callerName0();

    private static native void serve0(Class<?> portals);
}

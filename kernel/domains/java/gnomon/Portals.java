package gnomon;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What the kernel leaves to Java of portals: names on other virtual machines, threads that serve calls, exceptions. */
final class Portals {
    private static final int TAKEN = -1;

    private static final Map<String, Portal> LOCAL = new HashMap<>();

    private Portals() {
    }

    // ---- Names

    static void register(String name, Portal service) {
        int count = EventLog.isRecording() ? register0(Portals.class, name, service) : registerLocal(name, service);
        if (count == TAKEN) {
            throw new IllegalStateException("the name \"" + name + "\" is taken");
        }
        if (count != 1) {
            throw new IllegalArgumentException(service.getClass().getName() + " implements " + count + " portals");
        }
    }

    private static int registerLocal(String name, Portal service) {
        int count = countTypes(service.getClass());
        if (count != 1) {
            return count;
        }
        synchronized (LOCAL) {
            LOCAL.notifyAll();
            return LOCAL.putIfAbsent(name, service) == null ? 1 : TAKEN;
        }
    }

    private static int countTypes(Class<?> service) {
        Set<Class<?>> types = new HashSet<>();
        for (Class<?> at = service; at != null; at = at.getSuperclass()) {
            for (Class<?> type : at.getInterfaces()) {
                if (type != Portal.class && Portal.class.isAssignableFrom(type)) {
                    types.add(type);
                }
            }
        }
        return types.size();
    }

    /** Returns null if the limit, in nanoseconds, came first; negative: there is none. */
    static Object lookup(String name, Class<?> type, long limit) throws InterruptedException {
        return EventLog.isRecording() ? lookup0(name, type, limit) : lookupLocal(name, limit);
    }

    private static Object lookupLocal(String name, long limit) throws InterruptedException {
        long end = System.nanoTime() + limit;
        synchronized (LOCAL) {
            while (!LOCAL.containsKey(name)) {
                long left = limit < 0 ? 1_000_000_000 : end - System.nanoTime();
                if (left <= 0) {
                    return null;
                }
                LOCAL.wait(left / 1_000_000, (int) (left % 1_000_000));
            }
            return LOCAL.get(name);
        }
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
    private static void putTrace(Throwable thrown) {
        Set<Throwable> seen = new HashSet<>();
        for (Throwable at = thrown; at != null && seen.add(at); at = at.getCause()) {
            at.getStackTrace();
            for (Throwable suppressed : at.getSuppressed()) {
                suppressed.getStackTrace();
            }
        }
    }

    private static final class Server extends Thread {
        Server() {
            super("portal server");
        }

        @Override
        public void run() {
            serve0(Portals.class);
        }
    }

    private static native int register0(Class<?> portals, String name, Portal service);

    private static native Object lookup0(String name, Class<?> type, long nanoseconds);

    private static native void serve0(Class<?> portals);
}

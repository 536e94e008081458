package gnomon;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Both ends of a portal, above what the kernel does: proxies for callers, threads that serve calls. */
final class Portals {
    private static final int RETURNED = 0;
    private static final int THREW = 1;
    private static final int DEAD = 2;
    private static final int MOST_IDLE = 4;

    private static final Map<String, Portal> LOCAL = new HashMap<>();
    private static final Map<Integer, Service> SERVICES = new HashMap<>();

    private Portals() {
    }

    private static final class Service {
        final Portal object;
        final Map<String, Method> methods = new HashMap<>();

        Service(Portal object, Class<?> type) {
            this.object = object;
            for (Method method : type.getMethods()) {
                method.setAccessible(true);
                methods.put(keyOf(method), method);
            }
        }
    }

    private static String keyOf(Method method) {
        StringBuilder key = new StringBuilder(method.getName()).append('(');
        for (Class<?> type : method.getParameterTypes()) {
            key.append(type.getName()).append(',');
        }
        return key.toString();
    }

    // ---- Names

    private static Class<?> typeOf(Class<?> service) {
        Set<Class<?>> types = new HashSet<>();
        for (Class<?> at = service; at != null; at = at.getSuperclass()) {
            for (Class<?> type : at.getInterfaces()) {
                if (type != Portal.class && Portal.class.isAssignableFrom(type)) {
                    types.add(type);
                }
            }
        }
        if (types.size() != 1) {
            throw new IllegalArgumentException(service.getName() + " implements " + types.size() + " portals");
        }
        return types.iterator().next();
    }

    static void register(String name, Portal service) {
        Class<?> type = typeOf(service.getClass());
        synchronized (LOCAL) {
            if (LOCAL.containsKey(name)) {
                throw new IllegalStateException("the name \"" + name + "\" is taken");
            }
            if (EventLog.isRecording()) {
                int number = register0(name, type);
                if (number == 0) {
                    throw new IllegalStateException("the name \"" + name + "\" is taken");
                }
                SERVICES.put(number, new Service(service, type));
                if (SERVICES.size() == 1) {
                    new Server().start();
                }
            }
            LOCAL.put(name, service);
            LOCAL.notifyAll();
        }
    }

    /** Returns null if the limit, in nanoseconds, came first; negative: there is none. */
    static Object lookup(String name, Class<?> type, long limit) throws InterruptedException {
        if (!EventLog.isRecording()) {
            return awaitLocal(name, limit);
        }
        int number = lookup0(name, limit);
        if (number == 0) {
            return null;
        }
        synchronized (LOCAL) {
            Service own = SERVICES.get(number);
            if (own != null) {
                return own.object;
            }
        }
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, new Caller(name, number));
    }

    private static Object awaitLocal(String name, long limit) throws InterruptedException {
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

    // ---- Callers

    private static final class Caller implements InvocationHandler {
        private final String name;
        private final int number;

        Caller(String name, int number) {
            this.name = name;
            this.number = number;
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            if (method.getDeclaringClass() == Object.class) {
                return invokeOwn(proxy, method, arguments);
            }
            Object[] result = new Object[1];
            int status = call0(number, method, keyOf(method), arguments, result);
            if (status == RETURNED) {
                return result[0];
            }
            if (status == THREW) {
                throw (Throwable) result[0];
            }
            if (status == DEAD) {
                throw new DomainTerminatedException("the domain of the service \"" + name + "\" has ended");
            }
            throw new PortalCopyException((String) result[0]);
        }

        private Object invokeOwn(Object proxy, Method method, Object[] arguments) {
            switch (method.getName()) {
            case "equals":
                return proxy == arguments[0];
            case "hashCode":
                return System.identityHashCode(proxy);
            default:
                return "portal " + number + " (" + name + ")";
            }
        }
    }

    // ---- Servers: as many as calls are being served, and at least one that waits

    private static final class Server extends Thread {
        Server() {
            super("portal server");
            setDaemon(true);
        }

        @Override
        public void run() {
            Object[] call = new Object[2];
            while (idle0() < MOST_IDLE) {
                int number = receive0(call);
                if (idle0() == 0) {
                    new Server().start();
                }
                serve(number, (Object[]) call[0], (String) call[1]);
            }
        }

        private static void serve(int number, Object[] arguments, String key) {
            Object result;
            boolean threw = false;
            try {
                Service service;
                synchronized (LOCAL) {
                    service = SERVICES.get(number);
                }
                Method method = service.methods.get(key);
                if (method == null) {
                    throw new NoSuchMethodError(key);
                }
                result = method.invoke(service.object, arguments);
            } catch (InvocationTargetException e) {
                result = withTrace(e.getCause());
                threw = true;
            } catch (Throwable e) {
                result = withTrace(e);
                threw = true;
            }
            reply0(result, threw);
        }

        /** Where an exception came from is told by its domain alone, so it is put down before it is copied. */
        private static Throwable withTrace(Throwable thrown) {
            Set<Throwable> seen = new HashSet<>();
            for (Throwable at = thrown; at != null && seen.add(at); at = at.getCause()) {
                at.getStackTrace();
                for (Throwable suppressed : at.getSuppressed()) {
                    suppressed.getStackTrace();
                }
            }
            return thrown;
        }
    }

    private static native int register0(String name, Class<?> type);

    private static native int lookup0(String name, long nanoseconds);

    private static native int call0(int portal, Method method, String key, Object[] arguments, Object[] result);

    private static native int receive0(Object[] call);

    private static native int idle0();

    private static native void reply0(Object result, boolean threw);
}

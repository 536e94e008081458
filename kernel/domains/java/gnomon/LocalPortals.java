package gnomon;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;

/** Names and proxies of services on any other virtual machine than Gnomon. */
final class LocalPortals {
    private static final int NAME_MOST = 255;
    private static final Map<String, LocalService> NAMES = new HashMap<>();

    private LocalPortals() {
    }

    // ---- Which classes are services

    /** The interfaces that extend Portal and that the class, or one above it, names. */
    static Set<Class<?>> typesOf(Class<?> service) {
        Set<Class<?>> types = new LinkedHashSet<>();
        for (Class<?> at = service; at != null; at = at.getSuperclass()) {
            for (Class<?> type : at.getInterfaces()) {
                if (type != Portal.class && Portal.class.isAssignableFrom(type)) {
                    types.add(type);
                }
            }
        }
        return types;
    }

    // ---- Names

    /** In modified UTF-8, as the kernel counts. */
    private static void checkName(String name) {
        long length = name.chars().mapToLong(unit -> unit != 0 && unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3).sum();
        if (length == 0 || length > NAME_MOST) {
            throw new IllegalArgumentException("a name of a service has at " + (length == 0 ? "least one byte" : "most 255 bytes"));
        }
    }

    /** Returns how many portals the service implements; if that is 1 it is registered, unless the name is taken. */
    static int register(String name, Portal service) {
        checkName(name);
        Set<Class<?>> types = typesOf(service.getClass());
        if (types.size() != 1) {
            return types.size();
        }
        LocalService registered = new LocalService(LocalDomain.current(), types.iterator().next(), service);
        synchronized (NAMES) {
            NAMES.notifyAll();
            return NAMES.putIfAbsent(name, registered) == null ? 1 : Portals.TAKEN;
        }
    }

    static Object lookup(String name, Class<?> type, long limit) throws InterruptedException {
        checkName(name);
        LocalDomain caller = LocalDomain.current();
        LocalService found = find(name, limit);
        if (found == null) {
            return null;
        }
        try {
            return found.domain == caller ? found.object : proxy(found, type, caller, name);
        } catch (NoClassDefFoundError e) {
            throw new IllegalArgumentException(missingOfMethods(type, e, caller));
        }
    }

    private static LocalService find(String name, long limit) throws InterruptedException {
        long end = System.nanoTime() + limit;
        synchronized (NAMES) {
            while (!NAMES.containsKey(name)) {
                long left = limit < 0 ? 1_000_000_000 : end - System.nanoTime();
                if (left <= 0) {
                    return null;
                }
                NAMES.wait(left / 1_000_000, (int) (left % 1_000_000));
            }
            return NAMES.get(name);
        }
    }

    static void forget(LocalDomain domain) {
        synchronized (NAMES) {
            NAMES.values().removeIf(service -> service.domain == domain);
        }
    }

    // ---- Proxies

    /**
     * Why a portal is refused: reflection shows no method of it while the class that one of them names, or an ancestor
     * of that, is missing.
     */
    static String missingOfMethods(Class<?> portal, NoClassDefFoundError missing, LocalDomain in) {
        return "the portal " + portal.getName() + " has a method that needs the class " + missing.getMessage() + ", which is not there in the domain " + in.name;
    }

    static Object proxy(LocalService service, Class<?> type, LocalDomain owner, String name) {
        if (!type.isInterface() || type == Portal.class || !Portal.class.isAssignableFrom(type)) {
            throw new IllegalArgumentException(type.getName() + " is no interface that extends gnomon.Portal");
        }
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, new Stub(service, type, owner, name));
    }

    /** Null if the object is no proxy of a service. */
    static Stub stubOf(Object object) {
        InvocationHandler handler = Proxy.isProxyClass(object.getClass()) ? Proxy.getInvocationHandler(object) : null;
        return handler instanceof Stub ? (Stub) handler : null;
    }

    /** What a proxy stands for. */
    static final class Stub implements InvocationHandler {
        final LocalService service;
        final Class<?> type; // by which its domain knows the service
        private final LocalDomain owner;
        private final String name; // null: it has come as an argument or a result

        Stub(LocalService service, Class<?> type, LocalDomain owner, String name) {
            this.service = service;
            this.type = type;
            this.owner = owner;
            this.name = name;
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            if (method.getDeclaringClass() == Object.class) {
                return invokeCommon(method.getName(), arguments);
            }
            LocalDomain.current(); // which has not ended
            int before = owner.beginCall();
            if (owner.callsMost != 0 && before >= owner.callsMost) {
                throw new RejectedExecutionException(before + 1 + " calls of other domains at once");
            }
            try {
                Method target = service.domain.hasEnded() ? method : target(method);
                return new LocalCall(owner, service, target, arguments).make(type, method, name == null ? type.getName() : name);
            } finally {
                owner.endCall();
            }
        }

        private Object invokeCommon(String what, Object[] arguments) {
            int number = System.identityHashCode(service.object);
            switch (what) {
                case "hashCode":
                    return number;
                case "equals":
                    Stub other = arguments[0] == null ? null : stubOf(arguments[0]);
                    return other != null && other.service.object == service.object;
                default:
                    return name == null ? "portal " + number : "portal " + number + " (" + name + ")";
            }
        }

        private static Method[] methodsOf(LocalService service) {
            try {
                return service.type.getMethods();
            } catch (NoClassDefFoundError e) {
                throw new PortalCopyException(missingOfMethods(service.type, e, service.domain));
            }
        }

        private static String[] namesOf(Class<?>[] types) {
            return Arrays.stream(types).map(Class::getName).toArray(String[]::new);
        }

        /** The method of the same name and types in the interface that the service's domain has. */
        private Method target(Method called) {
            for (Method method : methodsOf(service)) {
                if (method.getName().equals(called.getName()) && !Modifier.isStatic(method.getModifiers())
                    && method.getReturnType().getName().equals(called.getReturnType().getName())
                    && Arrays.equals(namesOf(method.getParameterTypes()), namesOf(called.getParameterTypes()))) {
                    method.setAccessible(true);
                    return method;
                }
            }
            throw new NoSuchMethodError("'" + called.getReturnType().getTypeName() + " " + called.getDeclaringClass().getName() + "." + called.getName() + "("
                + String.join(", ", Arrays.stream(called.getParameterTypes()).map(Class::getTypeName).toArray(String[]::new)) + ")'");
        }
    }
}

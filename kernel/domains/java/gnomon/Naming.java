package gnomon;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeoutException;

/**
 * The names by which domains find each other's services. A name belongs to the service until its domain ends.
 */
public final class Naming {
    private Naming() {
    }

    /**
     * Makes a service known. Threads of this domain, which are no reason for it to stay alive, serve the calls of
     * others.
     *
     * @throws IllegalArgumentException if the service's class implements no interface that extends {@link Portal}, or
     * several
     * @throws IllegalStateException if the name is taken, or the domain has 4,096 services already
     */
    public static void register(String name, Portal service) {
        Portals.register(Objects.requireNonNull(name), Objects.requireNonNull(service));
    }

    /** The service of this name; waits until it is there. A service of the caller's own domain is returned as it is. */
    public static <T extends Portal> T lookup(String name, Class<T> type) throws InterruptedException {
        return type.cast(Portals.lookup(Objects.requireNonNull(name), type, -1));
    }

    /** The same with a limit. */
    public static <T extends Portal> T lookup(String name, Class<T> type, Duration limit)
            throws InterruptedException, TimeoutException {
        Object found = Portals.lookup(Objects.requireNonNull(name), type, Math.max(0, limit.toNanos()));
        if (found == null) {
            throw new TimeoutException("no service \"" + name + "\"");
        }
        return type.cast(found);
    }
}

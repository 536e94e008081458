package gnomon;

/**
 * A service that other domains may call: an interface that extends this one. Arguments and results go from one domain
 * to the other as copies, with everything that they refer to; so do exceptions. See {@link Naming}.
 */
public interface Portal {
    /**
     * The domain whose call this thread serves. In a call from within another it is the one that has made this call,
     * not the one at the begin. The virtual machine says it, so no caller can pass for another.
     *
     * @return null in threads that serve no call, such as those that a service starts, and once the caller's domain has
     * ended
     */
    static Caller caller() {
        return Portals.caller();
    }
}

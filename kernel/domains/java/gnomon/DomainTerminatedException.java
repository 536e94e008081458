package gnomon;

/** The domain of the service has ended, before the call or in the middle of it. */
public final class DomainTerminatedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    DomainTerminatedException(String message) {
        super(message);
    }
}

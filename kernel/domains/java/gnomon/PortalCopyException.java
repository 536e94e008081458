package gnomon;

/** An argument, a result or an exception of a call through a portal cannot be copied; the message says what, and where.
 * */
public final class PortalCopyException extends RuntimeException {
    private static final long serialVersionUID = 1;

    PortalCopyException(String message) {
        super(message);
    }
}

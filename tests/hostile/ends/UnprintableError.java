/** What main throws cannot be printed: each of its methods throws, its cause is itself, its trace is empty. */
public class UnprintableError extends RuntimeException {
    @Override public String getMessage() { throw new IllegalStateException("no message"); }
    @Override public String toString() { System.out.println("asked for its text"); throw this; }
    @Override public synchronized Throwable getCause() { return this; }
    @Override public StackTraceElement[] getStackTrace() { return null; }
    @Override public synchronized Throwable fillInStackTrace() { return null; }

    public static void main(String[] arguments) {
        UnprintableError error = new UnprintableError();
        error.addSuppressed(new UnprintableError());
        System.out.println("begins");
        throw error;
    }
}

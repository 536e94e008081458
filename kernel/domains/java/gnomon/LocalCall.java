package gnomon;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** A call through a portal on any other virtual machine than Gnomon: what a thread of the service's domain does while
 * the caller waits. */
final class LocalCall implements Runnable {
    private enum State { WAITS, RETURNED, THROWN, REFUSED, DEAD }

    private static final ThreadLocal<LocalDomain> CALLER = new ThreadLocal<>(); // of the call that the thread serves

    private final LocalDomain caller;
    private final LocalService service;
    private final Method target; // of the service's interface
    private final Object[] arguments;
    private State state = State.WAITS;
    private Object result; // the service's, or what it has thrown, or why the arguments are refused

    LocalCall(LocalDomain caller, LocalService service, Method target, Object[] arguments) {
        this.caller = caller;
        this.service = service;
        this.target = target;
        this.arguments = arguments;
    }

    // ---- In the service's domain

    @Override
    public void run() {
        CALLER.set(caller);
        try {
            Object[] copies = LocalCopy.arguments(arguments, target, caller, service);
            finish(State.RETURNED, target.invoke(service.object, copies));
        } catch (LocalCopy.Refusal e) {
            finish(State.REFUSED, e.getMessage());
        } catch (InvocationTargetException e) {
            Portals.putTrace(e.getCause());
            finish(State.THROWN, e.getCause());
        } catch (IllegalAccessException e) {
            finish(State.THROWN, new IllegalAccessError(e.getMessage()));
        } catch (Throwable e) {
            finish(State.THROWN, e);
        } finally {
            CALLER.remove();
        }
    }

    static Caller caller() {
        LocalDomain caller = CALLER.get();
        return caller == null || caller.hasEnded() ? null : new Caller(caller.number, caller.name);
    }

    private void finish(State state, Object result) {
        service.domain.hasServed(this);
        synchronized (this) {
            if (this.state == State.WAITS) {
                this.state = state;
                this.result = result;
                notifyAll();
            }
        }
    }

    synchronized void die() {
        if (state == State.WAITS) {
            state = State.DEAD;
            notifyAll();
        }
    }

    // ---- In the caller's

    /** Interrupting the caller does not end it. */
    private synchronized void await() {
        boolean isInterrupted = false;
        try {
            while (state == State.WAITS) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    isInterrupted = true;
                    LocalDomain.current(); // throws if it is the caller's domain that has ended
                }
            }
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** By a method of the interface that the caller knows the service by. */
    Object make(Class<?> type, Method called, String name) throws Throwable {
        State end = State.DEAD;
        if (service.domain.serve(this)) {
            await();
            end = state;
        }
        switch (end) {
            case RETURNED:
            case THROWN:
                break;
            case REFUSED:
                throw new PortalCopyException((String) result);
            default:
                throw new DomainTerminatedException("the domain of the service \"" + name + "\" has ended");
        }
        Object copy;
        try {
            boolean isNumber = end == State.RETURNED && target.getReturnType().isPrimitive();
            Class<?> declared = end == State.THROWN ? Throwable.class : called.getReturnType();
            copy = isNumber ? result : LocalCopy.result(result, declared, type.getClassLoader(), service.domain, caller);
        } catch (LocalCopy.Refusal e) {
            throw new PortalCopyException(e.getMessage());
        }
        if (end == State.THROWN) {
            throw (Throwable) copy;
        }
        return copy;
    }
}

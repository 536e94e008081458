import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.Callable;

/** Natives of all kinds that a program declares: called, called by reflection, by handles, as lambdas, overriding what
 * the JDK has. */
public class OwnNatives {
    static native int one(int a, long b, float c, double d, Object e, byte f, short g, char h, boolean i);
    native synchronized void two();
    static native synchronized Object three(Object[] a);
    private native long four();
    static native void registerNatives();
    static native void initIDs();

    static class Over extends Object implements Comparable<Over>, Callable<String> {
        @Override public native int hashCode();
        @Override public native boolean equals(Object o);
        @Override public native String toString();
        @Override protected native Object clone();
        @Override public native int compareTo(Over o);
        @Override public native String call();
        @Override @SuppressWarnings("deprecation") protected native void finalize();
    }

    public static void main(String[] arguments) throws Throwable {
        Attack.attempt("one", () -> one(1, 2, 3, 4, null, (byte) 5, (short) 6, 'h', true));
        Attack.attempt("two", () -> { new OwnNatives().two(); return null; });
        Attack.attempt("three", () -> three(null));
        Attack.attempt("four", () -> new OwnNatives().four());
        Attack.attempt("registerNatives", () -> { registerNatives(); return null; });
        Attack.attempt("initIDs", () -> { initIDs(); return null; });
        Attack.attempt("hashCode", () -> new Over().hashCode());
        Attack.attempt("equals", () -> new Over().equals(null));
        Attack.attempt("toString", () -> "" + new Over());
        Attack.attempt("clone", () -> new Over().clone());
        Attack.attempt("compareTo", () -> ((Comparable<Over>) new Over()).compareTo(null));
        Attack.attempt("call", new Over());
        Attack.attempt("reflection", () -> {
            try {
                return OwnNatives.class.getDeclaredMethod("registerNatives").invoke(null);
            } catch (java.lang.reflect.InvocationTargetException e) {
                return e.getCause();
            }
        });
        MethodHandle handle = MethodHandles.lookup().findStatic(OwnNatives.class, "initIDs", MethodType.methodType(void.class));
        Attack.attempt("handle", () -> {
            try {
                handle.invoke();
            } catch (Throwable e) {
                return e;
            }
            return null;
        });
        Attack.attempt("lock is free again", () -> { synchronized (OwnNatives.class) { return Thread.holdsLock(OwnNatives.class); } });
        for (int i = 0; i < 10_000; i++) new Over();  // with a finalizer that is not there
        System.gc();
        Attack.kind("load", () -> System.loadLibrary("nothing"));
        Attack.kind("load with a path", () -> System.load("/no/such/library.so"));
    }
}

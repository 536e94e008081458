import java.util.function.IntSupplier;
import java.util.function.Supplier;

// An object that escapes from an initialiser that fails: its methods can be called for ever, but none of them reaches a
// static member of the class again. And before that, other threads wait where they reach for one.
public class FailedStatics {
    static Bad escaped;
    static Late late;

    static class Base { static int baseStatic = 5; }

    static class Bad extends Base {
        static int value = 7;
        static Object object;
        int own = 3;

        static {
            escaped = new Bad();
            System.out.println("within: " + escaped.read() + " " + escaped.call() + " " + escaped.lambda());
            if (true) throw new IllegalStateException("no");
        }

        int read() { return value; }
        Object write(Object to) { return object = to; }
        static int number() { return 1; }
        int call() { return number(); }
        int ownField() { return own; }
        Object make() { return new Bad(); }
        int base() { return baseStatic; }
        int lambda() {
            IntSupplier supplier = () -> value;
            return supplier.getAsInt();
        }
        int ownLambda() {
            IntSupplier supplier = () -> own;
            return supplier.getAsInt();
        }
        private int hidden() { return value; }
        int throughPrivate() { return hidden(); }
        int twice() {
            try {
                return value;
            } catch (NoClassDefFoundError e) {
                try { return number(); } catch (NoClassDefFoundError f) { return 99; }
            }
        }
        synchronized int locked() { return 4; }
        int loop() {
            int sum = 0;
            for (int i = 0; i < 10; i++) sum += value;
            return sum;
        }
        int sideEffect(int[] before) {
            before[0]++;
            value = before[0] + 1;
            before[0]++;
            return before[0];
        }
        class Inner {
            int read() { return value; }
            int call() { return number(); }
        }
    }

    static class Parent {
        static Child child;
        static int parentStatic = 8;
        static { child = new Child(); escapedChild = child; if (true) throw new IllegalStateException("parent"); }
    }

    static Child escapedChild;

    // Is initialised, while its superclass never comes to be.
    static class Child extends Parent {
        static int childStatic = 9;
        int readParent() { return parentStatic; }
        int readChild() { return childStatic; }
        static int readStatically() { return parentStatic; }
    }

    interface Face {
        Object FAILING = fail();
        Object CONSTANT = "constant";
        static Object fail() {
            System.out.println("face");
            escapedFace = new Face() {};
            throw new IllegalStateException("interface");
        }
        default Object use() { return FAILING; }
    }

    static Face escapedFace;

    static class Late {
        static int value;
        static {
            late = new Late();
            started = new Thread(new Reader());
            started.start();
            while (!late.asked) Thread.yield();
            for (int i = 0; i < 100; i++) Thread.yield();
            value = 42;
        }
        volatile boolean asked;
        int read() {
            asked = true;
            return value;
        }
    }

    static Thread started;

    static class Reader implements Runnable {
        static volatile int value;
        public void run() { value = late.read(); }
    }

    static void attempt(String name, Supplier<Object> action) {
        try {
            System.out.println(name + " " + action.get());
        } catch (Throwable e) {
            System.out.println(name + " " + e + " because of " + e.getCause());
        }
    }

    static Object reflected(String method) {
        try {
            return Bad.class.getDeclaredMethod(method).invoke(escaped);
        } catch (ReflectiveOperationException e) {
            return e + " " + e.getCause();
        }
    }

    public static void main(String[] arguments) throws Exception {
        attempt("first", Bad::new);
        for (int round = 0; round < 3; round++) {
            int[] before = new int[1];
            attempt("read", () -> escaped.read());
            attempt("write", () -> escaped.write("x"));
            attempt("call", () -> escaped.call());
            attempt("own field", () -> escaped.ownField());
            attempt("make", () -> escaped.make());
            attempt("base", () -> escaped.base());
            attempt("lambda", () -> escaped.lambda());
            attempt("own lambda", () -> escaped.ownLambda());
            attempt("private", () -> escaped.throughPrivate());
            attempt("twice", () -> escaped.twice());
            attempt("locked", () -> escaped.locked());
            attempt("loop", () -> escaped.loop());
            attempt("side effect", () -> escaped.sideEffect(before));
            System.out.println(before[0]);
            attempt("inner read", () -> escaped.new Inner().read());
            attempt("inner call", () -> escaped.new Inner().call());
            attempt("reflected read", () -> reflected("read"));
            attempt("reflected own field", () -> reflected("ownField"));
        }
        attempt("parent", Parent::new);
        for (int round = 0; round < 2; round++) {
            attempt("parent's", () -> escapedChild.readParent());
            attempt("child's", () -> escapedChild.readChild());
            attempt("statically", () -> Child.readStatically());
            attempt("new child", () -> new Child().getClass());
        }
        attempt("interface", () -> new Face() {});
        attempt("interface's", () -> escapedFace.use());
        attempt("interface's again", () -> escapedFace.use());
        System.out.println(Late.value);
        started.join();
        System.out.println("another thread reads " + Reader.value);
    }
}

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/** finalize() is run once, by a thread of its own, may bring its object back, and may throw; what the object refers to
 * is whole meanwhile. */
public class Finalization {
    static final Set<String> seen = Collections.synchronizedSet(new TreeSet<>());
    static final Thread main = Thread.currentThread();
    static volatile Part back;
    static volatile int thrown, again;

    static class Part {
        final String name;
        final Part next;

        Part(String name, Part next) {
            this.name = name;
            this.next = next;
        }

        @Override
        protected void finalize() {
            seen.add(name + " sees " + (next == null ? "nothing" : next.name) + ", in another thread: " + (Thread.currentThread() != main));
            if (name.equals("comes back")) back = this;
        }
    }

    static class Thrower {
        @Override
        protected void finalize() {
            thrown++;
            throw new IllegalStateException("ignored");
        }
    }

    static class Empty {
        protected void finalize() {
        }
    }

    static class Derived extends Part {
        Derived(String name) {
            super(name, null);
        }
    }

    static class Unborn {
        Unborn(boolean fails) {
            if (fails) throw new IllegalArgumentException("half made");
        }

        @Override
        protected void finalize() {
            again++;
        }
    }

    interface Condition {
        boolean holds();
    }

    static void await(Condition condition) throws InterruptedException {
        for (int i = 0; i < 500 && !condition.holds(); i++) {
            System.gc();
            System.runFinalization();
            Thread.sleep(5);
        }
    }

    static void make() {
        new Part("first", new Part("second", null));
        new Part("comes back", new Part("with it", null));
        new Derived("inherited");
        for (int i = 0; i < 5; i++) new Thrower();
        for (int i = 0; i < 1000; i++) new Empty();
        try {
            new Unborn(true);
        } catch (IllegalArgumentException exception) {
            System.out.println(exception.getMessage());
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        make();
        await(() -> seen.size() == 5 && thrown == 5 && again == 1 && back != null);
        for (String line : seen) System.out.println(line);
        System.out.println("thrown " + thrown + ", half made ones " + again + ", back " + back.name + " with " + back.next.name);
        seen.clear();
        back = null;
        for (int i = 0; i < 5; i++) {
            System.gc();
            System.runFinalization();
        }
        System.out.println("once only: " + seen.isEmpty() + (back == null));
    }
}

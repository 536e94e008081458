import static other.litmus.Litmus.NOTHING;

import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import other.litmus.Fresh;
import other.litmus.Litmus;
import other.litmus.Litmus.State;

/** What a thread sees of an object that another one has made: by final fields, volatile, double-checked locking; and of
 * a class that is initialised. */
public class Publication {
    static final class Final {
        final int number;
        final int[] array;
        Final(int number) {
            this.number = number;
            array = new int[] {number, number};
        }
    }

    static class Plain {
        int number;
        Plain(int number) { this.number = number; }
    }

    /** What is seen of another thread's object: 0 for null, 1 if it is whole, 2 if not. */
    private static int look(Object object) {
        if (object instanceof Final) {
            Final made = (Final) object;
            return made.number == 7 && made.array[0] == 7 && made.array[1] == 7 ? 1 : 2;
        }
        if (object instanceof Plain) return ((Plain) object).number == 7 ? 1 : 2;
        if (object instanceof String) return object.equals("7 is the number") ? 1 : 2;
        return object == null ? 0 : 2;
    }

    private static Plain once(State s) {
        Object made = s.vreference;
        if (made == null) {
            synchronized (s) {
                made = s.vreference;
                if (made == null) {
                    s.vreference = made = new Plain(7);
                    s.x++;
                }
            }
        }
        return (Plain) made;
    }

    private static void objects(Litmus litmus) {
        litmus.test("final fields", s -> s.a == 2, NOTHING, s -> s.reference = new Final(7), s -> s.a = look(s.reference));
        litmus.test("plain fields by volatile", s -> s.a == 2, NOTHING, s -> s.vreference = new Plain(7), s -> s.a = look(s.vreference));
        litmus.test("strings", s -> s.a == 2, NOTHING, s -> s.reference = "" + 7 + " is the number", s -> s.a = look(s.reference));
        // A class and a length at least are seen by everybody: this is no question of order between fields.
        litmus.test("class and length", s -> s.a == 2, NOTHING, s -> s.reference = new int[3], s -> {
            Object made = s.reference;
            s.a = made == null ? 0 : made.getClass() == int[].class && ((int[]) made).length == 3 ? 1 : 2;
        });
        litmus.test("double-checked locking", s -> s.a != 1 || s.b != 1 || s.x != 1, NOTHING, s -> s.a = look(once(s)), s -> s.b = look(once(s)));
    }

    // ---- Initialisation: each try has a class of its own

    private static MethodHandle fresh(byte[] bytes) throws Exception {
        MethodHandles.Lookup lookup = Fresh.lookup().defineHiddenClass(bytes, false);
        return lookup.findStatic(lookup.lookupClass(), "sum", MethodType.methodType(int.class));
    }

    private static int call(MethodHandle handle) {
        try {
            return (int) handle.invokeExact();
        } catch (Throwable e) {
            return -1;
        }
    }

    private static int callAll(List<MethodHandle> handles) {
        int wrong = 0;
        for (int i = 0; i < handles.size(); i++) {
            if (call(handles.get(i)) != Fresh.SUM) wrong++;
        }
        return wrong;
    }

    private static final int CLASSES = 20;
    private static volatile List<MethodHandle> handles;
    private static volatile int wrongThere;

    private static void initialisation(Litmus litmus) throws Exception {
        byte[] bytes;
        try (InputStream file = Fresh.class.getResourceAsStream("Fresh.class")) {
            bytes = file.readAllBytes();
        }
        int batches = Math.max(2, litmus.tries() / CLASSES);
        Litmus.Meeting meeting = new Litmus.Meeting(2);
        Thread other = new Thread(() -> {
            for (int i = 0; i < batches; i++) {
                meeting.await();
                wrongThere += callAll(handles);
                meeting.await();
            }
        });
        other.start();
        int wrong = 0;
        for (int i = 0; i < batches; i++) {
            List<MethodHandle> made = new ArrayList<>();
            while (made.size() < CLASSES) made.add(fresh(bytes));
            handles = made;
            meeting.await();
            wrong += callAll(made);
            meeting.await();
        }
        other.join();
        litmus.tell("class initialisation", (long) batches * CLASSES, wrong + wrongThere, 0);
    }

    public static void main(String[] arguments) throws Exception {
        Litmus litmus = new Litmus(arguments);
        objects(litmus);
        initialisation(litmus);
        litmus.end();
    }
}

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Classes of many members take long to make: threads define the same one in one loader, and hidden ones, while others
 * collect. */
public class DefinedAtOnce {
    static final int FIELDS = 12_000, METHODS = 4_000, THREADS = 4;

    static byte[] file(String name) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0xcafebabe);
        out.writeInt(52);
        out.writeShort(7 + FIELDS + METHODS);
        for (String text : new String[] {name, "java/lang/Object", "I", "()V"}) {
            out.writeByte(1);
            out.writeUTF(text);
        }
        out.writeByte(7);
        out.writeShort(1); // 5: the class
        out.writeByte(7);
        out.writeShort(2); // 6: Object
        for (int i = 0; i < FIELDS + METHODS; i++) {
            out.writeByte(1);
            out.writeUTF((i < FIELDS ? "field" : "method") + i);
        }
        out.writeShort(0x421);
        out.writeShort(5);
        out.writeShort(6);
        out.writeShort(0);
        out.writeShort(FIELDS);
        for (int i = 0; i < FIELDS; i++) {
            out.writeShort(i % 2 == 0 ? 1 : 9);
            out.writeShort(7 + i);
            out.writeShort(3);
            out.writeShort(0);
        }
        out.writeShort(METHODS);
        for (int i = 0; i < METHODS; i++) {
            out.writeShort(0x401);
            out.writeShort(7 + FIELDS + i);
            out.writeShort(4);
            out.writeShort(0);
        }
        out.writeShort(0);
        return bytes.toByteArray();
    }

    static class Loader extends ClassLoader {
        Class<?> define(byte[] file) {
            return defineClass("Many", file, 0, file.length);
        }
    }

    interface Work {
        void run() throws Throwable;
    }

    static void inThreads(Work work) throws InterruptedException {
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                try {
                    work.run();
                } catch (Throwable e) {
                    System.out.println(e);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
    }

    static String members(Class<?> class_) {
        return class_.getDeclaredFields().length + " fields, " + class_.getDeclaredMethods().length + " methods";
    }

    static void same(byte[] file) throws Exception {
        Loader loader = new Loader();
        AtomicInteger defined = new AtomicInteger(), refused = new AtomicInteger();
        inThreads(() -> {
            try {
                loader.define(file);
                defined.incrementAndGet();
            } catch (LinkageError e) {
                if (e.getMessage().contains("duplicate abstract class definition")) refused.incrementAndGet();
            }
        });
        System.out.println("defined " + defined + ", refused " + refused + ": " + members(loader.loadClass("Many")));
    }

    static void hidden(byte[] file) throws Exception {
        AtomicInteger right = new AtomicInteger();
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        inThreads(() -> {
            Class<?> made = lookup.defineHiddenClass(file, false).lookupClass();
            if (members(made).equals(FIELDS + " fields, " + METHODS + " methods")) right.incrementAndGet();
        });
        System.out.println("hidden: " + right);
    }

    public static void main(String[] arguments) throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        Thread collector = new Thread(() -> {
            while (!done.get()) System.gc();
        });
        collector.start();
        for (int i = 0; i < 3; i++) {
            same(file("Many"));
            hidden(file("Many"));
        }
        done.set(true);
        collector.join();
    }
}

import gnomon.Domain;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import other.Assembler;
import other.Assembler.Code;
import other.Assembler.Loader;
import sun.misc.Unsafe;

/** Classes that ask for more stack, or that keep more class data, than there is: an error of Java's, and what can be
 * had then goes on as before. */
public class Limits {
    private static final int STATIC = Assembler.PUBLIC | Assembler.STATIC;
    private static final Loader loader = new Loader(Limits.class.getClassLoader());
    private static final List<Class<?>> kept = new ArrayList<>();

    /** Without concatenation, which would define a class. */
    private static void report(String label, Object value) {
        System.out.print(label);
        System.out.print(": ");
        System.out.println(value);
    }

    /** K0 is below K1, and so on; the highest below Object. */
    private static void deepClasses() throws ReflectiveOperationException {
        int levels = 6_000;
        for (int i = levels; i >= 0; i--)
            loader.define("K" + i, new Assembler("K" + i, i == levels ? "java/lang/Object" : "K" + (i + 1)).addConstructor().bytes());
        try {
            Class.forName("K0", true, loader);
        } catch (StackOverflowError e) {
            report("initialised from below", e);
        }
        for (int i = levels; i >= 0; i -= 100) Class.forName("K" + i, true, loader);
        report("initialised from above", Class.forName("K0", true, loader).getName());
    }

    private static void literals() throws Throwable {
        try {
            for (int k = 0; ; k++) {
                Assembler a = new Assembler("A" + k, "java/lang/Object");
                Code c = a.code(1, 0);
                for (int i = 0; i < 20; i++) c.load(a.string(k + " " + i + "\u0416".repeat(32_000))).op(0x57);
                a.addMethod(STATIC, "m", "()Ljava/lang/Object;", c.op(0x01, 0xb0));
                Assembler.call(loader.define("A" + k, a.bytes()), "m");
            }
        } catch (OutOfMemoryError e) {
            report("literals", e);
        }
    }

    private static void classData() {
        byte[] file = new Assembler("A", "java/lang/Object").addAttribute(new Assembler.Attribute("Large", new byte[1 << 20])).bytes();
        try {
            for (;;) kept.add(new Loader(Limits.class.getClassLoader()).define("A", file));
        } catch (OutOfMemoryError e) {
            kept.clear();
            report("classes", e);
        }
    }

    private static void arrays() {
        try {
            for (;;) {
                Class<?> type = new Loader(Limits.class.getClassLoader()).define("A", new Assembler("A", "java/lang/Object").bytes());
                kept.add(type);
                for (int i = 0; i < 255; i++) type = type.arrayType();
            }
        } catch (OutOfMemoryError e) {
            kept.clear();
            report("arrays", e);
        }
    }

    /** All memory that there is beside the heap, in a chain of pieces, each with the address of the one before. */
    private static long takeAll(Unsafe unsafe) {
        long last = 0;
        for (long bytes = 64 << 20; bytes >= 16; bytes /= 4) {
            try {
                for (;;) {
                    long piece = unsafe.allocateMemory(bytes);
                    unsafe.putLong(piece, last);
                    last = piece;
                }
            } catch (OutOfMemoryError e) {
                // smaller ones, then
            }
        }
        return last;
    }

    private static void giveBack(Unsafe unsafe, long last) {
        while (last != 0) {
            long before = unsafe.getLong(last);
            unsafe.freeMemory(last);
            last = before;
        }
    }

    private interface Attempt {
        Object run() throws Throwable;
    }

    private static void attempt(String label, Attempt attempt) {
        try {
            report(label, attempt.run());
        } catch (Throwable e) {
            report(label, e.getClass().getName());
        }
    }

    /** What takes memory of the kernel's own, which is beside the heap as well: class files that are read and written,
     * names, lists. */
    private static Attempt[] attempts(int turn) {
        String name = "N" + turn, array = "[".repeat(200 + turn) + "I";
        byte[] file = new Assembler(name, "java/lang/Object").addConstructor().bytes();
        return new Attempt[] {
            () -> new Loader(Limits.class.getClassLoader()).define(name, file).getName(),
            () -> Class.forName(turn == 0 ? "java.util.zip.CheckedInputStream" : "java.util.zip.CheckedOutputStream").getSimpleName(),
            () -> Class.forName(array).getName().length(),
            () -> MethodType.methodType(turn == 0 ? Long.class : Byte.class, Short.class, Float[].class).toMethodDescriptorString().length(),
            turn == 0 ? () -> oneLambda(1).get() : () -> anotherLambda(1).get(),
        };
    }

    private static Supplier<Integer> oneLambda(int value) {
        return () -> value;
    }

    private static Supplier<Integer> anotherLambda(int value) {
        return () -> value;
    }

    private static void nativeMemory() throws Throwable {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe)field.get(null);
        Attempt[] within = attempts(0), afterwards = attempts(1);
        attempt("here", () -> { throw new OutOfMemoryError(); }); // what saying so needs is there then
        long all = takeAll(unsafe);
        for (Attempt attempt : within) attempt("without memory", attempt);
        giveBack(unsafe, all);
        for (Attempt attempt : within) attempt("with it again", attempt);
        for (Attempt attempt : afterwards) attempt("another", attempt);
    }

    /** What a collection leaves behind has no memory any more, and others take it. */
    private static void heapAgain() throws Throwable {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe)field.get(null);
        Attempt fill = () -> new byte[64][1 << 20].length;
        attempt("here", () -> { throw new OutOfMemoryError(); }); // what saying so needs is there then
        attempt("with memory", fill);
        System.gc();
        long all = takeAll(unsafe);
        attempt("without memory", fill);
        giveBack(unsafe, all);
    }

    /** Domains that are searched for mistakes in their heaps, which takes a piece of 16 MiB: there is none, and then
     * there is one. */
    private static void domains() throws Throwable {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe)field.get(null);
        report("before", start("first", false));
        report("a heap of some size", new byte[64][1 << 20].length);
        System.gc(); // which is there for other domains then, and so is this
        CountDownLatch taken = new CountDownLatch(1), isDeep = new CountDownLatch(1);
        Thread thread = new Thread(null, () -> deepen(60_000, isDeep, taken), "deep", 16 << 20);
        thread.start();
        isDeep.await();
        long all = takeAll(unsafe);
        taken.countDown();
        thread.join();
        report("without memory for a search", start("searched", true));
        giveBack(unsafe, all);
        report("with it again", start("again", true));
    }

    private static int deepen(int depth, CountDownLatch isDeep, CountDownLatch taken) {
        if (depth > 0) return deepen(depth - 1, isDeep, taken) + 1;
        isDeep.countDown();
        try {
            taken.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return 0;
    }

    /** Its status; -1 if it could not be made. */
    private static int start(String name, boolean searched) throws InterruptedException {
        Domain.Options options = new Domain.Options(name).main("Limits").argument("none").heap(8 << 20);
        if (searched) options.property("gnomon.gc.verify", "1");
        try {
            return Domain.start(options).await();
        } catch (OutOfMemoryError | IllegalStateException e) {
            return -1;
        }
    }

    /** What needs no class that it has not had before. */
    private static void work(String label) {
        List<String> list = new ArrayList<>();
        for (int i = 0; i < 1000; i++) list.add("number ".concat(Integer.toString(i)));
        System.gc();
        report(label, list.get(999));
    }

    public static void main(String[] arguments) throws Throwable {
        if (arguments[0].equals("none")) return;
        work("begins");
        switch (arguments[0]) {
            case "deep": deepClasses(); break;
            case "literals": literals(); break;
            case "classes": classData(); break;
            case "native": nativeMemory(); break;
            case "heap": heapAgain(); break;
            case "domains": domains(); break;
            default: arrays();
        }
        work("goes on");
    }
}

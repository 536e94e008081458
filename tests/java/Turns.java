import other.Assembler;
import other.Assembler.Code;

/** Work of the kernel's whose size a program chooses, while a thread sleeps a millisecond at a time: says for each how
 * long that one had no turn at most, in milliseconds. */
public class Turns {
    static byte[] kept;

    interface Work { void run() throws Throwable; }

    static class Sleeper extends Thread {
        volatile long longest;

        @Override public void run() {
            long last = System.nanoTime();
            for (boolean on = true; on; ) {
                try {
                    Thread.sleep(1);
                } catch (InterruptedException e) {
                    on = false;
                }
                long now = System.nanoTime();
                longest = Math.max(longest, now - last);
                last = now;
            }
        }
    }

    static void during(String label, Work work) throws Throwable {
        Sleeper sleeper = new Sleeper();
        sleeper.start();
        Thread.sleep(5);
        long start = System.nanoTime();
        work.run();
        long end = System.nanoTime();
        sleeper.interrupt();
        sleeper.join();
        System.out.println(label + " " + sleeper.longest / 1_000_000 + " of " + (end - start) / 1_000_000);
    }

    static void store(Code c, int local) { c.op(0xc4, 0x3a, local >> 8, local & 255); }
    static void load(Code c, int local) { c.op(0xc4, 0x19, local >> 8, local & 255); }

    static Object call(Assembler a, Code c) throws Throwable {
        a.addMethod(9, "run", "(I)Ljava/lang/Object;", c.op(0x01, 0xb0));
        return a.load().getMethod("run", int.class).invoke(null, 1);
    }

    /** Every local may differ at every jump: a value each for the translator. */
    static void jumpsBack(int locals, int jumps) throws Throwable {
        Assembler a = new Assembler("A", "java/lang/Object").version(48);
        Code c = a.code(2, locals + 1);
        for (int i = 1; i <= locals; i++) store(c.op(0x01), i);
        for (int i = 0; i < jumps; i++) {
            load(c.label("l" + i), i % locals + 1);
            c.op(0x57, 0x1a).jump(0x99, "l" + i);
        }
        call(a, c);
    }

    /** The type of the last local goes down to the first, one in each round of the verifier's. */
    static void rounds(int locals) throws Throwable {
        Assembler a = new Assembler("A", "java/lang/Object").version(48);
        Code c = a.code(2, locals + 1);
        for (int i = 1; i <= locals; i++) store(c.op(0x01), i);
        store(c.load(a.string("x")), locals);
        c.label("top");
        for (int i = 1; i < locals; i++) {
            load(c, i + 1);
            store(c, i);
        }
        call(a, c.op(0x1a).jump(0x99, "top"));
    }

    public static void main(String[] arguments) throws Throwable {
        during("nothing", () -> Thread.sleep(20));
        during("translating", () -> jumpsBack(300, 400));
        during("verifying", () -> rounds(600));
        during("zeroing", () -> {
            for (int i = 0; i < 4; i++) { // the first has new memory
                kept = null;
                kept = new byte[420 << 20];
            }
        });
        kept = null;
        byte[] source = new byte[400 << 20]; // no references, so that collections take no time
        source[source.length - 1] = 42;
        during("cloning", () -> {
            for (int i = 0; i < 3; i++) {
                kept = null;
                kept = source.clone();
            }
        });
        if (kept.length != source.length || kept[kept.length - 1] != 42) throw new AssertionError();
        clones(3 << 20);
    }

    /** What a clone refers to moves while others run, which make garbage. */
    static void clones(int length) throws InterruptedException {
        Object[] source = new Object[length];
        for (int i = 0; i < length; i += 1000) source[i] = new int[] {i};
        Thread thread = new Thread(() -> {
            for (Object garbage; !Thread.currentThread().isInterrupted();) garbage = new int[1000];
        });
        thread.start();
        for (int i = 0; i < 5; i++) {
            Object[] copy = source.clone();
            for (int k = 0; k < length; k++) {
                if (copy[k] != source[k] || copy[k] != null && ((int[]) copy[k])[0] != k) throw new AssertionError(k);
            }
        }
        thread.interrupt();
        thread.join();
    }
}

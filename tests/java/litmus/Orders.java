import static other.litmus.Litmus.NOTHING;
import static other.litmus.Litmus.X;
import static other.litmus.Litmus.Y;

import java.lang.invoke.VarHandle;
import other.litmus.Litmus;
import other.litmus.Litmus.Seen;
import other.litmus.Litmus.State;

/** In which order a thread sees what others write: store buffering, message passing, load buffering, coherence,
 * independent reads; in all modes of access. */
public class Orders {
    private static long plainStoreBuffering(Litmus litmus) {
        return litmus.test("store buffering, plain", NOTHING, s -> s.a == 0 && s.b == 0, s -> { s.x = 1; s.a = s.y; }, s -> { s.y = 1; s.b = s.x; });
    }

    private static void storeBuffering(Litmus litmus) {
        Seen both = s -> s.a == 0 && s.b == 0;
        plainStoreBuffering(litmus);
        litmus.test("store buffering, opaque", NOTHING, both,
            s -> { X.setOpaque(s, 1); s.a = (int) Y.getOpaque(s); }, s -> { Y.setOpaque(s, 1); s.b = (int) X.getOpaque(s); });
        litmus.test("store buffering, release and acquire", NOTHING, both,
            s -> { X.setRelease(s, 1); s.a = (int) Y.getAcquire(s); }, s -> { Y.setRelease(s, 1); s.b = (int) X.getAcquire(s); });
        litmus.test("store buffering, volatile", both, NOTHING, s -> { s.vx = 1; s.a = s.vy; }, s -> { s.vy = 1; s.b = s.vx; });
        litmus.test("store buffering, VarHandle volatile", both, NOTHING,
            s -> { X.setVolatile(s, 1); s.a = (int) Y.getVolatile(s); }, s -> { Y.setVolatile(s, 1); s.b = (int) X.getVolatile(s); });
        litmus.test("store buffering, full fence", both, NOTHING,
            s -> { s.x = 1; VarHandle.fullFence(); s.a = s.y; }, s -> { s.y = 1; VarHandle.fullFence(); s.b = s.x; });
        litmus.test("store buffering, compareAndSet", both, NOTHING,
            s -> { X.compareAndSet(s, 0, 1); s.a = (int) Y.getVolatile(s); }, s -> { Y.compareAndSet(s, 0, 1); s.b = (int) X.getVolatile(s); });
        litmus.test("store buffering, getAndSet and getAndAdd", both, NOTHING,
            s -> { X.getAndSet(s, 1); s.a = (int) Y.getVolatile(s); }, s -> { Y.getAndAdd(s, 1); s.b = (int) X.getVolatile(s); });
        litmus.test("store buffering, synchronized", both, NOTHING,
            s -> { synchronized (s) { s.x = 1; } synchronized (s) { s.a = s.y; } }, s -> { synchronized (s) { s.y = 1; } synchronized (s) { s.b = s.x; } });
    }

    private static void messagePassing(Litmus litmus) {
        Seen early = s -> s.a == 1 && s.b == 0;
        litmus.test("message passing, plain", NOTHING, early, s -> { s.x = 1; s.y = 1; }, s -> { s.a = s.y; s.b = s.x; });
        litmus.test("message passing, release and acquire", early, NOTHING,
            s -> { s.x = 1; Y.setRelease(s, 1); }, s -> { s.a = (int) Y.getAcquire(s); s.b = s.x; });
        litmus.test("message passing, volatile", early, NOTHING, s -> { s.x = 1; s.vy = 1; }, s -> { s.a = s.vy; s.b = s.x; });
        litmus.test("message passing, fences", early, NOTHING,
            s -> { s.x = 1; VarHandle.releaseFence(); Y.setOpaque(s, 1); }, s -> { s.a = (int) Y.getOpaque(s); VarHandle.acquireFence(); s.b = s.x; });
        litmus.test("message passing, store-store and load-load fences", early, NOTHING,
            s -> { s.x = 1; VarHandle.storeStoreFence(); Y.setOpaque(s, 1); }, s -> { s.a = (int) Y.getOpaque(s); VarHandle.loadLoadFence(); s.b = s.x; });
        litmus.test("message passing, getAndAddRelease and weakCompareAndSetAcquire", early, NOTHING,
            s -> { s.x = 1; Y.getAndAddRelease(s, 1); }, s -> { s.a = Y.weakCompareAndSetAcquire(s, 1, 2) ? 1 : 0; s.b = s.x; });
        litmus.test("message passing, synchronized", early, NOTHING,
            s -> { s.x = 1; synchronized (s) { s.y = 1; } }, s -> { synchronized (s) { s.a = s.y; } s.b = s.x; });
    }

    private static void loadBuffering(Litmus litmus) {
        Seen both = s -> s.a == 1 && s.b == 1;
        litmus.test("load buffering, plain", NOTHING, both, s -> { s.a = s.x; s.y = 1; }, s -> { s.b = s.y; s.x = 1; });
        litmus.test("load buffering, release and acquire", both, NOTHING,
            s -> { s.a = (int) X.getAcquire(s); Y.setRelease(s, 1); }, s -> { s.b = (int) Y.getAcquire(s); X.setRelease(s, 1); });
        litmus.test("load buffering, volatile", both, NOTHING, s -> { s.a = s.vx; s.vy = 1; }, s -> { s.b = s.vy; s.vx = 1; });
        // What each writes is what it has read: a value from nowhere is forbidden to plain accesses, too.
        litmus.test("out of thin air", s -> s.a != 0 || s.b != 0, NOTHING, s -> { s.a = s.x; s.y = s.a; }, s -> { s.b = s.y; s.x = s.b; });
    }

    private static void coherence(Litmus litmus) {
        Seen back = s -> s.a == 1 && s.b == 0;
        litmus.test("two reads, opaque", back, NOTHING, s -> X.setOpaque(s, 1), s -> { s.a = (int) X.getOpaque(s); s.b = (int) X.getOpaque(s); });
        litmus.test("two reads, volatile", back, NOTHING, s -> s.vx = 1, s -> { s.a = s.vx; s.b = s.vx; });
        litmus.test("two writes, opaque", s -> s.a == 2 && s.b == 1, NOTHING,
            s -> { X.setOpaque(s, 1); X.setOpaque(s, 2); }, s -> { s.a = (int) X.getOpaque(s); s.b = (int) X.getOpaque(s); });
        litmus.test("own write, plain", s -> s.a == 0 || s.b == 0, NOTHING, s -> { s.x = 1; s.a = s.x; }, s -> { s.x = 2; s.b = s.x; });
        litmus.test("two writers, two readers", s -> s.a != 0 && s.b != 0 && s.c != 0 && s.d != 0 && s.a != s.b && s.c != s.d && s.a != s.c, NOTHING,
            s -> X.setOpaque(s, 1), s -> X.setOpaque(s, 2),
            s -> { s.a = (int) X.getOpaque(s); s.b = (int) X.getOpaque(s); }, s -> { s.c = (int) X.getOpaque(s); s.d = (int) X.getOpaque(s); });
    }

    private static void independentReads(Litmus litmus) {
        Seen apart = s -> s.a == 1 && s.b == 0 && s.c == 1 && s.d == 0;
        litmus.test("independent reads, volatile", apart, NOTHING,
            s -> s.vx = 1, s -> s.vy = 1, s -> { s.a = s.vx; s.b = s.vy; }, s -> { s.c = s.vy; s.d = s.vx; });
        litmus.test("independent reads, release and acquire", NOTHING, apart, s -> X.setRelease(s, 1), s -> Y.setRelease(s, 1),
            s -> { s.a = (int) X.getAcquire(s); s.b = (int) Y.getAcquire(s); }, s -> { s.c = (int) Y.getAcquire(s); s.d = (int) X.getAcquire(s); });
        litmus.test("write to read causality, volatile", s -> s.a == 1 && s.b == 1 && s.c == 0, NOTHING,
            s -> s.vx = 1, s -> { s.a = s.vx; s.vy = s.a; }, s -> { s.b = s.vy; s.c = s.vx; });
    }

    /** Arguments: tries; how often at most plain accesses are tried again until their stores were seen late. */
    public static void main(String[] arguments) {
        Litmus litmus = new Litmus(arguments);
        for (int i = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 0; i > 0 && plainStoreBuffering(litmus) == 0; i--) {}
        storeBuffering(litmus);
        messagePassing(litmus);
        loadBuffering(litmus);
        coherence(litmus);
        independentReads(litmus);
        litmus.end();
    }
}

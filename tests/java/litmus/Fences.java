import java.lang.invoke.VarHandle;
import other.litmus.Litmus;

/**
 * Fences between plain loads and stores: a writer counts in two fields, one after the other. A reader that reads the
 * second between two loads of the first never finds it ahead of the later of these, which would be so if one load stood
 * for both.
 */
public class Fences {
    /** Each field on a cache line of its own. */
    static class First { int first; long a1, a2, a3, a4, a5, a6, a7, a8; }
    static class Cells extends First { int second; }

    private interface Writer { void write(Cells cells); }
    private interface Reader { long read(Cells cells, int times); }

    private static volatile boolean stop;
    private static long moved;

    private static void writeFull(Cells cells) {
        for (int i = 1; !stop; i++) {
            cells.first = i;
            VarHandle.fullFence();
            cells.second = i;
        }
    }

    private static long readFull(Cells cells, int times) {
        long ahead = 0, changed = 0;
        for (int i = 0; i < times; i++) {
            int before = cells.first;
            VarHandle.fullFence();
            int second = cells.second;
            VarHandle.fullFence();
            int after = cells.first;
            if (second - after > 0) ahead++;
            if (before != after) changed++;
        }
        moved += changed;
        return ahead;
    }

    private static void writeReleased(Cells cells) {
        for (int i = 1; !stop; i++) {
            cells.first = i;
            VarHandle.releaseFence();
            cells.second = i;
        }
    }

    private static long readReleased(Cells cells, int times) {
        long ahead = 0, changed = 0;
        for (int i = 0; i < times; i++) {
            int before = cells.first;
            VarHandle.acquireFence();
            int second = cells.second;
            VarHandle.acquireFence();
            int after = cells.first;
            if (second - after > 0) ahead++;
            if (before != after) changed++;
        }
        moved += changed;
        return ahead;
    }

    private static void writePaired(Cells cells) {
        for (int i = 1; !stop; i++) {
            cells.first = i;
            VarHandle.storeStoreFence();
            cells.second = i;
        }
    }

    private static long readPaired(Cells cells, int times) {
        long ahead = 0, changed = 0;
        for (int i = 0; i < times; i++) {
            int before = cells.first;
            VarHandle.loadLoadFence();
            int second = cells.second;
            VarHandle.loadLoadFence();
            int after = cells.first;
            if (second - after > 0) ahead++;
            if (before != after) changed++;
        }
        moved += changed;
        return ahead;
    }

    // With several processors, goes on until the two have run at once, which a busy host may put off for a while.
    private static void race(Litmus litmus, String name, Writer writer, Reader reader) throws InterruptedException {
        Cells cells = new Cells();
        stop = false;
        moved = 0;
        Thread thread = new Thread(() -> writer.write(cells));
        thread.start();
        long ahead = 0, rounds = 0, end = System.nanoTime() + (Runtime.getRuntime().availableProcessors() > 1 ? 20_000_000_000L : 0);
        do {
            ahead += reader.read(cells, litmus.tries());
        } while (++rounds < 100 || moved + ahead < 100 && System.nanoTime() < end);
        stop = true;
        thread.join();
        litmus.tell(name, rounds * litmus.tries(), ahead, moved);
    }

    public static void main(String[] arguments) throws InterruptedException {
        Litmus litmus = new Litmus(arguments);
        // Links what the methods call, so that the fences are in place when these are translated.
        VarHandle.fullFence();
        VarHandle.acquireFence();
        VarHandle.releaseFence();
        VarHandle.loadLoadFence();
        VarHandle.storeStoreFence();
        race(litmus, "full fences", Fences::writeFull, Fences::readFull);
        race(litmus, "release and acquire fences", Fences::writeReleased, Fences::readReleased);
        race(litmus, "store-store and load-load fences", Fences::writePaired, Fences::readPaired);
        litmus.end();
    }
}

/**
 * What single operations cost: nanoseconds each, less the loop around them. All kinds are measured in turns, in short
 * slices, of which the shortest counts. Where objects of several classes are used they come in turns. Run with
 * --no-inline 'Operations$*.*', so that calls are calls.
 */
public class Operations {
    private static final int SLICES = 60, ITERATIONS = 200_000, OBJECTS = 64;

    interface Work { int work(int x); }
    interface Other { }

    static class Base implements Work {
        int field = 1;
        public int work(int x) { return x; }
    }
    static class First extends Base {
        @Override public int work(int x) { return x + 1; }
    }
    static class Second extends Base implements Other {
        @Override public int work(int x) { return x + 2; }
    }
    static class Third extends Base {
        @Override public int work(int x) { return x + 3; }
    }
    static final class Node { // 24 bytes
        int a, b, c, d;
    }

    private static final Base[] same = new Base[OBJECTS], mixed = new Base[OBJECTS];
    private static final Work[] sameWork = new Work[OBJECTS], mixedWork = new Work[OBJECTS];
    private static int result;
    private static Node node;

    static int loop(Base[] objects) {
        int sum = 0;
        for (int i = 0; i < ITERATIONS; i++) sum += objects[i & OBJECTS - 1] != null ? i : 1;
        return sum;
    }
    static int virtual(Base[] objects) {
        int sum = 0;
        for (int i = 0; i < ITERATIONS; i++) sum += objects[i & OBJECTS - 1].work(i);
        return sum;
    }
    static int throughInterface(Work[] objects) {
        int sum = 0;
        for (int i = 0; i < ITERATIONS; i++) sum += objects[i & OBJECTS - 1].work(i);
        return sum;
    }
    static int instanceOfClass(Base[] objects) {
        int sum = 0;
        for (int i = 0; i < ITERATIONS; i++) sum += objects[i & OBJECTS - 1] instanceof Second ? i : 1;
        return sum;
    }
    static int instanceOfInterface(Base[] objects) {
        int sum = 0;
        for (int i = 0; i < ITERATIONS; i++) sum += objects[i & OBJECTS - 1] instanceof Work ? i : 1;
        return sum;
    }
    static int castToInterface(Object[] objects) {
        int sum = 0;
        for (int i = 0; i < ITERATIONS; i++) sum += (Work) objects[i & OBJECTS - 1] != null ? i : 1;
        return sum;
    }
    static int field(Base[] objects) {
        int sum = 0;
        for (int i = 0; i < ITERATIONS; i++) sum += objects[i & OBJECTS - 1].field;
        return sum;
    }
    static int allocation(Base[] objects) {
        int sum = 0;
        for (int i = 0; i < ITERATIONS; i++) {
            node = new Node();
            sum += objects[i & OBJECTS - 1] != null ? i : 1;
        }
        return sum;
    }

    private static final String[] NAMES = {"loop", "virtual call, one class", "virtual call, three classes", "interface call, one class", "interface call, three classes",
        "instanceof a class", "instanceof an interface", "cast to an interface", "field", "allocation of 24 bytes"};

    private static void run(int kind) {
        switch (kind) {
            case 0 -> result += loop(mixed);
            case 1 -> result += virtual(same);
            case 2 -> result += virtual(mixed);
            case 3 -> result += throughInterface(sameWork);
            case 4 -> result += throughInterface(mixedWork);
            case 5 -> result += instanceOfClass(mixed);
            case 6 -> result += instanceOfInterface(same);
            case 7 -> result += castToInterface(same);
            case 8 -> result += field(same);
            default -> result += allocation(same);
        }
    }

    public static void main(String[] arguments) {
        for (int i = 0; i < OBJECTS; i++) {
            same[i] = new First();
            mixed[i] = i % 3 == 0 ? new First() : i % 3 == 1 ? new Second() : new Third();
            sameWork[i] = same[i];
            mixedWork[i] = mixed[i];
        }
        double[] best = new double[NAMES.length];
        for (int slice = 0; slice < SLICES; slice++) {
            for (int kind = 0; kind < NAMES.length; kind++) {
                long start = System.nanoTime();
                run(kind);
                double ns = (double) (System.nanoTime() - start) / ITERATIONS;
                if (slice == 0 || ns < best[kind]) best[kind] = ns;
            }
        }
        for (int kind = 1; kind < NAMES.length; kind++) System.out.println(NAMES[kind] + ": " + Math.max(0, best[kind] - best[0]));
    }
}

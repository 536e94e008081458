import gnomon.Profiler;

/** Switches the counting of its own allocations, and says how many objects it makes at each place while that is on. */
public class Counted {
    static class Pair { Object one, other; }
    static class Box { int value; }

    static volatile Object sink;
    static int pairs, numbers, boxes, copies;
    static boolean oneOn, boxOn;

    static Box box(int n) {
        boxes += boxOn ? 1 : 0;
        Box box = new Box();
        box.value = n;
        return box;
    }

    static void one(int n) {
        pairs += oneOn ? 1 : 0;
        numbers += oneOn ? 1 : 0;
        copies += oneOn ? 2 : 0;
        sink = new Pair();
        sink = new int[n % 100];
        sink = new short[1][3];
        sink = box(n);
    }

    static void calls(int n) {
        for (int i = 0; i < n; i++) {
            one(i);
        }
    }

    public static void main(String[] arguments) {
        String how = arguments[0];
        if (how.equals("off")) {
            Profiler.noAlloc("**");
        }
        calls(12_000);
        if (how.equals("switched")) {
            oneOn = boxOn = Profiler.alloc("Counted.*");
            calls(9000);
            oneOn = !Profiler.noAlloc("Counted.one");
            calls(7000);
            boxOn = !Profiler.noAlloc("**");
            calls(8000);
            for (int i = 0; i < 4; i++) {
                boxOn = Profiler.alloc("Counted.box");
                calls(50);
                boxOn = !Profiler.noAlloc("**");
                calls(50);
            }
            System.out.println(Profiler.alloc("no.such"));
        }
        calls(1);
        System.out.println(pairs + " " + numbers + " " + copies + " " + boxes);
    }
}

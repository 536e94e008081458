/** What a NullPointerException calls an argument that was changed: one that is only counted up still is a parameter. */
public class NamesOfNull {
    private static final String[] NOTHING = new String[8];

    private interface Step {
        int run(int p);
    }

    private int counted(int p) { p++; return NOTHING[p].length(); }
    private int countedFirst(int p) { int v = p++; return NOTHING[p + v].length(); }
    private int added(int p) { p = p + 1; return NOTHING[p].length(); }
    private int addedLong(long wide, int p) { p += 1000; p -= 999; return NOTHING[p].length(); }

    private int caught(int p) {
        p++;
        try {
            NOTHING[8] = null;
        } catch (RuntimeException e) {
            NOTHING[2] = null;
        }
        return NOTHING[p].length();
    }

    private int either(int p) {
        p++;
        if (NOTHING[0] != null) p = 7;
        return NOTHING[p].length();
    }

    private int looped(int p) {
        while (p < 3) p++;
        return NOTHING[p].length();
    }

    private static int ofClass(int p) { p--; return NOTHING[p + 2].length(); }

    public static void main(String[] arguments) {
        NamesOfNull it = new NamesOfNull();
        Step[] steps = {it::counted, it::countedFirst, it::added, p -> it.addedLong(1, p), it::caught, it::either, it::looped, NamesOfNull::ofClass};
        for (Step step : steps) {
            try {
                System.out.println(step.run(0));
            } catch (NullPointerException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}

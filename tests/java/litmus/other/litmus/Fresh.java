package other.litmus;

import java.lang.invoke.MethodHandles;

/** Defined again and again as a hidden class, each of which is initialised when its sum is first asked for. */
public class Fresh {
    public static final int SUM = 4950 + 7;
    private static int number;
    private static final int[] TABLE = new int[100];

    static {
        for (int i = 0; i < TABLE.length; i++) TABLE[i] = i;
        number = 7;
    }

    public static MethodHandles.Lookup lookup() { return MethodHandles.lookup(); }

    public static int sum() {
        int sum = number;
        for (int value : TABLE) sum += value;
        return sum;
    }
}

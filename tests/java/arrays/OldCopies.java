/** Copies of a few references to new objects into arrays that have survived collections: the next collections find the
 * objects, wherever in the arrays they are. */
public class OldCopies {
    private static final int LENGTH = 2000;
    private static byte[] garbage;

    /** Enough for several collections of what is new. */
    private static void allocate() {
        for (int i = 0; i < 6000; i++) garbage = new byte[10_000];
    }

    private static Integer[] numbers(int first, int count) {
        Integer[] numbers = new Integer[count];
        for (int i = 0; i < count; i++) numbers[i] = Integer.valueOf(1_000_000 + first + i);
        return numbers;
    }

    public static void main(String[] arguments) {
        Integer[] old = new Integer[LENGTH];
        int[][] rows = new int[LENGTH][];
        for (int round = 0; round < 4; round++) {
            allocate();
            int wrong = 0;
            for (int at = 0, count = 1 + round; at + count <= LENGTH; at += count, count = count % 130 + 1 + round) {
                System.arraycopy(numbers(at, count), 0, old, at, count);
                int[][] part = new int[count][];
                for (int i = 0; i < count; i++) part[i] = new int[] {at + i};
                System.arraycopy(part, 0, rows, at, count);
            }
            allocate();
            for (int i = 0; i < LENGTH; i++) {
                if (old[i] != null && old[i] != 1_000_000 + i) wrong++;
                if (rows[i] != null && rows[i][0] != i) wrong++;
            }
            System.out.println(round + " " + wrong + " " + (garbage.length + old.length));
        }
    }
}

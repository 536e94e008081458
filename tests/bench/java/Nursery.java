/** Objects of 24 bytes, of which the last MiB is always alive: each collection of the nursery finds 1 MiB to copy. */
public class Nursery {
    private static final int COUNT = (1 << 20) / 24;

    private static final class Item {
        final long number;
        final int check;

        Item(long number) {
            this.number = number;
            check = (int) number;
        }
    }

    public static void main(String[] arguments) {
        Item[] last = new Item[COUNT];
        long sum = 0;
        for (long i = 0, end = Long.parseLong(arguments[0]) * COUNT; i < end; i++) {
            int place = (int) (i % COUNT);
            Item old = last[place];
            if (old != null) sum += old.check + old.number;
            last[place] = new Item(i);
        }
        System.out.println(sum);
    }
}

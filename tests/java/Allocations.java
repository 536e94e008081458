/** Allocates objects of 24 bytes, and does the same without: what the allocation itself takes is the difference. */
public class Allocations {
    static final class Item {
        long number;
        int check;

        private Item() {
            touch();
        }

        private void touch() {
        }
    }

    static Item made;

    static void withAllocation() {
        made = new Item();
    }

    static void without(Item item) {
        item.touch();
        made = item;
    }

    public static void main(String[] arguments) {
        Item item = new Item();
        for (int i = 0; i < 100_000; i++) {
            withAllocation();
            without(item);
        }
        System.out.println(made == item);
    }
}

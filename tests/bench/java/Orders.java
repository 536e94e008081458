/** All orders of the elements of an array: recursion and swaps. */
class Orders {
    private final int[] elements = {0, 1, 2, 3, 4, 5, 6, 7};
    private int count;

    private void swap(int i, int j) {
        int element = elements[i];
        elements[i] = elements[j];
        elements[j] = element;
    }

    private void permute(int n) {
        count++;
        if (n == 0) return;
        int last = n - 1;
        permute(last);
        for (int i = last; i >= 0; i--) {
            swap(last, i);
            permute(last);
            swap(last, i);
        }
    }

    static int round() {
        Orders orders = new Orders();
        orders.permute(7);
        return orders.count;
    }
}

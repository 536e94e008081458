/**
 * Something to measure with different arguments: a quicksort that leaves short parts to insertion sort. From which
 * length on it does is the first argument.
 *
 *     gnomon run --time 'Sweep.*' -o runs/16 -cp build/examples Sweep -- 16
 */
public class Sweep {
    private static final int LENGTH = 3000;
    private static int partitions, insertions;

    public static void main(String[] arguments) {
        int limit = Integer.parseInt(arguments[0]);
        int[] numbers = new int[LENGTH];
        int seed = 12345;
        for (int i = 0; i < LENGTH; i++) {
            seed = seed * 1103515245 + 12345;
            numbers[i] = seed >>> 8;
        }
        sort(numbers, 0, LENGTH - 1, limit);
        for (int i = 1; i < LENGTH; i++) {
            if (numbers[i - 1] > numbers[i]) throw new AssertionError("not sorted at " + i);
        }
        System.out.println("limit " + limit + ": " + partitions + " partitions, " + insertions + " insertions");
    }

    private static void sort(int[] numbers, int low, int high, int limit) {
        while (high - low >= limit) {
            int middle = partition(numbers, low, high);
            sort(numbers, low, middle, limit);
            low = middle + 1;
        }
        for (int i = low + 1; i <= high; i++) insert(numbers, low, i);
    }

    private static int partition(int[] numbers, int low, int high) {
        partitions++;
        int pivot = numbers[(low + high) >>> 1], left = low - 1, right = high + 1;
        while (true) {
            do left++; while (numbers[left] < pivot);
            do right--; while (numbers[right] > pivot);
            if (left >= right) return right;
            int swapped = numbers[left];
            numbers[left] = numbers[right];
            numbers[right] = swapped;
        }
    }

    private static void insert(int[] numbers, int low, int at) {
        insertions++;
        int number = numbers[at];
        for (; at > low && numbers[at - 1] > number; at--) numbers[at] = numbers[at - 1];
        numbers[at] = number;
    }
}

/** All ways to place n queens on a board so that none attacks another: recursion, boolean arrays. */
public class Queens {
    private final int size;
    private final boolean[] columns, rising, falling;

    private Queens(int size) {
        this.size = size;
        columns = new boolean[size];
        rising = new boolean[2 * size];
        falling = new boolean[2 * size];
    }

    private int place(int row) {
        if (row == size) return 1;
        int ways = 0;
        for (int column = 0; column < size; column++) {
            int up = row + column, down = row - column + size;
            if (columns[column] || rising[up] || falling[down]) continue;
            columns[column] = rising[up] = falling[down] = true;
            ways += place(row + 1);
            columns[column] = rising[up] = falling[down] = false;
        }
        return ways;
    }

    public static void main(String[] arguments) {
        int repeats = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 360;
        long sum = 0;
        for (int i = 0; i < repeats; i++) sum = sum * 31 + new Queens(8 + i % 4).place(0);
        System.out.println("queens " + sum);
    }
}

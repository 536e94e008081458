import java.util.Arrays;

/** Places queens on a board of eight rows, over arrays that methods of middle size look at. */
class Board {
    private boolean[] freeRows, freeUp, freeDown;
    private int[] rows;

    private boolean isFree(int row, int column) {
        return freeRows[row] && freeUp[column + row] && freeDown[column - row + 7];
    }

    private void set(int row, int column, boolean free) {
        freeRows[row] = free;
        freeUp[column + row] = free;
        freeDown[column - row + 7] = free;
    }

    private boolean place(int column) {
        for (int row = 0; row < 8; row++) {
            if (!isFree(row, column)) continue;
            rows[row] = column;
            set(row, column, false);
            if (column == 7 || place(column + 1)) return true;
            set(row, column, true);
        }
        return false;
    }

    private int solve() {
        freeRows = new boolean[8];
        freeUp = new boolean[16];
        freeDown = new boolean[16];
        rows = new int[8];
        Arrays.fill(freeRows, true);
        Arrays.fill(freeUp, true);
        Arrays.fill(freeDown, true);
        return place(0) ? Arrays.hashCode(rows) : 0;
    }

    static int round() {
        int sum = 0;
        Board board = new Board();
        for (int i = 0; i < 40; i++) sum += board.solve();
        return sum;
    }
}

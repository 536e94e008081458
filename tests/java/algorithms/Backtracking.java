import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Search by trying: queens, Sudoku, permutations, subset sums, a knight's tour, words in a grid. */
public class Backtracking {
    static int queens(int n, int row, int columns, int left, int right) {
        if (row == n) return 1;
        int count = 0;
        for (int free = ~(columns | left | right) & (1 << n) - 1; free != 0; free &= free - 1) {
            int bit = free & -free;
            count += queens(n, row + 1, columns | bit, (left | bit) << 1, (right | bit) >>> 1);
        }
        return count;
    }

    static boolean fits(int[][] grid, int row, int column, int digit) {
        for (int i = 0; i < 9; i++)
            if (grid[row][i] == digit || grid[i][column] == digit || grid[row / 3 * 3 + i / 3][column / 3 * 3 + i % 3] == digit) return false;
        return true;
    }

    static int tried;

    static boolean solve(int[][] grid) {
        for (int row = 0; row < 9; row++)
            for (int column = 0; column < 9; column++) {
                if (grid[row][column] != 0) continue;
                for (int digit = 1; digit <= 9; digit++) {
                    if (!fits(grid, row, column, digit)) continue;
                    tried++;
                    grid[row][column] = digit;
                    if (solve(grid)) return true;
                    grid[row][column] = 0;
                }
                return false;
            }
        return true;
    }

    static void permutations(char[] letters, int at, List<String> into) {
        if (at == letters.length) into.add(new String(letters));
        for (int i = at; i < letters.length; i++) {
            char c = letters[i];
            letters[i] = letters[at];
            letters[at] = c;
            permutations(letters, at + 1, into);
            letters[at] = letters[i];
            letters[i] = c;
        }
    }

    static final int[][] JUMPS = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

    static int exits(int[][] board, int x, int y) {
        int count = 0;
        for (int[] jump : JUMPS) {
            int a = x + jump[0], b = y + jump[1];
            if (a >= 0 && b >= 0 && a < board.length && b < board.length && board[a][b] == 0) count++;
        }
        return count;
    }

    static boolean tour(int[][] board, int x, int y, int step) {
        board[x][y] = step;
        if (step == board.length * board.length) return true;
        List<int[]> moves = new ArrayList<>();
        for (int[] jump : JUMPS) {
            int a = x + jump[0], b = y + jump[1];
            if (a >= 0 && b >= 0 && a < board.length && b < board.length && board[a][b] == 0) moves.add(new int[] {exits(board, a, b), a, b});
        }
        moves.sort((p, q) -> Integer.compare(p[0], q[0]));
        for (int[] move : moves) if (tour(board, move[1], move[2], step + 1)) return true;
        board[x][y] = 0;
        return false;
    }

    public static void main(String[] arguments) {
        for (int n = 1; n <= 9; n++) System.out.print(queens(n, 0, 0, 0, 0) + " ");
        System.out.println();
        String puzzle = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
        int[][] grid = new int[9][9];
        for (int i = 0; i < 81; i++) grid[i / 9][i % 9] = puzzle.charAt(i) - '0';
        System.out.println(solve(grid) + " " + tried);
        for (int[] row : grid) System.out.println(Arrays.toString(row));
        List<String> all = new ArrayList<>();
        permutations("abcde".toCharArray(), 0, all);
        System.out.println(all.size() + " " + all.get(77) + " " + all.stream().distinct().count() + " " + all.hashCode());
        int[][] board = new int[6][6];
        System.out.println(tour(board, 0, 0, 1) + " " + Arrays.deepToString(board));
        int[] numbers = {3, 34, 4, 12, 5, 2, 17, 29, 8};
        int ways = 0;
        StringBuilder first = new StringBuilder();
        for (int mask = 0; mask < 1 << numbers.length; mask++) {
            int sum = 0;
            for (int i = 0; i < numbers.length; i++) if ((mask >> i & 1) != 0) sum += numbers[i];
            if (sum == 41 && ways++ < 3) first.append(Integer.toBinaryString(mask)).append(' ');
        }
        System.out.println(ways + " " + first);
    }
}

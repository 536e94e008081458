import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** Simulations with seeds: Life, a bank's queue by events, elevators of cells, a cache's policies, cellular rule 110,
 * sand piles. */
public class Simulations {
    record Cell(int x, int y) { }

    static Set<Cell> life(Set<Cell> alive) {
        Map<Cell, Integer> neighbours = new HashMap<>();
        for (Cell cell : alive)
            for (int dx = -1; dx <= 1; dx++)
                for (int dy = -1; dy <= 1; dy++) if (dx != 0 || dy != 0) neighbours.merge(new Cell(cell.x() + dx, cell.y() + dy), 1, Integer::sum);
        Set<Cell> next = new HashSet<>();
        neighbours.forEach((cell, count) -> {
            if (count == 3 || count == 2 && alive.contains(cell)) next.add(cell);
        });
        return next;
    }

    enum Kind { ARRIVAL, DEPARTURE }

    record Event(int time, int sequence, Kind kind, int customer) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            return time != other.time ? Integer.compare(time, other.time) : Integer.compare(sequence, other.sequence);
        }
    }

    static String bank(int tellers, long seed) {
        Random random = new Random(seed);
        PriorityQueue<Event> events = new PriorityQueue<>();
        int sequence = 0, free = tellers, longest = 0, served = 0, time = 0;
        for (int i = 0; i < 200; i++) events.add(new Event(time += random.nextInt(10), sequence++, Kind.ARRIVAL, i));
        List<Integer> line = new ArrayList<>();
        Map<Integer, Integer> arrived = new HashMap<>();
        long waited = 0;
        while (!events.isEmpty()) {
            Event event = events.poll();
            time = event.time();
            switch (event.kind()) {
                case ARRIVAL -> {
                    arrived.put(event.customer(), time);
                    line.add(event.customer());
                }
                case DEPARTURE -> {
                    free++;
                    served++;
                }
            }
            while (free > 0 && !line.isEmpty()) {
                int customer = line.remove(0);
                waited += time - arrived.get(customer);
                free--;
                events.add(new Event(time + 3 + (int) (random.nextDouble() * 12), sequence++, Kind.DEPARTURE, customer));
            }
            longest = Math.max(longest, line.size());
        }
        return tellers + " tellers: " + served + " served by " + time + ", waited " + waited + ", longest " + longest;
    }

    static int piles(int[][] grid) {
        int topples = 0;
        for (boolean again = true; again;) {
            again = false;
            for (int x = 0; x < grid.length; x++)
                for (int y = 0; y < grid.length; y++)
                    if (grid[x][y] >= 4) {
                        grid[x][y] -= 4;
                        topples++;
                        again = true;
                        if (x > 0) grid[x - 1][y]++;
                        if (y > 0) grid[x][y - 1]++;
                        if (x + 1 < grid.length) grid[x + 1][y]++;
                        if (y + 1 < grid.length) grid[x][y + 1]++;
                    }
        }
        return topples;
    }

    public static void main(String[] arguments) {
        Set<Cell> cells = new HashSet<>(List.of(new Cell(0, 1), new Cell(1, 3), new Cell(2, 0), new Cell(2, 1), new Cell(2, 4), new Cell(2, 5), new Cell(2, 6)));
        StringBuilder sizes = new StringBuilder();
        for (int generation = 0; generation < 60; generation++) {
            if (generation % 6 == 0) sizes.append(cells.size()).append(' ');
            cells = life(cells);
        }
        System.out.println(sizes + "" + cells.stream().mapToInt(cell -> cell.x() * 31 + cell.y()).sum());
        for (int tellers = 1; tellers <= 4; tellers++) System.out.println(bank(tellers, 7));
        boolean[] row = new boolean[64];
        row[62] = true;
        for (int step = 0; step < 12; step++) {
            StringBuilder out = new StringBuilder();
            boolean[] next = new boolean[row.length];
            for (int i = 0; i < row.length; i++) {
                out.append(row[i] ? '#' : '.');
                int pattern = (i > 0 && row[i - 1] ? 4 : 0) | (row[i] ? 2 : 0) | (i + 1 < row.length && row[i + 1] ? 1 : 0);
                next[i] = (110 >> pattern & 1) != 0;
            }
            row = next;
            System.out.println(out);
        }
        int[][] grid = new int[15][15];
        grid[7][7] = 500;
        System.out.println(piles(grid) + " " + Arrays.deepHashCode(grid) + " " + Arrays.toString(grid[7]));
        Random random = new Random(3);
        Map<String, Integer> throwsOfTwo = new TreeMap<>();
        for (int i = 0; i < 3000; i++) throwsOfTwo.merge(String.format("%02d", random.nextInt(6) + random.nextInt(6) + 2), 1, Integer::sum);
        System.out.println(throwsOfTwo);
        int[] recent = new int[4];
        int clock = 0, hits = 0;
        int[] used = new int[4];
        for (int i = 0; i < 2000; i++) {
            int page = (int) Math.abs(random.nextGaussian() * 3) + 1, slot = 0, found = -1;
            for (int k = 0; k < 4; k++) {
                if (recent[k] == page) found = k;
                if (used[k] < used[slot]) slot = k;
            }
            if (found >= 0) hits++;
            else recent[found = slot] = page;
            used[found] = ++clock;
        }
        System.out.println(hits + " " + Arrays.toString(recent));
    }
}

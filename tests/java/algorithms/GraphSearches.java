import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeMap;

/** Graphs: shortest paths three ways, topological order, components, spanning trees, flows. */
public class GraphSearches {
    record Edge(int to, int weight) { }

    static int seed = 3;

    static int next(int bound) {
        seed = seed * 1103515245 + 12345;
        return (seed >>> 9) % bound;
    }

    static List<List<Edge>> graph(int nodes, int edges) {
        List<List<Edge>> graph = new ArrayList<>();
        for (int i = 0; i < nodes; i++) graph.add(new ArrayList<>());
        for (int i = 0; i < edges; i++) graph.get(next(nodes)).add(new Edge(next(nodes), 1 + next(50)));
        return graph;
    }

    static int[] dijkstra(List<List<Edge>> graph, int from) {
        int[] distance = new int[graph.size()];
        Arrays.fill(distance, Integer.MAX_VALUE);
        distance[from] = 0;
        PriorityQueue<int[]> open = new PriorityQueue<>((a, b) -> a[1] != b[1] ? Integer.compare(a[1], b[1]) : Integer.compare(a[0], b[0]));
        open.add(new int[] {from, 0});
        while (!open.isEmpty()) {
            int[] top = open.poll();
            if (top[1] > distance[top[0]]) continue;
            for (Edge edge : graph.get(top[0])) {
                int sum = top[1] + edge.weight();
                if (sum < distance[edge.to()]) {
                    distance[edge.to()] = sum;
                    open.add(new int[] {edge.to(), sum});
                }
            }
        }
        return distance;
    }

    static int[] bellmanFord(List<List<Edge>> graph, int from) {
        long[] distance = new long[graph.size()];
        Arrays.fill(distance, Integer.MAX_VALUE);
        distance[from] = 0;
        for (int round = 0; round < graph.size(); round++)
            for (int i = 0; i < graph.size(); i++)
                if (distance[i] < Integer.MAX_VALUE) for (Edge edge : graph.get(i)) distance[edge.to()] = Math.min(distance[edge.to()], distance[i] + edge.weight());
        return Arrays.stream(distance).mapToInt(x -> (int) x).toArray();
    }

    static int[][] floydWarshall(List<List<Edge>> graph) {
        int n = graph.size();
        int[][] all = new int[n][n];
        for (int i = 0; i < n; i++) {
            Arrays.fill(all[i], Integer.MAX_VALUE);
            all[i][i] = 0;
            for (Edge edge : graph.get(i)) all[i][edge.to()] = Math.min(all[i][edge.to()], edge.weight());
        }
        for (int k = 0; k < n; k++)
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++)
                    if (all[i][k] != Integer.MAX_VALUE && all[k][j] != Integer.MAX_VALUE && all[i][k] + all[k][j] < all[i][j]) all[i][j] = all[i][k] + all[k][j];
        return all;
    }

    static int find(int[] parent, int x) {
        while (parent[x] != x) x = parent[x] = parent[parent[x]];
        return x;
    }

    static int flow(int[][] capacity, int source, int sink) {
        int total = 0, n = capacity.length;
        for (;;) {
            int[] from = new int[n];
            Arrays.fill(from, -1);
            from[source] = source;
            Deque<Integer> queue = new ArrayDeque<>(List.of(source));
            while (!queue.isEmpty() && from[sink] < 0) {
                int at = queue.remove();
                for (int to = 0; to < n; to++)
                    if (from[to] < 0 && capacity[at][to] > 0) {
                        from[to] = at;
                        queue.add(to);
                    }
            }
            if (from[sink] < 0) return total;
            int least = Integer.MAX_VALUE;
            for (int at = sink; at != source; at = from[at]) least = Math.min(least, capacity[from[at]][at]);
            for (int at = sink; at != source; at = from[at]) {
                capacity[from[at]][at] -= least;
                capacity[at][from[at]] += least;
            }
            total += least;
        }
    }

    public static void main(String[] arguments) {
        List<List<Edge>> graph = graph(60, 240);
        int[] first = dijkstra(graph, 0);
        System.out.println(Arrays.toString(first));
        System.out.println(Arrays.equals(first, bellmanFord(graph, 0)) + " " + Arrays.equals(first, floydWarshall(graph)[0]));
        BitSet seen = new BitSet();
        StringBuilder order = new StringBuilder();
        Deque<Integer> stack = new ArrayDeque<>(List.of(0));
        while (!stack.isEmpty()) {
            int at = stack.pop();
            if (seen.get(at)) continue;
            seen.set(at);
            order.append(at).append(' ');
            for (Edge edge : graph.get(at)) stack.push(edge.to());
        }
        System.out.println(order + "" + seen.cardinality());
        int[] parent = new int[60];
        for (int i = 0; i < 60; i++) parent[i] = i;
        List<int[]> edges = new ArrayList<>();
        for (int i = 0; i < 60; i++) for (Edge edge : graph.get(i)) edges.add(new int[] {edge.weight(), i, edge.to()});
        edges.sort(Arrays::compare);
        int weight = 0, taken = 0;
        for (int[] edge : edges)
            if (find(parent, edge[1]) != find(parent, edge[2])) {
                parent[find(parent, edge[1])] = find(parent, edge[2]);
                weight += edge[0];
                taken++;
            }
        System.out.println(weight + " " + taken);
        TreeMap<String, List<String>> needs = new TreeMap<>();
        for (String line : "shoes:socks,trousers socks: trousers:pants pants: jacket:shirt,belt belt:trousers shirt:".split(" ")) needs.put(line.substring(0, line.indexOf(':')), Arrays.stream(line.substring(line.indexOf(':') + 1).split(",")).filter(s -> !s.isEmpty()).toList());
        List<String> sorted = new ArrayList<>();
        while (sorted.size() < needs.size()) for (var entry : needs.entrySet()) if (!sorted.contains(entry.getKey()) && sorted.containsAll(entry.getValue())) sorted.add(entry.getKey());
        System.out.println(sorted);
        int[][] capacity = new int[20][20];
        for (int i = 0; i < 90; i++) capacity[next(20)][next(20)] += next(30);
        System.out.println(flow(capacity, 0, 19));
    }
}

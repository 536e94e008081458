import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/** Text made small and large again: Huffman, LZ78, run lengths, Burrows-Wheeler, move to front, bits in bytes. */
public class TextPacking {
    static final class Node implements Comparable<Node> {
        final int symbol, weight;
        final Node left, right;

        Node(int symbol, int weight, Node left, Node right) {
            this.symbol = symbol;
            this.weight = weight;
            this.left = left;
            this.right = right;
        }

        @Override
        public int compareTo(Node other) {
            return weight != other.weight ? Integer.compare(weight, other.weight) : Integer.compare(symbol, other.symbol);
        }

        void codes(String prefix, Map<Integer, String> into) {
            if (left == null) into.put(symbol, prefix.isEmpty() ? "0" : prefix);
            else {
                left.codes(prefix + '0', into);
                right.codes(prefix + '1', into);
            }
        }
    }

    static Node huffman(byte[] data) {
        Map<Integer, Integer> counts = new TreeMap<>();
        for (byte b : data) counts.merge((int) b, 1, Integer::sum);
        PriorityQueue<Node> queue = new PriorityQueue<>();
        counts.forEach((symbol, count) -> queue.add(new Node(symbol, count, null, null)));
        int made = 1000;
        while (queue.size() > 1) {
            Node left = queue.poll(), right = queue.poll();
            queue.add(new Node(made++, left.weight + right.weight, left, right));
        }
        return queue.poll();
    }

    static byte[] pack(String bits) {
        byte[] bytes = new byte[(bits.length() + 7) / 8];
        for (int i = 0; i < bits.length(); i++) if (bits.charAt(i) == '1') bytes[i >> 3] |= 0x80 >> (i & 7);
        return bytes;
    }

    static byte[] unpack(byte[] bytes, int length, Node root) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Node at = root;
        for (int i = 0; out.size() < length; i++) {
            at = root.left == null ? root : (bytes[i >> 3] >> 7 - (i & 7) & 1) == 0 ? at.left : at.right;
            if (at.left == null) {
                out.write(at.symbol);
                at = root;
            }
        }
        return out.toByteArray();
    }

    static String runs(String text) {
        StringBuilder out = new StringBuilder();
        for (int i = 0, j; i < text.length(); i = j) {
            for (j = i; j < text.length() && text.charAt(j) == text.charAt(i);) j++;
            out.append(j - i > 1 ? String.valueOf(j - i) : "").append(text.charAt(i));
        }
        return out.toString();
    }

    static String transform(String text) {
        Integer[] order = new Integer[text.length()];
        for (int i = 0; i < order.length; i++) order[i] = i;
        String twice = text + text;
        Arrays.sort(order, (a, b) -> twice.substring(a, a + text.length()).compareTo(twice.substring(b, b + text.length())));
        StringBuilder out = new StringBuilder();
        for (int start : order) out.append(twice.charAt(start + text.length() - 1));
        return out.toString();
    }

    static String back(String last) {
        Integer[] next = new Integer[last.length()];
        for (int i = 0; i < next.length; i++) next[i] = i;
        Arrays.sort(next, (a, b) -> Character.compare(last.charAt(a), last.charAt(b)));
        StringBuilder out = new StringBuilder();
        int at = last.indexOf('\1');
        for (int i = 0; i < next.length; i++) {
            at = next[at];
            out.append(last.charAt(at));
        }
        return out.toString();
    }

    static int[] dictionary(String text) {
        Map<String, Integer> known = new HashMap<>();
        for (char c = 0; c < 128; c++) known.put(String.valueOf(c), (int) c);
        int[] out = new int[text.length()];
        int size = 0;
        String held = "";
        for (char c : text.toCharArray()) {
            if (known.containsKey(held + c)) held += c;
            else {
                out[size++] = known.get(held);
                known.put(held + c, known.size());
                held = String.valueOf(c);
            }
        }
        out[size++] = known.get(held);
        return Arrays.copyOf(out, size);
    }

    static String expand(int[] codes) {
        Map<Integer, String> known = new HashMap<>();
        for (int c = 0; c < 128; c++) known.put(c, String.valueOf((char) c));
        StringBuilder out = new StringBuilder();
        String previous = null;
        for (int code : codes) {
            String entry = known.containsKey(code) ? known.get(code) : previous + previous.charAt(0);
            out.append(entry);
            if (previous != null) known.put(known.size(), previous + entry.charAt(0));
            previous = entry;
        }
        return out.toString();
    }

    public static void main(String[] arguments) {
        StringBuilder source = new StringBuilder();
        for (int i = 0; i < 60; i++) source.append("she sells sea shells by the sea shore ".substring(i % 9)).append(i * i % 10);
        String text = source.toString();
        byte[] data = text.getBytes();
        Node root = huffman(data);
        Map<Integer, String> codes = new TreeMap<>();
        root.codes("", codes);
        StringBuilder bits = new StringBuilder();
        for (byte b : data) bits.append(codes.get((int) b));
        byte[] packed = pack(bits.toString());
        System.out.println(data.length + " " + packed.length + " " + Arrays.equals(unpack(packed, data.length, root), data) + " " + codes.get((int) 's') + " " + codes.get((int) 'y') + " " + Arrays.hashCode(packed));
        System.out.println(runs("aaabccddddde") + " " + runs("abc") + " " + runs("").length());
        String shorter = text.substring(0, 300) + '\1', transformed = transform(shorter);
        System.out.println(transformed.hashCode() + " " + runs(transformed).length() + " " + back(transformed).startsWith(shorter.substring(0, 50)));
        int[] coded = dictionary(text);
        System.out.println(coded.length + " " + expand(coded).equals(text) + " " + Arrays.hashCode(coded));
        System.out.println(Arrays.toString(dictionary("aaaaaaa")) + " " + expand(dictionary("aaaaaaa")));
        StringBuilder front = new StringBuilder("abcdefghijklmnopqrstuvwxyz ");
        StringBuilder moved = new StringBuilder();
        for (char c : "banana bandana".toCharArray()) {
            int at = front.indexOf(String.valueOf(c));
            moved.append(at).append(' ');
            front.deleteCharAt(at).insert(0, c);
        }
        System.out.println(moved);
    }
}

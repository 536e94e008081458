import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts the words of a text of 1 MB that it makes itself, and prints the twenty most frequent. */
public class WordCount {
    private static final String[] SYLLABLES = {"ka", "to", "ri", "men", "sol", "ta", "vi", "nor", "el", "ash", "du", "pra"};

    private int seed = 42;

    private int next(int bound) {
        seed = seed * 1664525 + 1013904223;
        return (seed >>> 8) % bound;
    }

    /** Short words are frequent, as in any language: the smaller of two numbers chooses. */
    private String makeText(int length) {
        StringBuilder text = new StringBuilder(length + 32);
        while (text.length() < length) {
            int syllables = 1 + Math.min(next(4), next(4));
            for (int i = 0; i < syllables; i++) text.append(SYLLABLES[Math.min(next(SYLLABLES.length), next(SYLLABLES.length))]);
            text.append(next(12) == 0 ? ".\n" : " ");
        }
        return text.toString();
    }

    private static Map<String, Integer> count(String text) {
        Map<String, Integer> counts = new HashMap<>();
        int start = -1;
        for (int i = 0; i <= text.length(); i++) {
            boolean letter = i < text.length() && Character.isLetter(text.charAt(i));
            if (letter && start < 0) start = i;
            if (!letter && start >= 0) {
                String word = text.substring(start, i);
                Integer before = counts.get(word);
                counts.put(word, before == null ? 1 : before + 1);
                start = -1;
            }
        }
        return counts;
    }

    /** The most frequent first; equally frequent ones by the alphabet. */
    private static final class ByFrequency implements Comparator<Map.Entry<String, Integer>> {
        @Override
        public int compare(Map.Entry<String, Integer> left, Map.Entry<String, Integer> right) {
            int order = right.getValue().compareTo(left.getValue());
            return order != 0 ? order : left.getKey().compareTo(right.getKey());
        }
    }

    public static void main(String[] arguments) {
        int length = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
        Map<String, Integer> counts = count(new WordCount().makeText(length));
        List<Map.Entry<String, Integer>> entries = new ArrayList<>(counts.entrySet());
        entries.sort(new ByFrequency());
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < 20 && i < entries.size(); i++)
            out.append(entries.get(i).getValue()).append(' ').append(entries.get(i).getKey()).append('\n');
        out.append(entries.size()).append(" different words");
        System.out.println(out);
    }
}

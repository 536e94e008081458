import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts the words of a text and writes a list of them: strings that are cut, hashed, compared, sorted, searched and
 * put together. */
class Words {
    private static final String TEXT = text();

    private static String text() {
        String[] syllables = {"ba", "ce", "Di", "fo", "gu", "ka", "le", "Mi", "no", "ru"};
        StringBuilder text = new StringBuilder();
        int seed = 17;
        for (int i = 0; i < 1200; i++) {
            seed = seed * 1309 + 13849 & 65535;
            for (int rest = seed % 1000, k = 0; k < 3; k++, rest /= 10) text.append(syllables[rest % 10]);
            text.append(i % 13 == 12 ? ".\n" : i % 7 == 6 ? ", " : " ");
        }
        return text.toString();
    }

    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        int start = -1;
        for (int i = 0; i < text.length(); i++) {
            if (Character.isLetter(text.charAt(i))) {
                if (start < 0) start = i;
            } else if (start >= 0) {
                words.add(text.substring(start, i).toLowerCase());
                start = -1;
            }
        }
        return words;
    }

    static int round() {
        Map<String, Integer> counts = new HashMap<>();
        for (String word : words(TEXT)) counts.merge(word, 1, Integer::sum);
        List<String> sorted = new ArrayList<>(counts.keySet());
        Collections.sort(sorted);
        StringBuilder list = new StringBuilder();
        for (String word : sorted) {
            if (word.startsWith("ba") || word.indexOf("gu") >= 0) list.append(word).append(": ").append(counts.get(word)).append('\n');
        }
        return list.toString().replace(": ", "=").hashCode();
    }
}

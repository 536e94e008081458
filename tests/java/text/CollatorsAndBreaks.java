import java.text.BreakIterator;
import java.text.CollationElementIterator;
import java.text.CollationKey;
import java.text.Collator;
import java.text.ParseException;
import java.text.RuleBasedCollator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Collator in several locales and strengths, rules of one's own; BreakIterator for characters, words, sentences and
 * lines. */
public class CollatorsAndBreaks {
    static void breaks(String what, BreakIterator iterator, String text) {
        iterator.setText(text);
        List<String> parts = new ArrayList<>();
        for (int start = iterator.first(), end = iterator.next(); end != BreakIterator.DONE; start = end, end = iterator.next()) parts.add(text.substring(start, end));
        System.out.println(what + " " + parts + " " + iterator.preceding(text.length()) + " " + iterator.following(0) + " " + iterator.isBoundary(2) + " " + iterator.last() + " " + iterator.previous());
    }

    public static void main(String[] arguments) throws ParseException {
        String[] words = {"zebra", "\u00c4pfel", "apple", "Apple", "\u00e9t\u00e9", "ete", "\u00e5ngstr\u00f6m", "co-op", "coop", "CO OP", "pe\u00f1a", "pena", "chico", "cosa", "\u00f6l", "oz"};
        for (String tag : List.of("en-US", "de-DE", "sv-SE", "es-ES", "fr-FR", "da-DK")) {
            String[] sorted = words.clone();
            Arrays.sort(sorted, Collator.getInstance(Locale.forLanguageTag(tag)));
            System.out.println(tag + " " + Arrays.toString(sorted));
        }
        Collator collator = Collator.getInstance(Locale.US);
        String[][] pairs = {{"a", "A"}, {"a", "\u00e1"}, {"ab", "a-b"}, {"a", "b"}, {"\u00e9", "e\u0301"}, {"a\u0000b", "ab"}};
        for (int strength : new int[] {Collator.PRIMARY, Collator.SECONDARY, Collator.TERTIARY, Collator.IDENTICAL}) {
            collator.setStrength(strength);
            StringBuilder out = new StringBuilder("strength " + strength + ":");
            for (String[] pair : pairs) out.append(' ').append(collator.compare(pair[0], pair[1])).append(collator.equals(pair[0], pair[1]));
            System.out.println(out);
        }
        collator.setStrength(Collator.TERTIARY);
        collator.setDecomposition(Collator.CANONICAL_DECOMPOSITION);
        System.out.println(collator.compare("\u00e9", "e\u0301"));
        CollationKey first = collator.getCollationKey("hello"), second = collator.getCollationKey("Hello");
        System.out.println(first.compareTo(second) + " " + first.getSourceString() + " " + Arrays.toString(first.toByteArray()));
        RuleBasedCollator own = new RuleBasedCollator("< c < b < a, A < ch < z & z = zz");
        String[] letters = {"a", "b", "c", "ch", "A", "cb", "z", "zz"};
        Arrays.sort(letters, own);
        System.out.println(Arrays.toString(letters) + " " + own.compare("z", "zz") + " " + own.getRules());
        try {
            new RuleBasedCollator("< a < < b");
        } catch (ParseException e) {
            System.out.println(e.getMessage() + " " + e.getErrorOffset());
        }
        CollationElementIterator elements = ((RuleBasedCollator) Collator.getInstance(Locale.US)).getCollationElementIterator("aB\u00e9");
        StringBuilder orders = new StringBuilder();
        for (int order; (order = elements.next()) != CollationElementIterator.NULLORDER;) orders.append(CollationElementIterator.primaryOrder(order)).append('.').append(CollationElementIterator.secondaryOrder(order)).append('.').append(CollationElementIterator.tertiaryOrder(order)).append(' ');
        System.out.println(orders);

        String text = "Hello, world! It's 3.14 o'clock. \"Really?\" Yes - e.g. now. Caf\u00e9 e\u0301t\u00e9.";
        breaks("word", BreakIterator.getWordInstance(Locale.US), text);
        breaks("sentence", BreakIterator.getSentenceInstance(Locale.US), text);
        breaks("line", BreakIterator.getLineInstance(Locale.US), text);
        breaks("character", BreakIterator.getCharacterInstance(Locale.US), "e\u0301a\uD83D\uDE00\r\nx");
        breaks("word de", BreakIterator.getWordInstance(Locale.GERMANY), "Donaudampfschiff-Fahrt \u00fcber 1.000,5 Meter");
        breaks("word ja", BreakIterator.getWordInstance(Locale.JAPAN), "\u6771\u4eac\u306f\u30bf\u30ef\u30fcABC");
    }
}

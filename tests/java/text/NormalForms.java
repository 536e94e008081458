import java.text.Bidi;
import java.text.CharacterIterator;
import java.text.Normalizer;
import java.text.StringCharacterIterator;

/** Normalizer in four forms, Bidi runs, CharacterIterator, and the properties of characters. */
public class NormalForms {
    static String hex(String text) {
        StringBuilder out = new StringBuilder();
        text.codePoints().forEach(c -> out.append(Integer.toHexString(c)).append(' '));
        return out.toString().trim();
    }

    public static void main(String[] arguments) {
        for (String text : new String[] {"\u00e9", "e\u0301", "\u212b", "\ufb01", "\u1e9b\u0323", "\uac00", "\u1100\u1161\u11a8", "\u2460", "a\u0315\u0300\u05ae\u0062", "\u0958", "\uD834\uDD5E", "plain"}) {
            StringBuilder out = new StringBuilder(hex(text) + ":");
            for (Normalizer.Form form : Normalizer.Form.values()) out.append(" ").append(form).append('=').append(hex(Normalizer.normalize(text, form))).append(Normalizer.isNormalized(text, form) ? "*" : "");
            System.out.println(out);
        }
        Bidi bidi = new Bidi("abc \u05d0\u05d1\u05d2 123 def", Bidi.DIRECTION_LEFT_TO_RIGHT);
        StringBuilder runs = new StringBuilder();
        for (int i = 0; i < bidi.getRunCount(); i++) runs.append(bidi.getRunStart(i)).append('-').append(bidi.getRunLimit(i)).append('@').append(bidi.getRunLevel(i)).append(' ');
        System.out.println(runs + "" + bidi.isMixed() + " " + bidi.baseIsLeftToRight() + " " + bidi.getLevelAt(5) + " " + new Bidi("\u0627\u0628", Bidi.DIRECTION_DEFAULT_LEFT_TO_RIGHT).isRightToLeft() + " " + Bidi.requiresBidi("abc".toCharArray(), 0, 3));
        StringCharacterIterator iterator = new StringCharacterIterator("iterate", 2, 6, 3);
        StringBuilder back = new StringBuilder();
        for (char c = iterator.last(); c != CharacterIterator.DONE; c = iterator.previous()) back.append(c);
        System.out.println(back + " " + iterator.getBeginIndex() + " " + iterator.getEndIndex() + " " + iterator.setIndex(4));

        int[] points = {'a', 'Z', '5', '_', ' ', '\t', '$', '\u00aa', '\u00b2', '\u00df', '\u01c5', '\u0660', '\u0903', '\u2028', '\u2160', '\u4e2d', '\ud800', '\ufeff', '\uffff', 0x1D7CE, 0x1F600, 0x10FFFF, 0xE0001};
        for (int point : points) {
            StringBuilder out = new StringBuilder(Integer.toHexString(point)).append(' ').append(Character.getType(point)).append(' ').append(Character.getDirectionality(point)).append(' ').append(Character.getNumericValue(point)).append(' ').append(Character.digit(point, 16)).append(' ');
            boolean[] flags = {Character.isLetter(point), Character.isDigit(point), Character.isLetterOrDigit(point), Character.isUpperCase(point), Character.isLowerCase(point), Character.isTitleCase(point), Character.isWhitespace(point), Character.isSpaceChar(point), Character.isJavaIdentifierStart(point), Character.isJavaIdentifierPart(point), Character.isUnicodeIdentifierStart(point), Character.isIdentifierIgnorable(point), Character.isISOControl(point), Character.isDefined(point), Character.isMirrored(point), Character.isIdeographic(point), Character.isAlphabetic(point), Character.isSurrogate((char) point), Character.isSupplementaryCodePoint(point)};
            for (boolean flag : flags) out.append(flag ? '1' : '0');
            out.append(' ').append(Integer.toHexString(Character.toUpperCase(point))).append(' ').append(Integer.toHexString(Character.toLowerCase(point))).append(' ').append(Integer.toHexString(Character.toTitleCase(point))).append(' ').append(Character.getName(point)).append(' ').append(Character.UnicodeBlock.of(point)).append(' ').append(Character.isDefined(point) ? Character.UnicodeScript.of(point) : null);
            System.out.println(out);
        }
        System.out.println(Character.codePointOf("GREEK SMALL LETTER ALPHA") + " " + Character.forDigit(11, 16) + " " + Character.MIN_SUPPLEMENTARY_CODE_POINT + " " + (int) Character.highSurrogate(0x1F600) + " " + (int) Character.lowSurrogate(0x1F600) + " " + Character.toCodePoint('\uD83D', '\uDE00') + " " + Character.reverseBytes('\u1234') + " " + Character.toString(0x41) + " " + Character.compare('a', 'b') + " " + Character.getNumericValue('\u216B') + " " + Character.UnicodeBlock.forName("CYRILLIC") + " " + Character.UnicodeScript.forName("Latn"));
        int letters = 0, upper = 0, hash = 0;
        for (int point = 0; point < 0x30000; point += 7) {
            if (Character.isLetter(point)) letters++;
            if (Character.isUpperCase(point)) upper++;
            hash = hash * 31 + Character.getType(point) + Character.toLowerCase(point);
        }
        System.out.println(letters + " " + upper + " " + hash);
    }
}

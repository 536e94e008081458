import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The methods of String, Latin-1 and UTF-16, including those on text blocks and the exceptions. */
public class StringMethods {
    static void attempt(Runnable action) {
        try {
            action.run();
            System.out.println("no exception");
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    static void searching(String text) {
        System.out.println(text.length() + " " + text.indexOf('b') + " " + text.indexOf("bc") + " " + text.indexOf("c", 4) + " " + text.lastIndexOf('c') + " " + text.lastIndexOf("bc", 3) + " " + text.indexOf("") + " " + text.lastIndexOf("") + " " + text.indexOf(0x1F600) + " " + text.contains("ca") + " " + text.indexOf("zz") + " " + text.indexOf('a', 100) + " " + text.indexOf('a', -5));
        System.out.println(text.startsWith("ab") + " " + text.startsWith("bc", 1) + " " + text.endsWith("") + " " + text.endsWith("abc") + " " + text.regionMatches(1, "xbcx", 1, 2) + " " + text.regionMatches(true, 1, "XBCX", 1, 2) + " " + text.regionMatches(-1, "a", 0, 1));
        System.out.println(text.replace('a', 'z') + " " + text.replace("bc", "") + " " + text.replace("", "-") + " " + text.replaceAll("[ab]+", "<$0>") + " " + text.replaceFirst("c", "\\\\") + " " + text.replace("a", "aa"));
        System.out.println(text.substring(2) + " " + text.substring(1, 4) + " " + text.subSequence(0, 0) + "|" + text.charAt(1) + " " + text.concat("!") + " " + text.toUpperCase(Locale.ROOT) + " " + text.hashCode() + " " + text.compareTo("abd") + " " + text.compareToIgnoreCase("ABCA") + " " + text.equalsIgnoreCase(text.toUpperCase(Locale.ROOT)));
    }

    static void characters() {
        String mixed = "a\u00e9\u20ac\uD83D\uDE00z";
        System.out.println(mixed.length() + " " + mixed.codePointCount(0, mixed.length()) + " " + mixed.codePointAt(3) + " " + mixed.codePointAt(4) + " " + mixed.codePointBefore(5) + " " + mixed.offsetByCodePoints(0, 4) + " " + mixed.codePoints().boxed().toList());
        System.out.println("stra\u00dfe".toUpperCase(Locale.ROOT) + " " + "\u0130I\u0131i".toLowerCase(Locale.ROOT).length() + " " + "TITLE".toLowerCase(Locale.forLanguageTag("tr")) + " " + "title".toUpperCase(Locale.forLanguageTag("tr")) + " " + "\u039f\u0394\u039f\u03a3 \u03a3".toLowerCase(Locale.ROOT) + " " + "\ufb01x".toUpperCase(Locale.ROOT) + " " + "\u00ff".toUpperCase(Locale.ROOT) + " " + "\u00b5".toUpperCase(Locale.ROOT));
        System.out.println("\u00df".equalsIgnoreCase("SS") + " " + "\u212a".equalsIgnoreCase("k") + " " + "\u0130".equalsIgnoreCase("i") + " " + "\u01c5".equalsIgnoreCase("\u01c6") + " " + "\u00e9".compareTo("z") + " " + "\uffff".compareTo("\uD83D\uDE00") + " " + "ab".compareTo("abc"));
        System.out.println(String.valueOf(new char[] {'x', '\u00ff'}) + " " + new String(new char[] {'a', 'b', 'c'}, 1, 2) + " " + new String(new int[] {0x1F600, 'q'}, 0, 2) + " " + String.copyValueOf(new char[] {'o', 'k'}) + " " + String.valueOf((Object) null) + " " + String.valueOf(1.0f) + " " + String.valueOf('c') + String.valueOf(true));
        char[] target = "......".toCharArray();
        mixed.getChars(1, 4, target, 2);
        System.out.println(new String(target).codePoints().boxed().toList() + " " + Arrays.toString("\u00e9\u20ac".getBytes(java.nio.charset.StandardCharsets.UTF_8)) + " " + mixed.intern().equals(mixed) + " " + ("a" + 1 == "a1".intern()) + " " + mixed.contentEquals(new StringBuilder(mixed)));
    }

    static void shaping() {
        System.out.println("[" + "  \t x y \n".trim() + "][" + "\u2003 x \u2003".strip() + "][" + " x ".stripLeading() + "][" + " x ".stripTrailing() + "] " + "\u2003".isBlank() + " " + "\u00a0".isBlank() + " " + "".isEmpty() + " " + "\u0001x\u0001".trim().length() + " " + "\u0001x\u0001".strip().length());
        System.out.println("ab".repeat(3) + " [" + "x".repeat(0) + "] " + "\u20ac".repeat(4) + " " + String.join("-", "a", "b", null) + " " + String.join(",", List.of("x", "y")) + " " + "%d-%s".formatted(5, "f"));
        System.out.println(Arrays.toString("a,b,,c,,".split(",")) + Arrays.toString("a,b,,c,,".split(",", -1)) + Arrays.toString("a,b,,c,,".split(",", 2)) + Arrays.toString("".split(",")) + Arrays.toString("abc".split("")) + Arrays.toString(",a".split(",")) + Arrays.toString("a1b22c".split("\\d+")) + Arrays.toString("a.b".split(".")) + Arrays.toString("a.b|c".split("\\.")) + Arrays.toString("2x3x".split("x", 5)));
        System.out.println("one\ntwo\r\nthree\rfour".lines().toList() + " " + "\n\n".lines().count() + " " + " a\n  b\n c".indent(2).replace("\n", "$") + " " + "    a\n  b\n".indent(-3).replace("\n", "$") + " " + "  x\n    y\n  ".stripIndent().replace("\n", "$") + " " + "a\\tb\\n\\u0041\\101\\s|".replace("\\u0041", "").translateEscapes());
        String block = """
            first "quoted"
              second \
            joined
            tab\there   \s
            end""";
        System.out.println(block.replace(' ', '.') + " " + block.length() + " " + "abc".transform(text -> text + text.length()) + " " + "x".describeConstable().get() + " " + "MatcheS".matches("(?i)matches") + " " + "abc".chars().sum());
    }

    public static void main(String[] arguments) {
        searching("abcabcab");
        searching("abc\u20acabc\uD83D\uDE00");
        characters();
        shaping();
        attempt(() -> "abc".charAt(3));
        attempt(() -> "abc".charAt(-1));
        attempt(() -> "a\u20acc".charAt(5));
        attempt(() -> "abc".substring(2, 1));
        attempt(() -> "abc".substring(4));
        attempt(() -> "abc".substring(-1, 2));
        attempt(() -> "abc".codePointAt(3));
        attempt(() -> "abc".repeat(-1));
        attempt(() -> new String(new char[2], 1, 2));
        attempt(() -> new String(new int[] {-1}, 0, 1));
        attempt(() -> "bad \\q".translateEscapes());
        attempt(() -> "abc".offsetByCodePoints(1, 5));
        attempt(() -> "abc".getChars(0, 3, new char[2], 0));
        attempt(() -> "abc".replaceAll("b", "$1"));
        attempt(() -> "abc".subSequence(1, 9));
    }
}

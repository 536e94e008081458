import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

/** java.util.regex: quantifiers of three kinds, groups, look-around, flags, Unicode classes, regions, replacement,
 * errors. */
public class RegularExpressions {
    static void all(String expression, String text) {
        all(Pattern.compile(expression), text);
    }

    static void all(Pattern pattern, String text) {
        StringBuilder out = new StringBuilder(pattern.pattern().replace("\n", "\\n")).append(" : ");
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            out.append(matcher.start()).append('-').append(matcher.end()).append('<').append(matcher.group()).append('>');
            for (int i = 1; i <= matcher.groupCount(); i++) out.append('(').append(matcher.group(i)).append('@').append(matcher.start(i)).append(')');
            out.append(' ');
        }
        System.out.println(out.toString().replace("\n", "\\n"));
    }

    static void syntaxError(String expression) {
        try {
            Pattern.compile(expression);
            System.out.println("fine " + expression);
        } catch (PatternSyntaxException e) {
            System.out.println(e.getDescription() + " " + e.getIndex() + " " + e.getPattern() + " | " + e.getMessage().replace("\n", "\\n"));
        }
    }

    public static void main(String[] arguments) {
        all("a*", "baaac");
        all("a+?", "aaa");
        all("<.+>", "<a><b>");
        all("<.+?>", "<a><b>");
        all("<[^>]++>", "<a><b>");
        all("(a|ab)(c|bcd)(d*)", "abcd");
        all("(\\w+)\\s+\\1", "the the cat cat sat");
        all("(?<year>\\d{4})-(?<month>\\d\\d)", "on 2024-05 and 1999-12");
        all("\\bfoo(?=bar)", "foobar foobaz foo");
        all("(?<!\\d)\\d{2}(?!\\d)", "12 345 67 8");
        all("(?<=\\$)\\d+", "cost $45 or 67");
        all("(?i)straSSe|\u00dcber", "STRASSE \u00fcber \u00dcber");
        all(Pattern.compile("\u00fcber", Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE), "\u00dcBER");
        all("(?m)^\\w+$", "one\ntwo\nthree four\nfive");
        all("(?s)a.b", "a\nb a-b");
        all("(?x) \\d+ # digits\n [a-z]", "12a 3b");
        all("[a-z&&[^aeiou]]+", "hello world");
        all("\\p{Lu}\\p{Ll}*|\\p{IsGreek}+|\\p{Sc}", "Abc \u03b1\u03b2 \u20ac \u00c9t");
        all("[\\p{L}&&[^\\p{ASCII}]]", "a\u00e9b\u4e2d");
        all("\\d+(?:\\.\\d+)?(?:[eE][-+]?\\d+)?", "1 2.5 3e10 .5 4.E5 6.02e-23");
        all("(a)|(b)|(c)", "cab");
        all("((a)|b)+", "abab");
        all("(?:(a)|b)*", "ab");
        all("x{2,3}", "xxxxxxx");
        all("\\Qa.b\\E+", "a.bbb axb");
        all("\\x41\\u0042\\103\\cA?\\t", "ABC\t");
        all(".", "a\uD83D\uDE00b");
        all("\\X", "e\u0301a\uD83D\uDC68\u200D\uD83D\uDC69");
        all("\\R", "a\r\nb\nc\u2028");
        all("\\h+|\\v", "a \t\u00a0b\n");
        all("\\G\\d", "12a3");
        all("^|$", "ab");
        all("(?>a+)b|a", "aaab aaac");
        all("(^|,)([^,]*)", "a,,b");

        Matcher matcher = Pattern.compile("(?<key>\\w+)=(?<value>\\w*)").matcher("a=1;bb=;c=three");
        StringBuilder text = new StringBuilder();
        while (matcher.find()) matcher.appendReplacement(text, matcher.group("value").isEmpty() ? "none" : "${value}=$1");
        System.out.println(matcher.appendTail(text) + " " + matcher.reset().results().map(MatchResult::group).collect(Collectors.joining("|")));
        System.out.println(matcher.reset().replaceAll(result -> Matcher.quoteReplacement("$" + result.group(1))) + " " + matcher.replaceFirst("X"));
        System.out.println(matcher.reset("q=7").matches() + " " + matcher.group("key") + " " + matcher.lookingAt() + " " + matcher.hitEnd() + " " + matcher.toMatchResult().end(2));
        matcher.reset("xx=1 yy=2").region(3, 9);
        System.out.println(matcher.find() + " " + matcher.group() + " " + matcher.regionStart() + " " + matcher.usePattern(Pattern.compile("y")).find());
        try {
            matcher.reset().group();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            Pattern.compile("(a)").matcher("a").replaceAll("$2");
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            Pattern.compile("(?<n>a)").matcher("a").replaceAll("${m}");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Pattern comma = Pattern.compile("\\s*,\\s*");
        System.out.println(Arrays.toString(comma.split("a , b,c ,, ")) + " " + comma.splitAsStream("x,y").toList() + " " + comma.asPredicate().test("no") + " " + comma.asMatchPredicate().test(" , ") + " " + comma.flags() + " " + Pattern.matches("a?b", "b") + " " + Pattern.quote("a\\Eb"));
        for (String bad : List.of("(a", "a)", "[a", "*a", "a{2", "a{3,2}", "\\", "(?<1>a)", "\\k<x>", "(?<=a+)b", "[z-a]", "\\p{Foo}", "(?q)", "a**", "(?<n>a)(?<n>b)", "\\u12")) syntaxError(bad);
        List<String> tokens = new ArrayList<>();
        Matcher lexer = Pattern.compile("\\s*(?:(\\d+)|([a-z]\\w*)|(.))").matcher("x1 = 42*(y+7);");
        while (lexer.lookingAt()) {
            tokens.add(lexer.group(1) != null ? "N" + lexer.group(1) : lexer.group(2) != null ? "I" + lexer.group(2) : lexer.group(3));
            lexer.region(lexer.end(), lexer.regionEnd());
        }
        System.out.println(tokens);
        System.out.println(Pattern.compile("(x+x+)+y").matcher("x".repeat(15) + "y").matches() + " " + Pattern.compile("(a|b|c)*d").matcher("abc".repeat(300) + "d").matches());
        System.out.println(Pattern.compile("a.c", Pattern.LITERAL).matcher("abc a.c").results().count() + " " + Pattern.compile("\u00e9", Pattern.CANON_EQ).matcher("e\u0301").matches() + " " + Pattern.compile("\\w+", Pattern.UNICODE_CHARACTER_CLASS).matcher("\u00e9t\u00e9").matches() + " " + Pattern.compile("$", Pattern.UNIX_LINES).matcher("a\r\n").find());
    }
}

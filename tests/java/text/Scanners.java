import java.io.StringReader;
import java.math.BigDecimal;
import java.util.InputMismatchException;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.Scanner;
import java.util.StringTokenizer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Scanner and StringTokenizer, and StreamTokenizer. */
public class Scanners {
    public static void main(String[] arguments) throws Exception {
        Scanner scanner = new Scanner("12 3.5 word true 0x1F 99999999999 -7 1,234 ab\nrest of line\n\nlast").useLocale(Locale.US);
        System.out.println(scanner.nextInt() + " " + scanner.nextDouble() + " " + scanner.next() + " " + scanner.nextBoolean() + " " + scanner.hasNextInt() + " " + scanner.next() + " " + scanner.hasNextInt() + " " + scanner.nextLong() + " " + scanner.nextByte() + " " + scanner.nextInt());
        try {
            scanner.nextInt();
        } catch (InputMismatchException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(scanner.next() + "|" + scanner.nextLine() + "|" + scanner.nextLine() + "|" + scanner.nextLine() + "|" + scanner.hasNextLine() + "|" + scanner.nextLine() + "|" + scanner.hasNextLine());
        try {
            scanner.nextLine();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        scanner.close();
        try {
            scanner.next();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        Scanner commas = new Scanner("a, b ,c,,d").useDelimiter("\\s*,\\s*");
        System.out.println(commas.tokens().toList());
        Scanner finder = new Scanner("key1=5; key2=77; end");
        while (finder.findInLine("(\\w+)=(\\d+)") != null) {
            MatchResult match = finder.match();
            System.out.print(match.group(1) + "->" + match.group(2) + " ");
        }
        System.out.println(finder.skip("[; ]*").next());
        System.out.println(new Scanner("a1b22c333").findAll(Pattern.compile("\\d+")).map(MatchResult::group).toList() + " " + new Scanner("xyzzy").findWithinHorizon("z", 3) + " " + new Scanner("xyzzy").findWithinHorizon("z+", 0));
        System.out.println(new Scanner("ff 77").nextInt(16) + " " + new Scanner("1010").nextBigInteger(2) + " " + new Scanner("1.234,56").useLocale(Locale.GERMANY).nextBigDecimal() + " " + new Scanner("1.5").useLocale(Locale.GERMANY).hasNextDouble() + " " + new Scanner("1e5 NaN").useLocale(Locale.US).nextDouble());
        Scanner lines = new Scanner(new StringReader("x\r\ny\u2028z"));
        int count = 0;
        while (lines.hasNextLine()) System.out.print(++count + lines.nextLine() + " ");
        System.out.println(new Scanner("").hasNext() + " " + new Scanner("a b").hasNext("[a-c]") + " " + new Scanner("a").delimiter() + " " + new Scanner("7").radix());

        StringTokenizer tokens = new StringTokenizer("a b\tc\nd", " \t\n\r\f");
        System.out.print(tokens.countTokens());
        while (tokens.hasMoreTokens()) System.out.print(" " + tokens.nextToken());
        System.out.println();
        StringTokenizer signs = new StringTokenizer("1+2*3", "+*", true);
        while (signs.hasMoreElements()) System.out.print(signs.nextElement() + "_");
        StringTokenizer changing = new StringTokenizer("a,b;c");
        System.out.println(changing.nextToken(",") + changing.nextToken(";") + changing.nextToken(""));
        try {
            changing.nextToken();
        } catch (NoSuchElementException e) {
            System.out.println("no token " + e.getMessage());
        }
        java.io.StreamTokenizer stream = new java.io.StreamTokenizer(new StringReader("if (x >= 10.5) { call('s', \"t\\n\"); } // gone\n/* too */ -3 y_1"));
        stream.slashSlashComments(true);
        stream.slashStarComments(true);
        stream.wordChars('_', '_');
        stream.eolIsSignificant(true);
        while (stream.nextToken() != java.io.StreamTokenizer.TT_EOF) System.out.print(stream + ";");
        System.out.println(stream.lineno());
        for (String number : List.of("1", "0001", "-0", "1e3", "0x10", "1_000")) System.out.print(new Scanner(number).useLocale(Locale.US).hasNextInt() + "" + new Scanner(number).useLocale(Locale.US).hasNextBigDecimal() + " ");
        System.out.println(new BigDecimal(new Scanner("12.500").useLocale(Locale.US).next()));
    }
}

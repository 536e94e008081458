/** Text blocks, escapes, unicode escapes, interned literals, compile-time constants across classes, modified UTF-8 in
 * the class file (zero, surrogates, all lengths), identifiers outside ASCII. */
public class TextBlocksAndConstants {
    static class Other { static final String X = "shared literal", Y = X + "!"; static final char Z = '\u00e9'; static String plain = "shared literal"; }
    interface Face { String X = Other.X; }
    static final String BLOCK = """
        first
          indented "quoted" \"""
        trailing   \s
        joined \
        line \t tab \u0041 \101 \0 end\
        """;
    static final int größe = 7, \u0061b = 8;
    static int 変数() { return größe + ab; }

    static void show(String s) {
        StringBuilder b = new StringBuilder();
        for (char c : s.toCharArray()) if (c < 32 || c > 126) b.append(String.format("\\u%04x", (int) c)); else b.append(c);
        System.out.println(s.length() + " " + s.codePointCount(0, s.length()) + " " + b);
    }

    public static void main(String[] arguments) {
        show(BLOCK);
        show("""
            """);
        show("""
            a
           b
              c
            """);
        show("""
            no newline at end""");
        show("""
            a\r\nb\tc\bd\fe\\f
            'single' "double" ""two""
            """.indent(2).stripIndent().translateEscapes());
        show("\0\1\7\77\377\u0000\u0001\u007f\u0080\u07ff\u0800\uffff\ud800\udc00\udbff\udfff\ude00\ud83d");
        show("\ud83d\ude00 and \ud83d alone \ude00");
        show("\u0000".repeat(3) + '\u0000' + (char) 0xd800);
        show("" + '\'' + '"' + '\\' + '\u00e9');
        String x = "shared literal", y = new String("shared literal"), z = "shared " + "literal", w = "shared ".concat("literal");
        System.out.println((x == Other.X) + " " + (x == y) + (x == z) + (x == w) + (x == w.intern()) + (x == y.intern()) + (x == Face.X) + (x == Other.plain) + (Other.Y == "shared literal!") + (Other.Z == 233) + 変数());
        System.out.println("a\u0022.length() + \u0022b" + "\101".length() + '\101' + "\s|".length());
    }
}

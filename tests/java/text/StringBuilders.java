/** StringBuilder and StringBuffer: growth, inflation to UTF-16, insertion, deletion, reversal with surrogates,
 * exceptions. */
public class StringBuilders {
    static void attempt(Runnable action) {
        try {
            action.run();
            System.out.println("no exception");
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    public static void main(String[] arguments) {
        StringBuilder builder = new StringBuilder();
        builder.append(1).append('c').append(2L).append(1.5f).append(-0.0).append(true).append((Object) null).append("text").append((String) null).append(new char[] {'x', 'y'}).append("sequence", 1, 4).append(new char[] {'1', '2', '3'}, 1, 1).append(new StringBuilder("inner"));
        System.out.println(builder + " " + builder.length() + " " + (builder.capacity() >= builder.length()));
        builder.setLength(10);
        builder.insert(0, "start ").insert(3, 99).insert(5, 'z').insert(2, 1.25).insert(1, false).insert(0, new char[] {'a', 'b'}, 1, 1).insert(4, (String) null).insert(builder.length(), 7L);
        System.out.println(builder);
        builder.delete(2, 5).deleteCharAt(0).replace(1, 3, "<replaced>").setCharAt(0, 'Q');
        System.out.println(builder + " " + builder.indexOf("a") + " " + builder.lastIndexOf("a") + " " + builder.indexOf("a", 9) + " " + builder.charAt(4) + " " + builder.substring(3) + " " + builder.substring(1, 4) + " " + builder.subSequence(0, 2));
        builder.append('\u20ac').appendCodePoint(0x1F600).appendCodePoint('k');
        System.out.println(builder + " " + builder.codePointAt(builder.length() - 3) + " " + builder.codePointBefore(builder.length() - 1) + " " + builder.codePointCount(0, builder.length()) + " " + builder.chars().filter(c -> c > 255).count());
        System.out.println(builder.reverse());
        System.out.println(new StringBuilder("a\uD83D\uDE00b\uDE00\uD83D").reverse().codePoints().boxed().toList() + " " + new StringBuilder("racecar!").reverse() + " " + new StringBuilder().reverse().length());
        builder.setLength(0);
        builder.append("latin").setLength(8);
        System.out.println(builder.toString().replace('\0', '0') + " " + builder.isEmpty());
        for (int i = 0; i < 2000; i++) builder.append((char) ('a' + i % 26));
        builder.setCharAt(1000, '\u4e2d');
        System.out.println(builder.length() + " " + builder.toString().hashCode() + " " + builder.indexOf("\u4e2d"));
        builder.delete(0, Integer.MAX_VALUE);
        System.out.println("[" + builder + "]");
        StringBuffer buffer = new StringBuffer("thread-safe");
        buffer.append(1).insert(0, 2).reverse().replace(0, 2, "").ensureCapacity(1000);
        buffer.trimToSize();
        System.out.println(buffer + " " + buffer.capacity() + " " + new StringBuffer("a").compareTo(new StringBuffer("b")) + " " + new StringBuilder("abc").compareTo(new StringBuilder("ab")) + " " + new StringBuilder("x").equals(new StringBuilder("x")));
        System.out.println(new StringBuilder(5).capacity() + " " + new StringBuilder("abc").capacity() + " " + new StringBuilder().append("12345678901234567").capacity());
        System.out.println(new StringBuilder().append(Integer.MIN_VALUE).append(Long.MIN_VALUE).append(Float.MIN_VALUE).append(Double.MAX_VALUE).append(Float.NaN).append(Double.NEGATIVE_INFINITY));
        StringBuilder text = new StringBuilder("hello");
        attempt(() -> text.charAt(5));
        attempt(() -> text.insert(6, "x"));
        attempt(() -> text.insert(-1, 5));
        attempt(() -> text.delete(3, 2));
        attempt(() -> text.deleteCharAt(5));
        attempt(() -> text.replace(6, 7, "x"));
        attempt(() -> text.setLength(-1));
        attempt(() -> text.substring(3, 9));
        attempt(() -> text.append("abc", 2, 9));
        attempt(() -> text.setCharAt(7, 'x'));
        attempt(() -> text.appendCodePoint(-5));
        attempt(() -> new StringBuilder(-1));
        attempt(() -> text.codePointAt(-1));
        System.out.println(text);
        java.util.StringJoiner joiner = new java.util.StringJoiner(", ", "{", "}");
        System.out.println(joiner + " " + joiner.setEmptyValue("EMPTY") + " " + joiner.add("a").add("b") + " " + joiner.length() + " " + joiner.merge(new java.util.StringJoiner("-").add("c").add("d")));
    }
}

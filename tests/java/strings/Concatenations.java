/** String concatenation of everything: all primitives at their limits, char arithmetic, null, objects with side
 * effects, more than 200 parts, long constants, surrogates, compound, in loops, constants folded and not, evaluation
 * once and in order. */
public class Concatenations {
    static final StringBuilder trace = new StringBuilder();
    static int n(int x) { trace.append(x); return x; }
    static class Loud { final int id; Loud(int id) { this.id = id; } @Override public String toString() { trace.append("L").append(id); return "loud" + id; } }
    static class Nameless { @Override public String toString() { return null; } }
    static class Failing { @Override public String toString() { throw new IllegalStateException("no text"); } }
    static final String A = "a", AB = A + "b" + 1 + 2L + 'c' + 1.5f + 2.5 + true + null;
    static String s = "s"; static char c = 'c'; static String none; static char[] chars = {'x', 'y'}; String[] array = {"p", null};

    static void primitives() {
        boolean z = true; byte b = -128; short h = -32768; char k = '\uffff'; int i = Integer.MIN_VALUE; long l = Long.MIN_VALUE; float f = Float.MIN_VALUE; double d = Double.MAX_VALUE;
        System.out.println("" + z + b + h + (int) k + i + l + f + d + !z + (byte) 127 + (short) 32767 + '\0' + Integer.MAX_VALUE + Long.MAX_VALUE + Float.NaN + Double.NEGATIVE_INFINITY + -0.0 + 0f + 1e10f + 1e-5 + 100.0 + 1234567.8f + 1e7 + 0.001 + 9999999.0 + (char) 65 + (k + 1) + (char) (k + 2));
        System.out.println(1 + 2 + "3" + 4 + 5 + 'x' + 1 + (char) ('x' + 1) + ('x' + 1) + -1 + +1L + ~5 + 010 + 0x10 + 0b11 + 1_000);
        System.out.println('a' + 'b' + "c" + 'd' + 'e' + (1 > 0) + (1 == 2 ? "y" : 'n') + (z ? 1 : 'c') + (z ? i : 'c') + (z ? null : 0));
        System.out.println("" + Integer.valueOf(5) + Character.valueOf('q') + (Object) 'r' + (Long) null + new int[0].length + (String) null + s + c + none + (s == null));
    }

    static void objects() {
        System.out.println("x" + new Loud(1) + n(2) + new Loud(3) + n(4) + " " + new Nameless() + (Object) null + trace);
        trace.setLength(0);
        String t = new Loud(1) + "" + n(n(2) + n(3)) + new Loud(n(4));
        System.out.println(t + " " + trace);
        trace.setLength(0);
        try { System.out.println("a" + n(1) + new Failing() + n(2)); } catch (IllegalStateException e) { System.out.println(e.getMessage() + trace); }
        trace.setLength(0);
        try { System.out.println("a" + n(1) + 1 / n(0) + new Loud(2)); } catch (ArithmeticException e) { System.out.println(e.getMessage() + trace); }
        StringBuilder b = new StringBuilder("b");
        String changed = "" + b + b.append("c") + b + b.append("d").length();
        System.out.println(changed);
        System.out.println("" + String.valueOf(chars) + String.valueOf((Object) "o") + java.util.List.of(1, "x") + java.util.Optional.empty() + Thread.State.NEW + new int[] {1}.length);
    }

    void compound() {
        String t = "t"; t += 1; t += 'c'; t += 2L + 3; t += null; t += 1.5f + "x" + 2; t += new char[0].length; t += t; t += (t += "!") + t.length();
        System.out.println(t);
        array[0] += 1; array[1] += "q"; array[array.length - 1] += array[0] += 'z';
        System.out.println(array[0] + array[1]);
        s += s; none += none; none += 1;
        System.out.println(s + none);
        Object o = "o"; o += "p"; o = o + "q" + 1;
        CharSequence q = "q"; q = q + "r";
        System.out.println(o + "" + q);
        int i = 5; String u = "" + i++ + i + ++i + i-- + (i = 9) + i + (i += 3) + i; System.out.println(u);
    }

    static void constants() {
        final String x = "x"; final int five = 5; final char y = 'y';
        System.out.println(AB + (AB == ("ab12c1.52.5truenull")) + (x + five + y == "x5y") + ((x + s) == "xs") + ("x" + 5 + y).intern().equals("x5y") + ("a" + "b" == "ab") + (AB.substring(0, 2) == "ab"));
        System.out.println("\u0001\u0002" + s + "\u0001" + c + "\u0002" + "tab\tquote\"back\\nul\0" + "\ud83d\ude00" + '\ud83d' + '\ude00' + "\ud83d" + "\ude00".length() + ("\ud83d" + '\ude00').codePointAt(0) + "\u00e4\u20ac\uffff");
        String long1 = "0123456789".repeat(1000), joined = long1 + s + long1 + c + long1;
        System.out.println(joined.length() + " " + joined.hashCode());
        System.out.println(("\u00e4" + s).length() + ("\u00e4" + "\u0416" + s + 'z' + 5).hashCode() + (s + '\u0416').length() + (c + "\u20ac").charAt(1));
    }

    static String many(int a, long b, double d, char e, String f, Object g) {
        return "" + a + b + d + e + f + g + a + b + d + e + f + g + a + b + d + e + f + g + a + b + d + e + f + g + a + b + d + e + f + g + a + b + d + e + f + g + a + b + d + e + f + g + a + b + d + e + f + g + a + b + d + e + f + g + a + b + d + e + f + g
            + "," + a + b + d + e + f + g + a + b + d + e + f + g + a + b + d + e + f + g + a + b + d + e + f + g + a + b + d + e + f + g + a + b + d + e + f + g + a + b + d + e + f + g + a + b + d + e + f + g + a + b + d + e + f + g + a + b + d + e + f + g
            + ";" + a + b + d + e + f + g + a + b + d + e + f + g + a + b + d + e + f + g + a + b + d + e + f + g + a + b + d + e + f + g + a + b + d + e + f + g + a + b + d + e + f + g + a + b + d + e + f + g + a + b + d + e + f + g + a + b + d + e + f + g
            + "." + a + b + d + e + f + g + a + b + d + e + f + g + a + b + d + e + f + g + a + b + d + e + f + g + a + b + d + e + f + g + a + b + d + e + f + g + a + b + d + e + f + g + a + b + d + e + f + g + a + b + d + e + f + g + a + b + d + e + f + g + "end";
    }

    public static void main(String[] arguments) {
        primitives();
        objects();
        new Concatenations().compound();
        constants();
        System.out.println(many(1, -2, 3.5, '4', "five", null) + many(0, Long.MAX_VALUE, -0.0, '\u0416', "", 'g').hashCode());
        String all = "";
        for (int i = 0; i < 300; i++) all = i % 3 == 0 ? all + i : i % 3 == 1 ? i + all : all + (char) ('a' + i % 26) + i * 0.5;
        System.out.println(all.length() + " " + all.hashCode());
    }
}

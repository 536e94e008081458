/** switch over ints, chars, bytes and shorts: dense, sparse, at the limits of int, falling through, default in the
 * middle, none at all, in loops with labels, nested, over expressions with effects. */
public class TableAndLookup {
    private static int dense(int x) {
        switch (x) {
            case 0: return 10;
            case 1: return 11;
            case 2: case 3: return 12;
            case 5: return 15;
            case 7: x += 100;
            case 8: x += 1000;
            default: return x;
            case 9: return 19;
        }
    }

    private static int sparse(int x) {
        int r = 0;
        switch (x) {
            case Integer.MIN_VALUE: r += 1;
            case -1000000: r += 2; break;
            case -1: r += 4;
            default: r += 8;
            case 0: r += 16; break;
            case 1 << 30: r += 32;
            case Integer.MAX_VALUE: r += 64;
        }
        return r;
    }

    private static int high(int x) {
        switch (x) {
            case Integer.MAX_VALUE - 3: return 3;
            case Integer.MAX_VALUE - 2: return 2;
            case Integer.MAX_VALUE - 1: return 1;
            case Integer.MAX_VALUE: return 0;
        }
        return -1;
    }

    private static int low(int x) {
        switch (x) {
            case Integer.MIN_VALUE: return 0;
            case Integer.MIN_VALUE + 1: return 1;
            case Integer.MIN_VALUE + 2: return 2;
            default: return -1;
        }
    }

    private static String narrow(byte b, short s, char c) {
        String r = "";
        switch (b) { case -128: r += "b0"; break; case -1: r += "b1"; break; case 127: r += "b2"; break; default: r += "b"; }
        switch (s) { case -32768: r += "s0"; break; case 0: r += "s1"; break; case 32767: r += "s2"; break; default: r += "s"; }
        switch (c) { case 0: r += "c0"; break; case 'a': case 'A': r += "ca"; break; case '\uffff': r += "c2"; break; default: r += "c"; }
        return r;
    }

    private static int one(int x) {
        switch (x) { case 5: return 1; }
        switch (x) { default: x++; }
        switch (x) { }
        return x;
    }

    private static String machine(String input) {
        StringBuilder out = new StringBuilder();
        int state = 0, number = 0;
        scan:
        for (int i = 0; ; i++) {
            char c = i < input.length() ? input.charAt(i) : '\0';
            switch (state) {
                case 0:
                    switch (c) {
                        case ' ': continue;
                        case '\0': break scan;
                        case '-': out.append("minus "); continue scan;
                        case '0': case '1': case '2': case '3': case '4': case '5': case '6': case '7': case '8': case '9':
                            number = c - '0'; state = 1; break;
                        case '"': state = 2; break;
                        default: out.append('?').append(c).append(' ');
                    }
                    break;
                case 1:
                    if (c >= '0' && c <= '9') { number = number * 10 + c - '0'; continue; }
                    out.append(number).append(' ');
                    state = 0; i--;
                    break;
                case 2:
                    switch (c) {
                        case '\0': out.append("unclosed"); break scan;
                        case '"': state = 0; out.append("; "); break;
                        case '\\': state = 3; break;
                        default: out.append(c);
                    }
                    break;
                case 3: out.append('<').append(c).append('>'); state = 2; break;
                default: throw new AssertionError(state);
            }
        }
        return out.toString();
    }

    private static int calls;
    private static int next() { return calls++; }

    private static int duff(int count) {
        int done = 0, n = (count + 7) / 8;
        if (count == 0) return 0;
        switch (count % 8) {
            case 0: done++;
            case 7: done++;
            case 6: done++;
            case 5: done++;
            case 4: done++;
            case 3: done++;
            case 2: done++;
            case 1: done++;
        }
        while (--n > 0) done += 8;
        return done;
    }

    public static void main(String[] arguments) {
        for (int x : new int[] {-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, Integer.MAX_VALUE, Integer.MIN_VALUE}) System.out.print(dense(x) + " ");
        System.out.println();
        for (int x : new int[] {Integer.MIN_VALUE, Integer.MIN_VALUE + 1, -1000001, -1000000, -999999, -1, 0, 1, 1 << 30, (1 << 30) - 1, Integer.MAX_VALUE}) System.out.print(sparse(x) + " " + high(x) + " " + low(x) + " ");
        for (int i = -4; i < 4; i++) System.out.print(high(Integer.MAX_VALUE + i) + " " + low(Integer.MIN_VALUE + i) + " ");
        System.out.println();
        for (int x : new int[] {0, 1, -1, 127, -128, 97, 65, 255, 32767, -32768, 65535, 256}) System.out.print(narrow((byte) x, (short) x, (char) x) + " ");
        System.out.println(one(5) + " " + one(6));
        for (String input : new String[] {"", "12 -345 \"a\\\"b\" x 7", "\"open", "0000123", "--"}) System.out.println(machine(input));
        for (int i = 0; i < 5; i++) switch (next() * next()) { case 0: System.out.print("zero "); break; case 6: System.out.print("six "); case 20: System.out.print("twenty "); break; default: System.out.print("other "); }
        System.out.println(calls);
        for (int i = 0; i < 20; i++) System.out.print(duff(i) + " ");
        System.out.println();
        long sum = 0;
        for (int i = -100; i < 100; i++) sum = sum * 31 + dense(i) + sparse(i * 10000) + one(i);
        System.out.println(sum);
    }
}

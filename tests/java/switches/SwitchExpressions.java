/** switch as an expression: in arguments, operands, conditions, assignments and lambdas, with values on the stack below
 * it, of every type, with exceptions out of it. */
public class SwitchExpressions {
    private static int calls;
    private static int note(int x) { calls = calls * 10 + x; return x; }

    private static double numeric(int x) { return switch (x) { case 0 -> 1; case 1 -> 2L; case 2 -> 3.5f; case 3 -> 'c'; default -> 4.25; }; }
    private static long integral(int x) { return switch (x) { case 0 -> (byte) -1; case 1 -> Integer.MIN_VALUE; case 2 -> 1L << 40; default -> 'z'; }; }
    private static Object boxed(int x) { return switch (x) { case 0 -> 1; case 1 -> "text"; case 2 -> 'c'; case 3 -> null; default -> new int[] {x}.length; }; }
    private static int mixed(int x) {
        return note(1) + switch (x) {
            case 0 -> note(2);
            case 1 -> { int y = note(3); yield y * switch (y) { case 3 -> note(4); default -> note(5); }; }
            case 2 -> throw new IllegalArgumentException("two");
            default -> {
                for (int i = 0; i < 3; i++) if (i == x - 3) yield note(6) + i;
                yield note(7);
            }
        } + note(8) * (switch (x & 1) { case 0 -> true; default -> false; } ? note(9) : note(0));
    }

    private static String old(int x) {
        String s = switch (x) {
            case 0:
            case 1: yield "few";
            case 2: System.out.print("two falls ");
            case 3: yield "some";
            default: { if (x < 0) yield "negative"; yield "many"; }
        };
        return s;
    }

    private static int guarded(int x) {
        try {
            return 100 + switch (x) {
                case 0 -> 5 / x;
                case 1 -> { try { throw new RuntimeException(); } catch (RuntimeException e) { yield 11; } finally { note(1); } }
                case 2 -> { try { yield 22; } finally { note(2); } }
                default -> { synchronized (SwitchExpressions.class) { yield 33; } }
            };
        } catch (ArithmeticException e) {
            return -1;
        }
    }

    private static boolean condition(int x) { return switch (x) { case 1, 3, 5 -> true; default -> false; } && !switch (x) { case 3 -> true; default -> false; }; }

    private static String nested(Integer a, String b) {
        return switch (a) {
            case 1 -> switch (b) { case "x" -> "1x"; case "y" -> "1y"; default -> "1?"; };
            case 2 -> b + switch (b.length()) { case 0 -> "none"; case 1 -> b.charAt(0); default -> 2.5; };
            default -> String.join(",", switch (b) { case "x" -> new String[] {"p", "q"}; default -> new String[] {b, b}; });
        };
    }

    interface Shape { }
    record Circle(int r) implements Shape { }
    record Square(int a) implements Shape { }

    public static void main(String[] arguments) {
        for (int i = 0; i < 5; i++) System.out.print(numeric(i) + " " + integral(i) + " " + boxed(i) + " " + old(i - 1) + " " + guarded(i) + " " + condition(i) + " ");
        System.out.println(calls);
        for (int i = 0; i < 7; i++) {
            calls = 0;
            try { System.out.print(mixed(i)); } catch (IllegalArgumentException e) { System.out.print(e.getMessage()); }
            System.out.print("/" + calls + " ");
        }
        System.out.println();
        for (int a = 1; a < 4; a++) for (String b : new String[] {"x", "y", "", "zz"}) System.out.print(nested(a, b) + " ");
        System.out.println();
        int[] array = {3, 1, 2};
        array[switch (array[1]) { case 1 -> 2; default -> 0; }] += switch (array.length) { case 3 -> array[0]; default -> 0; };
        System.out.println(array[0] + " " + array[1] + " " + array[2]);
        java.util.function.IntFunction<String> f = x -> switch (x) { case 0 -> "zero"; default -> { java.util.function.Supplier<String> g = () -> switch (x) { case 1 -> "one"; default -> "n" + x; }; yield g.get(); } };
        System.out.println(f.apply(0) + f.apply(1) + f.apply(2));
        System.out.println(String.format("%s %s", switch (array[1]) { case 1 -> "a"; default -> "b"; }, switch ("k") { case "k" -> 5; default -> 6; }));
    }
}

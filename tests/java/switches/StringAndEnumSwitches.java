/** switch over strings (same hash codes, empty, surrogates, null) and enums (with bodies, from another class, null), as
 * statements and expressions. */
public class StringAndEnumSwitches {
    enum Day { MONDAY, TUESDAY, WEDNESDAY { @Override int weight() { return 30; } }, THURSDAY, FRIDAY, SATURDAY, SUNDAY; int weight() { return ordinal(); } }

    private static int text(String s) {
        switch (s) {
            case "Aa": return 1;
            case "BB": return 2;
            case "AaAa": case "BBBB": return 3;
            case "AaBB": return 4;
            case "": return 5;
            case "\ud83d\ude00": return 6;
            case "a very long text that shares its beginning with another 1": return 7;
            case "a very long text that shares its beginning with another 2": return 8;
            case "null": return 9;
            default: return 0;
            case "last": return 10;
        }
    }

    private static String fall(String s) {
        String r = "";
        switch (s) {
            case "one": r += "1";
            case "two": r += "2";
            default: r += "d";
            case "three": r += "3"; break;
            case "four": r += "4";
        }
        return r;
    }

    private static String day(Day d) {
        switch (d) {
            case SATURDAY: case SUNDAY: return "weekend";
            case MONDAY: return "start";
            case WEDNESDAY: return "middle";
            default: return "work";
        }
    }

    private static int arrow(Day d) {
        return switch (d) {
            case MONDAY, FRIDAY, SUNDAY -> 6;
            case TUESDAY -> 7;
            case THURSDAY, SATURDAY -> { int n = d.name().length(); yield n; }
            case WEDNESDAY -> d.weight();
        };
    }

    private static String constant(String s) {
        final String a = "x", b = a + "y";
        switch (s) { case a: return "a"; case b: return "b"; case b + "z" + 1: return "c"; }
        return "none";
    }

    private static String thread(Thread.State state) {
        return switch (state) { case NEW -> "new"; case TERMINATED -> "gone"; default -> state.name().toLowerCase(); };
    }

    private static String expression(Object o) {
        String s = String.valueOf(o);
        return "<" + switch (s.length()) {
            case 0 -> "empty";
            case 1 -> {
                try {
                    yield "digit " + Integer.parseInt(s);
                } catch (NumberFormatException e) {
                    yield "letter " + s;
                } finally {
                    System.out.print("(looked) ");
                }
            }
            case 2, 3, 4 -> switch (s) { case "null" -> "null"; case "true" -> "yes"; default -> { if (s.startsWith("n")) yield "n..."; yield s; } };
            default -> { for (int i = 0; ; i++) if (i == s.length() || s.charAt(i) == ' ') yield s.substring(0, i); }
        } + ">";
    }

    public static void main(String[] arguments) {
        for (String s : new String[] {"Aa", "BB", "AaAa", "BBBB", "AaBB", "BBAa", "", "\ud83d\ude00", "\ud83d", "a very long text that shares its beginning with another 1", "a very long text that shares its beginning with another 3", "null", "last", "C#", new String("Aa"), new StringBuilder("la").append("st").toString()}) System.out.print(text(s) + " ");
        System.out.println();
        for (String s : new String[] {"one", "two", "three", "four", "five"}) System.out.print(fall(s) + " ");
        for (String s : new String[] {"x", "xy", "xyz1", "xyz"}) System.out.print(constant(s) + " ");
        System.out.println();
        for (Day d : Day.values()) System.out.print(day(d) + " " + arrow(d) + " " + d.weight() + " ");
        System.out.println(thread(Thread.currentThread().getState()) + " " + thread(new Thread().getState()));
        for (Object o : new Object[] {"", "7", "q", null, true, "no", "nope", "abcd", "two words"}) System.out.print(expression(o) + " ");
        System.out.println();
        try { text(null); } catch (NullPointerException e) { System.out.println("null text"); }
        try { day(null); } catch (NullPointerException e) { System.out.println("null day"); }
        try { arrow(null); } catch (NullPointerException e) { System.out.println("null arrow"); }
        Day d = Day.valueOf("FRIDAY");
        boolean free = switch (d) { case SATURDAY, SUNDAY: yield true; case FRIDAY: if (d.weight() > 3) yield false; default: yield d == null; };
        System.out.println(free);
    }
}

import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** EnumMap and EnumSet, also with more than 64 constants and constants with bodies. */
public class EnumMaps {
    enum Day { MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY }

    enum Operation {
        PLUS("+") {
            @Override
            int apply(int left, int right) {
                return left + right;
            }
        },
        TIMES("*") {
            @Override
            int apply(int left, int right) {
                return left * right;
            }
        };

        final String sign;

        Operation(String sign) {
            this.sign = sign;
        }

        abstract int apply(int left, int right);
    }

    enum Many {
        A0, A1, A2, A3, A4, A5, A6, A7, A8, A9, B0, B1, B2, B3, B4, B5, B6, B7, B8, B9, C0, C1, C2, C3, C4, C5, C6, C7, C8, C9, D0, D1, D2, D3, D4, D5, D6, D7, D8, D9,
        E0, E1, E2, E3, E4, E5, E6, E7, E8, E9, F0, F1, F2, F3, F4, F5, F6, F7, F8, F9, G0, G1, G2, G3, G4, G5, G6, G7, G8, G9
    }

    enum Empty { }

    public static void main(String[] arguments) {
        EnumMap<Day, String> map = new EnumMap<>(Day.class);
        map.put(Day.SUNDAY, "rest");
        map.put(Day.MONDAY, "work");
        map.put(Day.FRIDAY, null);
        System.out.println(map + " " + map.size() + " " + map.containsKey(Day.FRIDAY) + " " + map.containsValue(null) + " " + map.get(Day.TUESDAY));
        System.out.println(map.keySet() + " " + map.values() + " " + map.remove(Day.FRIDAY) + " " + map.remove(Day.FRIDAY));
        for (Map.Entry<Day, String> entry : map.entrySet()) entry.setValue(entry.getValue() + "!");
        System.out.println(map + " " + map.equals(new EnumMap<>(map)) + " " + map.equals(Map.of(Day.SUNDAY, "rest!", Day.MONDAY, "work!")));
        try {
            map.put(null, "x");
        } catch (NullPointerException e) {
            System.out.println("no null key " + map.containsKey(null));
        }
        try {
            new EnumMap<Day, String>(new java.util.HashMap<>());
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }

        EnumMap<Operation, Integer> results = new EnumMap<>(Operation.class);
        for (Operation operation : Operation.values()) results.put(operation, operation.apply(6, 7));
        System.out.println(results + " " + Operation.PLUS.getClass().getName() + " " + Operation.PLUS.getDeclaringClass().getSimpleName() + " " + Operation.valueOf("TIMES").sign);

        EnumSet<Day> weekend = EnumSet.of(Day.SATURDAY, Day.SUNDAY);
        EnumSet<Day> week = EnumSet.complementOf(weekend);
        System.out.println(weekend + " " + week + " " + EnumSet.range(Day.TUESDAY, Day.THURSDAY) + " " + EnumSet.noneOf(Day.class) + " " + EnumSet.allOf(Day.class).size());
        EnumSet<Day> copy = EnumSet.copyOf(List.of(Day.FRIDAY, Day.MONDAY, Day.FRIDAY));
        System.out.println(copy + " " + week.containsAll(copy) + " " + copy.retainAll(EnumSet.of(Day.MONDAY)) + " " + copy + " " + copy.addAll(weekend) + " " + copy);
        System.out.println(copy.removeAll(weekend) + " " + copy + " " + copy.contains(null) + " " + copy.remove("text"));
        try {
            EnumSet.copyOf(List.<Day>of());
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            EnumSet.range(Day.FRIDAY, Day.MONDAY);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }

        EnumSet<Many> many = EnumSet.range(Many.E8, Many.G1);
        System.out.println(many + " " + many.size());
        EnumSet<Many> rest = EnumSet.complementOf(many);
        rest.removeIf(value -> value.ordinal() % 9 != 0);
        System.out.println(rest + " " + rest.contains(Many.G0) + " " + rest.containsAll(many));
        Iterator<Many> iterator = many.iterator();
        while (iterator.hasNext())
            if (iterator.next().name().startsWith("F")) iterator.remove();
        System.out.println(many + " " + EnumSet.allOf(Many.class).equals(EnumSet.copyOf(Arrays.asList(Many.values()))));
        EnumMap<Many, Integer> large = new EnumMap<>(Many.class);
        for (Many value : Many.values()) if (value.ordinal() % 10 == 3) large.merge(value, value.ordinal(), Integer::sum);
        System.out.println(large);

        System.out.println(EnumSet.allOf(Empty.class) + " " + new EnumMap<Empty, String>(Empty.class) + " " + Empty.values().length);
        try {
            Day.valueOf("DOOMSDAY");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Day.MONDAY.compareTo(Day.SUNDAY) + " " + Enum.valueOf(Day.class, "MONDAY").ordinal() + " " + Day.class.getEnumConstants().length + " " + Day.TUESDAY.describeConstable().get());
    }
}

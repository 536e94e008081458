import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Work that a small input makes large: patterns that try everything, keys that all collide, sorting by an order that
 * is none, numbers and formats without measure, prefixes of all of each other. Other threads go on. */
public class SlowAlgorithms {
    static class Same { final int n; Same(int n) { this.n = n; } @Override public int hashCode() { return 7; } @Override public boolean equals(Object o) { return o instanceof Same && ((Same) o).n == n; } }

    public static void main(String[] arguments) throws Throwable {
        Attack.ticking("pattern", () -> System.out.println(Pattern.matches("(x+x+)+y", "x".repeat(18))));
        Attack.ticking("back references", () -> System.out.println(Pattern.compile("^(xx+)\\1+$").matcher("x".repeat(997)).matches()));
        Attack.ticking("colliding keys", () -> {
            Map<Same, Integer> map = new HashMap<>();
            for (int i = 0; i < Attack.some(4_000); i++) map.put(new Same(i), i);
            System.out.println(map.containsKey(new Same(-1)));
        });
        Attack.ticking("no order", () -> {
            Integer[] all = new Integer[Attack.some(50_000)];
            Random random = new Random(5);
            for (int i = 0; i < all.length; i++) all[i] = random.nextInt();
            try {
                Arrays.sort(all, (a, b) -> a % 3 - b % 5);
            } catch (IllegalArgumentException e) {
                // seen through
            }
            TreeSet<Integer> odd = new TreeSet<>((a, b) -> a < b ? 1 : 1);
            for (int i = 0; i < 2_000; i++) odd.add(1);
            System.out.println(odd.size());
        });
        Attack.ticking("numbers", () -> System.out.println(BigInteger.valueOf(7).pow(20_000).bitLength() + " " + BigInteger.ONE.shiftLeft(3_000).toString().length()));
        Attack.kind("number too large", () -> BigInteger.TWO.pow(Integer.MAX_VALUE));
        Attack.kind("shift too far", () -> BigInteger.ONE.shiftLeft(Integer.MAX_VALUE));
        Attack.kind("prime of no bits", () -> BigInteger.probablePrime(1, new Random(3)));
        Attack.kind("divide", () -> BigInteger.TEN.modPow(BigInteger.TEN.negate(), BigInteger.TEN));
        Attack.kind("width", () -> String.format("%2147483647d", 1));
        Attack.kind("width that is none", () -> String.format("%99999999999d", 1));
        Attack.kind("precision", () -> String.format("%.2000000000s|%-5.3f|%n%%%x", "x", 1e300, -1L).length());
        Attack.kind("index", () -> String.format("%2000000000$s", 1));
        Attack.kind("repeat", () -> "xy".repeat(Integer.MAX_VALUE));
        Attack.kind("joined", () -> String.join("x".repeat(1 << 20), java.util.Collections.nCopies(1 << 12, "y")));
        Attack.kind("replaced", () -> "x".repeat(1 << 15).replace("x", "y".repeat(1 << 17)));
        Attack.kind("pattern too deep", () -> Pattern.compile("(".repeat(50_000) + ")".repeat(50_000)));
        Attack.kind("pattern too large", () -> System.out.println(Pattern.compile("(x{1000}){1000}").matcher("x").matches()));
        Attack.kind("count", () -> Pattern.compile("x{99999999999}"));
        Attack.ticking("partitions", () -> System.out.println(IntStream.rangeClosed(1, 200).boxed().collect(Collectors.groupingBy(i -> i % 7, Collectors.mapping(i -> "x".repeat(i), Collectors.joining()))).size()));
        Attack.ticking("growing from the front", () -> { List<Integer> list = new ArrayList<>(); for (int i = 0; i < Attack.some(30_000); i++) list.add(0, i); System.out.println(list.get(list.size() - 1)); });
        Attack.ticking("doubles", () -> { double sum = 0; for (int i = 0; i < Attack.some(2_000); i++) sum += Double.parseDouble("2.2250738585072012e-" + (300 + i % 30)) + Double.parseDouble("1" + "0".repeat(300) + "e-" + i); System.out.println(sum > 0); });
        Attack.kind("long decimal", () -> System.out.println(new java.math.BigDecimal("1e-10000").setScale(3, java.math.RoundingMode.UP)));
        Attack.kind("decimal too long", () -> new java.math.BigDecimal("1e2147483647").add(new java.math.BigDecimal("1e-2147483647")));
        Attack.kind("endless decimal", () -> java.math.BigDecimal.ONE.divide(java.math.BigDecimal.valueOf(3)));
        Attack.kind("bits", () -> { java.util.BitSet bits = new java.util.BitSet(); bits.set(Integer.MAX_VALUE); for (int i = 0; i < 5; i++) bits.or((java.util.BitSet) bits.clone()); });
        Attack.kind("queue of none", () -> new java.util.PriorityQueue<Object>(-1));
        Attack.kind("map of all", () -> new HashMap<Object, Object>(Integer.MAX_VALUE).put(1, 1));
        Attack.kind("list of all", () -> new ArrayList<Object>(Integer.MAX_VALUE));
        Attack.kind("date", () -> java.time.LocalDate.MAX.plusDays(1));
        Attack.kind("duration", () -> java.time.Duration.ofSeconds(Long.MAX_VALUE).plusNanos(Long.MAX_VALUE));
        Attack.kind("scanner", () -> new java.util.Scanner("9".repeat(100_000)).nextInt());
    }
}

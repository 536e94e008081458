import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.Collectors;

/** BitSet: single bits, ranges over words, logic, neighbours, conversions, exceptions. */
public class BitSets {
    static BitSet of(int... bits) {
        BitSet set = new BitSet();
        for (int bit : bits) set.set(bit);
        return set;
    }

    public static void main(String[] arguments) {
        BitSet set = new BitSet(10);
        System.out.println(set + " " + set.size() + " " + set.length() + " " + set.cardinality() + " " + set.isEmpty());
        set.set(3);
        set.set(63);
        set.set(64, 67);
        set.set(130, true);
        set.set(1000, false);
        System.out.println(set + " " + set.size() + " " + set.length() + " " + set.cardinality());
        set.flip(60, 70);
        System.out.println(set);
        set.clear(61, 63);
        set.flip(200);
        System.out.println(set + " " + set.get(200) + " " + set.get(20000) + " " + set.get(59, 70));
        for (int from : new int[] {0, 3, 4, 69, 130, 131, 201}) System.out.println(from + " " + set.nextSetBit(from) + " " + set.nextClearBit(from) + " " + set.previousSetBit(from) + " " + set.previousClearBit(from));
        System.out.println(set.previousSetBit(-1) + " " + set.previousClearBit(-1));

        BitSet left = of(1, 2, 3, 100, 200), right = of(2, 3, 4, 200, 300);
        BitSet and = (BitSet) left.clone(), or = (BitSet) left.clone(), xor = (BitSet) left.clone(), not = (BitSet) left.clone();
        and.and(right);
        or.or(right);
        xor.xor(right);
        not.andNot(right);
        System.out.println(and + " " + or + " " + xor + " " + not + " " + left.intersects(right) + " " + not.intersects(right));
        System.out.println(left.hashCode() + " " + or.hashCode() + " " + left.equals(of(200, 100, 3, 2, 1)) + " " + left.equals(right));

        BitSet longs = BitSet.valueOf(new long[] {0x8000000000000001L, -1L, 0});
        System.out.println(longs.cardinality() + " " + longs.length() + " " + Arrays.toString(longs.toLongArray()) + " " + Arrays.toString(of(0, 9, 17).toByteArray()));
        System.out.println(BitSet.valueOf(new byte[] {1, 2, 3, 0, 0, 0, 0, 0, (byte) 0x80}) + " " + of(5, 70).stream().mapToObj(Integer::toString).collect(Collectors.joining("+")));
        longs.clear();
        longs.set(0, 1000);
        longs.clear(100, 990);
        System.out.println(longs.cardinality() + " " + longs.nextClearBit(0) + " " + longs.nextSetBit(100));
        BitSet sieve = new BitSet();
        sieve.set(2, 500);
        for (int i = 2; i * i < 500; i++)
            if (sieve.get(i))
                for (int j = i * i; j < 500; j += i) sieve.clear(j);
        System.out.println(sieve.cardinality() + " " + sieve.get(400, 500) + " " + sieve.length());
        int[][] bad = {{-1, 3}, {3, -1}, {5, 2}};
        for (int[] range : bad) {
            try {
                set.set(range[0], range[1]);
            } catch (IndexOutOfBoundsException e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            set.get(-5);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            new BitSet(-1);
        } catch (NegativeArraySizeException e) {
            System.out.println(e.getMessage());
        }
    }
}

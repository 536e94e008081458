/** A hash table with chains, written out: allocation, reference stores, pointer chasing. */
public class HashTable {
    private static final class Entry {
        final int key;
        int value;
        Entry next;

        Entry(int key, int value, Entry next) {
            this.key = key;
            this.value = value;
            this.next = next;
        }
    }

    private Entry[] buckets = new Entry[16];
    private int size;

    private static int spread(int key) {
        int hash = key * 0x9e3779b9;
        return hash ^ hash >>> 15;
    }

    private Entry find(int key) {
        Entry entry = buckets[spread(key) & (buckets.length - 1)];
        while (entry != null && entry.key != key) entry = entry.next;
        return entry;
    }

    private void grow() {
        Entry[] old = buckets;
        buckets = new Entry[old.length * 2];
        for (Entry first : old) {
            for (Entry entry = first; entry != null;) {
                Entry next = entry.next;
                int at = spread(entry.key) & (buckets.length - 1);
                entry.next = buckets[at];
                buckets[at] = entry;
                entry = next;
            }
        }
    }

    private void add(int key, int value) {
        Entry entry = find(key);
        if (entry != null) {
            entry.value += value;
            return;
        }
        if (size++ > buckets.length) grow();
        int at = spread(key) & (buckets.length - 1);
        buckets[at] = new Entry(key, value, buckets[at]);
    }

    public static void main(String[] arguments) {
        int repeats = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 180;
        long sum = 0;
        int seed = 1;
        for (int repeat = 0; repeat < repeats; repeat++) {
            HashTable table = new HashTable();
            for (int i = 0; i < 500_000; i++) {
                seed = seed * 1103515245 + 12345;
                table.add(seed >>> 12 & 0x3fff, i);
            }
            for (int key = 0; key < 0x4000; key++) {
                Entry entry = table.find(key);
                if (entry != null) sum = sum * 31 + entry.value;
            }
        }
        System.out.println("hashtable " + sum);
    }
}

import java.util.ArrayList;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

// Objects that only one method sees, often enough that a translation may do without them, and what can come between.
public class TakenApart {
    static final class All {
        byte b; short s; char c; boolean z; int i; long j; float f; double d; Object o;
    }
    static final class Point {
        final double x, y;
        Point(double x, double y) { this.x = x; this.y = y; }
        Point plus(Point other) { return new Point(x + other.x, y + other.y); }
        double square() { return x * x + y * y; }
    }
    static final class Pair {
        final Point first, second;
        Pair next;
        Pair(Point first, Point second) { this.first = first; this.second = second; }
    }
    static final class Counter {
        int up, down;
        long sum;
        void count(int by) {
            if ((by & 1) == 0) up++; else down--;
            sum += by;
        }
    }
    static final class Checked {
        final int value;
        Checked(int value) {
            if (value < 0) throw new IllegalArgumentException("below zero: " + value);
            this.value = value;
        }
    }
    static Object kept;
    static volatile int published;

    static long narrow(int i) {
        All all = new All();
        long zeros = all.b + all.s + all.c + (all.z ? 1 : 0) + all.i + all.j + (long) all.f + (long) all.d + (all.o == null ? 0 : 1);
        all.b = (byte) (i * 77);
        all.s = (short) (i * 7777);
        all.c = (char) (i * -3);
        all.z = i % 3 == 0;
        all.i = i * 1_000_003;
        all.j = (long) i << 33;
        all.f = i / 3f;
        all.d = i / 7d;
        all.o = i % 2 == 0 ? "even" : all;
        all.b++;
        all.s--;
        all.c += 70000;
        return zeros * 1000 + all.b + 3 * all.s + 5 * all.c + (all.z ? 7 : 11) + all.i + all.j + (long) (all.f * 100) + (long) (all.d * 1000)
            + (all.o == all ? 13 : 17);
    }

    static double points(int n) {
        double sum = 0;
        for (int i = 0; i < n; i++) sum += new Pair(new Point(i, 1), new Point(2, i)).first.plus(new Point(i, -i)).square();
        return sum;
    }

    static long counted(int n) {
        Counter counter = new Counter();
        for (int i = 0; i < n; i++) {
            if (i % 5 == 4) continue;
            counter.count(i);
            if (counter.sum > 100_000) counter.sum -= 99_999;
        }
        return counter.sum * 31 + counter.up * 7L + counter.down;
    }

    // The one before the last, across turns of the loop.
    static double carried(int n) {
        Point last = new Point(0, 0), before = last;
        for (int i = 0; i < n; i++) {
            Point point = new Point(i, last.x);
            before = last;
            last = point;
        }
        return before.x * 1000 + before.y + last.square();
    }

    static int seldomSeen(int i) {
        Counter counter = new Counter();
        counter.count(i);
        if (i % 10_000 == 0) kept = counter;
        counter.count(i + 1);
        Counter same = i % 10_000 == 0 ? (Counter) kept : counter;
        return same == counter ? same.up - same.down + (int) same.sum : -1;
    }

    static int ring(int i) {
        Pair pair = new Pair(null, null);
        pair.next = pair;
        return pair.next.next == pair && pair.first == null ? i : -i;
    }

    static int locked(int i) {
        Counter counter = new Counter();
        synchronized (counter) {
            counter.count(i);
        }
        return counter.up + (Thread.holdsLock(counter) ? 100 : 0);
    }

    static int caught(int i) {
        Counter counter = new Counter();
        try {
            counter.count(2);
            counter.count(new Checked(i % 4 - 1).value);
            counter.count(4);
        } catch (IllegalArgumentException e) {
            return counter.up * 10 + e.getMessage().length();
        } finally {
            published += counter.up;
        }
        return counter.up;
    }

    static int checks(int i) {
        Object object = new Checked(i & 1023);
        if (object == null || object.equals(null)) return -1;
        int result = object instanceof Checked ? ((Checked) object).value : 0;
        return object instanceof Iterable ? -2 : result + (object.getClass() == Checked.class ? 1 : 0);
    }

    static String why(int i) {
        try {
            return "" + new Checked(i).value;
        } catch (IllegalArgumentException e) {
            StackTraceElement[] trace = e.getStackTrace();
            return e.getMessage() + " in " + trace[0] + " from " + trace[1];
        }
    }

    static int optional(String text, int i) {
        return Optional.ofNullable(i % 7 == 0 ? null : text).map(String::length).filter(n -> n > 2).orElse(i % 2);
    }

    // ---- What goes through a list, of nearly always the same class

    static long sum(Iterable<Integer> all) {
        long sum = 0;
        for (int one : all) sum += one;
        return sum;
    }

    static int nested(List<Integer> outer, List<Integer> inner, int most) {
        int count = 0;
        rows: for (Integer a : outer) {
            for (Integer b : inner) {
                if (a + b == most) return count;
                if (b > a) continue rows;
                if (b == 7) break;
                count += a - b;
            }
            count++;
        }
        return -count;
    }

    static String changed(List<Integer> list, int at) {
        try {
            int seen = 0;
            for (Integer one : list) if (seen++ == at) list.add(one);
            return "seen " + seen;
        } catch (ConcurrentModificationException e) {
            list.remove(list.size() - 1);
            return "changed";
        } finally {
            published++;
        }
    }

    static int removed(List<Integer> list) {
        int count = 0;
        for (Iterator<Integer> i = list.iterator(); i.hasNext();) {
            if (i.next() % 3 == 0) {
                i.remove();
                count++;
            }
        }
        return count;
    }

    static int kinds(List<Object> list) {
        int sum = 0;
        for (Object one : list) {
            switch (one.hashCode() & 3) {
            case 0: sum += 1; break;
            case 1: sum += 20; continue;
            case 2: sum -= 3; break;
            default: sum ^= 5;
            }
            sum *= 3;
        }
        return sum;
    }

    static long entries(Map<String, Integer> map) {
        long sum = 0;
        for (Map.Entry<String, Integer> entry : map.entrySet()) sum = sum * 31 + entry.getKey().length() * entry.getValue();
        for (String key : map.keySet()) sum += key.charAt(0);
        for (int value : map.values()) sum ^= value;
        return sum;
    }

    public static void main(String[] arguments) {
        long sum = 0, hash = 0;
        for (int i = -40_000; i < 40_000; i++) hash = hash * 31 + narrow(i);
        System.out.println("narrow " + hash);
        double points = 0;
        for (int i = 0; i < 20_000; i++) points += points(i % 10);
        System.out.println("points " + points + " " + points(50_000));
        for (int i = 0; i < 20_000; i++) sum += counted(i % 20);
        System.out.println("counted " + sum + " " + counted(100_000));
        for (int i = 0; i < 20_000; i++) points += carried(i % 10);
        System.out.println("carried " + points + " " + carried(50_000));
        for (int i = 0; i < 100_000; i++) sum += seldomSeen(i) + ring(i) + locked(i) + caught(i) + checks(i);
        System.out.println("alone " + sum + " " + published + " " + ((Counter) kept).sum);
        for (int i = 0; i < 20_000; i++) hash = hash * 31 + why(i % 50 - 1).hashCode();
        System.out.println("thrown " + hash + " " + why(-5));
        for (int i = 0; i < 100_000; i++) sum += optional("text", i) + optional("i", i);
        System.out.println("optional " + sum);

        List<Integer> array = new ArrayList<>(), linked = new LinkedList<>();
        for (int i = 0; i < 10; i++) {
            array.add(i * 3 % 10);
            linked.add(i * 7 % 10);
        }
        for (int i = 0; i < 60_000; i++) sum += sum(i % 1000 == 999 ? linked : array);
        System.out.println("sum " + sum + " " + sum(linked) + " " + sum(Arrays.asList(1, 2, 3)) + " " + sum(List.of(4, 5)));
        for (int i = 0; i < 30_000; i++) sum += sum(linked) - sum(List.of(i, i + 1, i + 2)); // now others are usual
        System.out.println("others " + sum);
        for (int i = 0; i < 20_000; i++) sum += nested(array, i % 500 == 7 ? linked : array, i % 19);
        System.out.println("nested " + sum + " " + nested(linked, array, 3) + " " + nested(linked, linked, 40));
        int changed = 0;
        for (int i = 0; i < 20_000; i++) changed += changed(array, i % 12).length() + changed(linked, i % 12).length();
        System.out.println("changed " + changed + " " + array + " " + linked + " " + published);
        for (int i = 0; i < 20_000; i++) {
            array.add(i % 7);
            sum += removed(i % 100 == 99 ? linked : array);
            linked.add(i % 9);
        }
        System.out.println("removed " + sum + " " + array.size() + " " + linked.size());
        List<Object> objects = new ArrayList<>(List.of("a", 1, 'c', 4L, true, "longer"));
        for (int i = 0; i < 30_000; i++) sum += kinds(objects);
        System.out.println("kinds " + sum + " " + kinds(new LinkedList<>(objects)));
        Map<String, Integer> hashed = new HashMap<>(), sorted = new TreeMap<>(), kept = new LinkedHashMap<>();
        for (int i = 0; i < 20; i++) for (Map<String, Integer> map : List.of(hashed, sorted, kept)) map.put("k" + i * i, i);
        for (int i = 0; i < 20_000; i++) sum += entries(i % 300 == 13 ? sorted : i % 300 == 14 ? kept : hashed);
        System.out.println("entries " + sum + " " + entries(hashed) + " " + entries(sorted) + " " + entries(kept));
        try {
            sum(null);
        } catch (NullPointerException e) {
            System.out.println("null in line " + e.getStackTrace()[0].getLineNumber());
        }
    }
}

/** The same small method called on one object after another, before and after a class overrides it: each call has its
 * own receiver's method and result. */
public class Rows {
    static class Link {
        final int value;
        Link next;

        Link(int value, Link next) {
            this.value = value;
            this.next = next;
        }

        int value() { return value; }
        Link next() { return next; }
        int plus(int x) { return x * 3 + value; }
    }

    /** Loaded only when the loops have been translated again. */
    static class Odd extends Link {
        static int calls;

        Odd(int value, Link next) { super(value, next); }

        @Override int value() {
            calls++;
            return -super.value();
        }

        @Override int plus(int x) { return x - value; }

        @Override Link next() {
            if (value == 13) throw new IllegalStateException("at 13");
            calls += 1000;
            return super.next();
        }
    }

    /** What verifies this one loads the other class. */
    static class Maker {
        static Link make(int value, Link next) { return new Odd(value, next); }
    }

    static Link make(int length, int odd) {
        Link link = null;
        for (int i = 1; i <= length; i++) link = odd != 0 && i % odd == 0 ? Maker.make(i, link) : new Link(i, link);
        return link;
    }

    /** Two that are there before either is asked, whose results go round a loop. */
    static int common(Link a, Link b) {
        int count = 0;
        while (a != null && b != null) {
            a = a.next();
            b = b.next();
            count++;
        }
        return a == null ? b == null ? count : -count : count + 1000;
    }

    /** Four in a row, all used after the last. */
    static int four(Link a, Link b, Link c, Link d) {
        int first = a.value(), second = b.value(), third = c.value(), fourth = d.value();
        return first * 1_000_000 + second * 10_000 + third * 100 + fourth;
    }

    /** The second call needs the first one's result. */
    static int chained(Link a, Link b, int x) { return b.plus(a.plus(x)); }

    /** The second receiver comes from the first call. */
    static int second(Link a) { return a.next().next().value(); }

    /** What comes after one way ends the method, and after a result that differs from way to way. */
    static int smaller(Link a, Link b) {
        int left = a.value(), right = b.value();
        if (left < right) return left;
        return right - left;
    }

    /** The second call throws, with the first one's result alive in the handler. */
    static int caught(Link a, Link b) {
        int got = 0;
        try {
            got = a.value();
            got += b.value();
            got += b.next() == null ? 1 : 2;
        } catch (NullPointerException | IllegalStateException e) {
            return 5000 + got;
        }
        return got;
    }

    static void all(String when, int odd) {
        Link[] links = new Link[16];
        int place = 0;
        for (Link link = make(16, odd); link != null; link = link.next) links[place++] = link;
        long sum = 0;
        for (int i = 0; i < 30_000; i++) {
            Link a = links[i % 14], b = links[i * 7 % 13], c = links[i * 5 % 11], d = links[i * 3 % 14];
            sum = sum * 31 + four(a, b, c, d);
            sum = sum * 31 + smaller(a, b);
            sum = sum * 31 + chained(a, b, i);
            sum = sum * 31 + caught(a, i % 100 == 0 ? null : b);
            try {
                sum = sum * 31 + second(a);
                sum = sum * 31 + common(a, b);
            } catch (IllegalStateException e) {
                sum++;
            }
        }
        System.out.println(when + ": " + sum + " " + four(links[0], links[1], links[2], links[3]) + " " + smaller(links[3], links[2]) + " " + caught(links[1], null));
    }

    public static void main(String[] arguments) {
        all("no class overrides", 0);
        all("one does", 3);
        System.out.println(Odd.calls);
        all("all do", 1);
        System.out.println(Odd.calls);
        all("no such object", 0);
    }
}

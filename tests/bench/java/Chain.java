/** A function of three linked lists that calls itself for each shorter one: calls, and fields behind methods that could
 * be overridden. */
class Chain {
    private static class Link {
        private final Object value;
        private Link next;

        Link(Object value) {
            this.value = value;
        }

        Object value() { return value; }
        Link next() { return next; }
        void setNext(Link next) { this.next = next; }

        int length() {
            return next == null ? 1 : 1 + next.length();
        }
    }

    private Link make(int length) {
        if (length == 0) return null;
        Link link = new Link(length);
        link.setNext(make(length - 1));
        return link;
    }

    private boolean isShorter(Link a, Link b) {
        Link left = a, right = b;
        while (right != null) {
            if (left == null) return true;
            left = left.next();
            right = right.next();
        }
        return false;
    }

    private Link tail(Link x, Link y, Link z) {
        if (!isShorter(y, x)) return z;
        return tail(tail(x.next(), y, z), tail(y.next(), z, x), tail(z.next(), x, y));
    }

    static int round() {
        Chain chain = new Chain();
        return chain.tail(chain.make(15), chain.make(10), chain.make(6)).length();
    }
}

/** Discs of a tower are moved from pile to pile: linked objects in an array, checked stores, recursion. */
class Hanoi {
    private static final class Disc {
        final int size;
        Disc below;

        Disc(int size) {
            this.size = size;
        }
    }

    private final Disc[] piles = new Disc[3];
    private int moves;

    private void push(Disc disc, int pile) {
        Disc top = piles[pile];
        if (top != null && disc.size >= top.size) throw new IllegalStateException("a larger disc on a smaller one");
        disc.below = top;
        piles[pile] = disc;
    }

    private Disc pop(int pile) {
        Disc top = piles[pile];
        if (top == null) throw new IllegalStateException("no disc here");
        piles[pile] = top.below;
        top.below = null;
        return top;
    }

    private void moveTop(int from, int to) {
        push(pop(from), to);
        moves++;
    }

    private void move(int discs, int from, int to) {
        if (discs == 1) {
            moveTop(from, to);
            return;
        }
        int other = 3 - from - to;
        move(discs - 1, from, other);
        moveTop(from, to);
        move(discs - 1, other, to);
    }

    static int round() {
        Hanoi hanoi = new Hanoi();
        for (int size = 13; size > 0; size--) hanoi.push(new Disc(size), 0);
        hanoi.move(13, 0, 1);
        return hanoi.moves;
    }
}

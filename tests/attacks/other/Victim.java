/** The same names with other shapes: an attacker is given these before the victim's own. */
public class Victim {
    interface Service extends gnomon.Portal {
        Shape shape(Shape shape);

        Object same(Object object);

        void nowhere(int[] number);
    }

    /** Elsewhere an interface. */
    static class Kind {
    }

    /** Elsewhere with a finalizer. */
    static class Ended {
        int number = 1;
    }

    static class Shape {
        long number = 0x7777777777777777L;
        Object text = new int[] {1, 2, 3};
        String more = "more";
    }
}

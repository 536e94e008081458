/**
 * An object is cast to a class that it is not of, where the translator knows of which class it is: what follows the
 * cast is never reached, and must not be bound to whatever stands in the object's class in the place of the method that
 * is named. In one place of the classes below are a method without and one with many parameters, and methods of which
 * one returns nothing.
 */
public class ImpossibleCasts {
    static class Plain {
        int none() { return 1; }
        int many(int a, long b, Object c, double d, int[] e, int f, int g, int h) { return a + e[f] + g * h; }
        long gives() { return 3; }
        void nothing() {}
        Object made() { return this; }
    }

    static class Other {
        int many(int a, long b, Object c, double d, int[] e, int f, int g, int h) { return a + (int) b + c.hashCode() + (int) d + e[f] + g * h; }
        int none() { return 2; }
        void nothing() {}
        long gives() { return 4; }
        double made() { return 0.5; }
    }

    static class More extends Plain {
        int none() { return 5; }
    }

    static class MoreOther extends Other {
        int none() { return 6; }
    }

    static int none() {
        Object object = new Other();
        return ((Plain) object).none();
    }

    static int many() {
        Object object = new Plain();
        return ((Other) object).many(1, 2, "3", 4, new int[5], 0, 6, 7);
    }

    static long gives() {
        Object object = new Other();
        return ((Plain) object).gives() + 1;
    }

    static void nothing() {
        Object object = new Plain();
        ((Other) object).nothing();
    }

    static int made() {
        Object object = new Other();
        return ((Plain) object).made().hashCode();
    }

    static int ofElements(int turn) {
        Object[] strings = new String[] {"a", "b"};
        return ((More) strings[turn & 1]).none();
    }

    static double right() {
        Object plain = new More(), other = new MoreOther();
        return ((Plain) plain).none() + ((Other) other).none() + ((Plain) plain).gives() + ((Other) other).gives() + ((Other) other).made();
    }

    interface Action {
        double run(int turn);
    }

    static void count(String name, Action action) {
        int thrown = 0;
        double sum = 0;
        for (int i = 0; i < 20_000; i++) {
            try {
                sum += action.run(i);
            } catch (ClassCastException e) {
                thrown++;
            }
        }
        System.out.println(name + " " + thrown + " " + sum);
    }

    public static void main(String[] arguments) {
        System.out.println(new Plain().none() + new Other().none() + new More().none() + new MoreOther().none());
        count("none", turn -> none());
        count("many", turn -> many());
        count("gives", turn -> gives());
        count("nothing", turn -> { nothing(); return 0; });
        count("made", turn -> made());
        count("elements", ImpossibleCasts::ofElements);
        count("right", turn -> right());
    }
}

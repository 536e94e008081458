/** One method called from two others, of which only one has it call what takes long: to divide its callee's time by its
 * own is wrong by half. */
public class Divided {
    static int state = 1;

    static void turn(int turns) {
        int value = state;
        for (int i = turns; i > 0; i--) value = value * 31 + i;
        state = value;
    }

    static void work() { turn(2000); }

    static void shared(boolean works) {
        if (works) work();
        else turn(2000);
    }

    static void one() { shared(true); }

    static void other() { shared(false); }

    public static void main(String[] arguments) {
        for (int i = 0; i < 500; i++) {
            one();
            other();
        }
    }
}

/** A clone of an object with a finalizer has a finalizer of its own. */
public class ClonedFinalizers {
    private static int finalized;

    static class Counted implements Cloneable {
        final int number;
        Counted(int number) { this.number = number; }

        Counted twin() {
            try {
                return (Counted) clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        @SuppressWarnings("deprecation")
        protected void finalize() {
            synchronized (ClonedFinalizers.class) {
                finalized += number;
            }
        }
    }

    private static synchronized int seen() { return finalized; }

    private static void make() {
        for (int i = 1; i <= 10; i++) {
            Counted twin = new Counted(i).twin();
            if (twin.number != i) System.out.println("not alike");
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        make();
        for (int i = 0; i < 200 && seen() < 110; i++) {
            System.gc();
            System.runFinalization();
            Thread.sleep(5);
        }
        System.out.println("finalized " + seen());
    }
}

/** When static initialisers run, in what order, once, what of them other threads see, and what becomes of a class whose
 * initialiser fails. */
public class Initialisation {
    static int note(String text, int value) {
        System.out.println("init " + text);
        return value;
    }

    static class Base {
        static int a = note("Base.a", 1);
        static final int CONSTANT = 42;
        static final Integer BOXED = note("Base.BOXED", 43);
        int x = note("Base.x", 5);

        { note("Base block", 0); }

        Base() {
            note("Base()", 0);
            hook();
        }

        void hook() { note("Base.hook", 0); }
    }

    static class Derived extends Base {
        static int b = note("Derived.b", a + 1);
        int y = note("Derived.y", 6);

        static { note("Derived static", b); }

        @Override
        void hook() { note("Derived.hook y=" + y, 0); }
    }

    interface Plain { int N = note("Plain.N", 7); }
    interface WithDefault { int M = note("WithDefault.M", 8); default int m() { return M; } }
    static class Both implements Plain, WithDefault { static int both = note("Both", 1); }

    static class Circle1 { static int v = Circle2.v + 1; static int w = 10; }
    static class Circle2 { static int v = Circle1.w + 100; }

    static class Lazy { static final Object LOCK = new Object(); static int touched = note("Lazy", 1); static void touch() { touched++; } }

    static class Failing {
        static int count;
        static int value = fail();

        static int fail() { throw new IllegalStateException("no " + ++count); }
    }

    static class Slow {
        static int first = note("Slow", 1);
        static int second;

        static {
            try {
                Thread.sleep(30);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            second = first + 1;
        }
    }

    enum Level { LOW, HIGH; static { note("Level " + values().length, 0); } static final Level DEFAULT = HIGH; }

    private static void failing() {
        for (int i = 0; i < 3; i++) {
            try {
                System.out.println(Failing.value);
            } catch (ExceptionInInitializerError e) {
                System.out.println(e.getMessage() + " " + e.getCause());
            } catch (NoClassDefFoundError e) {
                System.out.println(e.getMessage() + " " + e.getCause());
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        System.out.println("begin " + Base.CONSTANT);
        Base[] none = new Derived[2];
        System.out.println(none.length + " " + (none[0] instanceof Derived) + " " + Derived.class.getSimpleName());
        System.out.println(Derived.a);
        new Derived();
        System.out.println(new Derived().x);
        System.out.println(Both.both);
        System.out.println(new Both().m() + " " + Both.N);
        System.out.println(Circle1.v + " " + Circle2.v + " " + Circle1.w);
        Class<?> lazy = Class.forName("Initialisation$Lazy", false, Initialisation.class.getClassLoader());
        System.out.println("not yet");
        Class.forName(lazy.getName());
        Lazy.touch();
        System.out.println(Lazy.touched);
        failing();
        System.out.println(Level.DEFAULT);
        Thread[] threads = new Thread[4];
        final int[] seen = new int[4];
        for (int i = 0; i < threads.length; i++) {
            final int number = i;
            threads[i] = new Thread() {
                @Override
                public void run() {
                    seen[number] = Slow.second;
                }
            };
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(seen[0] + seen[1] + seen[2] + seen[3]);
    }
}

import java.io.PrintWriter;
import java.io.StringWriter;

/** Whole stack traces: nested causes, suppressed ones, constructors, static initialisers, natives and reflection
 * between, handlers in callers, and traces taken by hand. */
public class Traces {
    static class Own extends RuntimeException {
        private static final long serialVersionUID = 1;

        Own(String message) {
            this(message, null);
        }

        Own(String message, Throwable cause) {
            super(message + "!", cause);
        }
    }

    static class Silent extends Exception {
        private static final long serialVersionUID = 1;

        Silent() {
            super("silent", null, true, false);
        }

        @Override
        public String toString() {
            return "Silent itself";
        }
    }

    static class Unlucky {
        static final int VALUE = compute(0);

        static int compute(int x) {
            return 5 / x;
        }
    }

    static class Child extends Unlucky {
        static int other = 1;
    }

    interface Step {
        int run(int[] values, Object text);
    }

    private static final Step[] STEPS = {
        new Step() {
            @Override
            public int run(int[] values, Object text) {
                return values[values.length]
                    + 1;
            }
        },
        new Step() {
            @Override
            public int run(int[] values, Object text) {
                return ((Integer) text) + 1;
            }
        },
        new Step() {
            @Override
            public int run(int[] values, Object text) {
                return values[0] /
                    (values[1] - values[1]);
            }
        },
        new Step() {
            @Override
            public int run(int[] values, Object text) {
                Object[] strings = new String[1];
                strings[0] = values;
                return 0;
            }
        },
        new Step() {
            @Override
            public int run(int[] values, Object text) {
                return new int[-values.length].length;
            }
        },
        new Step() {
            @Override
            public int run(int[] values, Object text) {
                Object none = values.length > 100 ? text : null;
                return none.hashCode();
            }
        },
        new Step() {
            @Override
            public int run(int[] values, Object text) {
                return Child.compute(Child.other);
            }
        },
        new Step() {
            @Override
            public int run(int[] values, Object text) {
                throw new Own("own", new Silent());
            }
        },
        new Step() {
            @Override
            public int run(int[] values, Object text) {
                return "abc".charAt(values.length + 5);
            }
        },
        new Step() {
            @Override
            public int run(int[] values, Object text) {
                synchronized (text) {
                    synchronized (values) {
                        throw new IllegalMonitorStateException(text + " " + Thread.holdsLock(values));
                    }
                }
            }
        },
    };

    private static String text(Throwable e) {
        StringWriter text = new StringWriter();
        e.printStackTrace(new PrintWriter(text, true));
        // Frames of reflection differ between machines, and are not what this is about
        StringBuilder kept = new StringBuilder();
        String all = text.toString();
        for (int start = 0, end = all.indexOf('\n'); end >= 0; start = end + 1, end = all.indexOf('\n', start)) {
            String line = all.substring(start, end);
            if (line.startsWith("\t... ")) {
                kept.append("\t... more\n");
            } else if (line.indexOf("reflect.") < 0) {
                kept.append(line).append('\n');
            }
        }
        return kept.toString();
    }

    private static int deeper(int depth, Step step) {
        if (depth == 0) {
            return step.run(new int[2], "text");
        }
        int result = 0;
        try {
            result = deeper(depth - 1, step);
        } catch (ArithmeticException e) {
            if (depth == 2) {
                throw new Own("wrapped", e);
            }
            throw e;
        } finally {
            result += depth;
        }
        return result;
    }

    private static synchronized int locked(Step step) {
        return deeper(3, step);
    }

    private int field = deeper(0, STEPS[1]);

    private static void suppressed() {
        Own first = new Own("first");
        first.addSuppressed(new IllegalStateException("beside", new Own("below")));
        first.addSuppressed(new Silent());
        System.out.print(text(first));
    }

    private static void refill() {
        Throwable made = make();
        System.out.print(text(made));
        made.fillInStackTrace();
        System.out.print(text(made));
        made.setStackTrace(new StackTraceElement[] {new StackTraceElement("no.Such", "method", "File.java", 7)});
        System.out.print(text(made));
        System.out.println(Thread.currentThread().getStackTrace()[1]);
    }

    private static Throwable make() {
        return new Own("made");
    }

    public static void main(String[] arguments) throws Exception {
        for (Step step : STEPS) {
            try {
                System.out.println(locked(step));
            } catch (Throwable e) {
                System.out.print(text(e));
            }
        }
        try {
            System.out.println(new Traces().field);
        } catch (ClassCastException e) {
            System.out.print(text(e));
        }
        try {
            Traces.class.getDeclaredMethod("deeper", int.class, Step.class).invoke(null, 1, STEPS[4]);
        } catch (java.lang.reflect.InvocationTargetException e) {
            System.out.print(text(e));
        }
        suppressed();
        refill();
        Thread thread = new Thread("failing") {
            @Override
            public void run() {
                locked(STEPS[2]);
            }
        };
        thread.start();
        thread.join();
        System.out.println(thread.getState());
    }
}

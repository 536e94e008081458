/** Exceptions: implicit ones with their messages, finally, deep recursion, traces, and one that nobody catches. */
public class Exceptions {
    private static int depth;

    static class Failure extends Exception {
        private static final long serialVersionUID = 1;

        Failure(String message, Throwable cause) {
            super(message, cause);
        }
    }

    static class Broken {
        static int value = 1 / Integer.parseInt("0");
    }

    private static void show(Throwable e) {
        System.out.println(e.getClass().getName() + ": " + e.getMessage());
    }

    private static void recurse() {
        depth++;
        recurse();
    }

    private static void implicit() {
        Object[] strings = new String[1];
        Object text = "text";
        int[] numbers = new int[3];
        int zero = 0;
        String none = null;
        try { numbers[3] = 1; } catch (ArrayIndexOutOfBoundsException e) { show(e); }
        try { numbers[zero - 1] = 1; } catch (ArrayIndexOutOfBoundsException e) { show(e); }
        try { strings[0] = Integer.valueOf(1); } catch (ArrayStoreException e) { show(e); }
        try { System.out.println((Integer) text); } catch (ClassCastException e) { show(e); }
        try { System.out.println((Runnable[]) (Object) new Exceptions[0]); } catch (ClassCastException e) { show(e); }
        try { System.out.println(1 / zero); } catch (ArithmeticException e) { show(e); }
        try { System.out.println(1L % zero); } catch (ArithmeticException e) { show(e); }
        try { System.out.println(new int[zero - 1]); } catch (NegativeArraySizeException e) { show(e); }
        try { System.out.println(new int[2][zero - 2].length); } catch (NegativeArraySizeException e) { show(e); }
        try { none.length(); } catch (NullPointerException e) { System.out.println(e.getClass()); }
        try { throw null; } catch (NullPointerException e) { System.out.println(e.getClass()); }
        try { synchronized (none) { zero++; } } catch (NullPointerException e) { System.out.println(e.getClass()); }
        try { System.arraycopy(numbers, 2, numbers, 0, 2); } catch (ArrayIndexOutOfBoundsException e) { show(e); }
        try { System.arraycopy(numbers, 0, strings, 0, 1); } catch (ArrayStoreException e) { show(e); }
        try { System.arraycopy(new Object[] {"a", 1}, 0, strings = new String[2], 0, 2); } catch (ArrayStoreException e) { show(e); }
        System.out.println(strings[0]);
        try { Class.forName("no.such.Thing"); } catch (ClassNotFoundException e) { show(e); }
        try { "abc".substring(4); } catch (StringIndexOutOfBoundsException e) { show(e); }
    }

    private static int finallyOrder(int way) {
        StringBuilder order = new StringBuilder();
        try {
            try {
                order.append("try ");
                if (way == 1) throw new IllegalStateException("inner");
                if (way == 2) return order.length();
            } catch (IllegalStateException e) {
                order.append("catch ");
                throw new IllegalArgumentException("from catch", e);
            } finally {
                order.append("finally ");
            }
        } catch (IllegalArgumentException e) {
            order.append(e.getCause().getMessage());
        } finally {
            System.out.println(order);
        }
        return 0;
    }

    private static void third() throws Failure {
        try {
            Integer.parseInt("x1");
        } catch (NumberFormatException e) {
            throw new Failure("wrapped", e);
        }
    }

    private static void second() throws Failure {
        third();
    }

    public static void main(String[] args) throws Exception {
        implicit();
        for (int way = 0; way < 3; way++) {
            finallyOrder(way);
        }
        try {
            recurse();
        } catch (StackOverflowError e) {
            System.out.println("overflow " + (depth > 1000) + " " + (e.getStackTrace().length > 1000));
        }
        for (int i = 0; i < 2; i++) {
            try {
                System.out.println(Broken.value);
            } catch (ExceptionInInitializerError e) {
                System.out.println("initializer: " + e.getException());
            } catch (NoClassDefFoundError e) {
                show(e);
            }
        }
        try {
            second();
        } catch (Failure e) {
            StackTraceElement[] trace = e.getStackTrace();
            for (StackTraceElement element : trace) {
                System.out.println(element);
            }
            e.printStackTrace(System.out);
        }
        second();
    }
}

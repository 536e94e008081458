/** StackOverflowError from all kinds of recursion, caught, again and again, with locks released and finally blocks run;
 * afterwards the machine is sound. */
public class Overflow {
    private static int depth;
    private static int finals;
    private static final Object LOCK = new Object();

    static class Node implements Comparable<Node> {
        Node next;
        @Override public int hashCode() { return 31 * next.hashCode() + 1; }
        @Override public boolean equals(Object o) { return o instanceof Node && ((Node) o).next.equals(next); }
        @Override public int compareTo(Node other) { depth++; return next.compareTo(other.next) + 1; }
        @Override public String toString() { return "n" + next; }
    }

    private static int plain(int x) {
        depth++;
        return plain(x + 1) + x;
    }

    private static double wide(long a, double b, Object c, int[] d, long e, float f, long g, double h) {
        long l0 = a + e, l1 = a ^ g, l2 = e - g;
        double d0 = b + h, d1 = b * f, d2 = h / 3;
        depth++;
        return wide(l0, d0, c, d, l1, f + 1, l2, d1) + d2 + l0 + l1 + l2;
    }

    private static void withFinally() {
        depth++;
        try {
            withFinally();
        } finally {
            finals++;
        }
    }

    private static synchronized void locked() {
        depth++;
        synchronized (LOCK) {
            locked();
        }
    }

    private static int mutual(int x) { return other(x) + 1; }
    private static int other(int x) { depth++; return mutual(x + 1) * 2; }

    static class Initialised {
        static int value = dive(0);
        static int dive(int x) { return x > 1000000 ? x : dive(x + 1) + 1; }
    }

    // Catches at the bottom and goes on: the handler has little room itself
    private static int catching(int x) {
        try {
            return catching(x + 1);
        } catch (StackOverflowError e) {
            return x;
        }
    }

    private static void attempt(int way) {
        depth = 0;
        try {
            switch (way) {
                case 0: plain(1); break;
                case 1: wide(1, 2, "x", new int[1], 3, 4, 5, 6); break;
                case 2: withFinally(); break;
                case 3: locked(); break;
                case 4: mutual(0); break;
                case 5: node().hashCode(); break;
                case 6: node().compareTo(node()); break;
                case 7: node().equals(node()); break;
                case 8: node().toString(); break;
                default: depth = catching(0); throw new StackOverflowError();
            }
        } catch (StackOverflowError e) {
            boolean deep = way == 5 || way == 7 || way == 8 || depth > 500;
            System.out.println(way + " " + e.getMessage() + " " + deep + " " + (e.getStackTrace().length > 100 || way > 8) + " " + Thread.holdsLock(LOCK) + Thread.holdsLock(Overflow.class));
        }
    }

    private static Node node() {
        Node node = new Node();
        node.next = node;
        return node;
    }

    // Every step goes through the machine's own code and back
    static class Endless extends ClassLoader {
        int asked;

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            asked++;
            return Class.forName("no.such.Class" + asked, false, this);
        }
    }

    private static void throughNatives() {
        Endless loader = new Endless();
        try {
            Class.forName("no.such.Class", false, loader);
        } catch (StackOverflowError e) {
            System.out.println("through natives " + (loader.asked > 100));
        } catch (ClassNotFoundException e) {
            System.out.println(e);
        }
    }

    private static int count(int x) { return x == 0 ? 0 : count(x - 1) + 1; }

    public static void main(String[] arguments) throws Exception {
        for (int round = 0; round < 3; round++) {
            for (int way = 0; way < 10; way++) {
                attempt(way);
            }
        }
        System.out.println(finals > 1500);
        try {
            System.out.println(Initialised.value > 0);
        } catch (StackOverflowError | ExceptionInInitializerError e) {
            System.out.println("initialiser failed");
        }
        try {
            System.out.println(Initialised.value);
        } catch (NoClassDefFoundError e) {
            System.out.println(e.getMessage());
        }
        throughNatives();
        Thread large = new Thread(null, null, "large", 64 << 20) {
            @Override
            public void run() {
                throughNatives();
                throughNatives();
            }
        };
        large.start();
        large.join();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread() {
                @Override
                public void run() {
                    for (int round = 0; round < 3; round++) {
                        int reached = catching(0);
                        if (reached < 500) {
                            System.out.println("only " + reached);
                        }
                    }
                }
            };
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        synchronized (LOCK) {
            System.out.println(count(2000) + " " + new java.util.ArrayList<>(java.util.List.of(3, 1, 2)));
        }
    }
}

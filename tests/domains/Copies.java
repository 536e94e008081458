import gnomon.Domain;
import gnomon.DomainTerminatedException;
import gnomon.Naming;
import gnomon.Portal;
import gnomon.PortalCopyException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;

/**
 * What goes through a portal, in both directions; run without an argument it starts the service's domain. With "direct"
 * it calls the service itself, as far as that makes no difference; with "few" it leaves out what is large; with
 * "elsewhere" that too, and what only Gnomon has: a domain that ends by System.exit.
 */
public class Copies {
    enum Color {
        RED, GREEN {
            @Override
            String shout() {
                return "GREEN!";
            }
        };

        String shout() {
            return name().toLowerCase();
        }
    }

    record Point(int x, long y, String name) {
    }

    static class Node {
        int value;
        Node next;
        Object other;
    }

    static class Failure extends Exception {
        private static final long serialVersionUID = 1;
        final int code;

        Failure(String message, int code, Throwable cause) {
            super(message, cause);
            this.code = code;
        }
    }

    interface Service extends Portal {
        Object same(Object object);

        String describe(Object object);

        int add(int a, long b, double c);

        int count();

        void fail(int code) throws Failure;

        Object thread();

        int callBack(String name, int depth);

        void end(int status);

        void change(int[] numbers);
    }

    static int calls;

    static class Server implements Service {
        private final String own, other;

        Server(String own, String other) {
            this.own = own;
            this.other = other;
        }

        public Object same(Object object) {
            return object;
        }

        public String describe(Object object) {
            if (object instanceof Color color) return color.shout() + " " + (color == Color.valueOf(color.name()));
            if (object instanceof Object[] array) return Arrays.deepToString(array);
            return object.getClass().getName() + " " + object;
        }

        public int add(int a, long b, double c) {
            return (int) (a + b + c);
        }

        public int count() {
            return ++calls;
        }

        public void fail(int code) throws Failure {
            throw new Failure("number " + code, code, new IllegalStateException("inside"));
        }

        public Object thread() {
            return Thread.currentThread();
        }

        public int callBack(String name, int depth) {
            try {
                return depth == 0 ? 0 : 1 + Naming.lookup(other, Service.class).callBack(own, depth - 1);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        public void end(int status) {
            System.exit(status);
        }

        public void change(int[] numbers) {
            numbers[0] = 99;
        }
    }

    private static void check(String what, Object object) {
        System.out.println(what + ": " + object);
    }

    public static void main(String[] arguments) throws Exception {
        String how = arguments.length > 0 ? arguments[0] : "all";
        if (how.equals("serve")) {
            Naming.register("there", new Server("there", "here"));
            Thread.sleep(1_000_000);
        }
        if (how.equals("direct")) {
            values(new Server("", ""));
            collections(new Server("", ""));
            return;
        }
        Domain domain = Domain.start(new Domain.Options("there").main("Copies").argument("serve"));
        Naming.register("here", new Server("here", "there"));
        Service service = Naming.lookup("there", Service.class);
        values(service);
        collections(service);
        identity(service, how.equals("all") ? 200_000 : 200);
        failures(service);
        check("nested", service.callBack("here", 10));
        calls = 1000;
        check("static state is its own", service.count() + " " + service.count() + " " + calls);
        int[] numbers = {1, 2, 3};
        service.change(numbers);
        check("an argument is a copy", numbers[0]);
        try {
            Naming.lookup("nowhere", Service.class, Duration.ofMillis(20));
        } catch (TimeoutException e) {
            check("no such name", e.getMessage());
        }
        Thread.currentThread().interrupt();
        try {
            Naming.lookup("nowhere", Service.class);
        } catch (InterruptedException e) {
            check("interrupted", Thread.currentThread().isInterrupted());
        }
        end(domain, service, how.equals("elsewhere"));
        check("status", domain.await());
        try {
            service.count();
        } catch (DomainTerminatedException e) {
            check("after it", e.getMessage());
        }
        check("still here", Domain.currentName());
    }

    private static void end(Domain domain, Service service, boolean fromOutside) {
        if (fromOutside) {
            domain.terminate();
            return;
        }
        try {
            service.end(9);
        } catch (DomainTerminatedException e) {
            check("in the call", e.getMessage());
        }
    }

    private static void values(Service service) {
        check("sum", service.add(1, 2L, 3.5));
        check("null", service.same(null));
        check("string", service.same("Gr\u00fc\u00dfe \u4e16\u754c"));
        check("boxes", service.describe(new Object[] {1, 2L, 3.5f, 4.5, 'c', (byte) 5, (short) 6, true}));
        check("arrays", service.describe(new Object[] {new int[] {1, 2}, new long[][] {{3}, {4, 5}}, new String[] {"a", null}}));
        check("record", service.same(new Point(1, 2, "three")));
        check("record equals", service.same(new Point(1, 2, "three")).equals(new Point(1, 2, "three")));
        check("enums", service.describe(Color.RED) + " " + service.describe(Color.GREEN) + " " + (service.same(Color.GREEN) == Color.GREEN));
        check("class", service.same(Point.class) == Point.class);
        check("primitive class", service.same(int.class) == int.class);
        check("decimal", service.same(new BigDecimal("12345678901234567890.25")));
        byte[] large = new byte[3_000_000];
        for (int i = 0; i < large.length; i++) large[i] = (byte) (i * 31);
        check("large", Arrays.equals(large, (byte[]) service.same(large)));
    }

    private static void collections(Service service) {
        Map<Object, Object> map = new LinkedHashMap<>();
        map.put("list", new ArrayList<>(List.of(1, 2, 3)));
        map.put(Color.RED, Set.of("one"));
        map.put("tree", new TreeMap<>(Map.of("b", 2, "a", 1)));
        map.put("one", List.of("single"));
        map.put("empty", Collections.emptyList());
        check("map", service.same(map));
        Map<Color, String> byConstant = new HashMap<>(Map.of(Color.RED, "r", Color.GREEN, "g"));
        check("by constant", ((Map<?, ?>) service.same(byConstant)).get(Color.GREEN));
        Map<Class<?>, String> byClass = new HashMap<>(Map.of(Point.class, "p", String.class, "s"));
        check("by class", ((Map<?, ?>) service.same(byClass)).get(Point.class));
        Map<Color, String> enumMap = new EnumMap<>(Color.class);
        enumMap.put(Color.GREEN, null);
        check("enum map", service.same(enumMap));
        Set<Object> set = new HashSet<>(List.of("a", "b"));
        Object copied = service.same(set);
        check("set", ((Set<?>) copied).remove("a") + " " + copied);
    }

    private static void identity(Service service, int length) {
        Object key = new Node();
        Map<Object, String> byIdentity = new IdentityHashMap<>();
        byIdentity.put(key, "found");
        byIdentity.put(null, "null");
        Map<?, ?> identities = (Map<?, ?>) ((Object[]) service.same(new Object[] {byIdentity, key}))[0];
        check("by identity", identities.size() + " " + identities.get(null) + " " + identities.containsKey(key));
        Object[] both = (Object[]) service.same(new Object[] {byIdentity, key});
        check("key by identity", ((Map<?, ?>) both[0]).get(both[1]));
        Node first = new Node();
        first.value = 1;
        first.next = new Node();
        first.next.value = 2;
        first.next.next = first;
        first.other = first.next;
        Node copy = (Node) service.same(first);
        check("circle", copy != first && copy.next.next == copy && copy.other == copy.next && copy.next.value == 2);
        Node chain = null;
        for (int i = 0; i < length; i++) {
            Node node = new Node();
            node.value = i;
            node.next = chain;
            chain = node;
        }
        long sum = 0;
        for (Node at = (Node) service.same(chain); at != null; at = at.next) sum += at.value;
        check("chain", sum);
    }

    private static void failures(Service service) {
        try {
            service.fail(7);
        } catch (Failure e) {
            check("failure", e.getMessage() + " " + e.code + " " + e.getCause() + " " + e.getStackTrace()[0].getMethodName() + " " + e.getSuppressed().length);
            e.addSuppressed(new Error());
        }
        try {
            service.same(new Object[] {1, List.of(), Map.of("k", new Thread())});
        } catch (PortalCopyException e) {
            check("refused", e.getMessage());
        }
        try {
            service.thread();
        } catch (PortalCopyException e) {
            check("refused result", e.getMessage());
        }
        try {
            service.same((Runnable) () -> { });
        } catch (PortalCopyException e) {
            check("lambda", e.getMessage().replaceAll("\\$\\$Lambda\\S*", "LAMBDA"));
        }
        try {
            service.describe(null);
        } catch (NullPointerException e) {
            check("uncaught", e.getClass().getName());
        }
    }
}

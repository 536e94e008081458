import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** java.lang.reflect.Proxy: all kinds of parameters and results, Object's methods, defaults, exceptions, several
 * interfaces, a recorder and a memoiser. */
public class DynamicProxies {
    public interface Shapes {
        boolean flag(boolean value);

        byte small(byte value);

        char letter(char value, short other);

        int number(int value);

        long wide(long a, double b, long c, float d, int e, String f, double g, long h);

        float single(float value);

        double real(double value);

        void nothing();

        int[] array(String... words);

        default String greet(String name) {
            return "hello " + name + number(1);
        }

        static String fixed() {
            return "static";
        }
    }

    interface Hidden {
        String text();
    }

    interface Failing {
        void declared() throws java.io.IOException;

        int primitive();

        String wrong();
    }

    interface Calculator {
        long compute(int n);
    }

    static final class Recorder implements InvocationHandler {
        final List<String> calls = new ArrayList<>();

        @Override
        public Object invoke(Object proxy, Method method, Object[] values) throws Throwable {
            calls.add(method.getName() + (values == null ? "" : Arrays.deepToString(values)));
            if (method.isDefault()) return InvocationHandler.invokeDefault(proxy, method, values);
            if (method.getDeclaringClass() == Object.class) return method.getName().equals("equals") ? (Object) (proxy == values[0]) : method.getName().equals("hashCode") ? (Object) 42 : "proxy of " + proxy.getClass().getInterfaces().length;
            Class<?> type = method.getReturnType();
            if (type == wideType()) return (long) values[0] + (long) (double) values[1] + (long) values[2] + (long) (float) values[3] + (int) values[4] + ((String) values[5]).length() + (long) (double) values[6] + (long) values[7];
            if (type == int[].class) return new int[] {((String[]) values[0]).length};
            return type == void.class ? null : values[0];
        }

        private static Class<?> wideType() {
            return long.class;
        }
    }

    @SuppressWarnings("unchecked")
    static <T> T make(InvocationHandler handler, Class<?>... types) {
        return (T) Proxy.newProxyInstance(DynamicProxies.class.getClassLoader(), types, handler);
    }

    static void attempt(Runnable action) {
        try {
            action.run();
            System.out.println("fine");
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getSimpleName() + ": " + (e instanceof UndeclaredThrowableException ? e.getCause() : e instanceof NullPointerException || e instanceof ClassCastException ? "" : e.getMessage()));
        }
    }

    public static void main(String[] arguments) throws Exception {
        Recorder recorder = new Recorder();
        Shapes shapes = make(recorder, Shapes.class, Comparable.class);
        shapes.nothing();
        System.out.println(shapes.flag(true) + " " + shapes.small((byte) -5) + " " + shapes.letter('\u20ac', (short) 3) + " " + shapes.number(-7) + " " + shapes.wide(1L << 40, 2.5, -3, 4.5f, 5, "six", 7.5, 8) + " " + shapes.single(1.5f) + " " + shapes.real(-0.0) + " " + shapes.array("a", "b")[0] + " " + shapes.greet("you") + " " + Shapes.fixed());
        System.out.println(shapes.equals(shapes) + " " + shapes.equals(null) + " " + shapes.hashCode() + " " + shapes + " " + recorder.calls);
        System.out.println(Proxy.isProxyClass(shapes.getClass()) + " " + (Proxy.getInvocationHandler(shapes) == recorder) + " " + Modifier.isFinal(shapes.getClass().getModifiers()) + " " + (make(recorder, Shapes.class, Comparable.class).getClass() == shapes.getClass()) + " " + (make(recorder, Comparable.class, Shapes.class).getClass() == shapes.getClass()) + " " + shapes.getClass().getSuperclass().getSimpleName() + " " + (shapes instanceof Comparable));
        Hidden hidden = make((proxy, method, values) -> "hidden " + method.getName(), Hidden.class);
        System.out.println(hidden.text() + " " + hidden.getClass().getPackageName().isEmpty());
        Failing failing = make((proxy, method, values) -> {
            if (method.getName().equals("declared")) throw new java.io.IOException("declared");
            if (method.getName().equals("primitive")) return null;
            return 5;
        }, Failing.class);
        try {
            failing.declared();
        } catch (java.io.IOException e) {
            System.out.println(e.getMessage());
        }
        attempt(failing::primitive);
        attempt(failing::wrong);
        attempt(() -> make((proxy, method, values) -> {
            throw new Exception("checked");
        }, Runnable.class, Supplier.class).hashCode());
        attempt(() -> DynamicProxies.<Runnable>make((proxy, method, values) -> {
            throw new IllegalStateException("unchecked");
        }, Runnable.class).run());
        attempt(() -> make(recorder, String.class));
        attempt(() -> make(recorder, Runnable.class, Runnable.class));
        attempt(() -> make(null, Runnable.class));
        attempt(() -> Proxy.getInvocationHandler("none"));
        Map<Integer, Long> known = new TreeMap<>();
        int[] computed = {0};
        Calculator[] self = new Calculator[1];
        Calculator slow = n -> {
            computed[0]++;
            return n < 2 ? n : self[0].compute(n - 1) + self[0].compute(n - 2);
        };
        self[0] = make((proxy, method, values) -> {
            Long old = known.get((Integer) values[0]);
            if (old == null) known.put((Integer) values[0], old = (Long) method.invoke(slow, values));
            return old;
        }, Calculator.class);
        System.out.println(self[0].compute(60) + " " + computed[0] + " " + known.size());
        Comparator<String> counting = make((proxy, method, values) -> {
            computed[0]++;
            if (method.isDefault()) return InvocationHandler.invokeDefault(proxy, method, values);
            return ((String) values[0]).length() - ((String) values[1]).length();
        }, Comparator.class);
        computed[0] = 0;
        System.out.println(List.of("ccc", "a", "bb").stream().sorted(counting.reversed()).toList() + " " + (computed[0] > 2));
    }
}

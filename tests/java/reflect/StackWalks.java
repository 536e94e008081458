import java.lang.StackWalker.Option;
import java.lang.StackWalker.StackFrame;
import java.lang.reflect.Method;
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

/** StackWalker with all options, through reflection, lambdas and deep recursion; getCallerClass; class contexts. */
public class StackWalks {
    static final Set<Option> ALL = EnumSet.allOf(Option.class);

    static String text(StackFrame frame) {
        String caller;
        try {
            caller = frame.getDeclaringClass().getSimpleName().replaceAll("Lambda.*", "Lambda");
        } catch (UnsupportedOperationException e) {
            caller = e.getMessage();
        }
        boolean ours = frame.getClassName().startsWith("StackWalks");
        return (ours ? frame.getClassName() + "." + frame.getMethodName() + " " + frame.getLineNumber() + " " + frame.getFileName() + " " + frame.isNativeMethod() + " "
            + frame.toStackTraceElement() + " " + frame.getDescriptor() + " bci " + (frame.getByteCodeIndex() >= 0) : frame.getMethodName()) + " " + caller;
    }

    static List<String> walk(StackWalker walker) {
        List<String> all = walker.walk(s -> s.map(StackWalks::text).collect(Collectors.toList()));
        int end = 0;
        while (end < all.size() && !all.get(end).startsWith("StackWalks.main ")) end++;
        return all.subList(0, end);
    }

    static void show(String label, StackWalker walker) {
        System.out.println(label);
        for (String line : walk(walker)) System.out.println("    " + line);
    }

    static class Inner {
        Inner(Runnable r) { r.run(); }
        static <T> T generic(int a, T b, String... c) { show("generic", StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE)); return b; }
    }

    public static void reflected(String label) { for (Option[] o : new Option[][] {{}, {Option.SHOW_REFLECT_FRAMES}}) show(label + Arrays.toString(o), StackWalker.getInstance(Set.of(o))); }

    static int depth(int n, StackWalker walker) {
        if (n > 0) return depth(n - 1, walker);
        return (int) (long) walker.walk(s -> s.takeWhile(f -> !f.getMethodName().equals("main")).filter(f -> f.getMethodName().equals("depth")).count());
    }

    static class Caller {
        static Class<?> direct() { return StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE).getCallerClass(); }
        static Class<?> viaLambda() { Supplier<Class<?>> s = () -> StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE).getCallerClass(); return s.get(); }
        static Class<?> viaReference() { Supplier<Class<?>> s = Caller::direct; return s.get(); }
    }

    static class Manager extends SecurityManager {
        Class<?>[] context() { return getClassContext(); }
    }

    public static void main(String[] arguments) throws Exception {
        show("plain", StackWalker.getInstance());
        show("retain", StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE));
        new Inner(() -> show("constructor and lambda", StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE)));
        Inner.generic(1, "b", "c");
        Method method = StackWalks.class.getMethod("reflected", String.class);
        method.invoke(null, "reflected");
        Stream.of("stream").forEach(x -> System.out.println(walk(StackWalker.getInstance()).size()));
        for (int n : new int[] {0, 5, 50, 500, 3000}) System.out.println("depth " + n + " " + depth(n, StackWalker.getInstance()) + " " + depth(n, StackWalker.getInstance(Set.of(), 7)));
        System.out.println(Caller.direct() + " " + Caller.viaLambda() + " " + Caller.viaReference() + " " + Caller.class.getDeclaredMethod("direct").invoke(null));
        try {
            StackWalker.getInstance().getCallerClass();
        } catch (UnsupportedOperationException e) {
            System.out.println(e.getMessage());
        }
        Thread thread = new Thread(() -> {
            try {
                System.out.println("bottom " + StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE).getCallerClass());
            } catch (IllegalStateException | IllegalCallerException e) {
                System.out.println(e);
            }
        });
        thread.start();
        thread.join();
        StackWalker.getInstance().forEach(f -> { if (f.getMethodName().equals("main") && f.getClassName().equals("StackWalks")) System.out.println(f.toStackTraceElement()); });
        System.out.println(StackWalker.getInstance().walk(s -> s.skip(1).findFirst()).isPresent() + " " + StackWalker.getInstance().walk(s -> s.limit(1).map(StackFrame::getMethodName).collect(Collectors.toList())));
        try {
            StackWalker.getInstance().walk(s -> s).count();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        StackFrame kept = StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE).walk(s -> s.findFirst().get());
        System.out.println(kept + " " + kept.getMethodType() + " " + kept.getDeclaringClass());
        Class<?>[] context = new Manager().context();
        System.out.println(context[0] + " " + context[1]);
        StackTraceElement[] trace = Thread.currentThread().getStackTrace();
        System.out.println(trace[0] + " " + trace[1]);
        BiFunction<Integer, Integer, Integer> compare = (a, b) -> { if (a == 2) System.out.println(walk(StackWalker.getInstance(ALL)).get(1)); return a - b; };
        compare.apply(2, 1);
        Integer[] numbers = {2, 1, 3};
        Arrays.sort(numbers, (a, b) -> {
            List<String> frames = StackWalker.getInstance().walk(s -> s.map(StackFrame::getMethodName).takeWhile(m -> !m.equals("main")).collect(Collectors.toList()));
            System.out.println(frames);
            return a - b;
        });
    }
}

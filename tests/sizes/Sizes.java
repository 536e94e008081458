import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Sizes at, about and well beyond each constant of the kernel's that a program can reach: `SEED COUNT CASE...` runs
 * these cases (Files.java, Portals.java, Programs.java) with the constant less one, itself, one more and twice, and
 * COUNT times with a size near one of these or between. Prints what each comes to: a result, or the class of the error,
 * and nothing else of it.
 */
public class Sizes {
    interface Case {
        Object run(int size) throws Throwable;
    }

    private static final class Sized {
        final int constant;
        final Case run;

        Sized(int constant, Case run) {
            this.constant = constant;
            this.run = run;
        }
    }

    private static final Map<String, Sized> CASES = new LinkedHashMap<>();

    private Sizes() {
    }

    static void add(String name, int constant, Case run) {
        CASES.put(name, new Sized(constant, run));
    }

    private static String outcome(Case run, int size) {
        try {
            return "" + run.run(size);
        } catch (java.lang.reflect.InvocationTargetException e) {
            return e.getCause().getClass().getName();
        } catch (Throwable e) {
            return e.getClass().getName();
        }
    }

    public static void main(String[] arguments) throws Throwable {
        if (arguments.length > 0 && arguments[0].equals("child")) {
            Portals.serve(arguments);
            return;
        }
        Programs.add();
        Files.add();
        Portals.add();
        if (arguments.length < 2) {
            CASES.keySet().forEach(System.out::println);
            return;
        }
        Random random = new Random(Long.parseLong(arguments[0]));
        List<String> names = new ArrayList<>(arguments.length == 2 ? CASES.keySet() : List.of(arguments).subList(2, arguments.length));
        for (String name : names) {
            Sized sized = CASES.get(name);
            int n = sized.constant;
            for (int size : new int[] {n - 1, n, n + 1, 2 * n}) System.out.println(name + " " + size + ": " + outcome(sized.run, size));
        }
        for (int i = Integer.parseInt(arguments[1]); i > 0; i--) {
            String name = names.get(random.nextInt(names.size()));
            Sized sized = CASES.get(name);
            int n = sized.constant;
            int[] near = {n + random.nextInt(9) - 4, 2 * n + random.nextInt(5) - 2, random.nextInt(n) + 1, n / 2 + random.nextInt(3), n + random.nextInt(n)};
            int size = near[random.nextInt(near.length)];
            System.out.println(name + " " + size + ": " + outcome(sized.run, size));
        }
        System.out.println("done");
        System.exit(0);
    }
}

import java.lang.reflect.Method;

/** Short methods that are called and return most of the time: much of it passes before a frame is set up, or after it
 * has been taken down. */
public class Paths {
    static int sum;

    static int leaf(int x) { return x * 31 + 7; }

    /** Counts its calls, to be translated again: the class that it names is not loaded when it is first called. */
    static int counted(int x) { return x == sum ? x * 31 + 5 : new Later().x; }

    /** Called by the kernel. */
    public static int called(int x) { return x * 31 + 9; }

    static void middle(int times) {
        for (int i = 0; i < times; i++) sum = leaf(sum) + counted(sum) + Large.large(sum);
    }

    static void outer(int times) {
        for (int i = 0; i < times; i++) middle(100_000);
    }

    static void reflect(int times) throws ReflectiveOperationException {
        Method method = Paths.class.getMethod("called", int.class);
        for (int i = 0; i < times; i++) sum = (int) method.invoke(null, sum);
    }

    public static void main(String[] arguments) throws ReflectiveOperationException {
        outer(Integer.parseInt(arguments[0]));
        reflect(Integer.parseInt(arguments[1]));
        System.out.println(sum);
    }
}

class Later {
    int x;
}

import java.lang.reflect.InvocationTargetException;
import other.Assembler;
import other.Assembler.Code;

/** a[a[a[...]]], five hundred deep, and thirty levels of indices that each stand there twice: the message for what is
 * null there is made soon, or not at all, also with little stack left. */
public class NestedIndices {
    private static final int DEEP = 500, WIDE = 30;

    // Takes (int[][] lists, int[] indices), returns the length of the list that the last index names.
    private static void finish(Assembler a, String name, Code code) {
        a.addMethod(Assembler.PUBLIC | Assembler.STATIC, name, "([[I[I)I", code.op(0x32, 0xbe, 0xac));
    }

    private static String fail(Class<?> type, String name) throws Exception {
        int[][] lists = new int[WIDE + 1][];
        for (int i = 0; i < WIDE && name.equals("wide"); i++) (lists[i] = new int[WIDE])[i] = i + 1;
        try {
            return "length " + type.getMethod(name, int[][].class, int[].class).invoke(null, lists, new int[1]);
        } catch (InvocationTargetException e) {
            return e.getCause().toString().substring(0, 100);
        }
    }

    // How many calls fit, of which the last fifty fail once each on their way back.
    private static int descend(Class<?> type) {
        int below = 0;
        try {
            below = descend(type) + 1;
            if (below < 50) fail(type, "deep");
        } catch (StackOverflowError | Exception e) {
            // As far as it went.
        }
        return below;
    }

    public static void main(String[] arguments) throws Exception {
        Assembler a = new Assembler("Nested", "java/lang/Object");
        Code deep = a.code(DEEP + 2, 2).op(0x2a);
        for (int i = 0; i < DEEP; i++) deep.op(0x2b);
        deep.op(0x03);
        for (int i = 0; i < DEEP; i++) deep.op(0x2e);
        finish(a, "deep", deep);
        Code wide = a.code(6, 2).op(0x2a, 0x03);
        // index -> index, index -> lists below them (dup_x1, pop) -> lists[index][index]
        for (int i = 0; i < WIDE; i++) wide.op(0x59, 0x2a, 0x5f, 0x32, 0x5f, 0x2e);
        finish(a, "wide", wide);
        Class<?> type = a.load();
        System.out.println(fail(type, "deep"));
        System.out.println(fail(type, "wide"));
        System.out.println(descend(type) > 500);
    }
}

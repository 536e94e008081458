import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import other.Assembler;
import sun.misc.Unsafe;

/** Instances larger than a chunk of the heap, in memory that held numbers that look like references: whatever makes
 * one, all its fields are zero. */
public class LargeInstances {
    private static final int FIELDS = 30_000, LAST = 200;

    /** As many fields as the names and descriptors of one class file can make; then the last class, with references
     * beyond all these. */
    private static Class<?> type(int supers) throws Exception {
        Assembler.Loader loader = new Assembler.Loader(LargeInstances.class.getClassLoader());
        String above = "java/lang/Object";
        for (int i = 0; i < supers; i++) {
            Assembler a = new Assembler("Large" + i, above).addConstructor();
            for (int k = 0; k < FIELDS; k++) a.addField(1, "f" + k, "J").addField(1, "f" + k, "D");
            loader.add(a);
            above = "Large" + i;
        }
        Assembler last = new Assembler("Last", above, "java/lang/Cloneable").addConstructor();
        for (int k = 0; k < LAST; k++) last.addField(1, "r" + k, "Ljava/lang/Object;").addField(1, "l" + k, "J");
        last.addMethod(9, "make", "()Ljava/lang/Object;", last.code(2, 0).op2(0xbb, last.type("Last")).op(0x59).call(0xb7, "Last", "<init>", "()V").op(0xb0));
        last.addMethod(9, "copy", "(Ljava/lang/Object;)Ljava/lang/Object;", last.code(1, 1).op(0x2a).op2(0xc0, last.type("Last")).call(0xb7, "java/lang/Object", "clone", "()Ljava/lang/Object;").op(0xb0));
        loader.add(last);
        return loader.loadClass("Last");
    }

    /** Every free chunk once holds what could be addresses. */
    private static void soil() {
        List<int[]> all = new ArrayList<>();
        try {
            for (int i = 0; i < Attack.some(96); i++) {
                int[] one = new int[(1 << 18) - 4];
                Arrays.fill(one, 0x30000010 + i);
                all.add(one);
            }
        } catch (OutOfMemoryError e) {
            // as good
        }
        all.clear();
        System.gc();
    }

    private static String zero(Object object) throws Exception {
        int other = 0;
        for (Field field : object.getClass().getDeclaredFields()) {
            if (field.getType() == long.class ? field.getLong(object) != 0 : field.get(object) != null) other++;
        }
        System.gc();
        return other == 0 ? "all zero" : other + " are not";
    }

    private static void fill(Object object, Object value) throws Exception {
        for (Field field : object.getClass().getDeclaredFields()) {
            if (field.getType() == long.class) field.setLong(object, 7); else field.set(object, value);
        }
    }

    private static String same(Object a, Object b) throws Exception {
        int other = 0;
        for (Field field : a.getClass().getDeclaredFields()) {
            if (field.getType() == long.class ? field.getLong(a) != field.getLong(b) : field.get(a) != field.get(b)) other++;
        }
        return (other == 0 ? "all alike" : other + " differ") + ", " + ((int[]) a.getClass().getField("r" + (LAST - 1)).get(b))[0];
    }

    public static void main(String[] arguments) throws Throwable {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe) field.get(null);
        for (int supers : new int[] {1, 2, 3, 7}) {
            Class<?> type = type(supers);
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            String size = (supers * FIELDS * 16 >> 10) + " KiB, ";
            Attack.attempt(size + "new", () -> { soil(); return zero(type.getMethod("make").invoke(null)); });
            Attack.attempt(size + "reflection", () -> { soil(); return zero(type.getConstructor().newInstance()); });
            Attack.attempt(size + "method handle", () -> { soil(); return zero(MethodHandleProxies.asInterfaceInstance(java.util.function.Supplier.class, lookup.findConstructor(type, MethodType.methodType(void.class))).get()); });
            Attack.attempt(size + "Unsafe", () -> { soil(); return zero(unsafe.allocateInstance(type)); });
            Attack.attempt(size + "clone", () -> {
                Object one = type.getMethod("make").invoke(null);
                fill(one, new int[] {supers});
                soil();
                Object copy = type.getMethod("copy", Object.class).invoke(null, one);
                for (int i = 0; i < 3; i++) System.gc();
                return same(one, copy);
            });
        }
    }
}

import java.lang.reflect.Field;
import other.Assembler;
import other.Probe;
import sun.misc.Unsafe;

/** What no instance can be made of: interfaces, abstract classes, arrays, primitives, and java.lang.Class itself, by
 * `new` and by Unsafe. */
public class Uninstantiable {
    private static Unsafe unsafe() throws ReflectiveOperationException {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        return (Unsafe) field.get(null);
    }

    public static void main(String[] arguments) throws Throwable {
        Unsafe unsafe = unsafe();
        Class<?>[] types = {Runnable.class, Number.class, int[].class, String[].class, int.class, void.class, Class.class, Object.class, Integer.class};
        for (Class<?> type : types) {
            Probe.attempt("allocate " + type.getName(), () -> unsafe.allocateInstance(type).getClass().getName());
        }
        String[] names = {"java/lang/Runnable", "java/lang/Number", "java/lang/Class", "java/lang/Object"};
        Assembler user = new Assembler("User", "java/lang/Object").version(52);
        for (int i = 0; i < names.length; i++) {
            user.addMethod(Assembler.PUBLIC | Assembler.STATIC, "m" + i, "()Ljava/lang/Object;",
                user.code(1, 0).op2(0xbb, user.type(names[i])).op(0x57).load(user.string("made")).op(0xb0));
        }
        Class<?> type = user.load();
        for (int i = 0; i < names.length; i++) {
            String method = "m" + i;
            for (int round = 0; round < 2; round++) Probe.attempt("new " + names[i], () -> Assembler.call(type, method));
        }
        System.gc();
        System.out.println("collected");
    }
}

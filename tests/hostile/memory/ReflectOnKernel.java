import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/** Every member of the classes that the kernel knows by their fields: none that is not public opens; calls of all that
 * can be called with nulls and zeroes; wrong types everywhere. */
public class ReflectOnKernel {
    int number;
    static final Object FIXED = new Object();

    private static Object nothing(Class<?> type) { return type.isPrimitive() && type != void.class ? Array.get(Array.newInstance(type, 1), 0) : null; }

    private static int opened(AccessibleObject[] all) {
        int opened = 0;
        for (AccessibleObject each : all) {
            boolean isPublic = Modifier.isPublic(((java.lang.reflect.Member) each).getModifiers()) || Modifier.isProtected(((java.lang.reflect.Member) each).getModifiers());
            try {
                each.setAccessible(true);
                if (!isPublic) opened++;
            } catch (RuntimeException e) {
                // closed
            }
        }
        return opened;
    }

    public static void main(String[] arguments) throws Throwable {
        for (String name : new String[] {"java.lang.Object", "java.lang.Class", "java.lang.String", "java.lang.Thread", "java.lang.ThreadGroup", "java.lang.Throwable", "java.lang.StackTraceElement", "java.lang.ClassLoader", "java.lang.Module", "java.lang.ref.Reference", "java.lang.ref.Finalizer", "java.lang.invoke.MethodHandle",
            "java.lang.invoke.MemberName", "java.lang.invoke.CallSite", "java.lang.invoke.MethodType", "java.lang.invoke.ResolvedMethodName", "java.lang.reflect.Field", "java.lang.reflect.Method", "java.lang.reflect.Constructor", "java.lang.reflect.AccessibleObject", "java.lang.System", "java.lang.Shutdown", "java.lang.Runtime",
            "java.nio.Buffer", "java.nio.DirectByteBuffer", "java.io.FileDescriptor", "jdk.internal.misc.Unsafe", "jdk.internal.misc.VM", "jdk.internal.ref.Cleaner", "jdk.internal.reflect.ConstantPool", "java.util.concurrent.locks.LockSupport", "java.lang.StackStreamFactory"}) {
            Class<?> type = Class.forName(name, false, null);
            System.out.println(name + " " + opened(type.getDeclaredFields()) + " " + opened(type.getDeclaredMethods()) + " " + opened(type.getDeclaredConstructors()));
        }
        // What is public and static, or belongs to these objects, with nothing for arguments. Not what waits, ends or
        // is slow by its meaning.
        Object[] objects = {"text", new Object(), String.class, int.class, int[].class, Thread.class.getMethod("start"), String.class.getDeclaredField("hash"), new Error(), 'x', 5, 5L, 5.0, new int[3], Thread.State.NEW, new java.math.BigInteger("5"), new StringBuilder("x"), java.nio.ByteBuffer.allocateDirect(8), String.class.getModule(), ModuleLayer.boot(),
            Package.getPackage("java.lang"), new java.lang.ref.WeakReference<>("x"), java.lang.invoke.MethodHandles.lookup(), java.lang.invoke.MethodType.methodType(int.class), java.lang.invoke.MethodHandles.identity(int.class), StackWalker.getInstance(), new StackTraceElement("a", "b", "c", 1)};
        int calls = 0;
        for (Object object : objects) {
            for (Method method : object.getClass().getMethods()) {
                if (!Modifier.isPublic(method.getDeclaringClass().getModifiers()) || method.getName().startsWith("wait") || method.getName().equals("printStackTrace")) continue;
                Class<?>[] types = method.getParameterTypes();
                Object[] values = new Object[types.length];
                for (int i = 0; i < types.length; i++) values[i] = nothing(types[i]);
                try {
                    method.invoke(object, values);
                } catch (InvocationTargetException | IllegalAccessException | IllegalArgumentException e) {
                    if (e.getCause() instanceof InternalError) System.out.println(method + " " + e.getCause());
                }
                calls++;
            }
        }
        System.out.println(calls > 1000);
        Method start = Thread.class.getMethod("start");
        Attack.kind("of another class", () -> start.invoke("text"));
        Attack.kind("of null", () -> start.invoke(null));
        Attack.kind("too many", () -> start.invoke(new Thread(), 1));
        Attack.kind("null for an int", () -> String.class.getMethod("charAt", int.class).invoke("x", (Object) null));
        Attack.kind("long for an int", () -> String.class.getMethod("charAt", int.class).invoke("x", 0L));
        Attack.kind("byte for an int", () -> System.out.println(String.class.getMethod("charAt", int.class).invoke("x", (byte) 0)));
        Field number = ReflectOnKernel.class.getDeclaredField("number"), fixed = ReflectOnKernel.class.getDeclaredField("FIXED");
        Attack.kind("field of another", () -> number.set("text", 1));
        Attack.kind("field of null", () -> number.set(null, 1));
        Attack.kind("long in an int", () -> number.setLong(new ReflectOnKernel(), 1));
        Attack.kind("text in an int", () -> number.set(new ReflectOnKernel(), "x"));
        Attack.kind("int as a byte", () -> number.getByte(new ReflectOnKernel()));
        Attack.kind("final", () -> { fixed.setAccessible(true); fixed.set(null, 1); });
        Attack.kind("element", () -> Array.set(new int[1], 0, 1L));
        Attack.kind("element beyond", () -> Array.get(new int[1], 1));
        Attack.kind("of no array", () -> Array.getLength("x"));
        Attack.kind("of another type", () -> Array.set(new String[1], 0, 5));
        Constructor<?> abstractOne = Number.class.getDeclaredConstructor();
        Attack.kind("abstract", () -> abstractOne.newInstance());
        Attack.kind("class of classes", () -> { Constructor<?> c = Class.class.getDeclaredConstructors()[0]; c.newInstance(null, null); });
        Attack.kind("of an enum", () -> Thread.State.class.getDeclaredConstructors()[0].newInstance("X", 3));
        Attack.kind("void's array", () -> Array.newInstance(void.class, 0));
        Attack.kind("void's array type", () -> void.class.arrayType());
        Attack.kind("forName of a primitive", () -> Class.forName("int"));
        Attack.kind("forName of an array of void", () -> Class.forName("[V"));
        Attack.kind("forName of too many dimensions", () -> Class.forName("[".repeat(256) + "I"));
        Attack.kind("forName of half an array", () -> Class.forName("[Ljava.lang.String"));
        Attack.kind("forName with a slash", () -> Class.forName("java/lang/String"));
        Attack.kind("forName of null", () -> Class.forName(null));
    }
}

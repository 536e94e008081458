import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import other.Assembler;

/** Classes called as the JDK's, with its natives' names: static, of an instance, called from code and by reflection.
 * None may be bound to the kernel's natives or intrinsics. */
public class ShadowUnsafe {
    private static final int NATIVE = Assembler.PUBLIC | Assembler.NATIVE, STATIC = Assembler.STATIC;
    private static final String O = "Ljava/lang/Object;";

    private static void attack(String name, String... natives) throws Exception {
        for (int flags : new int[] {NATIVE, NATIVE | STATIC}) {
            Assembler a = new Assembler(name, "java/lang/Object").addConstructor();
            for (int i = 0; i < natives.length; i += 2) a.addMethod(flags, natives[i], natives[i + 1]);
            Class<?> type = new Attack.Shadow().define(a.bytes());
            Object object = type.getDeclaredConstructor().newInstance();
            for (Method method : type.getDeclaredMethods()) {
                Class<?>[] types = method.getParameterTypes();
                Object[] arguments = new Object[types.length];
                for (int i = 0; i < types.length; i++) arguments[i] = types[i] == long.class ? (Object) 0x10000000L : types[i] == int.class ? (Object) 268435456 : types[i] == byte.class ? (Object) (byte) 1 : types[i] == boolean.class ? (Object) true : types[i] == double.class ? (Object) 4.0 : types[i] == float.class ? (Object) 2f : null;
                try {
                    System.out.println(method + " gave " + method.invoke(object, arguments));
                } catch (InvocationTargetException e) {
                    lines.add(name + "." + method.getName() + " " + e.getCause().getClass().getName());
                }
            }
        }
        lines.forEach(System.out::println);
        lines.clear();
    }

    private static final java.util.TreeSet<String> lines = new java.util.TreeSet<>();

    public static void main(String[] arguments) throws Exception {
        attack("jdk/internal/misc/Unsafe", "getInt", "(" + O + "J)I", "putInt", "(" + O + "JI)V", "getLong", "(" + O + "J)J", "getReference", "(" + O + "J)" + O, "putReference", "(" + O + "J" + O + ")V",
            "compareAndSetInt", "(" + O + "JII)Z", "getAndAddLong", "(" + O + "JJ)J", "allocateMemory0", "(J)J", "freeMemory0", "(J)V", "setMemory0", "(" + O + "JJB)V", "copyMemory0", "(" + O + "J" + O + "JJ)V", "defineClass0", "(Ljava/lang/String;[BIILjava/lang/ClassLoader;Ljava/security/ProtectionDomain;)Ljava/lang/Class;", "registerNatives", "()V", "throwException", "(Ljava/lang/Throwable;)V", "park", "(ZJ)V", "unpark", "(" + O + ")V");
        attack("sun/misc/Unsafe", "getInt", "(J)I", "putInt", "(JI)V", "getInt", "(" + O + "J)I");
        attack("jdk/internal/misc/VM", "initialize", "()V", "initializeFromArchive", "(Ljava/lang/Class;)V", "latestUserDefinedLoader0", "()Ljava/lang/ClassLoader;");
        attack("jdk/internal/reflect/NativeMethodAccessorImpl", "invoke0", "(Ljava/lang/reflect/Method;" + O + "[" + O + ")" + O);
        attack("sun/nio/ch/FileDispatcherImpl", "read0", "(Ljava/io/FileDescriptor;JI)I", "write0", "(Ljava/io/FileDescriptor;JI)I", "init", "()V");
        attack("sun/nio/fs/UnixNativeDispatcher", "open0", "(JII)I", "init", "()I", "strerror", "(I)[B");
        attack("jdk/internal/misc/Signal", "raise0", "(I)V", "handle0", "(IJ)J");
        attack("p/Own", "registerNatives", "()V", "initIDs", "()V", "initNative", "()V", "getInt", "(" + O + "J)I", "sqrt", "(D)D", "arraycopy", "(" + O + "I" + O + "II)V", "currentThread", "()Ljava/lang/Thread;", "hashCode", "()I", "clone", "()" + O);
    }
}

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import other.Assembler;

/** A program's own gnomon.EventLog and gnomon.Profiler, whose natives belong to instances: the receiver must not pass
 * for a number or a text. */
public class ShadowEventLog {
    private static void attack(String name, String... natives) throws Exception {
        Assembler a = new Assembler(name, "java/lang/Object").addConstructor();
        for (int i = 0; i < natives.length; i += 2) a.addMethod(Assembler.PUBLIC | Assembler.NATIVE, natives[i], natives[i + 1]);
        Class<?> type = new Attack.Shadow().define(a.bytes());
        Object object = type.getDeclaredConstructor().newInstance();
        for (int i = 0; i < natives.length; i += 2) {
            for (Method method : type.getDeclaredMethods()) {
                if (!method.getName().equals(natives[i]) || method.getParameterCount() != natives[i + 1].replaceAll("Ljava[^;]*;", "L").indexOf(')') - 1) continue;
                Class<?>[] types = method.getParameterTypes();
                Object[] arguments = new Object[types.length];
                for (int k = 0; k < types.length; k++) arguments[k] = types[k] == long.class ? (Object) 1L : types[k] == int.class ? (Object) 300 : null;
                try {
                    System.out.println(natives[i] + natives[i + 1] + " gave " + method.invoke(object, arguments));
                } catch (InvocationTargetException e) {
                    System.out.println(natives[i] + natives[i + 1] + " " + e.getCause().getClass().getName());
                }
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        attack("gnomon/EventLog", "createEvent0", "(Ljava/lang/String;)I", "record0", "(I)V", "record0", "(III)V", "logEvent0", "(IILjava/lang/String;)V", "record", "(I)V", "registerNatives", "()V");
        attack("gnomon/Profiler", "sample0", "(I)V", "ticks0", "()J", "ticks", "()J");
    }
}

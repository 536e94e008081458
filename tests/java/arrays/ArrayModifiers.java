import java.lang.reflect.Modifier;
import java.util.Map;

// An array class is as accessible as its elements' class is declared, and final and abstract besides.
public class ArrayModifiers {
    protected static class Protected {}
    private static class Private {}
    static class Package {}
    public class Inner {}
    private interface Interface {}
    protected enum Enumerated { CONSTANT {} }
    private @interface Annotation {}
    private abstract static class Abstract {}
    protected record Recorded(int a) {}
    static final class Final {}

    static void show(Class<?> type) {
        for (int dimensions = 0; dimensions < 3; dimensions++, type = type.arrayType()) {
            int flags = type.getModifiers();
            System.out.println(type.getName() + " " + Integer.toHexString(flags) + " " + Modifier.toString(flags) + (type.isInterface() ? " interface" : "") +
                (type.isEnum() ? " enum" : "") + (type.isAnnotation() ? " annotation" : "") + (type.isSynthetic() ? " synthetic" : ""));
        }
    }

    public static void main(String[] arguments) {
        class Local {}
        Object anonymous = new Object() {};
        Class<?>[] types = {Protected.class, Private.class, Package.class, Inner.class, Interface.class, Enumerated.class, Enumerated.CONSTANT.getClass(), Annotation.class,
            Abstract.class, Recorded.class, Final.class, Local.class, anonymous.getClass(), int.class, String.class, ArrayModifiers.class, Map.Entry.class,
            Thread.State.class, Object.class};
        for (Class<?> type : types) show(type);
    }
}

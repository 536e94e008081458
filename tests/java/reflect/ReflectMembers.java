import java.io.IOException;
import java.io.Serializable;
import java.lang.annotation.*;
import java.lang.reflect.*;
import java.util.*;
import java.util.function.*;

/** What reflection says of classes and their members: modifiers, generic types, parameters, records, nests, enclosing
 * and declaring classes. */
public class ReflectMembers {
    static abstract class Base<T extends Comparable<? super T> & Serializable> implements Supplier<List<? extends T>> {
        public static final int CONSTANT = 17;
        protected volatile T value;
        transient private Map<String, T[]> map;
        int[][] grid;
        protected Base(T value, Object... rest) throws IOException { this.value = value; }
        abstract <X extends Exception> T take(X x, List<T> list) throws X, IOException;
        public synchronized strictfp final double sum(double a, float b) { return a + b; }
        public native int missing(long a);
        protected static void help(String... names) { }
    }
    static class Derived extends Base<String> implements Comparable<Derived> {
        Derived() throws IOException { super("x"); }
        private Derived(int depth) throws IOException { super("y"); }
        <X extends Exception> String take(X x, List<String> list) { return "taken"; }
        public List<String> get() { return List.of(value); }
        public int compareTo(Derived other) { return 0; }
    }
    record Point<N extends Number>(@Deprecated N x, int[] y, List<? super N>... rest) implements Serializable {
        static int made;
        Point { made++; }
        N twice() { return x; }
    }
    sealed interface Shape permits Circle, Square { }
    record Circle(double radius) implements Shape { }
    static final class Square implements Shape { }
    enum Colour { RED { int shade() { return 1; } }, GREEN; int shade() { return 0; } }
    interface Defaults { default int one() { return 1; } static int two() { return 2; } private int three() { return 3; } int four(); }
    @interface Note { String value() default "none"; int[] numbers() default {1, 2}; }
    class Inner { class Deeper { } }

    static String sorted(Object[] of) {
        String[] texts = new String[of.length];
        for (int i = 0; i < texts.length; i++) texts[i] = String.valueOf(of[i]);
        Arrays.sort(texts);
        return String.join("\n    ", texts);
    }

    static void describe(Class<?> type) {
        System.out.println(type + " | " + type.toGenericString() + " | " + Modifier.toString(type.getModifiers()) + " " + type.getModifiers());
        System.out.println("  names " + type.getName() + " " + type.getSimpleName() + " " + type.getTypeName() + " " + type.getCanonicalName() + " "
            + type.getPackageName() + " " + type.descriptorString());
        System.out.println("  super " + type.getSuperclass() + " " + type.getGenericSuperclass() + " " + Arrays.toString(type.getInterfaces()) + " "
            + Arrays.toString(type.getGenericInterfaces()) + " " + Arrays.toString(type.getTypeParameters()));
        System.out.println("  place " + type.getDeclaringClass() + " " + type.getEnclosingClass() + " " + type.getEnclosingMethod() + " " + type.getEnclosingConstructor()
            + " " + type.getNestHost() + " member " + type.isMemberClass() + " local " + type.isLocalClass() + " anonymous " + type.isAnonymousClass());
        System.out.println("  kind " + type.isInterface() + type.isEnum() + type.isRecord() + type.isAnnotation() + type.isSealed() + type.isArray() + type.isPrimitive()
            + type.isSynthetic() + type.isHidden() + " " + type.getComponentType() + " " + (type == void.class ? null : type.arrayType()));
        System.out.println("  fields " + sorted(type.getDeclaredFields()));
        for (Field field : type.getDeclaredFields())
            System.out.println("    " + field.getName() + ": " + field.toGenericString() + " " + field.getModifiers() + " " + field.isEnumConstant() + field.isSynthetic());
        Method[] methods = type.getDeclaredMethods();
        String[] generic = new String[methods.length];
        for (int i = 0; i < generic.length; i++)
            generic[i] = methods[i].toGenericString() + " " + methods[i].getModifiers() + " " + Arrays.toString(methods[i].getGenericParameterTypes()) + " "
                + methods[i].getGenericReturnType() + " " + methods[i].getParameterCount() + " " + Arrays.toString(methods[i].getParameters())
                + methods[i].isBridge() + methods[i].isVarArgs() + methods[i].isDefault();
        System.out.println("  methods " + sorted(generic));
        System.out.println("  public methods " + sorted(type.getMethods()));
        System.out.println("  constructors " + sorted(type.getDeclaredConstructors()));
        for (Constructor<?> constructor : type.getDeclaredConstructors())
            System.out.println("    " + constructor.toGenericString() + " " + Arrays.toString(constructor.getExceptionTypes()) + constructor.isVarArgs());
        System.out.println("  public fields " + sorted(type.getFields()) + "; classes " + sorted(type.getDeclaredClasses()) + "; public " + sorted(type.getClasses()));
        if (type.isSealed()) System.out.println("  permits " + Arrays.toString(type.getPermittedSubclasses()));
        if (type.isRecord())
            for (RecordComponent component : type.getRecordComponents())
                System.out.println("  component " + component + " " + component.getName() + " " + component.getType() + " " + component.getGenericType() + " "
                    + component.getGenericSignature() + " " + component.getAccessor() + " " + component.getDeclaringRecord() + " " + Arrays.toString(component.getAnnotations()));
        if (type.isEnum()) System.out.println("  constants " + Arrays.toString(type.getEnumConstants()));
    }

    static void nests() {
        System.out.println(sorted(ReflectMembers.class.getNestMembers()));
        System.out.println(ReflectMembers.class.isNestmateOf(Inner.Deeper.class) + " " + String.class.isNestmateOf(ReflectMembers.class) + " "
            + Arrays.toString(int[].class.getNestMembers()) + int.class.getNestHost());
    }

    static void names() throws Exception {
        for (String name : new String[] {"java.lang.String", "[I", "[[Ljava.lang.String;", "int", "java/lang/String", "[Lmissing;", "[", "", "ReflectMembers$Inner",
            "ReflectMembers.Inner", "[V", "Ljava.lang.String;"}) {
            try {
                System.out.println(Class.forName(name) + " " + Class.forName(name, false, ClassLoader.getPlatformClassLoader()));
            } catch (ClassNotFoundException e) {
                System.out.println(e + " by " + e.getCause());
            }
        }
        try {
            Class.forName(null);
        } catch (NullPointerException e) {
            System.out.println("null is refused");
        }
        System.out.println(Class.forName("java.lang.Object", true, null) + " " + Class.forName(Object.class.getModule(), "java.lang.Missing") + " "
            + Class.forName(Object.class.getModule(), "java.lang.Long"));
    }

    public static void main(String[] arguments) throws Exception {
        Runnable anonymous = new Runnable() { public void run() { } };
        class Local { }
        Class<?>[] types = {Base.class, Derived.class, Point.class, Shape.class, Circle.class, Square.class, Colour.class, Colour.RED.getClass(), Defaults.class, Note.class,
            Inner.class, Inner.Deeper.class, anonymous.getClass(), Local.class, int.class, void.class, int[].class, String[][].class, Inner[].class};
        for (Class<?> type : types) describe(type);
        nests();
        names();
        System.out.println(Object[].class.getModifiers() + " " + Inner[].class.getModifiers() + " " + Map.Entry.class.getModifiers() + " "
            + Modifier.toString(Thread.State.class.getModifiers()));
        System.out.println(String.class.getProtectionDomain().getCodeSource() + " " + Arrays.toString(String.class.getSigners()) + " " + String.class.getPackage() + " "
            + String.class.getModule() + " " + (ReflectMembers.class.getProtectionDomain().getCodeSource() != null));
        System.out.println(String.class.isInstance("") + " " + String.class.isInstance(null) + " " + int.class.isInstance(1) + " " + Number.class.isAssignableFrom(Integer.class)
            + int.class.isAssignableFrom(long.class) + int.class.isAssignableFrom(int.class) + Object[].class.isAssignableFrom(int[][].class));
        System.out.println(Class.forName("ReflectMembers$Base").desiredAssertionStatus() + " " + Object.class.getResource("Object.class"));
    }
}

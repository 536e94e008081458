import java.lang.annotation.*;
import java.lang.reflect.*;
import java.util.*;

/** Annotations of all kinds on everything that can have them. */
public class Annotations {
    enum Level { LOW, HIGH }
    @Retention(RetentionPolicy.RUNTIME) @Inherited @interface Kept {
        boolean z() default true; byte b() default 1; char c() default 'c'; short s() default 2; int i() default 3; long j() default 4L; float f() default 5.5f;
        double d() default 6.25; String text() default "text \u00e9 \"quoted\""; Class<?> type() default int[].class; Level level() default Level.HIGH;
        Small small() default @Small(9); boolean[] zs() default {true, false}; byte[] bs() default {1}; char[] cs() default {'x', '\n'}; short[] ss() default {};
        int[] is() default {1, 2, 3}; long[] js() default {1L << 40}; float[] fs() default {Float.NaN, 0.1f}; double[] ds() default {Double.POSITIVE_INFINITY};
        String[] texts() default {"a", "b"}; Class<?>[] types() default {String.class, void.class}; Level[] levels() default {Level.LOW};
        Small[] smalls() default {@Small(1), @Small(2)};
    }
    @Retention(RetentionPolicy.RUNTIME) @interface Small { int value(); }
    @Retention(RetentionPolicy.CLASS) @interface Unseen { }
    @Retention(RetentionPolicy.RUNTIME) @Repeatable(Marks.class)
    @Target({ElementType.TYPE, ElementType.FIELD, ElementType.METHOD, ElementType.CONSTRUCTOR, ElementType.PARAMETER}) @interface Mark { String value(); }
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.FIELD, ElementType.METHOD, ElementType.CONSTRUCTOR, ElementType.PARAMETER}) @interface Marks { Mark[] value(); }
    @Retention(RetentionPolicy.RUNTIME) @Target({ElementType.TYPE_USE, ElementType.TYPE_PARAMETER}) @interface Used { int value() default 0; }

    @Kept @Mark("one") @Mark("two") @Unseen static class Whole<@Used(1) T extends @Used(2) Object & @Used(3) Comparable<@Used(4) T>> implements java.io.@Used(5) Serializable {
        @Kept(i = -3, texts = {}, type = Map.Entry.class) @Mark("field") @Used(6) String @Used(7) [] @Used(8) [] field;
        @Small(5) @Used(9) Whole(@Mark("p") @Small(6) int a, String b, @Unseen @Small(7) @Used(10) List<@Used(11) ? extends @Used(12) T> c) throws @Used(13) Exception { }
        @Deprecated(since = "1", forRemoval = true) @Used(14) int method(@Used(15) Whole<T> this, @Mark("x") @Mark("y") Object o, long l) throws @Used(16) RuntimeException {
            return 0;
        }
        <@Used(17) X> void generic(X x) { }
    }
    static class Below extends Whole<Integer> { Below() throws Exception { super(1, "", null); } }
    record Pair(@Small(21) @Used(22) int left, @Mark("r") String right) { }
    class InnerOne { InnerOne(@Small(30) int x) { } }
    enum Named { @Small(40) A(1); Named(@Small(41) int x) { } }
    @FunctionalInterface interface One { void run(); }

    // The order of an annotation's elements is nobody's promise.
    static String text(Annotation[] annotations) {
        StringBuilder all = new StringBuilder();
        for (Annotation annotation : annotations) {
            String[] parts = annotation.toString().split(", (?=[a-z]+=)|[()]");
            if (annotation instanceof Kept) Arrays.sort(parts);
            all.append(annotation instanceof Kept ? Arrays.toString(parts) : annotation.toString());
        }
        return all.toString();
    }

    static void show(String label, AnnotatedElement element) {
        System.out.println(label + " " + text(element.getAnnotations()) + " declared " + text(element.getDeclaredAnnotations()));
    }

    static void type(String label, AnnotatedType type) {
        if (type == null) {
            System.out.println(label + " none");
            return;
        }
        System.out.println(label + " " + type + " " + Arrays.toString(type.getAnnotations()) + " of " + type.getType());
        if (type instanceof AnnotatedArrayType) type(label + "[]", ((AnnotatedArrayType) type).getAnnotatedGenericComponentType());
        if (type instanceof AnnotatedParameterizedType)
            for (AnnotatedType t : ((AnnotatedParameterizedType) type).getAnnotatedActualTypeArguments()) type(label + "<>", t);
        if (type instanceof AnnotatedWildcardType) for (AnnotatedType t : ((AnnotatedWildcardType) type).getAnnotatedUpperBounds()) type(label + "?", t);
    }

    static void executable(Executable of) {
        show(of.getName(), of);
        for (Parameter parameter : of.getParameters()) {
            show("  " + parameter + " " + parameter.isNamePresent() + parameter.isImplicit() + parameter.isSynthetic() + parameter.getModifiers(), parameter);
            type("    type", parameter.getAnnotatedType());
        }
        System.out.println("  all " + Arrays.deepToString(of.getParameterAnnotations()));
        type("  returns", of.getAnnotatedReturnType());
        type("  receiver", of.getAnnotatedReceiverType());
        for (AnnotatedType t : of.getAnnotatedExceptionTypes()) type("  throws", t);
        for (TypeVariable<?> v : of.getTypeParameters()) show("  variable " + v, v);
    }

    public static void main(String[] arguments) throws Exception {
        show("class", Whole.class);
        show("below", Below.class);
        Kept kept = Whole.class.getAnnotation(Kept.class);
        System.out.println(kept.equals(Below.class.getAnnotation(Kept.class)) + " " + kept.annotationType() + " " + Proxy.isProxyClass(kept.getClass()) + " "
            + kept.small().value() + " " + kept.smalls().length + kept.text());
        System.out.println(Arrays.toString(Whole.class.getAnnotationsByType(Mark.class)) + Whole.class.isAnnotationPresent(Unseen.class));
        Method[] elements = Kept.class.getDeclaredMethods();
        Arrays.sort(elements, Comparator.comparing(Method::getName));
        for (Method method : elements) {
            Object value = method.getDefaultValue();
            System.out.println(method.getName() + " " + Arrays.deepToString(new Object[] {value}) + " " + value.getClass().isArray());
        }
        System.out.println(Small.class.getMethod("value").getDefaultValue());
        Field field = Whole.class.getDeclaredField("field");
        show("field", field);
        type("field type", field.getAnnotatedType());
        executable(Whole.class.getDeclaredConstructors()[0]);
        executable(Whole.class.getDeclaredMethod("method", Object.class, long.class));
        executable(Whole.class.getDeclaredMethod("generic", Object.class));
        executable(InnerOne.class.getDeclaredConstructors()[0]);
        executable(Named.class.getDeclaredConstructors()[0]);
        executable(Pair.class.getDeclaredConstructors()[0]);
        executable(Pair.class.getDeclaredMethod("left"));
        for (RecordComponent component : Pair.class.getRecordComponents()) {
            show("component", component);
            type("  type", component.getAnnotatedType());
        }
        for (TypeVariable<?> variable : Whole.class.getTypeParameters()) {
            show("variable " + variable, variable);
            for (AnnotatedType t : variable.getAnnotatedBounds()) type("  bound", t);
        }
        for (AnnotatedType t : Whole.class.getAnnotatedInterfaces()) type("implements", t);
        type("extends", Below.class.getAnnotatedSuperclass());
        show("enum", Named.class.getField("A"));
        show("functional", One.class);
        show("deprecated", Thread.class.getMethod("stop"));
        show("package", String.class.getPackage());
    }
}

import java.lang.invoke.*;
import java.util.function.*;
/** Which class is the caller, when a method that asks for it is called through lambdas, handles and reflection. */
public class CallerClasses {
    static String n(Class<?> c) { return c.getName().replaceAll("Lambda.*", "Lambda").replaceAll("/0x.*", ""); }
    public static void main(String[] a) throws Throwable {
        Supplier<MethodHandles.Lookup> s = MethodHandles::lookup;
        System.out.println(n(s.get().lookupClass()));
        MethodHandle h = MethodHandles.lookup().findStatic(MethodHandles.class, "lookup", MethodType.methodType(MethodHandles.Lookup.class));
        System.out.println(n(((MethodHandles.Lookup) h.invokeExact()).lookupClass()));
        System.out.println(n(((MethodHandles.Lookup) h.invokeWithArguments()).lookupClass()));
        System.out.println(n(((MethodHandles.Lookup) MethodHandles.class.getMethod("lookup").invoke(null)).lookupClass()));
        Function<String, Object> f = x -> { try { return Class.forName(x); } catch (Exception e) { return e; } };
        System.out.println(f.apply("CallerClasses"));
        MethodHandle inv = MethodHandles.lookup().findVirtual(java.lang.reflect.Method.class, "invoke", MethodType.methodType(Object.class, Object.class, Object[].class));
        System.out.println(n(((MethodHandles.Lookup) (Object) inv.invoke(MethodHandles.class.getMethod("lookup"), (Object) null)).lookupClass()));
        MethodHandle fn = MethodHandles.lookup().findStatic(Class.class, "forName", MethodType.methodType(Class.class, String.class));
        System.out.println((Class<?>) fn.invoke("CallerClasses"));
        java.util.List.of("CallerClasses").stream().map(x -> { try { return MethodHandles.class.getMethod("lookup").invoke(null); } catch (Exception e) { return e; } }).forEach(x -> System.out.println(n(((MethodHandles.Lookup) x).lookupClass())));
    }
}

import java.lang.annotation.Annotation;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.concurrent.Callable;

/** Proxies whose handlers answer with the wrong type, with nothing, with what may not be thrown, with themselves; of
 * interfaces that cannot be together, of too many, of hidden ones. */
public class ProxyGames {
    interface Numbers { int i(); long j(); boolean z(); Integer boxed(); int[] array(); void nothing(); String text() throws java.io.IOException; }
    interface AsInt { int m(); }
    interface AsText { String m(); }
    private interface Hidden { void m(); }
    @Retention(RetentionPolicy.RUNTIME) @interface Mark { int value() default 5; Class<?> type() default int.class; }
    @Mark static class Marked { }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) { return type.cast(Proxy.newProxyInstance(ProxyGames.class.getClassLoader(), new Class<?>[] {type}, handler)); }

    public static void main(String[] arguments) throws Throwable {
        Object[] answers = {null, "text", 5, 5L, true, 'c', new int[1], new Integer[1], new Object()};
        for (Object answer : answers) {
            Numbers numbers = proxy(Numbers.class, (p, m, a) -> answer);
            String label = "answer " + (answer == null ? null : answer.getClass().getName());
            Attack.kind(label + " i", numbers::i);
            Attack.kind(label + " j", numbers::j);
            Attack.kind(label + " z", numbers::z);
            Attack.kind(label + " boxed", () -> { Integer x = numbers.boxed(); });
            Attack.kind(label + " array", () -> { int[] x = numbers.array(); });
            Attack.kind(label + " nothing", numbers::nothing);
            Attack.kind(label + " text", () -> { String s = numbers.text(); });
            Attack.kind(label + " hashCode", numbers::hashCode);
            Attack.kind(label + " toString", () -> { String s = numbers.toString(); });
            Attack.kind(label + " equals", () -> numbers.equals(numbers));
        }
        for (Throwable thrown : new Throwable[] {new java.io.IOException(), new Exception(), new Error(), new ThreadDeath(), new RuntimeException(), null}) {
            Numbers numbers = proxy(Numbers.class, (p, m, a) -> { throw thrown; });
            Attack.kind("thrown", numbers::i);
            Attack.kind("thrown by text", numbers::text);
        }
        Attack.kind("no handler", () -> proxy(Numbers.class, null));
        Attack.exhaust("itself", () -> { Object[] self = new Object[1]; self[0] = proxy(Callable.class, (p, m, a) -> m.invoke(self[0], a)); try { ((Callable<?>) self[0]).call(); } catch (java.lang.reflect.UndeclaredThrowableException | java.lang.reflect.InvocationTargetException e) { /* as good */ } });
        Attack.kind("results that cannot be", () -> Proxy.newProxyInstance(ProxyGames.class.getClassLoader(), new Class<?>[] {AsInt.class, AsText.class}, (p, m, a) -> 1));
        Attack.kind("twice", () -> Proxy.newProxyInstance(ProxyGames.class.getClassLoader(), new Class<?>[] {AsInt.class, AsInt.class}, (p, m, a) -> 1));
        Attack.kind("class", () -> Proxy.newProxyInstance(ProxyGames.class.getClassLoader(), new Class<?>[] {String.class}, (p, m, a) -> 1));
        Attack.kind("null", () -> Proxy.newProxyInstance(ProxyGames.class.getClassLoader(), new Class<?>[] {null}, (p, m, a) -> 1));
        Attack.kind("70,000", () -> Proxy.newProxyInstance(ProxyGames.class.getClassLoader(), Collections.nCopies(70_000, Runnable.class).toArray(new Class<?>[0]), (p, m, a) -> 1));
        Attack.kind("not seen by its loader", () -> Proxy.newProxyInstance(null, new Class<?>[] {AsInt.class}, (p, m, a) -> 1));
        Attack.kind("sealed", () -> Proxy.newProxyInstance(null, new Class<?>[] {java.lang.constant.ConstantDesc.class}, (p, m, a) -> 1));
        Attack.kind("of the JDK's inside", () -> Proxy.newProxyInstance(null, new Class<?>[] {Class.forName("jdk.internal.access.JavaLangAccess")}, (p, m, a) -> 1).toString());
        Attack.kind("private", () -> ((Hidden) Proxy.newProxyInstance(ProxyGames.class.getClassLoader(), new Class<?>[] {Hidden.class}, (p, m, a) -> null)).m());
        Attack.kind("handler of no proxy", () -> Proxy.getInvocationHandler("text"));
        Method called = Runnable.class.getMethod("run");
        Attack.kind("handler called with nothing", () -> Proxy.getInvocationHandler(proxy(Runnable.class, (p, m, a) -> a.length)).invoke(null, called, null));
        Mark real = Marked.class.getAnnotation(Mark.class);
        Mark forged = proxy(Mark.class, (p, m, a) -> m.getName().equals("annotationType") ? Override.class : m.getName().equals("value") ? (Object) 5 : m.getName().equals("type") ? int.class : m.invoke(real, a));
        Attack.attempt("forged annotation", () -> real.equals(forged) + " " + forged.equals(real) + " " + ((Annotation) forged).annotationType().getName());
        Attack.kind("superclass's constructor", () -> Proxy.class.getDeclaredConstructor(InvocationHandler.class).newInstance((InvocationHandler) null));
        Numbers wide = proxy(Numbers.class, (p, m, a) -> 7);
        int sum = 0;
        for (int i = 0; i < 20_000; i++) sum += wide.i();
        System.out.println(sum);
    }
}

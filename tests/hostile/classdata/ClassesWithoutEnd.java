import java.lang.invoke.MethodHandles;
import java.lang.reflect.Proxy;
import other.Assembler;
import other.Assembler.Code;
import other.Assembler.Loader;

/** Classes until there is no more room for them, or ten seconds are over: with data, with statics, in loaders of their
 * own, hidden, proxies, arrays, with code. */
public class ClassesWithoutEnd {
    interface Maker { void make(int n) throws Throwable; }

    private static void until(String label, int most, Maker maker) {
        long end = System.nanoTime() + Long.getLong("hostile.ms", 200) * 1_000_000;
        Attack.exhaust(label, () -> { for (int i = 0; i < most && System.nanoTime() < end; i++) maker.make(i); });
    }

    public static void main(String[] arguments) throws Throwable {
        ClassLoader own = ClassesWithoutEnd.class.getClassLoader();
        Loader one = new Loader(own);
        until("one loader", 100_000, n -> one.define("K" + n, new Assembler("K" + n, "java/lang/Object").addConstructor().addField(9, "x", "J").bytes()));
        byte[] large = new Assembler("L", "java/lang/Object").addAttribute(new Assembler.Attribute("Large", new byte[200_000])).bytes();
        until("large ones", 100_000, n -> new Loader(own).define("L", large));
        byte[] small = new Assembler("S", "java/lang/Object").addConstructor().bytes();
        until("a loader each", 100_000, n -> new Loader(own).define("S", small).getDeclaredConstructor().newInstance());
        until("refused", 100_000, n -> { try { one.define("K0", new Assembler("K0", "java/lang/Object").bytes()); } catch (LinkageError e) { /* as expected */ } });
        until("wrong", 100_000, n -> { try { one.define("W", new byte[1000]); } catch (ClassFormatError e) { /* as expected */ } });
        until("missing superclass", 20_000, n -> { try { one.define("M" + n, new Assembler("M" + n, "no/Such" + n).bytes()); } catch (NoClassDefFoundError e) { /* as expected */ } });
        until("hidden", 50_000, n -> MethodHandles.lookup().defineHiddenClass(new Assembler("Hidden", "java/lang/Object").addConstructor().bytes(), true));
        until("proxies", 50_000, n -> Proxy.getProxyClass(new Loader(own) { }, Runnable.class));
        until("arrays", 50_000, n -> { Class<?> type = new Loader(own).define("S", small); for (int i = 0; i < 100; i++) type = type.arrayType(); });
        until("code", 50_000, n -> {
            Assembler a = new Assembler("C", "java/lang/Object");
            Code c = a.code(4, 0);
            for (int i = 0; i < 800; i++) c.load(a.number(i)).call(0xb8, "java/lang/Math", "abs", "(I)I").op(0x57);
            Assembler.call(new Loader(own).define("C", a.addMethod(9, "run", "()Ljava/lang/Object;", c.op(0x01, 0xb0)).bytes()), "run");
        });
        until("statics", 50_000, n -> {
            Assembler a = new Assembler("T", "java/lang/Object").addConstructor();
            for (int i = 0; i < 1000; i++) a.addField(9, "f" + i, "J");
            new Loader(own).define("T", a.bytes()).getDeclaredConstructor().newInstance();
        });
        until("switched", 50_000, n -> { try { Class.forName("none.such" + n); } catch (ClassNotFoundException e) { /* as expected */ } });
        until("lambdas", 2_000, n -> java.lang.invoke.LambdaMetafactory.metafactory(MethodHandles.lookup(), "run", java.lang.invoke.MethodType.methodType(Runnable.class), java.lang.invoke.MethodType.methodType(void.class), MethodHandles.lookup().findStatic(ClassesWithoutEnd.class, "nothing", java.lang.invoke.MethodType.methodType(void.class)), java.lang.invoke.MethodType.methodType(void.class)));
    }

    static void nothing() {}
}

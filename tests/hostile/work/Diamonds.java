import other.Assembler;
import other.Assembler.Loader;

/** Interfaces in diamonds: two to the power of forty ways up, all with defaults; thousands of interfaces that declare
 * the same method; a class of 60,000 interfaces. Other threads go on. */
public class Diamonds {
    private static final int INTERFACE = 0x601;
    private static final int LEVELS = Integer.getInteger("hostile.levels", 40);

    private static Assembler interfaceOf(String name, boolean method, String... supers) {
        Assembler a = new Assembler(name, "java/lang/Object", supers).version(52).access(INTERFACE);
        if (method) a.addMethod(1, "m", "()I", a.code(1, 1).op(0x04, 0xac));
        return a;
    }

    public static void main(String[] arguments) throws Throwable {
        ClassLoader own = Diamonds.class.getClassLoader();
        Attack.ticking("diamonds", () -> {
            Loader loader = new Loader(own).add(interfaceOf("A0", true), interfaceOf("B0", true));
            for (int i = 1; i < LEVELS; i++) loader.add(interfaceOf("A" + i, true, "A" + (i - 1), "B" + (i - 1)), interfaceOf("B" + i, true, "A" + (i - 1), "B" + (i - 1)));
            Assembler c = new Assembler("C", "java/lang/Object", "A" + (LEVELS - 1), "B" + (LEVELS - 1)).version(52).addConstructor();
            c.addMethod(1, "m", "()I", c.code(1, 1).op(0x05, 0xac));
            loader.add(c);
            Object object = loader.loadClass("C").getDeclaredConstructor().newInstance();
            System.out.println(loader.loadClass("A0").getMethod("m").invoke(object) + " " + loader.loadClass("B0").isInstance(object));
        });
        Attack.ticking("600 that declare the same", () -> {
            Loader loader = new Loader(own);
            String[] names = new String[600];
            for (int i = 0; i < names.length; i++) loader.add(interfaceOf(names[i] = "I" + i, true));
            Assembler c = new Assembler("C", "java/lang/Object", names).version(52).addConstructor();
            c.addMethod(1, "m", "()I", c.code(1, 1).op(0x05, 0xac));
            loader.add(c, new Assembler("D", "java/lang/Object", names).version(52).addConstructor());
            System.out.println(loader.loadClass("I7").getMethod("m").invoke(loader.loadClass("C").getDeclaredConstructor().newInstance()));
            Object d = loader.loadClass("D").getDeclaredConstructor().newInstance();
            Attack.kind("conflict", () -> { try { loader.loadClass("I7").getMethod("m").invoke(d); } catch (java.lang.reflect.InvocationTargetException e) { throw e.getCause(); } });
        });
        Attack.ticking("3,000 that declare nothing", () -> {
            Loader loader = new Loader(own);
            String[] names = new String[3_000];
            for (int i = 0; i < names.length; i++) loader.add(interfaceOf(names[i] = "J" + i, false));
            loader.add(new Assembler("C", "java/lang/Object", names).version(52).addConstructor());
            System.out.println(loader.loadClass("J2999").isInstance(loader.loadClass("C").getDeclaredConstructor().newInstance()));
        });
        Attack.ticking("a method more at each of 100 levels", () -> {
            Loader loader = new Loader(own);
            for (int i = 0; i < 100; i++) {
                Assembler a = i == 0 ? new Assembler("L0", "java/lang/Object") : new Assembler("L" + i, "java/lang/Object", "L" + (i - 1));
                a.version(52).access(INTERFACE);
                for (int k = 0; k < 10; k++) a.addMethod(1, "m" + k, "()I", a.code(1, 1).op(0x04, 0xac));
                a.addMethod(1, "n" + i, "()I", a.code(1, 1).op(0x04, 0xac));
                loader.add(a);
            }
            loader.add(new Assembler("C", "java/lang/Object", "L99").version(52).addConstructor());
            System.out.println(loader.loadClass("L0").getMethod("m3").invoke(loader.loadClass("C").getDeclaredConstructor().newInstance()));
        });
    }
}

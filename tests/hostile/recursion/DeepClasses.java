import other.Assembler;
import other.Assembler.Loader;

/** Classes that hang on each other in long chains: superclasses, interfaces, initialisers, loaders that ask each other,
 * arrays of 255 dimensions, loaders with constraints between all of them, nests. */
public class DeepClasses {
    private static final int STATIC = 9;

    /** Each initialiser reads the next class's static. */
    private static Assembler link(String name, String next) {
        Assembler a = new Assembler(name, "java/lang/Object").addField(STATIC, "x", "I");
        return a.addMethod(8, "<clinit>", "()V", next == null ? a.code(1, 0).op(0x04).access(0xb3, name, "x", "I").op(0xb1) : a.code(1, 0).access(0xb2, next, "x", "I").access(0xb3, name, "x", "I").op(0xb1));
    }

    static class Endless extends ClassLoader {
        int n;
        Endless(ClassLoader parent) { super(parent); }
        @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
            return name.startsWith("E") ? define(name) : super.findClass(name);
        }
        private Class<?> define(String name) {
            byte[] file = new Assembler(name, "E" + ++n).bytes();
            return defineClass(name, file, 0, file.length);
        }
    }

    static class Asking extends ClassLoader {
        Asking other;
        @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException { return other.loadClass(name, resolve); }
    }

    public static void main(String[] arguments) throws Throwable {
        ClassLoader own = DeepClasses.class.getClassLoader();
        Loader chain = new Loader(own);
        for (int i = 0; i < 3_000; i++) chain.add(link("C" + i, i == 2_999 ? null : "C" + (i + 1)));
        Attack.exhaust("initialisers", () -> { try { Class.forName("C0", true, chain); } catch (NoClassDefFoundError | ExceptionInInitializerError e) { /* as good */ } });
        Attack.exhaust("superclasses without end", () -> { try { new Endless(own).loadClass("E0"); } catch (LinkageError e) { /* as good */ } });
        Asking one = new Asking(), two = new Asking();
        one.other = two;
        two.other = one;
        Attack.exhaust("loaders that ask each other", () -> { try { Class.forName("X", true, one); } catch (LinkageError e) { /* as good */ } });
        Loader interfaces = new Loader(own);
        for (int i = 0; i < 2_000; i++) interfaces.define("I" + i, (i == 0 ? new Assembler("I0", "java/lang/Object") : new Assembler("I" + i, "java/lang/Object", "I" + (i - 1))).access(0x601).bytes());
        interfaces.add(new Assembler("T", "java/lang/Object", "I1999").addConstructor());
        Object t = interfaces.loadClass("T").getDeclaredConstructor().newInstance();
        System.out.println("interfaces " + interfaces.loadClass("I0").isInstance(t) + " " + interfaces.loadClass("T").getInterfaces().length);
        Class<?> array = int.class;
        for (int i = 0; i < 255; i++) array = array.arrayType();
        System.out.println("dimensions " + array.getName().length());
        Class<?> deepest = array;
        Attack.kind("one more", () -> deepest.arrayType());
        Attack.kind("one more instance", () -> java.lang.reflect.Array.newInstance(deepest, 1));
        Attack.kind("255 lengths of 1", () -> java.lang.reflect.Array.newInstance(int.class, ones(255)));
        Attack.exhaust("200 lengths of 2", () -> java.lang.reflect.Array.newInstance(int.class, twos(200)));

        // Every loader agrees with the next about T, which nobody has
        Loader first = new Loader(own);
        Assembler base = new Assembler("B0", "java/lang/Object").addConstructor();
        base.addMethod(1, "m", "(LT;)V", base.code(0, 2).op(0xb1));
        first.add(base);
        Loader last = first;
        int length = 3_000;
        for (int i = 1; i < length; i++) {
            Assembler a = new Assembler("B" + i % 2, "B" + (i - 1) % 2);
            a = new Assembler("B" + i, "B" + (i - 1)).addConstructor();
            if (i < 200) a.addMethod(1, "m", "(LT;)V", a.code(0, 2).op(0xb1));
            last = new Loader(last).add(a);
            if (i == 199) break;
        }
        Loader below = last;
        Attack.exhaust("agreeing about T", () -> below.loadClass("B199").getDeclaredConstructor().newInstance());
        // A chain of loaders in which each calls the one before: as long as there is nobody who has the class, the
        // graph only grows
        Loader[] loaders = new Loader[length];
        for (int i = 0; i < length; i++) {
            Assembler owner = new Assembler("O" + i, "java/lang/Object");
            owner.addMethod(STATIC, "takes", "(LT;)V", owner.code(0, 1).op(0xb1));
            owner.addMethod(STATIC, "run", "()Ljava/lang/Object;", i == 0 ? owner.code(1, 0).op(0x01, 0xb0) : owner.code(1, 0).op(0x01).call(0xb8, "O" + (i - 1), "takes", "(LT;)V").op(0x01, 0xb0));
            Loader before = i == 0 ? null : loaders[i - 1];
            String asked = "O" + (i - 1);
            loaders[i] = new Loader(own) {
                @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException { return before != null && name.equals(asked) ? before.loadClass(name) : super.loadClass(name, resolve); }
            }.add(owner);
            loaders[i].loadClass("O" + i).getDeclaredConstructors();
            if (i > 0) java.lang.invoke.MethodHandles.publicLookup().findStatic(loaders[i].loadClass("O" + i), "run", java.lang.invoke.MethodType.methodType(Object.class)).invoke();
        }
        Assembler right = new Assembler("T", "java/lang/Object"), wrong = new Assembler("T", "java/lang/Object");
        System.out.println("at one end " + loaders[0].add(right).loadClass("T").getName());
        Attack.kind("at the other end", () -> loaders[length - 1].add(wrong).loadClass("T"));
    }

    private static int[] ones(int n) { int[] all = new int[n]; java.util.Arrays.fill(all, 1); return all; }
    private static int[] twos(int n) { int[] all = new int[n]; java.util.Arrays.fill(all, 2); return all; }
}

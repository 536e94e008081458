import other.Assembler;
import other.Assembler.Code;
import other.Assembler.Loader;

/** Interfaces that extend one another a few hundred levels deep, all of which declare the same method, and one of their
 * own: what a class gets from them, and from its superclass, which has some of them. */
public class InterfaceChains {
    private static final int LEVELS = 250, FACE = Assembler.PUBLIC | Assembler.INTERFACE | Assembler.ABSTRACT;

    private static Assembler face(int level, boolean isDefault) {
        Assembler a = (level == 0 ? new Assembler("I0", "java/lang/Object") : new Assembler("I" + level, "java/lang/Object", "I" + (level - 1))).access(FACE).version(52);
        if (isDefault) {
            a.addMethod(Assembler.PUBLIC, "shared", "()I", a.code(1, 1).op(0x11, level >> 8, level & 255, 0xac));
        } else {
            a.addMethod(Assembler.PUBLIC | Assembler.ABSTRACT, "shared", "()I");
        }
        return a.addMethod(Assembler.PUBLIC, "own" + level, "()I", a.code(1, 1).op(0x11, level >> 8, level & 255, 0xac));
    }

    private static Assembler user(String name, String superName, String... interfaces) {
        Assembler a = new Assembler(name, superName, interfaces).version(52);
        Code c = a.code(1, 1).op(0x2a).call(0xb7, superName, "<init>", "()V").op(0xb1);
        return a.addMethod(Assembler.PUBLIC, "<init>", "()V", c);
    }

    private static void call(Loader loader, String type, String... methods) throws Exception {
        Object object = loader.loadClass(type).getConstructor().newInstance();
        for (String method : methods) {
            for (int level : new int[] {0, LEVELS / 2, LEVELS - 1}) {
                Class<?> face = loader.loadClass("I" + level);
                String name = method.equals("own") ? method + level : method, result;
                try {
                    result = face.isInstance(object) ? face.getMethod(name).invoke(object).toString() : "no instance";
                } catch (java.lang.reflect.InvocationTargetException e) {
                    result = e.getCause().getClass().getName();
                }
                System.out.println(type + "." + name + " by " + face.getName() + ": " + result);
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        for (int kept : new int[] {1, 2, LEVELS}) {
            Loader loader = new Loader(InterfaceChains.class.getClassLoader());
            for (int level = 0; level < LEVELS; level++) loader.add(face(level, level % kept == 0)).loadClass("I" + level);
            String last = "I" + (LEVELS - 1);
            loader.add(user("Last", "java/lang/Object", last), user("Middle", "java/lang/Object", "I" + LEVELS / 2), user("Lower", "Middle", last), user("Both", "Middle", "I0", last));
            loader.add(user("Again", "Last", "I0"), user("Own", "Middle", last).addMethod(Assembler.PUBLIC, "shared", "()I", new Assembler("Own", "x").code(1, 1).op(0x10, 77, 0xac)));
            System.out.println("every " + kept);
            for (String type : new String[] {"Last", "Middle", "Lower", "Both", "Again", "Own"}) call(loader, type, "shared", "own");
            System.out.println(loader.loadClass("Lower").getMethods().length + " " + loader.loadClass("Last").getInterfaces().length);
        }
    }
}

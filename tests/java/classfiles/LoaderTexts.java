import other.Assembler;

// How messages name a loader: the JDK's own by their names, all others with their identity hash, even one that is named
// "app".
public class LoaderTexts {
    static class Own extends ClassLoader {
        Own() {}
        Own(String name, ClassLoader parent) { super(name, parent); }
        Class<?> define(String name, byte[] file) { return defineClass(name, file, 0, file.length); }
    }

    static void attempt(Own loader, String name, byte[] file) {
        try {
            System.out.println(loader.define(name, file));
        } catch (Throwable e) {
            System.out.println(e.toString().replaceAll("@[0-9a-f]+", "@hash"));
        }
    }

    public static void main(String[] arguments) {
        byte[] plain = new Assembler("p/Plain", "java/lang/Object").bytes();
        byte[] face = new Assembler("p/Face", "java/lang/Object").access(Assembler.PUBLIC | Assembler.INTERFACE | Assembler.ABSTRACT).bytes();
        byte[] lang = new Assembler("java/Plain", "java/lang/Object").bytes(), util = new Assembler("java/util/Plain", "java/lang/Object").bytes();
        byte[] implementing = new Assembler("p/Implementing", "java/lang/Object", "p/Plain").bytes(), extending = new Assembler("p/Extending", "p/Face").bytes();
        ClassLoader app = LoaderTexts.class.getClassLoader();
        Own first = new Own();
        for (Own loader : new Own[] {first, new Own("named", app), new Own("app", null), new Own(null, app.getParent()), new Own("child", first)}) {
            for (int i = 0; i < 2; i++) {
                attempt(loader, "p.Plain", plain);
                attempt(loader, "p.Face", face);
            }
            attempt(loader, null, lang);
            attempt(loader, null, util);
            attempt(loader, "p.Other", plain);
            attempt(loader, "p.Implementing", implementing);
            attempt(loader, "p.Extending", extending);
        }
    }
}

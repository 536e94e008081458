import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import other.Assembler;
import other.Assembler.Loader;
import other.Probe;

/** Class loaders of a program: delegation and its opposite, which asks which and how often, the same name twice,
 * definition twice, under a wrong or forbidden name, names of loaders, resources, statics apart, loader constraints,
 * assertion status. */
public class Loaders {
    private static final int STATIC = Assembler.PUBLIC | Assembler.STATIC;
    private static final List<String> asked = new ArrayList<>();

    static class Noting extends Loader {
        final String name;
        Noting(String name, ClassLoader parent) { super(parent); this.name = name; }
        @Override protected Class<?> loadClass(String c, boolean resolve) throws ClassNotFoundException { if (c.length() < 3) asked.add(name + ":" + c); return super.loadClass(c, resolve); }
        @Override public String toString() { return name; }
    }

    static class Finding extends ClassLoader {
        Finding(String name, ClassLoader parent) { super(name, parent); }
        @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
            asked.add("find " + name);
            if (!name.equals("F")) return super.findClass(name);
            byte[] file = counter("F").bytes();
            return defineClass(name, file, 0, file.length);
        }
        @Override public InputStream getResourceAsStream(String name) { return name.equals("own") ? new ByteArrayInputStream("own resource".getBytes()) : super.getResourceAsStream(name); }
        @Override protected URL findResource(String name) { asked.add("resource " + name); return null; }
        Class<?> known(String name) { return findLoadedClass(name); }
        Class<?> defineAgain(String name, byte[] file, int from, int length) { return defineClass(name, file, from, length); }
        Class<?> system(String name) throws ClassNotFoundException { return findSystemClass(name); }
    }

    private static Assembler counter(String name) {
        Assembler a = new Assembler(name, "java/lang/Object").addConstructor();
        a.addField(STATIC, "n", "I").addMethod(STATIC, "next", "()Ljava/lang/Object;", a.code(3, 0).access(0xb2, name, "n", "I").op(0x04, 0x60, 0x59).access(0xb3, name, "n", "I").call(0xb8, "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;").op(0xb0));
        return a;
    }

    private static Assembler caller(String name, String owner, String method, String descriptor) {
        Assembler a = new Assembler(name, "java/lang/Object");
        return a.addMethod(STATIC, "run", "()Ljava/lang/Object;", a.code(2, 0).op(0x01).call(0xb8, owner, method, descriptor).op(0x01, 0xb0));
    }

    private static void show(String label) { System.out.println(label + " " + asked); asked.clear(); }

    public static void main(String[] arguments) throws Throwable {
        ClassLoader own = Loaders.class.getClassLoader();
        Noting parent = new Noting("parent", own), child = new Noting("child", parent);
        parent.add(counter("A"), new Assembler("B", "A").addConstructor());
        child.add(new Assembler("C", "B", "I").addConstructor(), new Assembler("I", "java/lang/Object").access(Assembler.PUBLIC | Assembler.INTERFACE | Assembler.ABSTRACT), caller("D", "A", "next", "()Ljava/lang/Object;".replace("Ljava/lang/Object;", "V")));
        System.out.println(child.loadClass("C").getSuperclass().getClassLoader() + " " + child.loadClass("C").getClassLoader() + " " + child.loadClass("A").getClassLoader());
        show("loading");
        child.loadClass("C").getDeclaredConstructor().newInstance();
        child.loadClass("C");
        show("again");
        Probe.attempt("missing method", () -> Assembler.call(child.loadClass("D"), "run"));
        show("resolving");

        Loader one = new Loader(own).add(counter("S")), two = new Loader(own).add(counter("S"));
        System.out.println(Assembler.call(one.loadClass("S"), "next") + " " + Assembler.call(one.loadClass("S"), "next") + " " + Assembler.call(two.loadClass("S"), "next") + " " + (one.loadClass("S") == two.loadClass("S")) + " " + one.loadClass("S").isInstance(two.loadClass("S").getDeclaredConstructor().newInstance()));
        Object foreign = two.loadClass("S").getDeclaredConstructor().newInstance();
        Probe.attempt("cast to the same name", () -> one.loadClass("S").cast(foreign));

        Finding finding = new Finding("finder", null);
        System.out.println(finding.getName() + " " + finding.loadClass("F") + " " + finding.known("F") + " " + finding.known("java.lang.String") + " " + finding.known("Nothing") + " " + finding.loadClass("java.lang.String").getClassLoader() + " " + finding.getParent() + " " + finding.system("java.util.List"));
        Probe.attempt("not found", () -> finding.loadClass("G"));
        Probe.attempt("no program class", () -> finding.loadClass("Loaders"));
        show("finding");
        byte[] file = counter("F").bytes(), other = counter("p/Q").bytes();
        Probe.kind("twice", () -> finding.defineAgain("F", file, 0, file.length));
        Probe.attempt("wrong name", () -> finding.defineAgain("H", file, 0, file.length));
        Probe.attempt("name with a slash", () -> finding.defineAgain("p/Q", other, 0, other.length));
        Probe.attempt("package", () -> finding.defineAgain("p.Q", other, 0, other.length).getPackage().getName());
        Probe.kind("no name", () -> finding.defineAgain(null, counter("N").bytes(), 0, counter("N").bytes().length).getName());
        Probe.attempt("in java.lang", () -> finding.defineAgain("java.lang.Mine", counter("java/lang/Mine").bytes(), 0, 10));
        Probe.attempt("in java.lang, called otherwise", () -> finding.defineAgain("Mine", counter("java/lang/Mine").bytes(), 0, counter("java/lang/Mine").bytes().length));
        Probe.attempt("bounds", () -> finding.defineAgain("Z", file, 5, file.length));
        Probe.attempt("array name", () -> finding.defineAgain("[F", file, 0, file.length));
        Probe.attempt("forName of an array", () -> Class.forName("[LF;", false, finding).getComponentType() == finding.loadClass("F"));
        Probe.attempt("loadClass of an array", () -> finding.loadClass("[LF;"));
        System.out.println(new String(finding.getResourceAsStream("own").readAllBytes()) + " " + finding.getResource("nothing") + " " + finding.getResourceAsStream("nothing") + " " + (finding.getResource("java/lang/String.class") != null) + " " + (own.getResource("Loaders.class") != null));
        show("resources");
        Probe.attempt("null", () -> finding.loadClass(null));

        // Two loaders that mean different classes by T in the descriptor of the method that one calls in the other's
        // class
        Assembler t = new Assembler("T", "java/lang/Object").addConstructor(), owner = new Assembler("O", "java/lang/Object");
        owner.addMethod(STATIC, "takes", "(LT;)V", owner.code(0, 1).op(0xb1));
        Loader below = new Loader(own).add(t, owner), above = new Loader(below).add(t, caller("K", "O", "takes", "(LT;)V"));
        below.loadClass("T");
        above.loadClass("T");
        Probe.kind("constraint", () -> Assembler.call(above.loadClass("K"), "run"));
        Loader agreeing = new Loader(below).add(caller("K", "O", "takes", "(LT;)V"));
        agreeing.loadClass("T");
        Probe.attempt("no constraint", () -> Assembler.call(agreeing.loadClass("K"), "run"));
        Assembler sub = new Assembler("P", "O2"), base = new Assembler("O2", "java/lang/Object").addConstructor();
        base.addMethod(Assembler.PUBLIC, "m", "(LT;)V", base.code(0, 2).op(0xb1));
        sub.addConstructor().addMethod(Assembler.PUBLIC, "m", "(LT;)V", sub.code(0, 2).op(0xb1));
        Loader lower = new Loader(own).add(t, base), upper = new Loader(lower).add(t, sub);
        lower.loadClass("T");
        upper.loadClass("T");
        Probe.kind("overriding", () -> upper.loadClass("P").getDeclaredConstructor().newInstance());

        Assembler asserting = new Assembler("X", "java/lang/Object");
        asserting.addMethod(STATIC, "run", "()Ljava/lang/Object;", asserting.code(1, 0).load(asserting.type("X")).call(0xb6, "java/lang/Class", "desiredAssertionStatus", "()Z").call(0xb8, "java/lang/Boolean", "valueOf", "(Z)Ljava/lang/Boolean;").op(0xb0));
        for (int way = 0; way < 6; way++) {
            Loader loader = new Loader(own).add(asserting);
            if (way == 1 || way == 3) loader.setDefaultAssertionStatus(true);
            if (way == 2) loader.setClassAssertionStatus("X", true);
            if (way == 3) loader.setClassAssertionStatus("X", false);
            if (way == 4) loader.setPackageAssertionStatus(null, true);
            if (way == 5) { loader.setDefaultAssertionStatus(true); loader.clearAssertionStatus(); }
            System.out.print(Assembler.call(loader.loadClass("X"), "run") + " ");
        }
        System.out.println();
    }
}

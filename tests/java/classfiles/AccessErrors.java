import other.Assembler;
import other.Assembler.Code;
import other.Assembler.Loader;
import other.Probe;

/** Classes, fields and methods that their user may not reach: IllegalAccessError; protected ones from subclasses, nest
 * mates and classes that only say so, two loaders with one package name. */
public class AccessErrors {
    private static final int STATIC = Assembler.PUBLIC | Assembler.STATIC;
    private static int number;

    private static Assembler target(String name, int access) {
        Assembler a = new Assembler(name, "java/lang/Object").access(access | Assembler.SUPER).version(55);
        int i = 0;
        for (int flags : new int[] {Assembler.PUBLIC, Assembler.PROTECTED, 0, Assembler.PRIVATE}) {
            a.addField(flags | Assembler.STATIC, "f" + i, "I").addMethod(flags | Assembler.STATIC, "s" + i, "()V", a.code(0, 0).op(0xb1)).addMethod(flags, "v" + i, "()V", a.code(0, 1).op(0xb1)).addField(flags, "g" + i, "I");
            i++;
        }
        return a.addMethod(Assembler.PROTECTED, "<init>", "()V", a.code(1, 1).op(0x2a).call(0xb7, "java/lang/Object", "<init>", "()V").op(0xb1))
            .addMethod(Assembler.PRIVATE, "<init>", "(I)V", a.code(1, 2).op(0x2a).call(0xb7, "java/lang/Object", "<init>", "()V").op(0xb1));
    }

    private static Assembler user(String name, String superName, String owner, boolean forSubclass) {
        Assembler a = new Assembler(name, superName).version(55);
        a.addMethod(Assembler.PUBLIC, "<init>", "()V", a.code(1, 1).op(0x2a).call(0xb7, superName, "<init>", "()V").op(0xb1));
        for (int i = 0; i < 4; i++) {
            a.addMethod(STATIC, "m" + i, "()Ljava/lang/Object;", a.code(2, 1).access(0xb2, owner, "f" + i, "I").op(0x57, 0x01, 0xb0));
            a.addMethod(STATIC, "m" + (4 + i), "()Ljava/lang/Object;", a.code(2, 1).call(0xb8, owner, "s" + i, "()V").op(0x01, 0xb0));
            if (forSubclass) {
                a.addMethod(STATIC, "m" + (8 + i), "()Ljava/lang/Object;", a.code(2, 1).op(0xbb).op(0, a.type(name)).op(0x59).call(0xb7, name, "<init>", "()V").call(0xb6, owner, "v" + i, "()V").op(0x01, 0xb0));
                a.addMethod(STATIC, "m" + (12 + i), "()Ljava/lang/Object;", a.code(2, 1).op(0xbb).op(0, a.type(name)).op(0x59).call(0xb7, name, "<init>", "()V").access(0xb4, owner, "g" + i, "I").op(0x57, 0x01, 0xb0));
            } else {
                a.addMethod(STATIC, "m" + (8 + i), "()Ljava/lang/Object;", a.code(2, 1).op(0x01).call(0xb6, owner, "v" + i, "()V").op(0x01, 0xb0));
                a.addMethod(STATIC, "m" + (12 + i), "()Ljava/lang/Object;", a.code(2, 1).op(0x01).access(0xb4, owner, "g" + i, "I").op(0x57, 0x01, 0xb0));
            }
        }
        a.addMethod(STATIC, "m16", "()Ljava/lang/Object;", a.code(3, 1).op(0xbb).op(0, a.type(owner)).op(0x59).call(0xb7, owner, "<init>", "()V").op(0x57, 0x01, 0xb0));
        a.addMethod(STATIC, "m17", "()Ljava/lang/Object;", a.code(3, 1).op(0xbb).op(0, a.type(owner)).op(0x59, 0x04).call(0xb7, owner, "<init>", "(I)V").op(0x57, 0x01, 0xb0));
        a.addMethod(STATIC, "m18", "()Ljava/lang/Object;", a.code(3, 1).load(a.type(owner)).op(0x57, 0x01, 0xb0));
        a.addMethod(STATIC, "m19", "()Ljava/lang/Object;", a.code(3, 1).load(a.type("[L" + owner + ";")).op(0x57, 0x04, 0xbd).op(0, a.type(owner)).op(0x57, 0x01, 0xb0));
        return a;
    }

    private static void run(String label, ClassLoader loader, String name) throws ClassNotFoundException {
        Class<?> type = loader.loadClass(name);
        for (int i = 0; i < 20; i++) {
            String method = "m" + i;
            Probe.attempt(label + " " + method, () -> Assembler.call(type, method));
        }
    }

    public static void main(String[] arguments) throws Throwable {
        Loader loader = new Loader(AccessErrors.class.getClassLoader());
        loader.add(target("one/Target", Assembler.PUBLIC), target("one/Hidden", 0), user("one/Same", "java/lang/Object", "one/Target", false), user("two/Stranger", "java/lang/Object", "one/Target", false),
            user("two/Sub", "one/Target", "one/Target", true), user("two/SubOwn", "one/Target", "two/SubOwn", true), user("two/OfHidden", "java/lang/Object", "one/Hidden", false), user("one/OfHidden", "java/lang/Object", "one/Hidden", false));
        run("same package", loader, "one.Same");
        run("stranger", loader, "two.Stranger");
        run("subclass", loader, "two.Sub");
        run("subclass by its own name", loader, "two.SubOwn");
        run("hidden class", loader, "two.OfHidden");
        run("hidden class in the package", loader, "one.OfHidden");

        Assembler host = target("one/Host", Assembler.PUBLIC), mate = user("one/Mate", "java/lang/Object", "one/Host", false), liar = user("one/Liar", "java/lang/Object", "one/Host", false);
        host.addAttribute(new Assembler.Attribute("NestMembers", new Assembler.Bytes().u2(1, host.type("one/Mate")).get()));
        mate.addAttribute(new Assembler.Attribute("NestHost", new Assembler.Bytes().u2(mate.type("one/Host")).get()));
        liar.addAttribute(new Assembler.Attribute("NestHost", new Assembler.Bytes().u2(liar.type("one/Host")).get()));
        Assembler lost = user("one/Lost", "java/lang/Object", "one/Host", false);
        lost.addAttribute(new Assembler.Attribute("NestHost", new Assembler.Bytes().u2(lost.type("one/Nowhere")).get()));
        loader.add(host, mate, liar, lost);
        run("nest mate", loader, "one.Mate");

        Loader second = new Loader(loader).add(user("one/Twin", "java/lang/Object", "one/Target", false), user("one/TwinSub", "one/Target", "one/Target", true));
        run("same package name, other loader", second, "one.Twin");
        run("same package name, other loader, subclass", second, "one.TwinSub");
    }
}

import java.util.HashMap;
import java.util.Map;
import other.Assembler;

/** Loaders that give another class than they were asked for, none, a new one every time, from within another's loading;
 * two classes of one name that are to be taken for one. */
public class ConfusedLoaders {
    interface Answer { Class<?> load(Lying loader, String name) throws ClassNotFoundException; }

    static class Lying extends ClassLoader {
        final Map<String, Answer> answers = new HashMap<>();
        Lying(ClassLoader parent) { super(parent); }
        Lying answer(String name, Answer answer) { answers.put(name, answer); return this; }
        Class<?> define(Assembler a) { byte[] file = a.bytes(); return defineClass(null, file, 0, file.length); }
        Class<?> known(String name) { return findLoadedClass(name); }
        @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            Answer answer = answers.get(name);
            return answer == null ? super.loadClass(name, resolve) : answer.load(this, name);
        }
    }

    private static Assembler holder(String name, String type) {
        Assembler a = new Assembler(name, "java/lang/Object").addConstructor().addField(1, "f", type);
        return a.addMethod(1, "get", "()Ljava/lang/Object;", type.startsWith("L") ? a.code(1, 1).op(0x2a).access(0xb4, name, "f", type).op(0xb0) : a.code(2, 1).op(0x2a).access(0xb4, name, "f", type).call(0xb8, "java/lang/Long", "valueOf", "(J)Ljava/lang/Long;").op(0xb0));
    }

    /** A user of T, whose name is resolved by the loader's answer. */
    private static void attack(String label, Answer answer) {
        Attack.kind(label, () -> {
            Assembler user = new Assembler("U", "java/lang/Object");
            user.addMethod(9, "run", "()Ljava/lang/Object;", user.code(2, 0).op2(0xbb, user.type("T")).op(0x59).call(0xb7, "T", "<init>", "()V").call(0xb6, "T", "get", "()Ljava/lang/Object;").op(0xb0));
            Lying loader = new Lying(ConfusedLoaders.class.getClassLoader()).answer("T", answer);
            Assembler.call(loader.define(user), "run");
        });
    }

    public static void main(String[] arguments) throws Throwable {
        ClassLoader own = ConfusedLoaders.class.getClassLoader();
        attack("none", (l, n) -> null);
        attack("another", (l, n) -> String.class);
        attack("a primitive", (l, n) -> int.class);
        attack("an array", (l, n) -> Object[].class);
        attack("itself", (l, n) -> l.known("U"));
        attack("Class", (l, n) -> Class.class);
        attack("checked", (l, n) -> { throw new ClassNotFoundException(); });
        attack("unchecked", (l, n) -> { throw new IllegalStateException(); });
        attack("an error", (l, n) -> { throw new ThreadDeath(); });
        attack("for ever", (l, n) -> l.loadClass(n));
        attack("while it is defined", (l, n) -> { l.define(holder("T", "J")); return l.define(holder("T", "Ljava/lang/Object;")); });
        attack("of another loader", (l, n) -> new Lying(own).define(holder("T", "J")));
        attack("a new one every time", (l, n) -> new Lying(own).define(holder("T", "Ljava/lang/Object;")));
        attack("its superclass is asked for by itself", (l, n) -> { l.answer("P", (m, p) -> m.loadClass("T")); return l.define(new Assembler("T", "P")); });
        attack("its superclass is itself in the end", (l, n) -> { l.answer("P", (m, p) -> m.define(new Assembler("P", "T"))); return l.define(new Assembler("T", "P")); });
        attack("superclass is final", (l, n) -> l.define(new Assembler("T", "java/lang/String")));
        attack("superclass is an interface", (l, n) -> l.define(new Assembler("T", "java/lang/Runnable")));
        attack("superclass is an enum", (l, n) -> l.define(new Assembler("T", "java/lang/Thread$State")));
        attack("interface is a class", (l, n) -> l.define(new Assembler("T", "java/lang/Object", "java/lang/Thread")));
        attack("defined by initialising", (l, n) -> { try { return Class.forName("T", true, l.getParent()); } catch (ClassNotFoundException e) { return l.define(holder("T", "J")); } });

        // T of one loader has a long where that of the other has a reference: passed as an argument, a result, a field,
        // an array, an exception's cause, by an interface
        Lying one = new Lying(own), two = new Lying(own);
        one.define(holder("T", "Ljava/lang/Object;"));
        two.define(holder("T", "J"));
        Assembler giver = new Assembler("G", "java/lang/Object").addConstructor().addField(9, "kept", "LT;");
        giver.addMethod(9, "give", "()LT;", giver.code(2, 0).op2(0xbb, giver.type("T")).op(0x59).call(0xb7, "T", "<init>", "()V").op(0xb0));
        giver.addMethod(9, "fill", "()V", giver.code(1, 0).call(0xb8, "G", "give", "()LT;").access(0xb3, "G", "kept", "LT;").op(0xb1));
        giver.addMethod(9, "take", "(LT;)V", giver.code(0, 1).op(0xb1)).addMethod(1, "over", "(LT;)LT;", giver.code(1, 2).op(0x2b, 0xb0));
        Class<?> g = one.define(giver);
        g.getMethod("fill").invoke(null);
        two.answer("G", (l, n) -> g);
        String[][] bodies = {{"result"}, {"field"}, {"argument"}, {"subclass"}};
        for (String[] each : bodies) {
            Attack.kind("two of one name, " + each[0], () -> {
                Assembler u = new Assembler("V" + each[0], each[0].equals("subclass") ? "G" : "java/lang/Object");
                if (each[0].equals("subclass")) u.addConstructor().addMethod(1, "over", "(LT;)LT;", u.code(1, 2).op(0x2b, 0xb0));
                Assembler.Code c = u.code(3, 0);
                if (each[0].equals("result")) c.call(0xb8, "G", "give", "()LT;");
                else if (each[0].equals("field")) c.access(0xb2, "G", "kept", "LT;");
                else if (each[0].equals("argument")) c.op(0x01).call(0xb8, "G", "take", "(LT;)V").op(0x01);
                else c.op(0x01);
                u.addMethod(9, "run", "()Ljava/lang/Object;", c.op2(0xc0, u.type("T")).call(0xb6, "T", "get", "()Ljava/lang/Object;").op(0xb0));
                Assembler.call(two.define(u), "run");
            });
        }
        Object odd = g.getMethod("give").invoke(null);
        Attack.kind("by reflection", () -> two.known("T").getMethod("get").invoke(odd));
        Attack.kind("field by reflection", () -> two.known("T").getField("f").get(odd));
        Attack.kind("by cast", () -> two.known("T").cast(odd));
        Attack.kind("by array", () -> java.lang.reflect.Array.set(java.lang.reflect.Array.newInstance(two.known("T"), 1), 0, odd));
        Attack.kind("by arraycopy", () -> { Object from = java.lang.reflect.Array.newInstance(one.known("T"), 1), to = java.lang.reflect.Array.newInstance(two.known("T"), 1); java.lang.reflect.Array.set(from, 0, odd); System.arraycopy(from, 0, to, 0, 1); });
        Attack.kind("by handle", () -> java.lang.invoke.MethodHandles.publicLookup().findVirtual(two.known("T"), "get", java.lang.invoke.MethodType.methodType(Object.class)).invoke(odd));
        Attack.attempt("same name, not the same", () -> one.known("T") == two.known("T"));
        Attack.kind("name given and another in the file", () -> new Assembler.Loader(own).define("X", new Assembler("Y", "java/lang/Object").bytes()));
        Attack.kind("range", () -> new ClassLoader() { Class<?> f() { return defineClass("X", new byte[10], 5, 50); } }.f());
        Attack.kind("negative range", () -> new ClassLoader() { Class<?> f() { return defineClass("X", new byte[10], -1, 5); } }.f());
        Attack.kind("no loader at all", () -> new ClassLoader(new ClassLoader(null) { @Override public Class<?> loadClass(String n) { return null; } }) { }.loadClass("Z").getName());
    }
}

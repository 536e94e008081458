import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.lang.invoke.VolatileCallSite;
import other.Assembler;
import other.Assembler.Bytes;

/** Bootstrap methods that a program writes: that throw, give null or something else, ask for their own site, recurse,
 * change the site's target while it runs; constants that need themselves. */
public class HostileBootstraps {
    private static final String L = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;";
    private static final String SITE = L + "Ljava/lang/invoke/MethodType;)", CONSTANT = L + "Ljava/lang/Class;)";
    static Class<?> asked;
    static MutableCallSite changing;
    static int calls;

    public static void nothing() { calls++; }
    public static Object text() { return "text"; }
    public static CallSite throwing(MethodHandles.Lookup l, String n, MethodType t) throws Exception { throw new Exception("thrown"); }
    public static CallSite dying(MethodHandles.Lookup l, String n, MethodType t) { throw new ThreadDeath(); }
    public static CallSite deep(MethodHandles.Lookup l, String n, MethodType t) { return deep(l, n, t); }
    public static CallSite none(MethodHandles.Lookup l, String n, MethodType t) { return null; }
    public static Object other(MethodHandles.Lookup l, String n, MethodType t) { return "no site"; }
    public static void returnsNothing(MethodHandles.Lookup l, String n, MethodType t) { }
    public static CallSite wrongType(MethodHandles.Lookup l, String n, MethodType t) { return new ConstantCallSite(MethodHandles.constant(int.class, 5)); }
    public static CallSite itself(MethodHandles.Lookup l, String n, MethodType t) throws Throwable {
        if (calls++ < 200) Assembler.call(asked, "run");
        return new ConstantCallSite(MethodHandles.constant(Object.class, "after " + (calls > 0)));
    }
    public static CallSite exchanging(MethodHandles.Lookup l, String n, MethodType t) { return changing = new MutableCallSite(MethodHandles.constant(Object.class, "first")); }
    public static CallSite unset(MethodHandles.Lookup l, String n, MethodType t) { return new VolatileCallSite(t); }
    public static CallSite looping(MethodHandles.Lookup l, String n, MethodType t) { MutableCallSite site = new MutableCallSite(t); site.setTarget(site.dynamicInvoker()); return site; }
    public static Object integer(MethodHandles.Lookup l, String n, Class<?> t) { return 5; }
    public static Object nullConstant(MethodHandles.Lookup l, String n, Class<?> t) { return null; }
    public static Object throwingConstant(MethodHandles.Lookup l, String n, Class<?> t) { throw new IllegalStateException(); }
    public static Object ownConstant(MethodHandles.Lookup l, String n, Class<?> t) throws Throwable { return calls++ < 200 ? Assembler.call(asked, "run") : "own"; }
    private static CallSite hidden(MethodHandles.Lookup l, String n, MethodType t) { return null; }
    public CallSite instance(MethodHandles.Lookup l, String n, MethodType t) { return null; }
    public static CallSite odd(Object... all) { return new ConstantCallSite(MethodHandles.constant(Object.class, "odd " + all.length)); }

    private static Class<?> site(int tag, int kind, String method, String descriptor, String type) throws Exception {
        Assembler a = new Assembler("S", "java/lang/Object").version(55);
        a.addAttribute(new Assembler.Attribute("BootstrapMethods", new Bytes().u2(1, a.handle(kind, a.method("HostileBootstraps", method, descriptor)), 0).get()));
        int constant = a.dynamic(tag, 0, "name", type);
        a.addMethod(9, "run", "()Ljava/lang/Object;", tag == 18 ? a.code(2, 0).op2(0xba, constant).op(0, 0, 0xb0) : type.equals("I") ? a.code(2, 0).load(constant).call(0xb8, "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;").op(0xb0) : a.code(2, 0).load(constant).op(0xb0));
        return asked = a.load();
    }

    private static void attack(String label, int tag, int kind, String method, String descriptor, String type) throws Exception {
        Class<?> class_ = site(tag, kind, method, descriptor, type);
        calls = 0;
        for (int i = 0; i < 2; i++) {
            Attack.attempt(label, () -> {
                try {
                    return Assembler.call(class_, "run");
                } catch (Throwable e) {
                    return e instanceof IncompatibleClassChangeError ? "changed class" : e.getClass().getName() + (e.getCause() == null ? "" : " by " + e.getCause().getClass().getName());
                }
            });
        }
    }

    public static void main(String[] arguments) throws Throwable {
        String callSite = "Ljava/lang/invoke/CallSite;", object = "()Ljava/lang/Object;";
        for (String name : new String[] {"throwing", "dying", "deep", "none", "wrongType", "hidden", "missing"}) attack(name, 18, 6, name, SITE + callSite, object);
        attack("other", 18, 6, "other", SITE + "Ljava/lang/Object;", object);
        attack("returnsNothing", 18, 6, "returnsNothing", SITE + "V", object);
        attack("instance", 18, 6, "instance", SITE + callSite, object);
        attack("instance's kind", 18, 5, "instance", SITE + callSite, object);
        attack("static by a virtual handle", 18, 5, "none", SITE + callSite, object);
        attack("odd", 18, 6, "odd", "([Ljava/lang/Object;)" + callSite, object);
        attack("itself", 18, 6, "itself", SITE + callSite, object);
        attack("constant", 17, 6, "integer", CONSTANT + "Ljava/lang/Object;", "I");
        attack("constant of another type", 17, 6, "integer", CONSTANT + "Ljava/lang/Object;", "Ljava/lang/String;");
        attack("null constant", 17, 6, "nullConstant", CONSTANT + "Ljava/lang/Object;", "Ljava/lang/String;");
        attack("null as an int", 17, 6, "nullConstant", CONSTANT + "Ljava/lang/Object;", "I");
        attack("throwing constant", 17, 6, "throwingConstant", CONSTANT + "Ljava/lang/Object;", "Ljava/lang/Object;");
        attack("own constant", 17, 6, "ownConstant", CONSTANT + "Ljava/lang/Object;", "Ljava/lang/Object;");
        attack("unset", 18, 6, "unset", SITE + callSite, object);
        attack("looping", 18, 6, "looping", SITE + callSite, object);
        Class<?> changed = site(18, 6, "exchanging", SITE + callSite, object);
        StringBuilder seen = new StringBuilder();
        for (int i = 0; i < 5_000; i++) {
            Object now = Assembler.call(changed, "run");
            if (i % 1_000 == 0) seen.append(now).append(' ');
            changing.setTarget(MethodHandles.constant(Object.class, "at " + i / 1000));
        }
        System.out.println(seen);
        Attack.kind("target of another type", () -> changing.setTarget(MethodHandles.constant(int.class, 1)));
        Attack.kind("no target", () -> changing.setTarget(null));
        MutableCallSite.syncAll(new MutableCallSite[] {changing});
        Assembler self = new Assembler("S", "java/lang/Object").version(55);
        int constant = self.dynamic(17, 0, "name", "Ljava/lang/Object;");
        self.addAttribute(new Assembler.Attribute("BootstrapMethods", new Bytes().u2(1, self.handle(6, self.method("HostileBootstraps", "integer", "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;Ljava/lang/Object;)Ljava/lang/Object;")), 1, constant).get()));
        self.addMethod(9, "run", object, self.code(1, 0).load(constant).op(0xb0));
        Attack.kind("constant that is its own argument", () -> Assembler.call(self.load(), "run"));
        MethodHandle count = MethodHandles.lookup().findStatic(HostileBootstraps.class, "nothing", MethodType.methodType(void.class));
        MethodHandle loop = MethodHandles.countedLoop(MethodHandles.constant(int.class, 1_000), null, MethodHandles.dropArguments(count, 0, int.class));
        calls = 0;
        loop.invoke();
        System.out.println(calls);
    }
}

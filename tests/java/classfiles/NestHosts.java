import other.Assembler;
import other.Assembler.Attribute;
import other.Assembler.Bytes;
import other.Probe;

/** A nest host that cannot be had: it is missing, it does not know its member, it is found only when there is memory
 * again. */
public class NestHosts {
    private static Assembler member(String name, String host) {
        Assembler a = new Assembler(name, "java/lang/Object").version(55).addConstructor();
        a.addMethod(Assembler.PRIVATE | Assembler.STATIC, "secret", "()Ljava/lang/Object;", a.code(1, 0).load(a.string("secret of " + name)).op(0xb0));
        a.addMethod(Assembler.PUBLIC | Assembler.STATIC, "ask", "()Ljava/lang/Object;", a.code(1, 0).call(0xb8, host, "secret", "()Ljava/lang/Object;").op(0xb0));
        return a.addAttribute(new Attribute("NestHost", new Bytes().u2(a.type(host)).get()));
    }

    private static Assembler host(String name, String... members) {
        Assembler a = new Assembler(name, "java/lang/Object").version(55).addConstructor();
        a.addMethod(Assembler.PRIVATE | Assembler.STATIC, "secret", "()Ljava/lang/Object;", a.code(1, 0).load(a.string("secret of " + name)).op(0xb0));
        Bytes list = new Bytes().u2(members.length);
        for (String each : members) list.u2(a.type(each));
        return a.addAttribute(new Attribute("NestMembers", list.get()));
    }

    private static final class Poor extends Assembler.Loader {
        int refusals = 2;
        Poor() { super(NestHosts.class.getClassLoader()); }

        @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.equals("Late") && refusals-- > 0) throw refusals == 1 ? new OutOfMemoryError("for now") : new StackOverflowError();
            return super.loadClass(name, resolve);
        }
    }

    public static void main(String[] arguments) throws Throwable {
        Poor loader = new Poor();
        loader.add(host("Late", "Early"), member("Early", "Late"), host("Stranger", "Other"), member("Unknown", "Stranger"), member("Orphan", "Nowhere"));
        Class<?> early = loader.loadClass("Early"), unknown = loader.loadClass("Unknown"), orphan = loader.loadClass("Orphan");
        for (int i = 0; i < 4; i++) Probe.attempt("early " + i, () -> early.getNestHost().getName());
        Probe.attempt("early members", () -> early.getNestMembers().length + " " + early.isNestmateOf(loader.loadClass("Late")));
        Probe.attempt("early asks", () -> Assembler.call(early, "ask"));
        for (int i = 0; i < 2; i++) {
            Probe.attempt("unknown", () -> unknown.getNestHost().getName());
            Probe.attempt("orphan", () -> orphan.getNestHost().getName());
            Probe.kind("unknown asks", () -> Assembler.call(unknown, "ask"));
            Probe.kind("orphan asks", () -> Assembler.call(orphan, "ask"));
        }
    }
}

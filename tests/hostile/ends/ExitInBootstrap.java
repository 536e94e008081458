import other.Assembler;

/** The machine is ended by a bootstrap method, which a comparator calls that a sort calls, with a lock held. */
public class ExitInBootstrap {
    public static java.lang.invoke.CallSite site(java.lang.invoke.MethodHandles.Lookup l, String name, java.lang.invoke.MethodType type) {
        System.out.println("bootstrap");
        synchronized (ExitInBootstrap.class) { System.exit(13); }
        return null;
    }

    public static void main(String[] arguments) throws Exception {
        Assembler a = new Assembler("S", "java/lang/Object").version(52);
        a.addAttribute(new Assembler.Attribute("BootstrapMethods", new Assembler.Bytes().u2(1, a.handle(6, a.method("ExitInBootstrap", "site", "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;")), 0).get()));
        a.addMethod(9, "run", "()Ljava/lang/Object;", a.code(2, 0).op2(0xba, a.dynamic(18, 0, "x", "()Ljava/lang/Object;")).op(0, 0, 0xb0));
        Class<?> type = a.load();
        java.util.List<Integer> list = new java.util.ArrayList<>(java.util.List.of(3, 1, 2));
        list.sort((x, y) -> { try { Assembler.call(type, "run"); } catch (Throwable e) { System.out.println(e); } return x - y; });
        System.out.println("never");
    }
}

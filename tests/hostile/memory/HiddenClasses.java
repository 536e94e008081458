import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import other.Assembler;

/** Hidden classes: of foreign packages and nests, that name themselves, extend themselves, are looked for by name, used
 * by others, and let go while they run. */
public class HiddenClasses {
    private static int secret = 42;

    private static Assembler reader(String name) {
        Assembler a = new Assembler(name, "java/lang/Object").version(55).addConstructor();
        return a.addMethod(9, "run", "()Ljava/lang/Object;", a.code(1, 0).access(0xb2, "HiddenClasses", "secret", "I").call(0xb8, "java/lang/String", "valueOf", "(I)Ljava/lang/String;").op(0xb0));
    }

    private static Class<?> hidden(Assembler a, ClassOption... options) throws Exception { return MethodHandles.lookup().defineHiddenClass(a.bytes(), true, options).lookupClass(); }

    public static void main(String[] arguments) throws Throwable {
        Attack.attempt("nest mate", () -> call(hidden(reader("N"), ClassOption.NESTMATE)));
        Attack.attempt("no nest mate", () -> call(hidden(reader("N"))));
        Attack.attempt("strong", () -> call(hidden(reader("N"), ClassOption.STRONG, ClassOption.NESTMATE)));
        Attack.kind("of String's nest", () -> MethodHandles.lookup().in(String.class).defineHiddenClass(reader("java/lang/N").bytes(), true, ClassOption.NESTMATE));
        Attack.kind("by a public lookup", () -> MethodHandles.publicLookup().defineHiddenClass(reader("N").bytes(), true));
        Attack.kind("by a lookup without private", () -> MethodHandles.lookup().dropLookupMode(Lookup.PRIVATE).defineHiddenClass(reader("N").bytes(), true, ClassOption.NESTMATE));
        Attack.kind("another package", () -> hidden(reader("p/N")));
        for (String name : new String[] {"N/5", "N+5", "[N", "", "HiddenClasses"}) Attack.kind("named " + name, () -> hidden(new Assembler(name, "java/lang/Object")));
        Attack.linkage("extends itself", () -> hidden(new Assembler("N", "N")));
        Attack.linkage("interface itself", () -> hidden(new Assembler("N", "java/lang/Object", "N")));
        Attack.kind("a module", () -> hidden(new Assembler("N", null).version(55).access(0x8000)));
        Attack.kind("broken", () -> MethodHandles.lookup().defineHiddenClass(new byte[50], true));
        Attack.kind("null", () -> MethodHandles.lookup().defineHiddenClass(null, true));
        Attack.kind("does not verify", () -> { Assembler a = new Assembler("N", "java/lang/Object").version(55); a.addMethod(9, "run", "()Ljava/lang/Object;", a.code(1, 0).op(0x04, 0xb0)); hidden(a); });
        Attack.kind("its initialiser throws", () -> { Assembler a = new Assembler("N", "java/lang/Object"); a.addMethod(8, "<clinit>", "()V", a.code(2, 0).op(0x03, 0x03, 0x6c, 0x57, 0xb1)); hidden(a); });
        Attack.attempt("names itself", () -> {
            Assembler a = new Assembler("N", "java/lang/Object").version(55).addConstructor().addField(9, "f", "LN;");
            a.addMethod(9, "run", "()Ljava/lang/Object;", a.code(3, 0).op2(0xbb, a.type("N")).op(0x59).call(0xb7, "N", "<init>", "()V").op(0x59).op2(0xc1, a.type("N")).call(0xb8, "java/lang/String", "valueOf", "(I)Ljava/lang/String;").op(0xb0));
            return call(hidden(a));
        });
        Attack.kind("a field of its own type", () -> {
            Assembler a = new Assembler("N", "java/lang/Object").version(55).addConstructor().addField(9, "f", "LN;");
            a.addMethod(9, "run", "()Ljava/lang/Object;", a.code(3, 0).op2(0xbb, a.type("N")).op(0x59).call(0xb7, "N", "<init>", "()V").access(0xb3, "N", "f", "LN;").op(0x01, 0xb0));
            call(hidden(a));
        });
        Attack.kind("a parameter of its own type", () -> {
            Assembler a = new Assembler("N", "java/lang/Object").version(55);
            a.addMethod(9, "take", "(LN;)V", a.code(0, 1).op(0xb1)).addMethod(9, "run", "()Ljava/lang/Object;", a.code(3, 0).op(0x01).call(0xb8, "N", "take", "(LN;)V").op(0x01, 0xb0));
            call(hidden(a));
        });
        Class<?> one = hidden(reader("N"), ClassOption.NESTMATE), two = hidden(reader("N"), ClassOption.NESTMATE);
        System.out.println((one == two) + " " + one.isHidden() + " " + one.getNestHost().getName() + " " + one.getName().startsWith("N/") + " " + one.getCanonicalName());
        Attack.kind("forName", () -> Class.forName(one.getName(), false, one.getClassLoader()));
        Attack.kind("forName with a plus", () -> Class.forName(one.getName().replace('/', '+'), false, one.getClassLoader()));
        Attack.kind("array by name", () -> Class.forName("[L" + one.getName() + ";", false, one.getClassLoader()));
        Attack.attempt("array", () -> one.arrayType().getComponentType() == one);
        Attack.kind("one as the other", () -> two.cast(one.getDeclaredConstructor().newInstance()));
        Attack.kind("descriptor", () -> java.lang.invoke.MethodType.fromMethodDescriptorString("(" + one.descriptorString() + ")V", one.getClassLoader()));
        Attack.kind("constant", () -> one.describeConstable().get());
        Attack.kind("class data", () -> System.out.println((Object) MethodHandles.classData(MethodHandles.lookup().defineHiddenClassWithClassData(reader("N").bytes(), "data", true, ClassOption.NESTMATE), "_", String.class)));
        Attack.kind("class data of another type", () -> MethodHandles.classData(MethodHandles.lookup().defineHiddenClassWithClassData(reader("N").bytes(), "data", true), "_", Integer.class));
        Attack.kind("class data of nothing", () -> MethodHandles.lookup().defineHiddenClassWithClassData(reader("N").bytes(), null, true));
        Attack.kind("class data out of bounds", () -> MethodHandles.classDataAt(MethodHandles.lookup().defineHiddenClassWithClassData(reader("N").bytes(), java.util.List.of(), true), "_", Object.class, 3));
        java.util.concurrent.Callable<?>[] running = new java.util.concurrent.Callable<?>[1];
        for (int i = 0; i < Attack.some(400); i++) {
            Assembler a = new Assembler("C", "java/lang/Object", "java/util/concurrent/Callable").version(55).addConstructor();
            a.addMethod(1, "call", "()Ljava/lang/Object;", a.code(2, 1).call(0xb8, "java/lang/System", "gc", "()V").op(0x2a).call(0xb6, "java/lang/Object", "getClass", "()Ljava/lang/Class;").call(0xb6, "java/lang/Class", "isHidden", "()Z").call(0xb8, "java/lang/String", "valueOf", "(Z)Ljava/lang/String;").op(0xb0));
            running[0] = (java.util.concurrent.Callable<?>) hidden(a).getDeclaredConstructor().newInstance();
            if (i % 100 == 0 && !"true".equals(running[0].call())) System.out.println("lost itself");
        }
        System.out.println("goes on");
    }

    static Object call(Class<?> type) throws Exception {
        try {
            return type.getMethod("run").invoke(null);
        } catch (java.lang.reflect.InvocationTargetException e) {
            return e.getCause().getClass().getName();
        }
    }
}

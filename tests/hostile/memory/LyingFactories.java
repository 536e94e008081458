import other.Assembler;
import other.Assembler.Bytes;

/** Call sites that name the bootstrap methods which javac names, with arguments that javac never writes: what a machine
 * makes of them itself must not trust them. */
public class LyingFactories {
    private static final String L = "Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;", T = "Ljava/lang/invoke/MethodType;", H = "Ljava/lang/invoke/MethodHandle;", SITE = "Ljava/lang/invoke/CallSite;";
    private static final String META = "(" + L + T + T + H + T + ")" + SITE, CONCAT = "(" + L + T + "Ljava/lang/String;[Ljava/lang/Object;)" + SITE, METHODS = "(" + L + "Ljava/lang/invoke/TypeDescriptor;Ljava/lang/Class;Ljava/lang/String;[" + H + ")Ljava/lang/Object;";

    interface Arguments { int[] of(Assembler a); }

    /** One site, called with `pushes` nulls or zeroes of its own descriptor. */
    private static void attack(String label, String owner, String method, String descriptor, String name, String type, int[] pushes, Arguments arguments) {
        Attack.Action action = () -> {
            Assembler a = new Assembler("S", "java/lang/Object").version(52).addField(1, "f", "I").addField(9, "s", "Ljava/lang/Object;").addConstructor();
            a.addMethod(9, "target", "()V", a.code(0, 0).op(0xb1)).addMethod(9, "id", "(Ljava/lang/Object;)Ljava/lang/Object;", a.code(1, 1).op(0x2a, 0xb0)).addMethod(2, "hidden", "()V", a.code(0, 1).op(0xb1));
            int handle = a.handle(6, a.method(owner, method, descriptor));
            int[] all = arguments.of(a);
            a.addAttribute(new Assembler.Attribute("BootstrapMethods", new Bytes().u2(1, handle, all.length).u2(all).get()));
            Assembler.Code code = a.code(8, 0);
            for (int each : pushes) code.op(each);
            code.op2(0xba, a.dynamic(18, 0, name, type)).op(0, 0);
            boolean nothing = type.endsWith(")V");
            a.addMethod(9, "run", "()Ljava/lang/Object;", (nothing ? code.op(0x01) : type.endsWith(")I") || type.endsWith(")Z") ? code.op(0x57, 0x01) : code).op(0xb0));
            Object made = Assembler.call(a.load(), "run");
            if (made instanceof Runnable) ((Runnable) made).run();
            System.out.println(label + " made " + (made == null || made instanceof String ? made : "an object"));
        };
        if (label.endsWith("any error")) Attack.linkage(label, action);
        else Attack.kind(label, action);
    }

    private static void lambda(String label, String name, String type, Arguments arguments) { attack("lambda, " + label, "java/lang/invoke/LambdaMetafactory", "metafactory", META, name, type, type.startsWith("()") ? new int[] {} : new int[] {0x01}, arguments); }
    private static void concat(String label, String type, int[] pushes, Arguments arguments) { attack("concat, " + label, "java/lang/invoke/StringConcatFactory", "makeConcatWithConstants", CONCAT, "makeConcatWithConstants", type, pushes, arguments); }
    private static void record(String label, String name, String type, int[] pushes, Arguments arguments) { attack("record, " + label, "java/lang/runtime/ObjectMethods", "bootstrap", METHODS, name, type, pushes, arguments); }

    public static void main(String[] ignored) {
        lambda("right", "run", "()Ljava/lang/Runnable;", a -> new int[] {a.methodType("()V"), a.handle(6, a.method("S", "target", "()V")), a.methodType("()V")});
        lambda("too few", "run", "()Ljava/lang/Runnable;", a -> new int[] {a.methodType("()V"), a.handle(6, a.method("S", "target", "()V"))});
        lambda("too many", "run", "()Ljava/lang/Runnable;", a -> new int[] {a.methodType("()V"), a.handle(6, a.method("S", "target", "()V")), a.methodType("()V"), a.methodType("()V")});
        lambda("none", "run", "()Ljava/lang/Runnable;", a -> new int[] {});
        lambda("text for a type", "run", "()Ljava/lang/Runnable;", a -> new int[] {a.string("()V"), a.handle(6, a.method("S", "target", "()V")), a.methodType("()V")});
        lambda("number for a handle", "run", "()Ljava/lang/Runnable;", a -> new int[] {a.methodType("()V"), a.number(7), a.methodType("()V")});
        lambda("a class of no interface", "run", "()Ljava/lang/Object;", a -> new int[] {a.methodType("()V"), a.handle(6, a.method("S", "target", "()V")), a.methodType("()V")});
        lambda("an int", "run", "()I", a -> new int[] {a.methodType("()V"), a.handle(6, a.method("S", "target", "()V")), a.methodType("()V")});
        lambda("of String", "run", "()Ljava/lang/String;", a -> new int[] {a.methodType("()V"), a.handle(6, a.method("S", "target", "()V")), a.methodType("()V")});
        lambda("other arity", "run", "()Ljava/lang/Runnable;", a -> new int[] {a.methodType("(I)V"), a.handle(6, a.method("S", "target", "()V")), a.methodType("()V")});
        lambda("target wants more", "run", "()Ljava/lang/Runnable;", a -> new int[] {a.methodType("()V"), a.handle(6, a.method("S", "id", "(Ljava/lang/Object;)Ljava/lang/Object;")), a.methodType("()V")});
        lambda("no such target", "run", "()Ljava/lang/Runnable;", a -> new int[] {a.methodType("()V"), a.handle(6, a.method("S", "none", "()V")), a.methodType("()V")});
        lambda("a private of the JDK", "run", "()Ljava/lang/Runnable;", a -> new int[] {a.methodType("()V"), a.handle(6, a.method("java/lang/Shutdown", "runHooks", "()V")), a.methodType("()V")});
        lambda("static as virtual", "run", "(LS;)Ljava/lang/Runnable;", a -> new int[] {a.methodType("()V"), a.handle(5, a.method("S", "target", "()V")), a.methodType("()V")});
        lambda("virtual as static, any error", "run", "(LS;)Ljava/lang/Runnable;", a -> new int[] {a.methodType("()V"), a.handle(6, a.method("S", "hidden", "()V")), a.methodType("()V")});
        lambda("receiver of another class, any error", "run", "(Ljava/lang/String;)Ljava/lang/Runnable;", a -> new int[] {a.methodType("()V"), a.handle(7, a.method("S", "hidden", "()V")), a.methodType("()V")});
        lambda("null receiver", "run", "(LS;)Ljava/lang/Runnable;", a -> new int[] {a.methodType("()V"), a.handle(7, a.method("S", "hidden", "()V")), a.methodType("()V")});
        lambda("a field", "run", "(LS;)Ljava/lang/Runnable;", a -> new int[] {a.methodType("()V"), a.handle(1, a.field("S", "f", "I")), a.methodType("()V")});
        lambda("constructor as a method", "run", "()Ljava/lang/Runnable;", a -> new int[] {a.methodType("()V"), a.handle(8, a.method("S", "<init>", "()V")), a.methodType("()V")});
        lambda("returns int for Object", "get", "()Ljava/util/function/Supplier;", a -> new int[] {a.methodType("()Ljava/lang/Object;"), a.handle(6, a.method("java/lang/Thread", "activeCount", "()I")), a.methodType("()Ljava/lang/Object;")});
        lambda("name with a slash", "ru/n", "()Ljava/lang/Runnable;", a -> new int[] {a.methodType("()V"), a.handle(6, a.method("S", "target", "()V")), a.methodType("()V")});
        lambda("another name", "walk", "()Ljava/lang/Runnable;", a -> new int[] {a.methodType("()V"), a.handle(6, a.method("S", "target", "()V")), a.methodType("()V")});
        lambda("named as a constructor", "hashCode", "()Ljava/lang/Runnable;", a -> new int[] {a.methodType("()V"), a.handle(6, a.method("S", "target", "()V")), a.methodType("()V")});
        lambda("interface that is not public", "m", "()Ljava/util/concurrent/ForkJoinPool$ForkJoinWorkerThreadFactory;", a -> new int[] {a.methodType("()V"), a.handle(6, a.method("S", "target", "()V")), a.methodType("()V")});
        lambda("no such interface", "m", "()Lno/Such;", a -> new int[] {a.methodType("()V"), a.handle(6, a.method("S", "target", "()V")), a.methodType("()V")});
        concat("right", "(Ljava/lang/Object;I)Ljava/lang/String;", new int[] {0x01, 0x04}, a -> new int[] {a.string("\1x\1")});
        concat("fewer slots", "(Ljava/lang/Object;I)Ljava/lang/String;", new int[] {0x01, 0x04}, a -> new int[] {a.string("\1x")});
        concat("more slots", "(Ljava/lang/Object;I)Ljava/lang/String;", new int[] {0x01, 0x04}, a -> new int[] {a.string("\1x\1\1")});
        concat("constants missing", "(Ljava/lang/Object;)Ljava/lang/String;", new int[] {0x01}, a -> new int[] {a.string("\1\2")});
        concat("constants too many", "(Ljava/lang/Object;)Ljava/lang/String;", new int[] {0x01}, a -> new int[] {a.string("\1"), a.string("x"), a.number(5)});
        concat("constants", "(Ljava/lang/Object;)Ljava/lang/String;", new int[] {0x01}, a -> new int[] {a.string("\1\2\2\2"), a.string("x\1"), a.number(5), a.type("S")});
        concat("no recipe", "(Ljava/lang/Object;)Ljava/lang/String;", new int[] {0x01}, a -> new int[] {});
        concat("a number as recipe", "(Ljava/lang/Object;)Ljava/lang/String;", new int[] {0x01}, a -> new int[] {a.number(3)});
        concat("gives void", "(Ljava/lang/Object;)V", new int[] {0x01}, a -> new int[] {a.string("\1")});
        concat("gives int", "(Ljava/lang/Object;)I", new int[] {0x01}, a -> new int[] {a.string("\1")});
        concat("gives Object", "(Ljava/lang/Object;)Ljava/lang/Object;", new int[] {0x01}, a -> new int[] {a.string("\1")});
        concat("gives CharSequence", "(Ljava/lang/Object;)Ljava/lang/CharSequence;", new int[] {0x01}, a -> new int[] {a.string("\1")});
        concat("of nothing", "()Ljava/lang/String;", new int[] {}, a -> new int[] {a.string("")});
        concat("a recipe of 60,000", "()Ljava/lang/String;", new int[] {}, a -> new int[] {a.string("x".repeat(60_000) + "\2"), a.number(1)});
        for (String name : new String[] {"toString", "hashCode", "equals", "other"}) {
            String type = name.equals("equals") ? "(LS;Ljava/lang/Object;)Z" : name.equals("hashCode") ? "(LS;)I" : "(LS;)Ljava/lang/String;";
            int[] push = name.equals("equals") ? new int[] {0x01, 0x01} : new int[] {0x01};
            record(name + " of null", name, type, push, a -> new int[] {a.type("S"), a.string("f"), a.handle(1, a.field("S", "f", "I"))});
            record(name + ", another class", name, type, push, a -> new int[] {a.type("java/lang/String"), a.string("f"), a.handle(1, a.field("S", "f", "I"))});
            record(name + ", a static", name, type, push, a -> new int[] {a.type("S"), a.string("s"), a.handle(2, a.field("S", "s", "Ljava/lang/Object;"))});
            record(name + ", names missing", name, type, push, a -> new int[] {a.type("S"), a.string(""), a.handle(1, a.field("S", "f", "I"))});
            record(name + ", names too many", name, type, push, a -> new int[] {a.type("S"), a.string("f;g"), a.handle(1, a.field("S", "f", "I"))});
            record(name + ", a method", name, type, push, a -> new int[] {a.type("S"), a.string("f"), a.handle(5, a.method("S", "hashCode", "()I"))});
            record(name + ", a setter", name, type, push, a -> new int[] {a.type("S"), a.string("f"), a.handle(3, a.field("S", "f", "I"))});
            record(name + ", no class", name, type, push, a -> new int[] {a.string("S"), a.string("f"), a.handle(1, a.field("S", "f", "I"))});
        }
        record("wrong type", "toString", "(Ljava/lang/String;)Ljava/lang/String;", new int[] {0x01}, a -> new int[] {a.type("S"), a.string("f"), a.handle(1, a.field("S", "f", "I"))});
        record("hashCode as text", "hashCode", "(LS;)Ljava/lang/String;", new int[] {0x01}, a -> new int[] {a.type("S"), a.string("f"), a.handle(1, a.field("S", "f", "I"))});
    }
}

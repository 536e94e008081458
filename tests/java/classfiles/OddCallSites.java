import other.Assembler;
import other.Assembler.Attribute;
import other.Assembler.Bytes;
import other.Assembler.Code;
import other.Probe;

/** Call sites that name a usual bootstrap method with arguments that javac does not give: of another kind, too many or
 * too few, with types that do not convert. */
public class OddCallSites {
    private static final int STATIC = Assembler.PUBLIC | Assembler.STATIC;
    private static final String LOOKUP = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;", TYPE = "Ljava/lang/invoke/MethodType;", SITE = "Ljava/lang/invoke/CallSite;";
    private static final String LAMBDAS = "java/lang/invoke/LambdaMetafactory", CONCATS = "java/lang/invoke/StringConcatFactory", RECORDS = "java/lang/runtime/ObjectMethods";
    private static final String METAFACTORY = LOOKUP + TYPE + TYPE + "Ljava/lang/invoke/MethodHandle;" + TYPE + ")" + SITE, ALT = LOOKUP + TYPE + "[Ljava/lang/Object;)" + SITE;
    private static final String RECIPE = LOOKUP + TYPE + "Ljava/lang/String;[Ljava/lang/Object;)" + SITE;
    private static final String RECORD = LOOKUP + "Ljava/lang/invoke/TypeDescriptor;Ljava/lang/Class;Ljava/lang/String;[Ljava/lang/invoke/MethodHandle;)Ljava/lang/Object;";

    private interface Arguments { int[] of(Assembler a); }

    /** A class whose m() pushes `pushed` (nulls, or 1 for ints), and calls the site; what comes back is given to
     * String.valueOf. */
    private static void attempt(String label, String factory, String bootstrap, String bootstrapType, String name, String descriptor, Arguments arguments) {
        Probe.kind(label, () -> {
            Assembler a = new Assembler("A", "java/lang/Object").version(61).addConstructor();
            a.addField(Assembler.PUBLIC, "x", "I");
            a.addMethod(STATIC, "body", "()V", a.code(0, 0).op(0xb1));
            a.addMethod(STATIC, "taker", "(I)I", a.code(1, 1).op(0x1a, 0xac));
            a.addMethod(STATIC, "wide", "(J)I", a.code(1, 2).op(0x04, 0xac));
            a.addMethod(STATIC, "boxed", "(Ljava/lang/Integer;)Ljava/lang/Object;", a.code(1, 1).op(0x2a, 0xb0));
            int bootstrapHandle = a.handle(6, a.method(factory, bootstrap, bootstrapType));
            int[] constants = arguments.of(a);
            Bytes table = new Bytes().u2(1, bootstrapHandle, constants.length).u2(constants);
            a.addAttribute(new Attribute("BootstrapMethods", table.get()));
            Code c = a.code(8, 0);
            for (char type : descriptor.substring(1, descriptor.indexOf(')')).replaceAll("\\[*L[^;]*;|\\[+.", "L").toCharArray()) c.op(type == 'L' ? 0x01 : type == 'J' ? 0x0a : 0x04);
            c.op2(0xba, a.dynamic(18, 0, name, descriptor)).op(0, 0);
            char result = descriptor.charAt(descriptor.indexOf(')') + 1);
            if (result == 'V') c.op(0x01);
            else if (result != 'L' && result != '[') c.call(0xb8, "java/lang/String", "valueOf", "(" + (result == 'Z' ? 'Z' : result == 'J' ? 'J' : 'I') + ")Ljava/lang/String;");
            c.op(0xb0);
            a.addMethod(STATIC, "m", "()Ljava/lang/Object;", c);
            Object got = Assembler.call(a.load(), "m");
            if (got instanceof Runnable) ((Runnable) got).run();
            if (got instanceof java.util.function.IntUnaryOperator) return ((java.util.function.IntUnaryOperator) got).applyAsInt(7);
            if (got instanceof java.util.function.Function) return call(got);
            return got instanceof String || got == null ? got : got.getClass().getInterfaces().length + " interfaces";
        });
    }

    @SuppressWarnings("unchecked") private static Object call(Object function) { return ((java.util.function.Function<Object, Object>) function).apply(5); }

    private static void lambda(String label, String descriptor, Arguments arguments) { attempt("lambda: " + label, LAMBDAS, "metafactory", METAFACTORY, "run", descriptor, arguments); }
    private static void operator(String label, String descriptor, Arguments arguments) { attempt("operator: " + label, LAMBDAS, "metafactory", METAFACTORY, "applyAsInt", descriptor, arguments); }
    private static void function(String label, Arguments arguments) { attempt("function: " + label, LAMBDAS, "metafactory", METAFACTORY, "apply", "()Ljava/util/function/Function;", arguments); }
    private static void alt(String label, Arguments arguments) { attempt("alt: " + label, LAMBDAS, "altMetafactory", ALT, "run", "()Ljava/lang/Runnable;", arguments); }
    private static void recipe(String label, String descriptor, Arguments arguments) { attempt("recipe: " + label, CONCATS, "makeConcatWithConstants", RECIPE, "concat", descriptor, arguments); }
    private static void concat(String label, String descriptor, Arguments arguments) { attempt("concat: " + label, CONCATS, "makeConcat", LOOKUP + TYPE + ")" + SITE, "concat", descriptor, arguments); }
    private static void record(String label, String name, String descriptor, Arguments arguments) { attempt("record: " + label, RECORDS, "bootstrap", RECORD, name, descriptor, arguments); }

    private static int body(Assembler a) { return a.handle(6, a.method("A", "body", "()V")); }
    private static int taker(Assembler a) { return a.handle(6, a.method("A", "taker", "(I)I")); }

    private static void lambdas() {
        String none = "()Ljava/lang/Runnable;", operator = "()Ljava/util/function/IntUnaryOperator;";
        lambda("as javac writes it", none, a -> new int[] {a.methodType("()V"), body(a), a.methodType("()V")});
        lambda("no arguments", none, a -> new int[0]);
        lambda("one argument too many", none, a -> new int[] {a.methodType("()V"), body(a), a.methodType("()V"), a.number(1)});
        lambda("strings for all", none, a -> new int[] {a.string("x"), a.string("y"), a.string("z")});
        lambda("a number as a handle", none, a -> new int[] {a.methodType("()V"), a.number(7), a.methodType("()V")});
        lambda("a class as a type", none, a -> new int[] {a.type("A"), body(a), a.methodType("()V")});
        lambda("a handle as a type", none, a -> new int[] {body(a), body(a), body(a)});
        lambda("a long as a type", none, a -> new int[] {a.number(5L), body(a), a.methodType("()V")});
        lambda("a getter", none, a -> new int[] {a.methodType("()V"), a.handle(1, a.field("A", "x", "I")), a.methodType("()V")});
        lambda("a method that is missing", none, a -> new int[] {a.methodType("()V"), a.handle(6, a.method("A", "gone", "()V")), a.methodType("()V")});
        lambda("an argument captured that nobody takes", "(I)Ljava/lang/Runnable;", a -> new int[] {a.methodType("()V"), body(a), a.methodType("()V")});
        lambda("no interface", "()I", a -> new int[] {a.methodType("()V"), body(a), a.methodType("()V")});
        lambda("an array", "()[Ljava/lang/Runnable;", a -> new int[] {a.methodType("()V"), body(a), a.methodType("()V")});
        operator("as javac writes it", operator, a -> new int[] {a.methodType("(I)I"), taker(a), a.methodType("(I)I")});
        operator("too few arguments", operator, a -> new int[] {a.methodType("()I"), taker(a), a.methodType("()I")});
        operator("too many arguments", operator, a -> new int[] {a.methodType("(II)I"), taker(a), a.methodType("(II)I")});
        operator("types that differ in number", operator, a -> new int[] {a.methodType("(I)I"), taker(a), a.methodType("(II)I")});
        operator("a narrowing", operator, a -> new int[] {a.methodType("(J)I"), taker(a), a.methodType("(J)I")});
        operator("a widening", operator, a -> new int[] {a.methodType("(I)I"), a.handle(6, a.method("A", "wide", "(J)I")), a.methodType("(I)I")});
        operator("an int as a reference", operator, a -> new int[] {a.methodType("(I)I"), a.handle(6, a.method("java/lang/String", "valueOf", "([C)Ljava/lang/String;")), a.methodType("(I)I")});
        operator("a void as an int", operator, a -> new int[] {a.methodType("()I"), body(a), a.methodType("()I")});
        operator("a receiver that is an int", operator, a -> new int[] {a.methodType("(I)I"), a.handle(5, a.method("java/lang/String", "length", "()I")), a.methodType("(I)I")});
        operator("a captured value of another type", "(J)Ljava/util/function/IntUnaryOperator;", a -> new int[] {a.methodType("()I"), taker(a), a.methodType("()I")});
        function("as javac writes it", a -> new int[] {a.methodType("(Ljava/lang/Object;)Ljava/lang/Object;"), a.handle(6, a.method("A", "boxed", "(Ljava/lang/Integer;)Ljava/lang/Object;")), a.methodType("(Ljava/lang/Integer;)Ljava/lang/Object;")});
        function("unboxed", a -> new int[] {a.methodType("(Ljava/lang/Object;)Ljava/lang/Object;"), taker(a), a.methodType("(Ljava/lang/Integer;)Ljava/lang/Integer;")});
        function("unboxed too narrow", a -> new int[] {a.methodType("(Ljava/lang/Object;)Ljava/lang/Object;"), taker(a), a.methodType("(Ljava/lang/Long;)Ljava/lang/Integer;")});
        function("boxed as another", a -> new int[] {a.methodType("(Ljava/lang/Object;)Ljava/lang/Object;"), taker(a), a.methodType("(Ljava/lang/Integer;)Ljava/lang/Long;")});
    }

    private static void alts() {
        alt("as javac writes it", a -> new int[] {a.methodType("()V"), body(a), a.methodType("()V"), a.number(7), a.number(1), a.type("java/lang/Cloneable"), a.number(0)});
        alt("no flags", a -> new int[] {a.methodType("()V"), body(a), a.methodType("()V")});
        alt("flags that are a string", a -> new int[] {a.methodType("()V"), body(a), a.methodType("()V"), a.string("1")});
        alt("unknown flags", a -> new int[] {a.methodType("()V"), body(a), a.methodType("()V"), a.number(0x7fff0000)});
        alt("markers without a count", a -> new int[] {a.methodType("()V"), body(a), a.methodType("()V"), a.number(2)});
        alt("more markers than there are", a -> new int[] {a.methodType("()V"), body(a), a.methodType("()V"), a.number(2), a.number(5), a.type("java/lang/Cloneable")});
        alt("fewer markers than none", a -> new int[] {a.methodType("()V"), body(a), a.methodType("()V"), a.number(2), a.number(-5)});
        alt("a marker that is a string", a -> new int[] {a.methodType("()V"), body(a), a.methodType("()V"), a.number(2), a.number(1), a.string("java/lang/Cloneable")});
        alt("more bridges than there are", a -> new int[] {a.methodType("()V"), body(a), a.methodType("()V"), a.number(4), a.number(2), a.methodType("()V")});
        alt("a bridge that is a number", a -> new int[] {a.methodType("()V"), body(a), a.methodType("()V"), a.number(4), a.number(1), a.number(3)});
    }

    private static void concatenations() {
        concat("as javac writes it", "(ILjava/lang/Object;)Ljava/lang/String;", a -> new int[0]);
        concat("with an argument", "(I)Ljava/lang/String;", a -> new int[] {a.string("x")});
        concat("of an int", "(I)I", a -> new int[0]);
        concat("of an object", "(I)Ljava/lang/Object;", a -> new int[0]);
        recipe("as javac writes it", "(IJ)Ljava/lang/String;", a -> new int[] {a.string("a\1b\1\2"), a.number(9)});
        recipe("no recipe", "(I)Ljava/lang/String;", a -> new int[0]);
        recipe("a number", "(I)Ljava/lang/String;", a -> new int[] {a.number(1)});
        recipe("a class", "(I)Ljava/lang/String;", a -> new int[] {a.type("A")});
        recipe("more arguments than there are", "(I)Ljava/lang/String;", a -> new int[] {a.string("\1\1\1")});
        recipe("fewer arguments than there are", "(II)Ljava/lang/String;", a -> new int[] {a.string("\1")});
        recipe("more constants than there are", "()Ljava/lang/String;", a -> new int[] {a.string("\2\2"), a.number(1)});
        recipe("fewer constants than there are", "()Ljava/lang/String;", a -> new int[] {a.string("\2"), a.number(1), a.number(2)});
        recipe("a constant that is a type", "()Ljava/lang/String;", a -> new int[] {a.string("\2"), a.methodType("(I)V")});
        recipe("void", "(I)V", a -> new int[] {a.string("\1")});
    }

    private static void records() {
        String rest = ")Ljava/lang/String;";
        record("as javac writes it", "hashCode", "(LA;)I", a -> new int[] {a.type("A"), a.string("x"), a.handle(1, a.field("A", "x", "I"))});
        record("another name", "size", "(LA;)I", a -> new int[] {a.type("A"), a.string("x"), a.handle(1, a.field("A", "x", "I"))});
        record("no arguments", "toString", "(LA;" + rest, a -> new int[0]);
        record("a string for the class", "toString", "(LA;" + rest, a -> new int[] {a.string("A"), a.string("x"), a.handle(1, a.field("A", "x", "I"))});
        record("a number for the names", "toString", "(LA;" + rest, a -> new int[] {a.type("A"), a.number(3), a.handle(1, a.field("A", "x", "I"))});
        record("a string for a getter", "toString", "(LA;" + rest, a -> new int[] {a.type("A"), a.string("x"), a.string("x")});
        record("more names", "toString", "(LA;" + rest, a -> new int[] {a.type("A"), a.string("x;y"), a.handle(1, a.field("A", "x", "I"))});
        record("fewer names", "toString", "(LA;" + rest, a -> new int[] {a.type("A"), a.string(""), a.handle(1, a.field("A", "x", "I"))});
        record("another class", "toString", "(LA;" + rest, a -> new int[] {a.type("java/lang/String"), a.string("x"), a.handle(1, a.field("A", "x", "I"))});
        record("a method", "toString", "(LA;" + rest, a -> new int[] {a.type("A"), a.string("x"), taker(a)});
        record("an int", "toString", "(I" + rest, a -> new int[] {a.type("A"), a.string("x"), a.handle(1, a.field("A", "x", "I"))});
        record("nothing", "equals", "()Z", a -> new int[] {a.type("A"), a.string("x"), a.handle(1, a.field("A", "x", "I"))});
        record("equals with one", "equals", "(LA;)Z", a -> new int[] {a.type("A"), a.string("x"), a.handle(1, a.field("A", "x", "I"))});
        record("of an interface's method", "hashCode", "(LA;)J", a -> new int[] {a.type("A"), a.string(""), });
    }

    public static void main(String[] arguments) {
        lambdas();
        alts();
        concatenations();
        records();
        attempt("another descriptor", LAMBDAS, "metafactory", METAFACTORY.replace("CallSite", "ConstantCallSite"), "run", "()Ljava/lang/Runnable;", a -> new int[] {a.methodType("()V"), body(a), a.methodType("()V")});
        attempt("another factory's method", CONCATS, "metafactory", METAFACTORY, "run", "()Ljava/lang/Runnable;", a -> new int[] {a.methodType("()V"), body(a), a.methodType("()V")});
    }
}

import other.Assembler;
import other.Assembler.Bytes;
import other.Assembler.Code;

/** Objects that are not what they seem: uninitialised ones used, stored, leaked by handlers; constructors that call
 * none, or two; invokespecial of what is no superclass's; finals written from outside. */
public class ForgedObjects {
    interface Body { Code write(Assembler a, Code c); }

    private static void attempt(String label, String method, String descriptor, Body body) {
        for (int major : new int[] {48, 52}) {
            Attack.kind(label + " " + major, () -> {
                Assembler base = new Assembler("B", "java/lang/Object").version(major).addField(17, "own", "I").addField(25, "shared", "I").addField(1, "plain", "I").addConstructor();
                base.addMethod(1, "m", "()I", base.code(1, 1).op(0x04, 0xac)).addMethod(2, "hidden", "()I", base.code(1, 1).op(0x05, 0xac));
                Assembler a = new Assembler("F", "B").version(major).addField(1, "plain2", "I");
                if (!method.equals("<init>")) a.addConstructor();
                a.addMethod(method.equals("<init>") ? 1 : 9, method, descriptor, body.write(a, a.code(4, 4)));
                Class<?> type = new Assembler.Loader(ForgedObjects.class.getClassLoader()).add(base, a).loadClass("F");
                Object made = type.getDeclaredConstructor().newInstance();
                if (!method.equals("<init>")) {
                    try {
                        type.getDeclaredMethods()[0].invoke(null, new Object[type.getDeclaredMethods()[0].getParameterCount()]);
                    } catch (java.lang.reflect.InvocationTargetException e) {
                        throw e.getCause();
                    }
                }
                made.toString();
            });
        }
    }

    public static void main(String[] arguments) {
        attempt("constructor that calls none", "<init>", "()V", (a, c) -> c.op(0xb1));
        attempt("constructor that calls two", "<init>", "()V", (a, c) -> c.op(0x2a).call(0xb7, "B", "<init>", "()V").op(0x2a).call(0xb7, "B", "<init>", "()V").op(0xb1));
        attempt("constructor that leaks this", "<init>", "()V", (a, c) -> c.op(0x2a).call(0xb8, "java/lang/String", "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;").op(0x57, 0x2a).call(0xb7, "B", "<init>", "()V").op(0xb1));
        attempt("constructor of the superclass's superclass", "<init>", "()V", (a, c) -> c.op(0x2a).call(0xb7, "java/lang/Object", "<init>", "()V").op(0xb1));
        attempt("constructor that catches its own failure", "<init>", "()V", (a, c) -> c.label("a").op(0x2a).call(0xb7, "B", "<init>", "()V").label("b").op(0xb1).label("h").op(0x57, 0xb1).handler("a", "b", "h", null).frames(1, new Bytes().u1(255).u2(5, 1).u1(6).u2(1).u1(7).u2(a.type("java/lang/Throwable")).get()));
        attempt("constructor that catches, and uses itself", "<init>", "()V", (a, c) -> c.label("a").op(0x2a).call(0xb7, "B", "<init>", "()V").label("b").op(0xb1).label("h").op(0x57, 0x2a).call(0xb6, "java/lang/Object", "hashCode", "()I").op(0x57, 0xb1).handler("a", "b", "h", null).frames(1, new Bytes().u1(255).u2(5, 1).u1(6).u2(1).u1(7).u2(a.type("java/lang/Throwable")).get()));
        attempt("constructor that loops", "<init>", "()V", (a, c) -> c.label("a").op(0x2a).call(0xb7, "F", "<init>", "()V").op(0xb1));
        attempt("object without constructor", "run", "()V", (a, c) -> c.op2(0xbb, a.type("F")).call(0xb6, "java/lang/Object", "hashCode", "()I").op(0x57, 0xb1));
        attempt("object without constructor returned", "run", "()Ljava/lang/Object;", (a, c) -> c.op2(0xbb, a.type("F")).op(0xb0));
        attempt("object without constructor in a field", "run", "()V", (a, c) -> c.op2(0xbb, a.type("F")).op(0x04).access(0xb5, "F", "plain2", "I").op(0xb1));
        attempt("object without constructor in an array", "run", "()V", (a, c) -> c.op(0x04).op2(0xbd, a.type("F")).op(0x03).op2(0xbb, a.type("F")).op(0x53, 0xb1));
        attempt("object without constructor locked", "run", "()V", (a, c) -> c.op2(0xbb, a.type("F")).op(0x59, 0xc2, 0xc3, 0xb1));
        attempt("constructor called on an object twice", "run", "()V", (a, c) -> c.op2(0xbb, a.type("F")).op(0x59, 0x59).call(0xb7, "F", "<init>", "()V").call(0xb7, "F", "<init>", "()V").op(0x57, 0xb1));
        attempt("constructor called virtually", "run", "()V", (a, c) -> c.op2(0xbb, a.type("F")).call(0xb6, "F", "<init>", "()V").op(0xb1));
        attempt("constructor of another class", "run", "()V", (a, c) -> c.op2(0xbb, a.type("F")).call(0xb7, "B", "<init>", "()V").op(0xb1));
        attempt("class initialiser called", "run", "()V", (a, c) -> c.call(0xb8, "F", "<clinit>", "()V").op(0xb1));
        attempt("special call of a stranger's method", "run", "()V", (a, c) -> c.load(a.string("x")).call(0xb7, "java/lang/String", "length", "()I").op(0x57, 0xb1));
        attempt("special call below itself", "run", "(LB;)I", (a, c) -> c.op(0x2a).call(0xb7, "B", "m", "()I").op(0xac));
        attempt("private of another", "run", "(LB;)I", (a, c) -> c.op(0x2a).call(0xb6, "B", "hidden", "()I").op(0xac));
        attempt("final of another", "run", "(LB;)V", (a, c) -> c.op(0x2a, 0x04).access(0xb5, "B", "own", "I").op(0xb1));
        attempt("static final of another", "run", "()V", (a, c) -> c.op(0x04).access(0xb3, "B", "shared", "I").op(0xb1));
        attempt("System.out", "run", "()V", (a, c) -> c.op(0x01).access(0xb3, "java/lang/System", "out", "Ljava/io/PrintStream;").op(0xb1));
        attempt("String.value", "run", "()V", (a, c) -> c.load(a.string("x")).access(0xb4, "java/lang/String", "value", "[B").op(0x57, 0xb1));
        attempt("Thread.eetop", "run", "()V", (a, c) -> c.call(0xb8, "java/lang/Thread", "currentThread", "()Ljava/lang/Thread;").op(0x09).access(0xb5, "java/lang/Thread", "eetop", "J").op(0xb1));
        attempt("static as an instance's", "run", "(LB;)V", (a, c) -> c.op(0x2a, 0x04).access(0xb5, "B", "shared", "I").op(0xb1));
        attempt("instance's as static", "run", "()V", (a, c) -> c.access(0xb2, "B", "plain", "I").op(0x57, 0xb1));
        attempt("Unsafe", "run", "()V", (a, c) -> c.call(0xb8, "jdk/internal/misc/Unsafe", "getUnsafe", "()Ljdk/internal/misc/Unsafe;").op(0x01).load2(a.number(0x10000000L)).call(0xb6, "jdk/internal/misc/Unsafe", "getInt", "(Ljava/lang/Object;J)I").op(0x57, 0xb1));
        attempt("SharedSecrets", "run", "()V", (a, c) -> c.call(0xb8, "jdk/internal/access/SharedSecrets", "getJavaLangAccess", "()Ljdk/internal/access/JavaLangAccess;").op(0x57, 0xb1));
        attempt("constant of a class that is not exported", "run", "()V", (a, c) -> c.load(a.type("jdk/internal/misc/Unsafe")).op(0x57, 0xb1));
        attempt("cast to a class that is not exported", "run", "()V", (a, c) -> c.load(a.string("x")).op2(0xc0, a.type("jdk/internal/misc/Unsafe")).op(0x57, 0xb1));
        attempt("array of a class that is not exported", "run", "()V", (a, c) -> c.op(0x04).op2(0xbd, a.type("jdk/internal/misc/Unsafe")).op(0x57, 0xb1));
        Attack.kind("superclass that is not exported", () -> new Attack.Shadow().define(new Assembler("X", "jdk/internal/misc/Signal").bytes()));
        Attack.kind("interface that is not exported", () -> new Attack.Shadow().define(new Assembler("X", "java/lang/Object", "jdk/internal/misc/Signal$Handler").bytes()));
    }
}

import other.Assembler;
import other.Assembler.Bytes;
import other.Assembler.Code;
import other.Assembler.Loader;
import other.Probe;

/** Code that must not run: each kind of what a verifier has to find, in classes checked by inference (49) and by stack
 * maps (52). And code that looks odd, but is right. */
public class Rejected {
    private static final int STATIC = Assembler.PUBLIC | Assembler.STATIC;

    private interface Body { void write(Assembler a, Code c); }

    private static void attempt(String label, String descriptor, Body body) {
        for (int version : new int[] {49, 52}) {
            Assembler a = new Assembler("A", "java/lang/Object").version(version).addConstructor();
            Code c = a.code(4, 4);
            body.write(a, c);
            a.addMethod(STATIC, "m", descriptor, c);
            byte[] file = a.bytes();
            Probe.kind(label + " " + version, () -> Class.forName("A", true, new Loader(Rejected.class.getClassLoader()).add("A", file)).getName());
        }
    }

    public static void main(String[] arguments) {
        attempt("fine", "()V", (a, c) -> c.op(0xb1));
        attempt("falls off the end", "()V", (a, c) -> c.op(0x00));
        attempt("stack underflow", "()V", (a, c) -> c.op(0x57, 0xb1));
        attempt("stack overflow", "()V", (a, c) -> c.op(0x03, 0x03, 0x03, 0x03, 0x03, 0xb1));
        attempt("long overflow", "()V", (a, c) -> c.op(0x09, 0x09, 0x09, 0xb1));
        attempt("local beyond", "()V", (a, c) -> c.op(0x15, 4, 0x57, 0xb1));
        attempt("long local beyond", "()V", (a, c) -> c.op(0x09, 0x37, 3, 0xb1));
        attempt("local not set", "()V", (a, c) -> c.op(0x1a, 0x57, 0xb1));
        attempt("int as reference", "(I)V", (a, c) -> c.op(0x2a, 0x57, 0xb1));
        attempt("reference as int", "(Ljava/lang/Object;)V", (a, c) -> c.op(0x1a, 0x57, 0xb1));
        attempt("float as int", "(F)I", (a, c) -> c.op(0x22, 0xac));
        attempt("half of a long", "(J)V", (a, c) -> c.op(0x1b, 0x57, 0xb1));
        attempt("long overwritten in its half", "(J)V", (a, c) -> c.op(0x03, 0x3c, 0x1e, 0x58, 0xb1));
        attempt("pop of a long", "(J)V", (a, c) -> c.op(0x1e, 0x57, 0xb1));
        attempt("pop2 of a half", "(IJ)V", (a, c) -> c.op(0x1f, 0x1a, 0x58, 0x57, 0xb1));
        attempt("dup of a long", "(J)V", (a, c) -> c.op(0x1e, 0x59, 0x58, 0x57, 0xb1));
        attempt("swap of a long", "(JI)V", (a, c) -> c.op(0x1e, 0x1c, 0x5f, 0x58, 0xb1));
        attempt("add int and long", "(IJ)V", (a, c) -> c.op(0x1a, 0x1f, 0x61, 0x58, 0xb1));
        attempt("return of nothing", "()I", (a, c) -> c.op(0xb1));
        attempt("return of int in void", "()V", (a, c) -> c.op(0x03, 0xac));
        attempt("return of a wrong class", "()Ljava/lang/String;", (a, c) -> c.op(0xbb).op(0, a.type("A")).op(0x59).call(0xb7, "A", "<init>", "()V").op(0xb0));
        attempt("return of any class as an interface", "(Ljava/lang/Object;)Ljava/lang/Runnable;", (a, c) -> c.op(0x2a, 0xb0));
        attempt("return of null", "()Ljava/lang/String;", (a, c) -> c.op(0x01, 0xb0));
        attempt("object not initialised returned", "()Ljava/lang/Object;", (a, c) -> c.op(0xbb).op(0, a.type("A")).op(0xb0));
        attempt("object not initialised passed", "()V", (a, c) -> c.op(0xbb).op(0, a.type("A")).call(0xb8, "java/lang/String", "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;").op(0x57, 0xb1));
        attempt("object not initialised dropped", "()V", (a, c) -> c.op(0xbb).op(0, a.type("A")).op(0x57, 0xb1));
        attempt("object initialised twice", "()V", (a, c) -> c.op(0xbb).op(0, a.type("A")).op(0x59, 0x59).call(0xb7, "A", "<init>", "()V").call(0xb7, "A", "<init>", "()V").op(0xb1));
        attempt("constructor of another class", "()V", (a, c) -> c.op(0xbb).op(0, a.type("A")).call(0xb7, "java/lang/Object", "<init>", "()V").op(0xb1));
        attempt("constructor called virtually", "(LA;)V", (a, c) -> c.op(0x2a).call(0xb6, "A", "<init>", "()V").op(0xb1));
        attempt("static initialiser called", "()V", (a, c) -> c.call(0xb8, "A", "<clinit>", "()V").op(0xb1));
        attempt("special call of a stranger", "(Ljava/lang/String;)V", (a, c) -> c.op(0x2a).call(0xb7, "java/lang/String", "hashCode", "()I").op(0x57, 0xb1));
        attempt("argument of a wrong class", "(Ljava/lang/Object;)V", (a, c) -> c.op(0x2a).call(0xb8, "java/lang/Integer", "parseInt", "(Ljava/lang/String;)I").op(0x57, 0xb1));
        attempt("receiver of a wrong class", "(Ljava/lang/Object;)V", (a, c) -> c.op(0x2a).call(0xb6, "java/lang/String", "length", "()I").op(0x57, 0xb1));
        attempt("field of a wrong receiver", "(Ljava/lang/Object;)V", (a, c) -> c.op(0x2a).access(0xb4, "A", "f", "I").op(0x57, 0xb1));
        attempt("array instruction of another kind", "([J)V", (a, c) -> c.op(0x2a, 0x03, 0x2e, 0x57, 0xb1));
        attempt("bytes as booleans", "([Z)I", (a, c) -> c.op(0x2a, 0x03, 0x33, 0xac));
        attempt("element of what is no array", "(Ljava/lang/Object;)V", (a, c) -> c.op(0x2a, 0x03, 0x32, 0x57, 0xb1));
        attempt("element of null", "()V", (a, c) -> c.op(0x01, 0x03, 0x32, 0x57, 0xb1));
        attempt("length of an object", "(Ljava/lang/Object;)I", (a, c) -> c.op(0x2a, 0xbe, 0xac));
        attempt("throw of what is no exception", "(Ljava/lang/Object;)V", (a, c) -> c.op(0x2a, 0xbf));
        attempt("throw of null", "()V", (a, c) -> c.op(0x01, 0xbf));
        attempt("handler for what is no exception", "()V", (a, c) -> c.label("a").op(0x00).label("b").op(0xb1).label("c").op(0x57, 0xb1).handler("a", "b", "c", "java/lang/String"));
        attempt("monitor of an int", "(I)V", (a, c) -> c.op(0x1a, 0xc2, 0xb1));
        attempt("jump into an instruction", "(I)V", (a, c) -> c.op(0x1a, 0x99, 0, 4, 0x10, 0, 0x57, 0xb1));
        attempt("jump out of the code", "(I)V", (a, c) -> c.op(0x1a, 0x99, 0, 100, 0xb1));
        attempt("jump before the code", "(I)V", (a, c) -> c.op(0x1a, 0x99, 0xff, 0, 0xb1));
        attempt("unknown opcode", "()V", (a, c) -> c.op(0xcb, 0xb1));
        attempt("breakpoint", "()V", (a, c) -> c.op(0xca, 0xb1));
        attempt("cut instruction", "()V", (a, c) -> c.op(0xb1, 0x11, 0));
        attempt("constant of another kind", "()V", (a, c) -> c.access(0xb2, "A", "f", "I").op(0x57).op2(0xb2, a.method("A", "m", "()V")).op(0xb1));
        attempt("ldc of a method", "()V", (a, c) -> c.load(a.method("A", "m", "()V")).op(0x57, 0xb1));
        attempt("ldc of a long", "()V", (a, c) -> c.load(a.number(5L)).op(0x57, 0xb1));
        attempt("ldc2 of an int", "()V", (a, c) -> c.load2(a.number(5)).op(0x58, 0xb1));
        attempt("constant beyond the pool", "()V", (a, c) -> c.load(9999).op(0x57, 0xb1));
        attempt("newarray of type 3", "()V", (a, c) -> c.op(0x03, 0xbc, 3, 0x57, 0xb1));
        attempt("new of an array", "()V", (a, c) -> c.op(0xbb).op(0, a.type("[I")).op(0x57, 0xb1));
        attempt("multianewarray of too many", "()V", (a, c) -> c.op(0x03, 0x03, 0xc5).op(0, a.type("[I"), 2).op(0x57, 0xb1));
        attempt("multianewarray of none", "()V", (a, c) -> c.op(0xc5).op(0, a.type("[I"), 0).op(0x57, 0xb1));
        attempt("invokeinterface with a wrong count", "(Ljava/lang/Runnable;)V", (a, c) -> c.op(0x2a).callInterface("java/lang/Runnable", "run", "()V", 2).op(0xb1));
        attempt("invokeinterface with a fourth byte", "(Ljava/lang/Runnable;)V", (a, c) -> c.op(0x2a).op2(0xb9, a.interfaceMethod("java/lang/Runnable", "run", "()V")).op(1, 1, 0xb1));
        attempt("iinc of a reference", "(Ljava/lang/Object;)V", (a, c) -> c.op(0x84, 0, 1, 0xb1));
        attempt("wide of another instruction", "()V", (a, c) -> c.op(0xc4, 0x60, 0, 0, 0xb1));
        attempt("ret without address", "(I)V", (a, c) -> c.op(0xa9, 0));
        attempt("recursive subroutine", "()V", (a, c) -> c.label("s").jump(0xa8, "s").op(0xb1));
        attempt("unsorted lookup", "(I)V", (a, c) -> c.op(0x1a).lookup("d", 5, "d", 3, "d").label("d").op(0xb1));
        attempt("table with high below low", "(I)V", (a, c) -> c.op(0x1a, 0xaa, 0, 0, 0, 0, 0, 16, 0, 0, 0, 5, 0, 0, 0, 3, 0xb1));
        attempt("branch without a frame", "(I)V", (a, c) -> c.op(0x1a).jump(0x99, "x").op(0x00).label("x").op(0xb1));
        attempt("merge of int and reference, unused", "(I)V", (a, c) -> c.op(0x1a).jump(0x99, "x").op(0x01, 0x4c).jump(0xa7, "y").label("x").op(0x03, 0x3c).label("y").op(0xb1));
        attempt("merge of int and reference, used", "(I)V", (a, c) -> c.op(0x1a).jump(0x99, "x").op(0x01, 0x4c).jump(0xa7, "y").label("x").op(0x03, 0x3c).label("y").op(0x2b, 0x57, 0xb1));
        attempt("merge of different heights", "(I)V", (a, c) -> c.op(0x1a).jump(0x99, "x").op(0x03).label("x").op(0xb1));
        attempt("backward with an object not initialised", "(I)V", (a, c) -> c.label("x").op(0xbb).op(0, a.type("A")).op(0x4c, 0x1a).jump(0x99, "x").op(0xb1));
        attempt("a frame that fits", "(I)V", (a, c) -> c.op(0x1a).jump(0x99, "x").op(0x00).label("x").op(0xb1).frames(1, new Bytes().u1(5).get()));
        attempt("a frame at another place", "(I)V", (a, c) -> c.op(0x1a).jump(0x99, "x").op(0x00).label("x").op(0xb1).frames(1, new Bytes().u1(4).get()));
        attempt("a frame that claims a local", "(I)V", (a, c) -> c.op(0x1a).jump(0x99, "x").op(0x00).label("x").op(0xb1).frames(1, new Bytes().u1(252).u2(5).u1(1).get()));
        attempt("a frame that forgets", "(I)V", (a, c) -> c.op(0x1a).jump(0x99, "x").op(0x00).label("x").op(0xb1).frames(1, new Bytes().u1(250).u2(5).get()));
        attempt("a frame beyond the code", "(I)V", (a, c) -> c.op(0x1a).jump(0x99, "x").op(0x00).label("x").op(0xb1).frames(2, new Bytes().u1(5, 60).get()));
        attempt("a frame cut", "(I)V", (a, c) -> c.op(0x1a).jump(0x99, "x").op(0x00).label("x").op(0xb1).frames(1, new Bytes().u1(255).u2(5).get()));
    }
}
